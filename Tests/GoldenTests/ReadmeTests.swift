import Diagnostics
import Foundation
import SchemaLanguage
import SwiftEmitter
import TestSupport
import Testing
import YAMLTree

/// What the README shows is what the tool does.
@Suite struct ReadmeTests {
    /// A fenced block.
    struct Block {
        let language: String
        let text: String
    }

    private let blocks: [Block]

    init() throws {
        let file = GoldenCase.goldens.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "README.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        var blocks: [Block] = []
        var open: (language: String, indent: Int, lines: [Substring])?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let trimmed = line.drop { $0 == " " }
            if trimmed.hasPrefix("```") {
                if let block = open {
                    let lines = block.lines.map { $0.dropFirst(block.indent) }
                    blocks.append(
                        Block(language: block.language, text: lines.joined(separator: "\n") + "\n")
                    )
                    open = nil
                } else {
                    open = (String(trimmed.dropFirst(3)), line.count - trimmed.count, [])
                }
            } else {
                open?.lines.append(line)
            }
        }
        self.blocks = blocks
    }

    private func compile(_ text: String) -> (CheckedSchema?, String) {
        let file = SourceFile(path: "Schemas/messages.yaml", text: text)
        let compiler = SchemaCompiler(reservedNames: SwiftNames.reservedTypeNames)
        let (schema, diagnostics) = compiler.compile([file])
        return (schema, DiagnosticPrinter(files: [file]).text(for: diagnostics))
    }

    @Test("its first schema becomes its first Swift")
    func firstSchema() throws {
        let schema = try #require(blocks.first { $0.language == "yaml" })
        let swift = try #require(blocks.first { $0.language == "swift" })
        #expect(swift.text.contains("struct Message"))
        let (checked, diagnostics) = compile(schema.text)
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
        let schemas = blocks.filter { $0.language == "yaml" && $0.text.hasPrefix("repogen:") }
        #expect(schemas.count >= 2)
        for block in schemas {
            let (checked, diagnostics) = compile(block.text)
            #expect(diagnostics.isEmpty, "\(diagnostics)")
            let folder = FileManager.default.temporaryDirectory
                .appending(path: "repogen-readme-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            var files: [URL] = []
            for file in try SwiftEmitter().emit(try #require(checked)) {
                let url = folder.appending(path: file.path)
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                try Data(file.contents.utf8).write(to: url)
                files.append(url)
            }
            let messages = try await SwiftCompiler.typecheck(files, mode: .plain)
            #expect(messages.isEmpty, "\(messages)")
        }
    }

    @Test("its configuration is one")
    func configuration() throws {
        let block = try #require(blocks.first { $0.text.contains("output: Sources/App/Generated") })
        let file = SourceFile(path: "repogen.yaml", text: block.text)
        var diagnostics: [Diagnostic] = []
        let configuration = ConfigurationParser().parse(
            try YAMLReader().read(file),
            of: file,
            diagnostics: &diagnostics
        )
        #expect(diagnostics.isEmpty)
        #expect(configuration?.outputs.first?.schemas == ["Schemas"])
    }

    @Test("its mistake is reported as it says")
    func mistake() throws {
        let block = try #require(blocks.first { $0.language == "text" })
        let (_, found) = compile(
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
        let programs = blocks.filter { $0.language == "swift" && $0.text.hasPrefix("import") }
        #expect(!programs.isEmpty)
        for program in programs {
            let file = FileManager.default.temporaryDirectory
                .appending(path: "repogen-readme-\(UUID().uuidString).swift")
            try Data(program.text.utf8).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            let messages = try await SwiftCompiler.typecheck([file], mode: .plain)
            #expect(messages.isEmpty, "\(messages)")
        }
    }
}
