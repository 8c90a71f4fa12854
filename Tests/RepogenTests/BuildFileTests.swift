import Foundation
import Testing

@testable import repogen

/// The files for build systems.
@Suite struct BuildFileTests {
    private static let odd = "A b#c$d%e:f|g"

    private static let make = URL(filePath: "/usr/bin/make")

    @Test("each output depends on all inputs")
    func contents() async throws {
        let package = try TemporaryPackage([
            "repogen.yaml": GenerateTests.configuration + "depfile: .build/repogen.d\n",
            "Schemas/a.yaml": GenerateTests.schema, "Schemas/b.yaml": "repogen: 1\n",
        ])
        #expect(try await CommandLineTool.run("generate", in: package.root).status == 0)
        let text = try package.read(".build/repogen.d")
        #expect(
            text.contains(
                "Sources/App/Generated/Entities/Message.swift \\\n"
                    + "Sources/App/Generated/Message+RuntimeVersion.swift: \\\n repogen.yaml \\\n"
                    + " Schemas/a.yaml \\\n Schemas/b.yaml \\\n Schemas\n"
            )
        )
        #expect(
            text.hasSuffix("\nrepogen.yaml:\n\nSchemas/a.yaml:\n\nSchemas/b.yaml:\n\nSchemas:\n")
        )
        let dates = try package.modificationDates(of: ".build")
        #expect(try await CommandLineTool.run("generate", in: package.root).status == 0)
        #expect(try package.modificationDates(of: ".build") == dates)
    }

    @Test("--only does not touch the configured build files, but honors the options")
    func only() async throws {
        let package = try TemporaryPackage([
            "repogen.yaml": "output: Out\ndepfile: out.d\nfileLists: Lists\n",
            "Schemas/a.yaml": GenerateTests.schema + "\nvalues: { V: {} }\n",
        ])
        #expect(try await CommandLineTool.run("generate", in: package.root).status == 0)
        let before = try package.everything()
        let only = ["generate", "--only", "V"]
        #expect(try await CommandLineTool.run(only, in: package.root).status == 0)
        #expect(try package.everything() == before)
        let named = try await CommandLineTool.run(only + ["--depfile", "v.d"], in: package.root)
        #expect(named.status == 0)
        #expect(try package.read("v.d").hasPrefix("Out/Values/V.swift: \\\n"))
        #expect(try package.read("out.d") == before["out.d"])
    }

    @Test(
        "characters that are special in make are escaped",
        arguments: [
            ("a b", "a\\ b", "a\\ b"), ("a#b", "a\\#b", "a\\#b"), ("a$b", "a$$b", "a$$b"),
            ("a%b", "a\\%b", "a%b"), ("a\\b", "a\\b", "a\\b"), ("a\\ b", "a\\\\\\ b", "a\\\\\\ b"),
            ("a:b", "a\\:b", "a\\:b"), ("a|b", "a|b", "a\\|b"),
        ]
    )
    func escaping(path: String, target: String, prerequisite: String) {
        #expect(DependencyFile.escaped(path, isTarget: true) == target)
        #expect(DependencyFile.escaped(path, isTarget: false) == prerequisite)
    }

    @Test("a path with a line break is rejected, as make cannot express it")
    func lineBreak() {
        #expect(throws: ToolError.self) {
            try DependencyFile.text(outputs: ["a"], inputs: ["b\nc"])
        }
    }

    @Test(
        "make runs the tool when a schema changed, and only then",
        // The test needs make.
        .enabled(if: FileManager.default.isExecutableFile(atPath: make.path))
    )
    func makeUnderstands() async throws {
        let package = try TemporaryPackage([
            "repogen.yaml": "schemas: \"\(Self.odd)\"\noutput: Out\ndepfile: out.d\n",
            "\(Self.odd)/a.yaml": GenerateTests.schema,
            "Makefile": """
            .RECIPEPREFIX = >
            all: Out/Entities/Message.swift
            Out/Entities/Message.swift:
            > @"$(REPOGEN)" generate --quiet && touch Out/Entities/Message.swift && echo ran
            -include out.d
            """,
        ])
        func runMake() async throws -> String {
            let environment = ["REPOGEN": CommandLineTool.binary.path]
            let run = try await CommandLineTool.run(
                ["-s"],
                in: package.root,
                of: Self.make,
                environment: environment
            )
            #expect(run.status == 0, "\(run.errors)")
            return run.output
        }
        #expect(try await runMake() == "ran\n")
        #expect(try await runMake() == "")
        // A new schema changes the folder.
        try package.write("repogen: 1\nvalues: { Added: {} }\n", to: "\(Self.odd)/added.yaml")
        #expect(try await runMake() == "ran\n")
        #expect(try await runMake() == "")
        let file = package.root.appending(path: "\(Self.odd)/a.yaml").path
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: 60)],
            ofItemAtPath: file
        )
        #expect(try await runMake() == "ran\n")
        // A deleted schema is not a missing prerequisite.
        try package.write(GenerateTests.schema, to: "\(Self.odd)/b.yaml")
        try package.remove("\(Self.odd)/a.yaml")
        #expect(try await runMake() == "ran\n")
    }

    @Test("the file lists contain inputs and outputs")
    func fileLists() async throws {
        let package = try TemporaryPackage([
            "repogen.yaml": GenerateTests.configuration,
            "Schemas/a.yaml": GenerateTests.schema,
        ])
        let run = try await CommandLineTool.run(
            ["generate", "--file-lists", "Xcode/Lists"],
            in: package.root
        )
        #expect(run.status == 0)
        #expect(
            try package.read("Xcode/Lists/repogen-input.xcfilelist")
                == "$(SRCROOT)/repogen.yaml\n$(SRCROOT)/Schemas/a.yaml\n"
        )
        #expect(
            try package.read("Xcode/Lists/repogen-output.xcfilelist") == """
                $(SRCROOT)/Sources/App/Generated/Entities/Message.swift
                $(SRCROOT)/Sources/App/Generated/Message+RuntimeVersion.swift

                """
        )
    }

    @Test(
        "only files of the same kind are overwritten; if not, nothing is written",
        arguments: [
            ("--depfile Out/.repogen.json", "read or generated"),
            ("--depfile Out/.gitattributes", "read or generated"),
            ("--depfile mine.txt", "is not a dependency file"),
            ("--depfile new.swift", "would be mistaken for a source file"),
            ("--depfile Schemas/new.yaml", "would be mistaken for a source file"),
            ("--depfile Schemas", "is a folder"),
            ("--file-lists mine.txt", "is a file, but the Xcode file lists need a folder"),
        ]
    )
    func foreignPlace(line: String, words: String) async throws {
        let package = try TemporaryPackage([
            "repogen.yaml": "output: Out\n", "Schemas/a.yaml": GenerateTests.schema,
            "mine.txt": "This is mine.\n",
        ])
        let before = try package.everything()
        let arguments = line.split(separator: " ").map(String.init)
        let run = try await CommandLineTool.run(["generate"] + arguments, in: package.root)
        #expect(run.status == 64, "\(run.errors)")
        #expect(run.errors.contains(words), "\(run.errors)")
        #expect(try package.everything() == before)
    }

    @Test("inputs and generated files are not overwritten; if they would be, nothing is written")
    func inTheWay() async throws {
        let package = try TemporaryPackage([
            "repogen.yaml": GenerateTests.configuration,
            "Schemas/a.yaml": GenerateTests.schema,
        ])
        let before = try package.everything()
        let generated = "Sources/App/Generated/Message+RuntimeVersion.swift"
        for path in ["Schemas/a.yaml", "./Schemas/../repogen.yaml", generated] {
            let run = try await CommandLineTool.run("generate", "--depfile", path, in: package.root)
            #expect(run.status == 64)
            #expect(run.errors.contains("would be overwritten"), "\(run.errors)")
            #expect(try package.everything() == before)
        }
    }
}
