import Foundation
import Testing

/// `init`, and the script that it writes, in a package of somebody else's.
@Suite struct InitializeTests {
    private static let shell = URL(filePath: "/bin/bash")

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

    private func package(_ more: [String: String] = [:]) throws -> TemporaryPackage {
        let files = [
            "Package.swift": Self.manifest,
            "Sources/Thing/main.swift": "print(Note.Draft(text: \"hello\", colour: nil).text)\n",
        ]
        return try TemporaryPackage(files.merging(more) { $1 })
    }

    /// Runs the script as a user does; without a tool of its own where the environment says so.
    private func generate(
        in package: TemporaryPackage,
        environment: [String: String] = ["REPOGEN": CommandLineTool.binary.path]
    ) async throws -> CommandLineTool.Run {
        try await CommandLineTool.run(
            [package.root.appending(path: "Scripts/generate").path],
            in: FileManager.default.temporaryDirectory,
            of: Self.shell,
            environment: environment
        )
    }

    @Test("from nothing to generated sources, silently the second time, and a mistake at its line")
    func wholeWay() async throws {
        let package = try package()
        let run = try await CommandLineTool.run("init", in: package.root)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.isEmpty)
        #expect(try package.read("repogen.yaml").contains("output: Sources/Thing/Generated\n"))
        let script = package.root.appending(path: "Scripts/generate").path
        #expect(FileManager.default.isExecutableFile(atPath: script))

        let first = try await generate(in: package)
        #expect(first.status == 0, "\(first.errors)")
        #expect(package.exists("Sources/Thing/Generated/Entities/Note.swift"))
        let before = try package.everything()
        let dates = try package.modificationDates(of: ".")
        let second = try await generate(in: package)
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
        let third = try await generate(in: package)
        #expect(third.status == 1)
        #expect(
            third.errors.contains("Schemas/notes.yaml:\(line):13: error: unknown type 'Strin'")
        )
    }

    @Test("the first schema teaches without a mistake")
    func schema() async throws {
        let package = try package()
        #expect(try await CommandLineTool.run("init", "--quiet", in: package.root).status == 0)
        let run = try await CommandLineTool.run("validate", in: package.root)
        #expect(run.status == 0)
        #expect(run.errors.contains("no mistakes"))
        let format = try await CommandLineTool.run("format", "--check", in: package.root)
        #expect(format.status == 0, "\(format.errors)")
    }

    @Test(
        "a file that is there already is kept and named, and the others are written",
        arguments: ["repogen.yaml", "Scripts/generate", "Schemas/notes.yaml"]
    )
    func keeping(path: String) async throws {
        let contents = "output: Out # mine\n"
        let package = try package([path: contents])
        let run = try await CommandLineTool.run("init", in: package.root)
        #expect(run.status == 0)
        #expect(try package.read(path) == contents)
        let all = ["repogen.yaml", "Schemas/notes.yaml", "Scripts/generate"]
        for other in all {
            #expect(package.exists(other))
            let kept = "kept \(other), which is there already\n"
            #expect(run.errors.contains(kept) == (other == path), "\(run.errors)")
            #expect(run.errors.contains("wrote \(other)\n") == (other != path), "\(run.errors)")
        }

        let before = try package.everything()
        let second = try await CommandLineTool.run("init", in: package.root)
        #expect(second.status == 0)
        #expect(all.allSatisfy { second.errors.contains("kept \($0), ") }, "\(second.errors)")
        #expect(!second.errors.contains("wrote "))
        #expect(try package.everything() == before)
    }

    @Test(
        "what is no file, and is in the way of one, is named, and then nothing is written",
        arguments: [
            ("repogen.yaml/mine", "'repogen.yaml' is there already, and is no file"),
            ("Scripts", "'Scripts' is there already, and is no folder"),
        ]
    )
    func obstacle(path: String, message: String) async throws {
        let package = try package([path: "mine"])
        let before = try package.everything()
        let run = try await CommandLineTool.run("init", in: package.root)
        #expect(run.status == 64)
        #expect(run.errors.contains(message), "\(run.errors)")
        #expect(run.errors.contains("nothing was written"))
        #expect(try package.everything() == before)
    }

    @Test("an output that is asked for is not passed over where the configuration is kept")
    func keptOutput() async throws {
        let package = try package(["repogen.yaml": "output: Out\n"])
        let before = try package.everything()
        let run = try await CommandLineTool.run("init", "--output", "Other", in: package.root)
        #expect(run.status == 64)
        #expect(run.errors.contains("is not changed to write to 'Other'"), "\(run.errors)")
        #expect(try package.everything() == before)
    }

    @Test("a configuration that has its schemas elsewhere gets no example")
    func schemasElsewhere() async throws {
        let package = try package(["repogen.yaml": "output: Out\nschemas: API\n"])
        #expect(try await CommandLineTool.run("init", in: package.root).status == 0)
        #expect(package.exists("Scripts/generate"))
        #expect(!package.exists("Schemas/notes.yaml"))
    }

    @Test("the help says what becomes of files that are there")
    func help() async throws {
        let package = try package()
        let run = try await CommandLineTool.run("init", "--help", in: package.root)
        #expect(run.status == 0)
        let text = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.contains("is never overwritten"))
        #expect(text.contains("the exit status is 0 then, too"))
    }

    @Test("schemas of one's own need no example beside them")
    func ownSchemas() async throws {
        let package = try package(["Schemas/mine.yaml": GenerateTests.schema])
        #expect(try await CommandLineTool.run("init", in: package.root).status == 0)
        #expect(!package.exists("Schemas/notes.yaml"))
        #expect(try await generate(in: package).status == 0)
    }

    @Test(
        "the output is that of the one target, or what is asked for",
        arguments: [
            (["init"], [:], "Sources/Thing/Generated"),
            (["init"], ["Sources/Other/a.swift": ""], "Sources/App/Generated"),
            (["init", "--output", "Some where/#1"], [:], "\"Some where/#1\""),
        ]
    )
    func output(arguments: [String], more: [String: String], output: String) async throws {
        let package = try package(more)
        #expect(try await CommandLineTool.run(arguments, in: package.root).status == 0)
        #expect(try package.read("repogen.yaml").contains("\noutput: \(output)\n"))
        #expect(try await generate(in: package).status == 0)
    }

    @Test(
        "an output that is no folder of its own is refused, and nothing is written",
        arguments: [
            ("", "--output needs a folder"), (".", "'.' has repogen.yaml in it"),
            ("/", "'/' has repogen.yaml in it"), ("./..", "'./..' has repogen.yaml in it"),
            ("Schemas", "'Schemas' has the schemas in it"),
            ("Scripts/", "'Scripts/' has Scripts/generate in it"),
            ("notes.yaml", "found 'notes.yaml', which is called as a file"),
            ("Package.swift", "which is called as a file"), ("mine", "which is none"),
        ]
    )
    func foreignOutput(output: String, message: String) async throws {
        let package = try package(["mine": ""])
        let before = try package.everything()
        let run = try await CommandLineTool.run("init", "--output", output, in: package.root)
        #expect(run.status == 64)
        #expect(run.errors.contains(message), "\(run.errors)")
        #expect(try package.everything() == before)
    }

    @Test("schemas that are kept are named, also where the configuration has a mistake")
    func keptSchemas() async throws {
        let package = try package([
            "repogen.yaml": "schema: Schemas\n", "Schemas/mine.yaml": GenerateTests.schema,
        ])
        let run = try await CommandLineTool.run("init", in: package.root)
        #expect(run.status == 0)
        #expect(run.errors.contains("kept Schemas, which has schemas already\n"), "\(run.errors)")
        #expect(
            run.errors.contains("repogen.yaml has a mistake, and `repogen validate` says where")
        )
        #expect(!package.exists("Schemas/notes.yaml"))
    }

    @Test("a folder that is not there says so, and another one can be named")
    func folder() async throws {
        let package = try package()
        let missing = try await CommandLineTool.run("init", "nowhere", in: package.root)
        #expect(missing.status == 64)
        #expect(missing.errors.contains("'nowhere'"))
        let named = try await CommandLineTool.run("init", "Sources", in: package.root)
        #expect(named.status == 0)
        #expect(package.exists("Sources/repogen.yaml"))
        #expect(!package.exists("repogen.yaml"))
    }

    /// Folders of the search path in which the tools of the script are, and no Repogen.
    private static let plainPath = "/usr/bin:/bin"

    @Test("the script goes to its own package, wherever it is called from, and whatever CDPATH says")
    func place() async throws {
        let package = try package(["repogen.yaml": "output: Generated\n"])
        #expect(try await CommandLineTool.run("init", in: package.root).status == 0)
        try package.write("", to: "Else where/Scripts/x")
        let elsewhere = package.root.appending(path: "Else where").path
        try package.link("Tools/my tool", to: CommandLineTool.binary.path)
        for (script, tool) in [("Scripts/generate", "Tools/my tool"), ("./generate", "../Tools/my tool")]
        {
            let run = try await CommandLineTool.run(
                [script],
                in: package.root.appending(path: script.hasPrefix(".") ? "Scripts" : "."),
                of: Self.shell,
                environment: ["CDPATH": elsewhere, "REPOGEN": tool]
            )
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.output.isEmpty)
            #expect(package.exists("Generated/Entities/Note.swift"))
            try package.remove("Generated")
        }
    }

    @Test("the tool is found in the search path, and where SwiftPM builds it")
    func discovery() async throws {
        let package = try package(["Tools/.keep": "", ".build/release/.keep": ""])
        #expect(try await CommandLineTool.run("init", in: package.root).status == 0)
        let environment = ["REPOGEN": "", "PATH": Self.plainPath]
        try package.link("Tools/repogen", to: CommandLineTool.binary.path)
        let tools = package.root.appending(path: "Tools").path
        let inPath = try await generate(
            in: package,
            environment: ["REPOGEN": "", "PATH": "\(tools):\(Self.plainPath)"]
        )
        #expect(inPath.status == 0, "\(inPath.errors)")

        try package.link(".build/release/repogen", to: CommandLineTool.binary.path)
        let built = try await generate(in: package, environment: environment)
        #expect(built.status == 0, "\(built.errors)")
        #expect(built.errors.isEmpty)
    }

    /// Where the script looks besides the search path.
    private static let isInstalled = ["/usr/local/bin", "/opt/homebrew/bin", "/usr/bin", "/bin"]
        .contains { FileManager.default.isExecutableFile(atPath: $0 + "/repogen") }

    @Test(
        "without a tool, and without a package that has it, the script says what to do",
        // Where Repogen is installed, the script finds it.
        .enabled(if: !isInstalled)
    )
    func noTool() async throws {
        let package = try package(["Package.swift": "// nothing\n"])
        #expect(try await CommandLineTool.run("init", in: package.root).status == 0)
        let run = try await generate(
            in: package,
            environment: ["REPOGEN": "", "PATH": Self.plainPath]
        )
        #expect(run.status == 69)
        #expect(run.errors.hasPrefix("error: there is no repogen: install it"))
        let wrong = try await generate(in: package, environment: ["REPOGEN": "/nowhere/repogen"])
        #expect(wrong.status == 69)
        #expect(wrong.errors.contains("/nowhere/repogen"))
    }

    @Test(
        "the script builds the tool of the package, and what is generated compiles and runs",
        // It builds the tool and the runtime from nothing, which takes minutes.
        .enabled(if: ProcessInfo.processInfo.environment["REPOGEN_SLOW_TESTS"] != nil)
    )
    func build() async throws {
        let package = try package()
        #expect(try await CommandLineTool.run("init", in: package.root).status == 0)
        let first = try await generate(in: package, environment: ["REPOGEN": ""])
        #expect(first.status == 0, "\(first.errors)")
        let second = try await generate(in: package, environment: ["REPOGEN": ""])
        #expect(second.status == 0)
        #expect(second.errors.isEmpty, "\(second.errors)")
        let run = try await CommandLineTool.run(
            ["-c", "swift run"],
            in: package.root,
            of: Self.shell
        )
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output == "hello\n")
    }
}
