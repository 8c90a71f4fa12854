import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The tool in an unusual process: without some streams, or without a working directory.
@Suite struct UnusualProcessTests {
    private static let files = [
        "repogen.yaml": GenerateTests.configuration, "Schemas/a.yaml": GenerateTests.schema,
    ]

    /// Runs a shell script, in which `$0` is the tool.
    private func run(
        _ script: String,
        in folder: URL,
        environment: [String: String] = [:]
    ) async throws -> CommandLineTool.Run {
        try await CommandLineTool.run(
            ["-c", script, CommandLineTool.binary.path],
            in: folder,
            of: URL(filePath: "/bin/sh"),
            environment: environment
        )
    }

    @Test(
        "a closed stream changes nothing, unless it is needed",
        .enabled(if: GitPackage.isPossible, "git is not installed"),
        arguments: [">&-", "<&-", "<&- >&-"]
    )
    func closed(streams: String) async throws {
        let repository = try await GitPackage(Self.files)
        let diff = try await run("\"$0\" diff \(streams)", in: repository.root)
        #expect(diff.status == 0, "\(diff.errors)")
        #expect(diff.errors == "no differences from 'HEAD'\n")
        let schema = try await run("\"$0\" schema >&-", in: repository.root)
        #expect(schema.status == 74)
        #expect(schema.errors.contains("cannot write to standard output"))
    }

    @Test("in a deleted working directory, a file with a short name cannot be written")
    func deleted() async throws {
        let package = try TemporaryPackage(Self.files)
        let start = "mkdir gone; cd gone; rmdir ../gone; \"$0\""
        for arguments in ["diagram -o x", "generate --depfile f", "docs -o x/y"] {
            let configuration = package.root.appending(path: "repogen.yaml").path
            let run = try await run(
                "\(start) \(arguments) --config '\(configuration)'",
                in: package.root
            )
            #expect(run.status == 74, "\(arguments): \(run.errors)")
            #expect(run.errors.contains("No such file or directory"), "\(run.errors)")
        }
    }

    @Test("waiting for another process that writes the output is reported")
    func locked() async throws {
        let package = try TemporaryPackage(Self.files)
        let folder = "Sources/App/Generated"
        #expect(try await CommandLineTool.run("generate", in: package.root).status == 0)
        let descriptor = open(package.root.appending(path: folder).path, O_RDONLY | O_CLOEXEC)
        try #require(descriptor >= 0)
        try #require(flock(descriptor, LOCK_EX) == 0)
        try await RunningTool.run(["generate", "--force"], in: package.root) { tool in
            try await tool.waitUntilSaid("another process that writes to '")
            // Another child process may have inherited the descriptor.
            #expect(flock(descriptor, LOCK_UN) == 0)
            #expect(try await tool.status() == 0)
        }
        close(descriptor)
    }

    @Test(
        "an error of git is reported, not called a missing repository",
        .enabled(if: GitPackage.isPossible, "git is not installed")
    )
    func git() async throws {
        let repository = try await GitPackage(Self.files)
        // Set, git behaves as if another user owned the repository.
        let run = try await run(
            "\"$0\" diff",
            in: repository.root,
            environment: ["GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"]
        )
        #expect(run.status == 74)
        #expect(run.errors.contains("dubious ownership"), "\(run.errors)")
    }
}
