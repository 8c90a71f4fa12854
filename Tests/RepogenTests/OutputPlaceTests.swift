import Foundation
import TestSupport
import Testing

/// The possible locations and prior contents of the output folder.
@Suite struct OutputPlaceTests {
    private static let folder = "Sources/App/Generated"

    private func package(
        _ more: [String: String] = [:],
        output: String = folder
    ) throws -> TemporaryPackage {
        let files = [
            "repogen.yaml": "output: \(output)\n", "Schemas/messages.yaml": GenerateTests.schema,
        ]
        return try TemporaryPackage(files.merging(more) { $1 })
    }

    @Test(
        "a file at the path of the folder or of a parent is not touched",
        arguments: [folder, "Sources/App", "Sources"]
    )
    func fileInTheWay(path: String) async throws {
        let package = try package([path: "mine"])
        let before = try package.everything()
        for command in ["generate", "check"] {
            let run = try await CommandLineTool.run(command, in: package.root)
            #expect(run.status == 74)
            #expect(
                run.errors.contains("/\(path)' is a file, but the generated files need a folder")
            )
            #expect(
                run.errors.contains("hint: move it, or choose another folder with `output:`")
            )
        }
        #expect(try package.everything() == before)
    }

    @Test("two outputs can be in one module")
    func oneModule() async throws {
        let package = try TemporaryPackage([
            "repogen.yaml": """
            outputs:
              - { schemas: Schemas/chat.yaml, output: Sources/App/Chat }
              - { schemas: Schemas/shop.yaml, output: Sources/App/Shop }

            """,
            "Schemas/chat.yaml": GenerateTests.schema,
            "Schemas/shop.yaml": "repogen: 1\nvalues:\n  Price: { properties: { cents: Int } }\n",
        ])
        let run = try await CommandLineTool.run("generate", in: package.root)
        #expect(run.status == 0, "\(run.errors)")
        let paths = try package.contents(of: "Sources/App").keys.sorted()
        #expect(paths.contains("Chat/Message+RuntimeVersion.swift"), "\(paths)")
        #expect(paths.contains("Shop/Price+RuntimeVersion.swift"), "\(paths)")
        for mode in SwiftCompiler.Mode.allCases {
            let messages = try await SwiftCompiler.typecheck(
                paths.map { package.root.appending(path: "Sources/App/\($0)") },
                mode: mode
            )
            #expect(messages.isEmpty, "\(mode): \(messages)")
        }
    }

    @Test("a broken link, or one to a file, is not a folder")
    func linkInTheWay() async throws {
        for (target, words) in [
            ("nowhere", "a broken symbolic link"), ("repogen.yaml", "a link to a file"),
        ] {
            let package = try package()
            try package.link("Output", to: target)
            let run = try await CommandLineTool.run(
                "generate",
                "--output",
                "Output",
                in: package.root
            )
            #expect(run.status == 74)
            #expect(
                run.errors.contains("/Output' is \(words), but the generated files need a folder")
            )
        }
    }

    @Test(
        "two outputs are different folders, despite links and case-insensitive file systems",
        arguments: [
            ("Linked", "are, by a link, the same folder"),
            ("out", "two outputs use the folder 'out'"),
        ]
    )
    func sameFolder(other: String, words: String) async throws {
        let package = try TemporaryPackage([
            "repogen.yaml": "outputs:\n  - { schemas: Schemas, output: Out }\n"
                + "  - { schemas: Schemas, output: \(other) }\n",
            "Schemas/a.yaml": GenerateTests.schema, "Out/.keep": "",
        ])
        try package.link("Linked", to: "Out")
        let before = try package.everything()
        let run = try await CommandLineTool.run("generate", in: package.root)
        #expect(run.status == 1)
        #expect(run.errors.contains(words), "\(run.errors)")
        #expect(try package.everything() == before)
    }

    @Test("a link to a folder is a folder")
    func linkToFolder() async throws {
        let package = try package(["Elsewhere/.keep": ""])
        try package.link("Output", to: "Elsewhere")
        let run = try await CommandLineTool.run("generate", "--output", "Output", in: package.root)
        #expect(run.status == 0, "\(run.errors)")
        #expect(package.exists("Elsewhere/Entities/Message.swift"))
    }

    @Test(
        "an output inside of or next to the schemas is safe",
        arguments: ["Schemas", "Schemas/Generated", "Schemas/.generated", "Generated"]
    )
    func amongSchemas(output: String) async throws {
        let package = try package(["Schemas/More/own.json": "{\"repogen\": 1}"], output: output)
        for _ in 0..<2 {
            let run = try await CommandLineTool.run("generate", in: package.root)
            #expect(run.status == 0, "\(run.errors)")
        }
        #expect(try package.read("Schemas/messages.yaml") == GenerateTests.schema)
        #expect(try package.read("Schemas/More/own.json") == "{\"repogen\": 1}")
        #expect(package.exists(output + "/Entities/Message.swift"))
        #expect(try await CommandLineTool.run("check", in: package.root).status == 0)

        // Only files that no schema produces anymore are deleted.
        let renamed = GenerateTests.schema.replacing("Message:", with: "Letter:")
        try package.write(renamed, to: "Schemas/messages.yaml")
        #expect(try await CommandLineTool.run("generate", in: package.root).status == 0)
        #expect(!package.exists(output + "/Entities/Message.swift"))
        #expect(package.exists(output + "/Entities/Letter.swift"))
        #expect(try package.read("Schemas/messages.yaml") == renamed)
        #expect(package.exists("Schemas/More/own.json"))
        #expect(package.exists("repogen.yaml"))
    }

    @Test(
        "a folder with the package or its schemas is rejected, in configuration and options",
        arguments: [
            (".", "contains the whole package"), ("./", "contains the whole package"),
            ("Sources/..", "contains the whole package"), ("..", "contains the whole package"),
        ]
    )
    func aroundThePackage(output: String, words: String) async throws {
        let package = try package(output: output)
        let before = try package.everything()
        for command in ["generate", "check"] {
            let run = try await CommandLineTool.run(command, in: package.root)
            #expect(run.status == 1)
            #expect(run.errors.contains("repogen.yaml:1:9: error: the output '\(output)' \(words)"))
            #expect(run.errors.contains("hint: use a separate folder for generated files"))
        }
        try package.write("output: Fine\n", to: "repogen.yaml")
        for place in [output, package.root.path] {
            let run = try await CommandLineTool.run(
                ["generate", "--output", place],
                in: package.root
            )
            #expect(run.status == 64)
            #expect(run.errors.contains(words), "\(run.errors)")
        }
        try package.write("output: \(output)\n", to: "repogen.yaml")
        #expect(try package.everything() == before)
    }

    @Test("a folder that contains the schemas is rejected")
    func aroundSchemas() async throws {
        let package = try package(["Sources/App/Schemas/a.yaml": "repogen: 1\n"])
        try package.write("schemas: Sources/App/Schemas\noutput: Sources/App\n", to: "repogen.yaml")
        let run = try await CommandLineTool.run("generate", in: package.root)
        #expect(run.status == 1)
        #expect(
            run.errors.contains(
                "repogen.yaml:2:9: error: the output 'Sources/App' contains the schemas "
                    + "'Sources/App/Schemas'"
            )
        )
        #expect(run.errors.contains("such as Sources/App/Generated"))
    }

    @Test(
        "an empty path, or one in shell syntax, is rejected",
        arguments: [
            ("output: \"\"", "expected a path for output, found an empty string"),
            ("output: ~/Generated", "only a shell expands '~' to a home folder"),
            ("output: \"a\\0b\"", "a path cannot contain the character U+0000"),
            ("output: A\nschemas: \"\"", "expected a path for schemas, found an empty string"),
            ("output: A\ndepfile: \"\"", "expected a path for depfile, found an empty string"),
            ("output: A\ntemplates: \"\"", "expected a path for templates, found an empty string"),
        ]
    )
    func emptyPath(configuration: String, message: String) async throws {
        let package = try package()
        try package.write(configuration + "\n", to: "repogen.yaml")
        let run = try await CommandLineTool.run("generate", in: package.root)
        #expect(run.status == 1)
        #expect(run.errors.contains("error: \(message)"), "\(run.errors)")
        #expect(!package.exists("Entities"))
    }

    @Test(
        "an empty option, for example of an unset variable, is an invalid argument",
        arguments: [
            "--output", "--depfile", "--config", "--schemas", "--templates", "--file-lists",
        ]
    )
    func emptyOption(option: String) async throws {
        let package = try package()
        let before = try package.everything()
        let run = try await CommandLineTool.run(["generate", option, ""], in: package.root)
        #expect(run.status == 64)
        #expect(run.errors.contains("\(option) needs a"), "\(run.errors)")
        #expect(try package.everything() == before)
    }
}
