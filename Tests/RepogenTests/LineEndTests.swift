import Foundation
import Testing

/// A checkout that changes the ends of lines, as git does where it is told to.
@Suite struct LineEndTests {
    private static let folder = "Sources/App/Generated"
    private static let message = folder + "/Entities/Message.swift"

    /// A package in which `generate` ran once, and whose output then was checked out with CR LF.
    private func package() async throws -> (TemporaryPackage, generated: [String: String]) {
        let package = try TemporaryPackage([
            "repogen.yaml": GenerateTests.configuration,
            "Schemas/messages.yaml": GenerateTests.schema,
        ])
        #expect(try await CommandLineTool.run("generate", in: package.root).status == 0)
        let generated = try package.everything(in: Self.folder)
        for (path, contents) in generated {
            #expect(!contents.contains("\r\n"))
            let changed = contents.replacing("\n", with: "\r\n")
            try package.write(changed, to: Self.folder + "/" + path)
        }
        return (package, generated)
    }

    @Test("check says what happened, and generate restores what was written")
    func restored() async throws {
        let (package, generated) = try await package()
        let check = try await CommandLineTool.run("check", in: package.root)
        #expect(check.status == 3)
        #expect(
            check.errors.contains(
                "\(Self.message): differs only in the ends of its lines, which a checkout changed\n"
            )
        )
        #expect(!check.errors.contains("edited"))
        #expect(!check.errors.contains("@@"))
        #expect(check.errors.contains("`*.swift text eol=lf` in .gitattributes"))

        let run = try await CommandLineTool.run("generate", in: package.root)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains("hint: `*.swift text eol=lf` in .gitattributes"))
        #expect(try package.everything(in: Self.folder) == generated)
        let again = try await CommandLineTool.run("generate", in: package.root)
        #expect(!again.errors.contains("hint"))
    }

    @Test("a change of the schema is told line by line all the same")
    func changedSchema() async throws {
        let (package, _) = try await package()
        let schema = GenerateTests.schema.replacing("text: String", with: "text: String?")
        try package.write(schema, to: "Schemas/messages.yaml")
        let check = try await CommandLineTool.run("check", in: package.root)
        #expect(check.errors.contains("  Message.text: String → String?, breaking for"))
        #expect(check.errors.contains("\n  -    public var text: String\n"))
        #expect(!check.errors.contains("\n  -    public var likes"))
        #expect(try await CommandLineTool.run("generate", in: package.root).status == 0)
        #expect(try await CommandLineTool.run("check", in: package.root).status == 0)
    }

    @Test("an edit is told apart from it, and so is what is left over")
    func edited() async throws {
        let (package, _) = try await package()
        let text = try package.read(Self.message)
        try package.write(
            text.replacing("var likes: Int", with: "var likes: Int8"),
            to: Self.message
        )
        let run = try await CommandLineTool.run("generate", in: package.root)
        #expect(run.status == 1)
        #expect(run.errors.contains("[edited-file]"))
        #expect(run.errors.contains("var likes: Int8"))

        try package.write(text, to: Self.message)
        let schema = GenerateTests.schema.replacing("Message", with: "Letter")
        try package.write(schema, to: "Schemas/messages.yaml")
        let next = try await CommandLineTool.run("generate", in: package.root)
        #expect(next.status == 0, "\(next.errors)")
        #expect(!package.exists(Self.message))
    }

    @Test("schemas and a configuration of such lines give the same, and are formatted as they are")
    func schemas() async throws {
        let files = [
            "repogen.yaml": GenerateTests.configuration,
            "Schemas/messages.yaml": GenerateTests.schema,
        ]
        let package = try TemporaryPackage(files)
        #expect(try await CommandLineTool.run("format", in: package.root).status == 0)
        #expect(try await CommandLineTool.run("generate", in: package.root).status == 0)
        for path in files.keys {
            try package.write(try package.read(path).replacing("\n", with: "\r\n"), to: path)
        }
        let check = try await CommandLineTool.run("check", in: package.root)
        #expect(check.status == 0, "\(check.errors)")
        let format = try await CommandLineTool.run("format", "--check", in: package.root)
        #expect(format.status == 0, "\(format.errors)")
    }

    @Test(
        "what is formatted keeps the ends that most of its lines have",
        arguments: ["\n", "\r\n", "\r"]
    )
    func formatted(end: String) async throws {
        let package = try TemporaryPackage([:])
        let untidy = "values: {A: {}}\nrepogen: 1\nenums: {}\n"
        let tidy = "repogen: 1\nenums: {}\nvalues: { A: {} }\n"
        let other = end == "\n" ? "\r\n" : "\n"
        for text in [untidy, tidy] {
            let last = String(text.dropLast()).replacing("\n", with: end) + other
            try package.write(last, to: "a.yaml")
            let check = try await CommandLineTool.run(
                "format",
                "--check",
                "a.yaml",
                in: package.root
            )
            #expect(check.status == 3, "\(check.errors)")
            let run = try await CommandLineTool.run("format", "a.yaml", in: package.root)
            #expect(run.status == 0, "\(run.errors)")
            #expect(try package.read("a.yaml") == tidy.replacing("\n", with: end))
        }
    }
}
