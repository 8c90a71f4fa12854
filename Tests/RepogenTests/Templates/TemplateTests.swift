import Foundation
import TestSupport
import Testing

/// A user's templates, through the command line.
@Suite struct TemplateTests {
    private static let folder = "Sources/App/Generated"
    private static let configuration = GenerateTests.configuration + "templates: Own/Templates\n"

    private func package(_ more: [String: String] = [:]) throws -> TemporaryPackage {
        let files = ["repogen.yaml": Self.configuration, "Schemas/a.yaml": GenerateTests.schema]
        return try TemporaryPackage(files.merging(more) { $1 })
    }

    private func eject(_ names: String..., in package: TemporaryPackage) async throws {
        let run = try await CommandLineTool.run(["templates", "eject"] + names, in: package.root)
        #expect(run.status == 0, "\(run.errors)")
    }

    @Test("ejected, unchanged templates change nothing")
    func untouched() async throws {
        let package = try package(["repogen.yaml": GenerateTests.configuration])
        #expect(try await CommandLineTool.run("generate", in: package.root).status == 0)
        try await eject(in: package)
        let check = try await CommandLineTool.run(
            "check",
            "--templates",
            "Templates",
            in: package.root
        )
        #expect(check.status == 0, "\(check.errors)")
    }

    @Test("changes of a template are generated, reported, and compile")
    func change() async throws {
        let package = try package()
        try await eject("Entity", "Header", in: package)
        #expect(try await CommandLineTool.run("generate", in: package.root).status == 0)

        let entity = try package.read("Own/Templates/Entity.mustache")
        try package.write(
            entity
                + """

                {{access}}nonisolated protocol {{name}}Reading {
                \t{{properties}}
                }
                """.replacing("{{properties}}", with: "var id: {{name}}.ID { get }")
                + "\nnonisolated extension {{name}}: {{name}}Reading {}\n",
            to: "Own/Templates/Entity.mustache"
        )
        let header = try package.read("Own/Templates/Header.mustache")
        try package.write(
            header.replacing("file.", with: "file. © Us."),
            to: "Own/Templates/Header.mustache"
        )

        let check = try await CommandLineTool.run("check", in: package.root)
        #expect(check.status == 3)
        #expect(check.errors.contains("\(Self.folder)/Entities/Message.swift: differs"))

        let run = try await CommandLineTool.run("generate", in: package.root)
        #expect(run.status == 0, "\(run.errors)")
        let message = try package.read(Self.folder + "/Entities/Message.swift")
        #expect(message.contains("// Change the schema, not this file. © Us.\n"))
        #expect(message.contains("protocol MessageReading {\n    var id: Message.ID { get }\n}\n"))
        try await compile(package)

        // Deleting a template restores the built-in one.
        try package.remove("Own/Templates/Entity.mustache")
        #expect(try await CommandLineTool.run("check", in: package.root).status == 3)
        #expect(try await CommandLineTool.run("generate", in: package.root).status == 0)
        let after = try package.read(Self.folder + "/Entities/Message.swift")
        #expect(!after.contains("MessageReading") && after.contains("© Us."))
    }

    /// Expects that the generated code compiles without warnings.
    private func compile(_ package: TemporaryPackage) async throws {
        let files = try package.contents(of: Self.folder).keys.sorted()
            .map { package.root.appending(path: Self.folder + "/" + $0) }
        let messages = try await SwiftCompiler.typecheck(files, mode: .plain)
        #expect(messages.isEmpty, "\(messages)")
    }

    @Test(
        "every command that reads templates reports their errors with those of schemas",
        arguments: ["generate", "check", "validate"]
    )
    func mistakes(command: String) async throws {
        let package = try package([
            "Own/Templates/Value.mustache": "{{name}}\n\t{{nmae}}\n",
            "Own/Templates/Enttiy.mustache": "", "Own/Templates/.DS_Store": "",
            "Own/Templates/README.md": "Ours.",
            "Schemas/b.yaml": "repogen: 1\nvalues: { A: { properties: { b: Itn } } }\n",
        ])
        let run = try await CommandLineTool.run(command, in: package.root)
        #expect(run.status == 1)
        #expect(run.errors.contains("Schemas/b.yaml:2:"))
        #expect(
            run.errors.contains(
                """
                Own/Templates/Enttiy.mustache:1:1: error: no template has the file name \
                'Enttiy.mustache' [template-unknown-file]
                hint: did you mean 'Entity.mustache'?
                Own/Templates/Value.mustache:2:2: error: unknown name 'nmae' [template-unknown-name]
                \t{{nmae}}
                \t^~~~~~~~
                hint: did you mean 'name'?

                """
            ),
            "\(run.errors)"
        )
        #expect(!package.exists(Self.folder))
    }

    @Test("a missing folder, or one with subfolders, is an error")
    func noFolder() async throws {
        let package = try package()
        let missing = try await CommandLineTool.run("generate", in: package.root)
        #expect(missing.status == 1)
        #expect(missing.errors.contains("no template folder at 'Own/Templates'"))
        try package.write("", to: "Own/Templates/Entity.mustache/x")
        let run = try await CommandLineTool.run("generate", in: package.root)
        #expect(run.status == 1)
        #expect(run.errors.contains("'Own/Templates/Entity.mustache' is in a template folder"))
    }

    @Test("each output may have its own templates, and the option overrides them")
    func outputs() async throws {
        let package = try package([
            "repogen.yaml": """
            outputs:
              - { output: One, templates: First }
              - { output: Two }
            """,
            "First/Header.mustache": "// Generated by {{tool}}: one.\n{{imports}}\n\n",
            "Other/Header.mustache": "// Generated by {{tool}}: other.\n{{imports}}\n\n",
        ])
        #expect(try await CommandLineTool.run("generate", in: package.root).status == 0)
        #expect(try package.read("One/Entities/Message.swift").contains("Repogen: one."))
        #expect(try package.read("Two/Entities/Message.swift").contains("Repogen from Schemas/"))
        let run = try await CommandLineTool.run(
            ["generate", "--templates", "Other"],
            in: package.root
        )
        #expect(run.status == 0)
        for output in ["One", "Two"] {
            #expect(
                try package.read(output + "/Entities/Message.swift").contains("Repogen: other.")
            )
        }
    }

    @Test("templates are inputs for build systems")
    func inputs() async throws {
        let package = try package()
        try await eject("Header", "Entity", in: package)
        let run = try await CommandLineTool.run(
            ["generate", "--depfile", "out.d", "--file-lists", "Lists"],
            in: package.root
        )
        #expect(run.status == 0)
        let depfile = try package.read("out.d")
        #expect(
            depfile.contains(
                " Own/Templates/Entity.mustache \\\n Own/Templates/Header.mustache \\\n"
            )
        )
        #expect(depfile.contains("\nOwn/Templates/Header.mustache:\n"))
        #expect(
            try package.read("Lists/repogen-input.xcfilelist")
                .contains("$(SRCROOT)/Own/Templates/Entity.mustache\n")
        )
    }
}
