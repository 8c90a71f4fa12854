import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// I/O errors are reported with the path and the system's reason.
@Suite struct FileTroubleTests {
    /// An error and its message.
    struct Trouble: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var files: [String: String] = [:]
        /// Links, by their paths.
        var links: [String: String] = [:]
        /// Folders without permissions.
        var closed: [String] = []
        let arguments: [String]
        let status: Int32
        let message: String
    }

    private static let long = String(repeating: "n", count: 300)

    static let troubles = [
        Trouble(
            testDescription: "a file where the output needs a folder",
            files: ["Out": "mine"],
            arguments: ["generate"],
            status: 74,
            message: "Out' is a file, but the generated files need a folder"
        ),
        Trouble(
            testDescription: "a file in the path of a dependency file",
            files: ["mine": ""],
            arguments: ["generate", "--depfile", "mine/a.d"],
            status: 74,
            message: "mine/a.d': Not a directory"
        ),
        Trouble(
            testDescription: "a file in the path of a dependency file, several levels above",
            files: ["mine": ""],
            arguments: ["generate", "--depfile", "mine/a/b/c.d"],
            status: 74,
            message: "mine/a/b/c.d': Not a directory"
        ),
        Trouble(
            testDescription: "a folder at the path of a dependency file",
            files: ["a.d/mine": ""],
            arguments: ["generate", "--depfile", "a.d"],
            status: 64,
            message: "a.d' is a folder; the dependency file needs a file name"
        ),
        Trouble(
            testDescription: "a name that is too long",
            arguments: ["generate", "--depfile", long],
            status: 74,
            message: "': File name too long"
        ),
        Trouble(
            testDescription: "a folder whose name is too long",
            arguments: ["generate", "--depfile", long + "/a.d"],
            status: 74,
            message: "': File name too long"
        ),
        Trouble(
            testDescription: "an output that the file system cannot look up",
            arguments: ["check", "--output", long],
            status: 74,
            message: "\(long)': File name too long"
        ),
        Trouble(
            testDescription: "links in a cycle",
            links: ["Schemas/b.yaml": "c.yaml", "Schemas/c.yaml": "b.yaml"],
            arguments: ["validate"],
            status: 1,
            message: "'Schemas/b.yaml' is a broken symbolic link"
        ),
        Trouble(
            testDescription: "a configuration that is a folder",
            files: ["mine/a": ""],
            arguments: ["generate", "--config", "mine"],
            status: 64,
            message: "expected a configuration file, found the folder 'mine'"
        ),
        Trouble(
            testDescription: "a folder of templates that is a file",
            files: ["Templates": ""],
            arguments: ["generate", "--templates", "Templates"],
            status: 64,
            message: "no template folder at 'Templates'"
        ),
    ]

    /// Errors of folders that only root can access.
    static let closedFolders = [
        Trouble(
            testDescription: "a schema folder without permissions",
            closed: ["Schemas/More"],
            arguments: ["validate"],
            status: 74,
            message: "cannot list 'Schemas/More': Permission denied"
        ),
        Trouble(
            testDescription: "a folder in the output without permissions",
            closed: ["Out/Values"],
            arguments: ["generate"],
            status: 74,
            message: "Out/Values/A.swift': Permission denied"
        ),
        Trouble(
            testDescription: "a folder in the compared output without permissions",
            closed: ["Out/Values"],
            arguments: ["check"],
            status: 74,
            message: "Out/Values/A.swift': Permission denied"
        ),
        Trouble(
            testDescription: "an output without permissions",
            closed: ["Out"],
            arguments: ["check"],
            status: 74,
            message: "Out/.repogen.json': Permission denied"
        ),
    ]

    @Test("an error has its path, and no message of Foundation", arguments: troubles)
    func told(trouble: Trouble) async throws {
        try await expectTold(trouble)
    }

    @Test(
        "a folder without permissions is reported, not with a message of Foundation",
        .enabled(if: geteuid() != 0),
        arguments: closedFolders
    )
    func closed(trouble: Trouble) async throws {
        try await expectTold(trouble)
    }

    private func expectTold(_ trouble: Trouble) async throws {
        let package = try TemporaryPackage(
            [
                "repogen.yaml": "output: Out\n",
                "Schemas/a.yaml": "repogen: 1\nvalues: { A: { properties: { a: Int } } }\n",
            ].merging(trouble.files) { $1 }
        )
        for (path, destination) in trouble.links { try package.link(path, to: destination) }
        for path in trouble.closed {
            try package.write("", to: path + "/.keep")
            try #require(chmod(package.root.appending(path: path).path, 0) == 0)
        }
        defer {
            for path in trouble.closed { chmod(package.root.appending(path: path).path, 0o700) }
        }
        let run = try await CommandLineTool.run(trouble.arguments, in: package.root)
        #expect(run.status == trouble.status, "\(run.errors)")
        #expect(run.errors.contains(trouble.message), "\(run.errors)")
        for words in ["NSCocoa", "NSPOSIX", "Domain", "operation could", "Error(", "Code="] {
            #expect(!run.errors.contains(words), "\(run.errors)")
        }
    }
}
