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
}
