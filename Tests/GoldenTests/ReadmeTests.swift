import Diagnostics
import Foundation
import SchemaLanguage
import SwiftEmitter
import TestSupport
import Testing
import YAMLTree

/// What the README shows is what the tool does.
@Suite struct ReadmeTests {
    private let page: MarkdownPage

    init() throws {
        let root = GoldenCase.goldens.deletingLastPathComponent().deletingLastPathComponent()
        page = try MarkdownPage(root.appending(path: "README.md"))
    }

    @Test("its first schema becomes its first Swift")
    func firstSchema() throws {
        let schema = try #require(page.blocks.first { $0.language == "yaml" })
        let swift = try #require(page.blocks.first { $0.language == "swift" })
        #expect(swift.text.contains("struct Message"))
        let (checked, diagnostics) = MarkdownPage.compile(schema.text)
        #expect(diagnostics.isEmpty, "\(diagnostics)")
        let files = try SwiftEmitter().emit(try #require(checked))
        let message = try #require(files.first { $0.path == "Entities/Message.swift" }).contents
        // The README leaves things out between its pieces, and says so with an ellipsis.
        for piece in swift.text.components(separatedBy: "// …\n") {
            #expect(message.contains(piece), "\(difference(expected: piece, found: message))")
        }
    }

    @Test("its schemas have no mistakes, and what they become compiles")
    func schemas() async throws {
        #expect(page.schemas.count >= 2)
        for schema in page.schemas {
            let problems = try await MarkdownPage.problems(ofSchema: schema)
            #expect(problems.isEmpty, "\(problems)")
        }
    }

    @Test("its configuration is one, and so is that of the page on templates")
    func configuration() throws {
        let root = GoldenCase.goldens.deletingLastPathComponent().deletingLastPathComponent()
        let templates = try MarkdownPage(root.appending(path: "Templates/README.md"))
        #expect(try configuration(of: page)?.outputs.first?.schemas == ["Schemas"])
        #expect(try configuration(of: templates)?.outputs.first?.templates != nil)
    }

    private func configuration(of page: MarkdownPage) throws -> ProjectConfiguration? {
        let block = try #require(
            page.blocks.first { $0.text.contains("output: Sources/App/Generated") }
        )
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

    @Test("its handler is that of the example")
    func handler() throws {
        let block = try #require(page.blocks.first { $0.text.contains("request.read(") })
        let root = GoldenCase.goldens.deletingLastPathComponent().deletingLastPathComponent()
        let service = try String(
            contentsOf: root.appending(
                path: "Sources/Examples/Notes/Sources/NotesServer/NotesService.swift"
            ),
            encoding: .utf8
        )
        let indented = block.text.split(separator: "\n").map { "    \($0)\n" }.joined()
        #expect(service.contains(indented), "\(difference(expected: indented, found: service))")
    }

    @Test("its mistake is reported as it says")
    func mistake() throws {
        let block = try #require(page.blocks.first { $0.language == "text" })
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

    @Test("its Swift compiles against the examples")
    func swift() async throws {
        #expect(!page.programs.isEmpty)
        for program in page.programs {
            let problems = try await MarkdownPage.problems(of: program)
            #expect(problems.isEmpty, "\(problems)")
        }
    }
}
