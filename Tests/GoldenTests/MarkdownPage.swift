import Diagnostics
import Foundation
import SchemaLanguage
import SwiftEmitter
import TestSupport

/// The fenced blocks of a page.
struct MarkdownPage {
    /// A fenced block.
    struct Block {
        let language: String
        let text: String
    }

    /// The blocks, in their order.
    let blocks: [Block]

    /// Reads a page.
    ///
    /// - Parameter file: The page.
    /// - Throws: Where it cannot be read.
    init(_ file: URL) throws {
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

    /// The whole schemas.
    var schemas: [Block] {
        blocks.filter { $0.language == "yaml" && $0.text.hasPrefix("repogen:") }
    }

    /// The whole programs.
    var programs: [Block] {
        blocks.filter { $0.language == "swift" && $0.text.hasPrefix("import") }
    }
}

extension MarkdownPage {
    /// What becomes of a schema, and what is reported of it.
    static func compile(_ text: String) -> (CheckedSchema?, String) {
        let file = SourceFile(path: "Schemas/messages.yaml", text: text)
        let compiler = SchemaCompiler(reservedNames: SwiftNames.reservedTypeNames)
        let (schema, diagnostics) = compiler.compile([file])
        return (schema, DiagnosticPrinter(files: [file]).text(for: diagnostics))
    }

    /// What is reported of a schema, or of what it becomes.
    static func problems(ofSchema block: Block) async throws -> String {
        let (checked, diagnostics) = compile(block.text)
        guard let checked, diagnostics.isEmpty else { return diagnostics }
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "repogen-page-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var files: [URL] = []
        for file in try SwiftEmitter().emit(checked) {
            let url = folder.appending(path: file.path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(file.contents.utf8).write(to: url)
            files.append(url)
        }
        return try await SwiftCompiler.typecheck(files, mode: .plain)
    }

    /// What the compiler says of a program that uses the examples.
    static func problems(ofProgram block: Block) async throws -> String {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "repogen-page-\(UUID().uuidString).swift")
        try Data(block.text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try await SwiftCompiler.typecheck([file], mode: .plain)
    }
}
