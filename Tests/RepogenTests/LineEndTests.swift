import Foundation
import Testing

/// A checkout that changes line endings, as Git does if configured so.
@Suite struct LineEndTests {
    private static let folder = "Sources/App/Generated"
    private static let message = folder + "/Entities/Message.swift"

    /// Creates a package after a run of `generate`, whose output was checked out with CR LF.
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

    @Test("check reports changed line endings, and generate restores them")
    func restored() async throws {
        let (package, generated) = try await package()
        let check = try await CommandLineTool.run("check", in: package.root)
        #expect(check.status == 3)
        #expect(
            check.errors.contains(
                "\(Self.message): differs only in line endings, changed by a checkout\n"
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

    @Test("a change of the schema is still reported line by line")
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

    @Test("edits and leftover files are still detected")
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

    @Test("schemas and configurations with other line endings give the same output, and keep them")
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
        "formatting keeps the most frequent line ending",
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
