import Foundation
import Testing

/// The output of `repogen generate --contract-tests`.
@Suite struct ContractTestsTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../..").standardizedFileURL

    @Test("the generated suites of the examples are up to date")
    func suites() async throws {
        let package = try TemporaryPackage([:])
        let files = FileManager.default
        for path in ["repogen.yaml", "Schemas"] {
            try files.copyItem(
                at: Self.root.appending(path: path),
                to: package.root.appending(path: path)
            )
        }
        for name in try files.contentsOfDirectory(atPath: Self.root.appending(path: "Tests").path) {
            let schemas = Self.root.appending(path: "Tests/\(name)/Schemas")
            guard files.fileExists(atPath: schemas.path) else { continue }
            let folder = package.root.appending(path: "Tests/\(name)")
            try files.createDirectory(at: folder, withIntermediateDirectories: true)
            try files.copyItem(at: schemas, to: folder.appending(path: "Schemas"))
        }
        let run = try await CommandLineTool.run(
            "generate",
            "--contract-tests",
            "Tests/ContractTests",
            in: package.root
        )
        #expect(run.status == 0, "\(run.errors)")
        let committed = Self.root.appending(path: "Tests/ContractTests")
        let names = try files.contentsOfDirectory(atPath: committed.path)
        #expect(names.count >= 8)
        for name in names {
            let written = package.root.appending(path: "Tests/ContractTests/\(name)")
            #expect(
                try Data(contentsOf: written) == Data(contentsOf: committed.appending(path: name)),
                "repogen generate --contract-tests Tests/ContractTests"
            )
        }
    }

    @Test("a handwritten file is not overwritten, unless it is forced")
    func foreign() async throws {
        let package = try TemporaryPackage([
            "Schemas/a.yaml": """
            repogen: 1
            endpoints:
              Hello: { get: /hello, response: text }
            """,
            "Tests/AppContractTests.swift": "// Mine.\n",
        ])
        let arguments = [
            "generate", "--schemas", "Schemas", "--output", "Sources/App/Generated",
            "--contract-tests", "Tests",
        ]
        let run = try await CommandLineTool.run(arguments, in: package.root)
        #expect(run.status == 64)
        #expect(run.errors.contains("Tests/AppContractTests.swift was not written by Repogen"))
        #expect(try package.read("Tests/AppContractTests.swift") == "// Mine.\n")
        let forced = try await CommandLineTool.run(arguments + ["--force"], in: package.root)
        #expect(forced.status == 0, "\(forced.errors)")
        #expect(
            try package.read("Tests/AppContractTests.swift").contains("func hello() async throws")
        )
    }

    @Test("an edited file is not overwritten, unless it is forced")
    func edited() async throws {
        let package = try TemporaryPackage([
            "Schemas/a.yaml": """
            repogen: 1
            endpoints:
              Hello: { get: /hello, response: text }
            """
        ])
        let arguments = [
            "generate", "--schemas", "Schemas", "--output", "Sources/App/Generated",
            "--contract-tests", "Tests",
        ]
        let path = "Tests/AppContractTests.swift"
        #expect(try await CommandLineTool.run(arguments, in: package.root).status == 0)
        let written = try package.read(path)
        // Another schema replaces a file that nobody edited, also one with other line endings.
        try package.write(
            """
            repogen: 1
            endpoints:
              Hello: { get: /hello, response: text }
              Goodbye: { get: /goodbye, response: text }
            """,
            to: "Schemas/a.yaml"
        )
        try package.write(written.replacing("\n", with: "\r\n"), to: path)
        #expect(try await CommandLineTool.run(arguments, in: package.root).status == 0)
        let longer = try package.read(path)
        #expect(longer.contains("func goodbye() async throws"))
        // So does a run of this version after one of an earlier version, which wrote no hash.
        let lines = longer.split(separator: "\n", omittingEmptySubsequences: false)
        let unsealed = lines.filter { !$0.contains("unless it was edited") }
        #expect(unsealed.count == lines.count - 1)
        try package.write(unsealed.joined(separator: "\n"), to: path)
        #expect(try await CommandLineTool.run(arguments, in: package.root).status == 0)
        #expect(try package.read(path) == longer)

        for edited in [longer + "// Mine.\n", unsealed.joined(separator: "\n") + "// Mine.\n"] {
            try package.write(edited, to: path)
            let run = try await CommandLineTool.run(arguments, in: package.root)
            #expect(run.status == 64)
            #expect(run.errors.contains("\(path) was edited after Repogen wrote it"))
            #expect(try package.read(path) == edited)
        }
        let forced = try await CommandLineTool.run(arguments + ["--force"], in: package.root)
        #expect(forced.status == 0, "\(forced.errors)")
        #expect(try package.read(path) == longer)
    }
}
