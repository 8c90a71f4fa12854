import Foundation
import Testing

/// `init` in a user's package.
@Suite struct InitializeTests {
    static let shell = URL(filePath: "/bin/bash")

    /// The folder of this package.
    private static let checkout = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static let manifest = """
        // swift-tools-version: 6.1
        import PackageDescription

        let package = Package(
            name: "thing",
            platforms: [.macOS(.v14)],
            dependencies: [.package(name: "repogen", path: "\(checkout.path)")],
            targets: [
                .executableTarget(
                    name: "Thing",
                    dependencies: [.product(name: "RepositoryRuntime", package: "repogen")]
                )
            ]
        )

        """

    static func package(_ more: [String: String] = [:]) throws -> TemporaryPackage {
        let files = [
            "Package.swift": manifest,
            "Sources/Thing/main.swift": "print(Note.Draft(text: \"hello\", colour: nil).text)\n",
        ]
        return try TemporaryPackage(files.merging(more) { $1 })
    }

    /// Runs the script as a user does, without the tool unless the environment sets `REPOGEN`.
    static func generate(
        in package: TemporaryPackage,
        environment: [String: String] = ["REPOGEN": CommandLineTool.binary.path]
    ) async throws -> CommandLineTool.Run {
        try await CommandLineTool.run(
            [package.root.appending(path: "Scripts/generate").path],
            in: FileManager.default.temporaryDirectory,
            of: shell,
            environment: environment
        )
    }

    @Test(
        "a new project generates code, then runs silently, and reports errors at their lines"
    )
    func wholeWay() async throws {
        let package = try Self.package()
        let run = try await CommandLineTool.run("init", in: package.root)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.isEmpty)
        #expect(try package.read("repogen.yaml").contains("output: Sources/Thing/Generated\n"))
        let script = package.root.appending(path: "Scripts/generate").path
        #expect(FileManager.default.isExecutableFile(atPath: script))

        let first = try await Self.generate(in: package)
        #expect(first.status == 0, "\(first.errors)")
        #expect(package.exists("Sources/Thing/Generated/Entities/Note.swift"))
        let before = try package.everything()
        let dates = try package.modificationDates(of: ".")
        let second = try await Self.generate(in: package)
        #expect(second.status == 0)
        #expect(second.errors.isEmpty)
        #expect(second.output.isEmpty)
        #expect(try package.everything() == before)
        #expect(try package.modificationDates(of: ".") == dates)

        let schema = try package.read("Schemas/notes.yaml")
        let broken = schema.replacing("text: String\n", with: "text: Strin\n")
        try package.write(broken, to: "Schemas/notes.yaml")
        let lines = broken.split(separator: "\n", omittingEmptySubsequences: false)
        let line = try #require(lines.firstIndex { $0.hasSuffix("text: Strin") }) + 1
        let third = try await Self.generate(in: package)
        #expect(third.status == 1)
        #expect(
            third.errors.contains("Schemas/notes.yaml:\(line):13: error: unknown type 'Strin'")
        )
    }

    @Test("the first schema has no errors")
    func schema() async throws {
        let package = try Self.package()
        #expect(try await CommandLineTool.run("init", "--quiet", in: package.root).status == 0)
        let run = try await CommandLineTool.run("validate", in: package.root)
        #expect(run.status == 0)
        #expect(run.errors.contains("no errors"))
        let format = try await CommandLineTool.run("format", "--check", in: package.root)
        #expect(format.status == 0, "\(format.errors)")
    }

    @Test(
        "an existing file is kept and listed, and the others are written",
        arguments: ["repogen.yaml", "Scripts/generate", "Schemas/notes.yaml"]
    )
    func keeping(path: String) async throws {
        let contents = "output: Out # mine\n"
        let package = try Self.package([path: contents])
        let run = try await CommandLineTool.run("init", in: package.root)
        #expect(run.status == 0)
        #expect(try package.read(path) == contents)
        let all = ["repogen.yaml", "Schemas/notes.yaml", "Scripts/generate"]
        for other in all {
            #expect(package.exists(other))
            let kept = "kept the existing \(other)\n"
            #expect(run.errors.contains(kept) == (other == path), "\(run.errors)")
            #expect(run.errors.contains("wrote \(other)\n") == (other != path), "\(run.errors)")
        }

        let before = try package.everything()
        let second = try await CommandLineTool.run("init", in: package.root)
        #expect(second.status == 0)
        #expect(
            all.allSatisfy { second.errors.contains("kept the existing \($0)\n") },
            "\(second.errors)"
        )
        #expect(!second.errors.contains("wrote "))
        #expect(try package.everything() == before)
    }

    @Test(
        "an item that is not a file is reported, and nothing is written",
        arguments: [
            ("repogen.yaml/mine", "'repogen.yaml' exists and is not a file"),
            ("Scripts", "'Scripts' exists and is not a folder"),
            ("Schemas", "'Schemas' exists and is not a folder"),
        ]
    )
    func obstacle(path: String, message: String) async throws {
        let package = try Self.package([path: "mine"])
        let before = try package.everything()
        let run = try await CommandLineTool.run("init", in: package.root)
        #expect(run.status == 64)
        #expect(run.errors.contains(message), "\(run.errors)")
        #expect(run.errors.contains("nothing was written"))
        #expect(try package.everything() == before)
    }

    @Test("a requested output is not ignored if the configuration is kept")
    func keptOutput() async throws {
        let package = try Self.package(["repogen.yaml": "output: Out\n"])
        let before = try package.everything()
        let run = try await CommandLineTool.run("init", "--output", "Other", in: package.root)
        #expect(run.status == 64)
        #expect(run.errors.contains("is not changed to write to 'Other'"), "\(run.errors)")
        #expect(try package.everything() == before)
    }

    @Test(
        "a configuration with another schema folder gets the example there",
        arguments: [
            ("API", "API/notes.yaml"), ("./API/", "API/notes.yaml"), ("api.yml", "api.yml"),
            ("[../none, Own/a]", "Own/a/notes.yaml"),
        ]
    )
    func schemasElsewhere(schemas: String, path: String) async throws {
        let package = try Self.package(["repogen.yaml": "output: Out\nschemas: \(schemas)\n"])
        let first = try await CommandLineTool.run("init", in: package.root)
        #expect(first.status == 0)
        #expect(first.errors.contains("wrote \(path)\n"), "\(first.errors)")
        #expect(package.exists("Scripts/generate"))
        #expect(!package.exists("Schemas/notes.yaml"))
        let second = try await CommandLineTool.run("init", in: package.root)
        #expect(
            second.errors.contains("kept the existing \(path)\n"),
            "\(second.errors)"
        )
        let validation = try await CommandLineTool.run(
            "validate",
            "--schemas",
            path,
            in: package.root
        )
        #expect(validation.status == 0, "\(validation.errors)")
    }

    @Test("a schema outside of the folder is not written, which is reported")
    func schemasOutside() async throws {
        let package = try Self.package(["Inner/repogen.yaml": "output: Out\nschemas: ../API\n"])
        let run = try await CommandLineTool.run("init", "Inner", in: package.root)
        #expect(run.status == 0)
        #expect(
            run.errors.contains("wrote no schema, as repogen.yaml reads those in '../API'\n"),
            "\(run.errors)"
        )
        #expect(!package.exists("API"))
    }

    @Test("existing schemas are listed where the configuration has them")
    func ownSchemasElsewhere() async throws {
        let package = try Self.package([
            "repogen.yaml": "output: Out\nschemas: [API, More]\n",
            "More/mine.yaml": GenerateTests.schema,
        ])
        let run = try await CommandLineTool.run("init", in: package.root)
        #expect(run.errors.contains("kept More, which already has schemas\n"), "\(run.errors)")
        #expect(!package.exists("API"))
    }

    @Test("several possible targets are listed, and nothing is written")
    func severalTargets() async throws {
        let package = try Self.package(["Sources/Core/a.swift": "", "Sources/UI/b.swift": ""])
        let before = try package.everything()
        let run = try await CommandLineTool.run("init", in: package.root)
        #expect(run.status == 64)
        #expect(
            run.errors.contains("several targets under Sources: Core, Thing, UI;"),
            "\(run.errors)"
        )
        #expect(run.errors.contains("for example `--output Sources/Core/Generated`"))
        #expect(try package.everything() == before)

        let output = "Sources/UI/Generated"
        let named = try await CommandLineTool.run("init", "--output", output, in: package.root)
        #expect(named.status == 0, "\(named.errors)")
        // An existing configuration sets the folder.
        #expect(try await CommandLineTool.run("init", in: package.root).status == 0)
        #expect(try package.read("repogen.yaml").contains("\noutput: \(output)\n"))
    }

    @Test("the help describes how existing files are treated")
    func help() async throws {
        let package = try Self.package()
        let run = try await CommandLineTool.run("init", "--help", in: package.root)
        #expect(run.status == 0)
        let text = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.contains("Existing files are kept."))
        #expect(text.contains("the exit status is 0"))
    }

    @Test("a package with schemas gets no example")
    func ownSchemas() async throws {
        let package = try Self.package(["Schemas/mine.yaml": GenerateTests.schema])
        #expect(try await CommandLineTool.run("init", in: package.root).status == 0)
        #expect(!package.exists("Schemas/notes.yaml"))
        #expect(try await Self.generate(in: package).status == 0)
    }

    @Test(
        "the output is in the only target, or as requested",
        arguments: [
            (["init"], [:], "Sources/Thing/Generated"),
            (["init"], ["Sources/App/a.swift": ""], "Sources/App/Generated"),
            (["init", "--output", "Some where/#1"], [:], "\"Some where/#1\""),
        ]
    )
    func output(arguments: [String], more: [String: String], output: String) async throws {
        let package = try Self.package(more)
        #expect(try await CommandLineTool.run(arguments, in: package.root).status == 0)
        #expect(try package.read("repogen.yaml").contains("\noutput: \(output)\n"))
        #expect(try await Self.generate(in: package).status == 0)
    }

    @Test(
        "an output that is not a separate folder is rejected, and nothing is written",
        arguments: [
            ("", "--output needs a folder"), (".", "'.' contains repogen.yaml"),
            ("/", "'/' contains repogen.yaml"), ("./..", "'./..' contains repogen.yaml"),
            ("Schemas", "'Schemas' contains the schemas"),
            ("Scripts/", "'Scripts/' contains Scripts/generate"),
            ("notes.yaml", "found 'notes.yaml', which is named like a file"),
            ("Package.swift", "which is named like a file"), ("mine", "which is not a folder"),
        ]
    )
    func foreignOutput(output: String, message: String) async throws {
        let package = try Self.package(["mine": ""])
        let before = try package.everything()
        let run = try await CommandLineTool.run("init", "--output", output, in: package.root)
        #expect(run.status == 64)
        #expect(run.errors.contains(message), "\(run.errors)")
        #expect(try package.everything() == before)
    }

    @Test("kept schemas are listed, even if the configuration has an error")
    func keptSchemas() async throws {
        let package = try Self.package([
            "repogen.yaml": "schema: Schemas\n", "Schemas/mine.yaml": GenerateTests.schema,
        ])
        let run = try await CommandLineTool.run("init", in: package.root)
        #expect(run.status == 0)
        #expect(run.errors.contains("kept Schemas, which already has schemas\n"), "\(run.errors)")
        #expect(
            run.errors.contains("repogen.yaml is invalid; `repogen validate` lists the errors")
        )
        #expect(!package.exists("Schemas/notes.yaml"))
    }

    @Test("a missing folder is an error, and another one can be named")
    func folder() async throws {
        let package = try Self.package()
        let missing = try await CommandLineTool.run("init", "nowhere", in: package.root)
        #expect(missing.status == 64)
        #expect(missing.errors.contains("'nowhere'"))
        let named = try await CommandLineTool.run("init", "Sources", in: package.root)
        #expect(named.status == 0)
        #expect(package.exists("Sources/repogen.yaml"))
        #expect(!package.exists("repogen.yaml"))
    }

    @Test("without folders in Sources, the target comes from the manifest")
    func targetOfManifest() async throws {
        let manifest = Self.manifest.replacing("Thing", with: "Notebook")
        let package = try TemporaryPackage(["Package.swift": manifest])
        #expect(try await CommandLineTool.run("init", in: package.root).status == 0)
        let configuration = try package.read("repogen.yaml")
        #expect(configuration.contains("output: Sources/Notebook/Generated"), "\(configuration)")
    }
}
