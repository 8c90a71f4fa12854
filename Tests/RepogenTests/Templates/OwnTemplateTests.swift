import Foundation
import Testing

/// The documentation's example of a custom template works.
@Suite struct OwnTemplateTests {
    /// The blocks of the chapter, in order.
    private let blocks: [(language: String, text: String)]

    init() throws {
        let page = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .appending(path: "Sources/RepositoryRuntime/Documentation.docc/OwnParts.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let chapter = try #require(text.components(separatedBy: "\n## A template\n").last)
        // Fences alternate with the text between them.
        let parts = chapter.components(separatedBy: "```")
        blocks = stride(from: 1, to: parts.count, by: 2).map { index in
            let lines = parts[index].split(separator: "\n", maxSplits: 1)
            return (String(lines.first ?? ""), String(lines.last ?? ""))
        }
    }

    @Test("an ejected and changed template generates the code on the page")
    func template() async throws {
        try #require(blocks.map(\.language) == ["sh", "mustache", "text"])
        let package = try TemporaryPackage([
            "repogen.yaml": "output: Out\n",
            "Schemas/notes.yaml": """
            repogen: 1
            entities:
              Note: { id: String, properties: { text: String } }
            """,
        ])
        let command = blocks[0].text.split { $0 == " " || $0 == "\n" }.dropFirst().map(String.init)
        let ejected = try await CommandLineTool.run(command, in: package.root)
        #expect(ejected.status == 0)
        #expect(
            ejected.errors == """
                wrote Templates/Entity.mustache
                hint: write `templates: Templates` into repogen.yaml

                """
        )
        try package.write("output: Out\ntemplates: Templates\n", to: "repogen.yaml")
        #expect(try await CommandLineTool.run("generate", in: package.root).status == 0)
        let template = try package.read("Templates/Entity.mustache")
        try package.write(template + "\n" + blocks[1].text, to: "Templates/Entity.mustache")

        let check = try await CommandLineTool.run("check", in: package.root)
        #expect(check.status == 3)
        for line in blocks[2].text.split(separator: "\n") {
            #expect(check.errors.contains("+\(line)"), "\(check.errors)")
        }
        #expect(try await CommandLineTool.run("generate", in: package.root).status == 0)
        let generated = try package.read("Out/Entities/Note.swift")
        #expect(generated.hasSuffix("\n\n" + blocks[2].text), "\(generated)")
    }
}
