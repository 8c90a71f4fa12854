import Foundation
import Testing

/// The output of `repogen generate --contract-tests`.
@Suite struct ContractTestsTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../..").standardizedFileURL

    private static let schema = """
        repogen: 1
        endpoints:
          Hello: { get: /hello, response: text }
        """
    private let arguments = [
        "generate", "--schemas", "Schemas", "--output", "Sources/App/Generated",
        "--contract-tests", "Tests",
    ]

    @Test("no tests are written into a folder of generated files")
    func amongGenerated() async throws {
        let package = try TemporaryPackage(["Schemas/a.yaml": Self.schema])
        let run = try await CommandLineTool.run(
            arguments.dropLast() + ["Sources/App/Generated/Tests"],
            in: package.root
        )
        #expect(run.status == 64)
        #expect(run.errors.contains("is in a folder of generated files"), "\(run.errors)")
        #expect(!package.exists("Sources/App/Generated"))
    }

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
            "Schemas/a.yaml": Self.schema,
            "Tests/AppContractTests.swift": "// Mine.\n",
        ])
        let run = try await CommandLineTool.run(arguments, in: package.root)
        #expect(run.status == 1)
        #expect(run.errors.contains("Tests/AppContractTests.swift:1:1: error: this file was not"))
        #expect(run.errors.contains("[foreign-file]"), "\(run.errors)")
        // Nothing else is written, either.
        #expect(!package.exists("Sources/App/Generated"))
        #expect(try package.read("Tests/AppContractTests.swift") == "// Mine.\n")
        let forced = try await CommandLineTool.run(arguments + ["--force"], in: package.root)
        #expect(forced.status == 0, "\(forced.errors)")
        #expect(
            try package.read("Tests/AppContractTests.swift").contains("func hello() async throws")
        )
    }

    @Test("a dry run reports the file, and writes none")
    func dryRun() async throws {
        let package = try TemporaryPackage([
            "Schemas/a.yaml": Self.schema
        ])
        let run = try await CommandLineTool.run(arguments + ["--dry-run"], in: package.root)
        #expect(run.status == 0)
        #expect(run.errors.contains("would write Tests/AppContractTests.swift"), "\(run.errors)")
        #expect(!package.exists("Tests"))
    }

    @Test(
        "if both branches of a merge add a test, one run finishes the merge, unless one has an edit",
        .enabled(if: GitPackage.isPossible, "git is not installed"),
        arguments: [false, true]
    )
    func merge(isEdited: Bool) async throws {
        let schema = """
            repogen: 1
            endpoints:
              # left
              Hello: { get: /hello, response: text }
              # right

            """
        let repository = try await GitPackage([
            "Schemas/a.yaml": schema, "repogen.yaml": "output: Sources/App/Generated\n",
        ])
        let path = "Tests/AppContractTests.swift"
        try await repository.repogen("generate", "--contract-tests", "Tests", status: 0)
        try await repository.commit("tests")
        for side in ["left", "right"] {
            try await repository.git("checkout", "--quiet", "-b", side, "main")
            let endpoint = "  Get\(side): { get: /\(side), response: text }\n"
            try repository.package.write(
                schema.replacing("  # \(side)\n", with: endpoint),
                to: "Schemas/a.yaml"
            )
            try await repository.repogen("generate", "--contract-tests", "Tests", status: 0)
            if isEdited, side == "right" {
                let text = try repository.package.read(path)
                try repository.package.write(text + "// Mine.\n", to: path)
            }
            try await repository.commit(side)
        }
        try await repository.git("merge", "left", status: 1)
        #expect(try repository.package.read(path).contains("<<<<<<<"))
        let status: Int32 = isEdited ? 1 : 0
        let run = try await repository.repogen("generate", "--contract-tests", "Tests")
        #expect(run.status == status, "\(run.errors)")
        let text = try repository.package.read(path)
        if isEdited {
            #expect(run.errors.contains("[edited-file]") && text.contains("// Mine."))
        } else {
            #expect(text.contains("func getleft()") && text.contains("func getright()"), "\(text)")
            #expect(!text.contains("<<<<<<<"))
        }
    }

    @Test("an edited file is not overwritten, unless it is forced")
    func edited() async throws {
        let package = try TemporaryPackage([
            "Schemas/a.yaml": Self.schema
        ])
        let path = "Tests/AppContractTests.swift"
        #expect(try await CommandLineTool.run(arguments, in: package.root).status == 0)
        let written = try package.read(path)
        // Another schema replaces an unedited file, also one with other line endings.
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
        // A run of this version also replaces a file of an earlier version, which wrote no hash.
        let lines = longer.split(separator: "\n", omittingEmptySubsequences: false)
        let unsealed = lines.filter { !$0.contains("unless it was edited") }
        #expect(unsealed.count == lines.count - 1)
        try package.write(unsealed.joined(separator: "\n"), to: path)
        #expect(try await CommandLineTool.run(arguments, in: package.root).status == 0)
        #expect(try package.read(path) == longer)

        for edited in [longer + "// Mine.\n", unsealed.joined(separator: "\n") + "// Mine.\n"] {
            try package.write(edited, to: path)
            let run = try await CommandLineTool.run(arguments, in: package.root)
            #expect(run.status == 1)
            #expect(run.errors.contains("\(path):1:1: error: this generated file "))
            let isSealed = edited.hasPrefix(longer)
            let rule = isSealed ? "[edited-file]" : "[unlisted-file]"
            #expect(run.errors.contains(rule), "\(run.errors)")
            #expect(run.errors.contains("`--force`"), "\(run.errors)")
            #expect(try package.read(path) == edited)
        }
        let forced = try await CommandLineTool.run(arguments + ["--force"], in: package.root)
        #expect(forced.status == 0, "\(forced.errors)")
        #expect(try package.read(path) == longer)
    }
}
