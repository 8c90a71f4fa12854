import Foundation
import Testing

/// A package in a separate Git repository, independent of the user's settings.
struct GitPackage {
    /// The path of `git`; nil if it is not installed.
    private static let binary: URL? = {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { URL(filePath: String($0)).appending(path: "git") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }()

    /// Whether `git` is available for tests.
    static var isPossible: Bool { binary != nil }

    let package: TemporaryPackage

    /// Creates a repository with a first commit of files, including generated ones if there is a
    /// configuration.
    init(_ files: [String: String], generates: Bool = true) async throws {
        package = try TemporaryPackage(files)
        try await git("init", "--quiet", "--initial-branch", "main")
        if generates { try await repogen("generate", status: 0) }
        try await commit("base")
    }

    var root: URL { package.root }

    /// Calls Git, which must succeed.
    @discardableResult
    func git(_ arguments: String..., status: Int32? = 0) async throws -> CommandLineTool.Run {
        let binary = try #require(Self.binary)
        let run = try await CommandLineTool.run(
            arguments,
            in: root,
            of: binary,
            environment: [
                "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1",
                "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.com",
                "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.com",
                "GIT_EDITOR": "true",
            ]
        )
        if let status {
            #expect(run.status == status, "git \(arguments): \(run.output)\(run.errors)")
        }
        return run
    }

    /// Commits everything.
    func commit(_ message: String) async throws {
        try await git("add", "--all")
        try await git("commit", "--quiet", "--allow-empty", "--message", message)
    }

    /// Commits a schema change and its generated files, on a branch from the first commit.
    func branch(
        _ name: String,
        replacing old: String,
        with new: String,
        in path: String
    ) async throws {
        try await git("checkout", "--quiet", "-b", name, "main")
        let schema = try package.read(path)
        #expect(schema.contains(old))
        try package.write(schema.replacing(old, with: new, maxReplacements: 1), to: path)
        try await repogen("generate", status: 0)
        try await commit(name)
    }

    /// Runs the tool, and checks its status unless the parameter is nil.
    @discardableResult
    func repogen(_ arguments: String..., status: Int32? = nil) async throws -> CommandLineTool.Run {
        let run = try await CommandLineTool.run(arguments, in: root)
        if let status {
            #expect(run.status == status, "repogen \(arguments): \(run.output)\(run.errors)")
        }
        return run
    }
}
