import Diagnostics
import Foundation
import SchemaLanguage
import SwiftEmitter
import TestSupport
import Testing
import YAMLTree

/// The snippets on pages match the input, the output and the messages of the tool.
@Suite struct SnippetTests {
    private func page(_ name: String) throws -> MarkdownPage {
        try MarkdownPage(DocumentationPageTests.folder.appending(path: name))
    }

    @Test("the first schema of the page on generated code generates its first Swift")
    func generatedCode() throws {
        let page = try page("GeneratedCode.md")
        let schema = try #require(page.blocks.first { $0.language == "yaml" })
        let swift = try #require(page.blocks.first { $0.language == "swift" })
        #expect(swift.text.contains("struct Message"))
        let (checked, diagnostics) = MarkdownPage.compile(schema.text)
        #expect(diagnostics.isEmpty, "\(diagnostics)")
        let files = try SwiftEmitter().emit(try #require(checked))
        let message = try #require(files.first { $0.path == "Entities/Message.swift" }).contents
        // The page marks omissions between its pieces with an ellipsis.
        for piece in swift.text.components(separatedBy: "// …\n") {
            #expect(message.contains(piece), "\(difference(expected: piece, found: message))")
        }
    }

    @Test("the configurations of the pages on the command line and on templates are valid")
    func configuration() throws {
        let templates = DocumentationPageTests.root.appending(path: "Templates/README.md")
        let commands = try configuration(of: page("CommandLine.md"))
        #expect(commands?.outputs.first?.schemas == ["Schemas"])
        let own = try configuration(of: MarkdownPage(templates))
        #expect(own?.outputs.first?.templates != nil)
    }

    @Test(
        "the configurations of the pages on servers are read, and are those of servers",
        arguments: ["OnAServer.md", "Hummingbird.md"]
    )
    func serverConfiguration(name: String) throws {
        let found = try configuration(of: page(name), with: "server: true")
        #expect(found?.outputs.first?.isServer == true)
    }

    private func configuration(
        of page: MarkdownPage,
        with text: String = "output: Sources/App/Generated"
    ) throws -> ProjectConfiguration? {
        let block = try #require(page.blocks.first { $0.text.contains(text) })
        let file = SourceFile(path: "repogen.yaml", text: block.text)
        var diagnostics: [Diagnostic] = []
        let configuration = ConfigurationParser().parse(
            try YAMLReader().read(file),
            of: file,
            diagnostics: &diagnostics
        )
        #expect(diagnostics.isEmpty)
        return configuration
    }

    @Test("the handler on the page about servers is the one in the example")
    func handler() throws {
        let block = try #require(
            try page("OnAServer.md").blocks.first { $0.text.contains("request.read(") }
        )
        let path = "Sources/Examples/Notes/Sources/NotesServer/NotesService.swift"
        let service = try String(
            contentsOf: DocumentationPageTests.root.appending(path: path),
            encoding: .utf8
        )
        let indented = block.text.split(separator: "\n").map { "    \($0)\n" }.joined()
        #expect(service.contains(indented), "\(difference(expected: indented, found: service))")
    }

    @Test("the error on the page about the command line is reported exactly so")
    func mistake() throws {
        let block = try #require(try page("CommandLine.md").blocks.first { $0.language == "text" })
        let (_, found) = MarkdownPage.compile(
            """
            repogen: 1
            entities:
              Message:
                id: String
                properties:
                  text: String
                  likes: Itn = 0
            """
        )
        #expect(found == block.text, "\(difference(expected: block.text, found: found))")
    }
}
