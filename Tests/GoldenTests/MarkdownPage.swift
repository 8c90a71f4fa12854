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

    /// The lines outside of blocks.
    let lines: [String]

    /// Reads a page.
    ///
    /// - Parameter file: The page.
    /// - Throws: An error if it cannot be read.
    init(_ file: URL) throws {
        let text = try String(contentsOf: file, encoding: .utf8)
        var blocks: [Block] = []
        var lines: [String] = []
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
            } else if open == nil {
                lines.append(String(line))
            } else {
                open?.lines.append(line)
            }
        }
        self.blocks = blocks
        self.lines = lines
    }

    /// The whole schemas.
    var schemas: [Block] {
        blocks.filter(Self.isSchema)
    }

    /// A whole program.
    struct Program {
        let text: String
        /// The last schema before it on the page; they are compiled together.
        let schema: Block?
        /// Whether a configuration before it sets the output to server code.
        let isServer: Bool
    }

    /// The whole programs, each with the schema whose types it may use; a program that imports an
    /// example
    /// uses the schema of that example.
    var programs: [Program] {
        var schema: Block?
        var isServer = false
        var programs: [Program] = []
        for block in blocks {
            if Self.isSchema(block) { schema = block }
            if block.language == "yaml" {
                isServer = isServer || block.text.contains("\nserver: true\n")
            }
            guard Self.isProgram(block) else { continue }
            let usesExample = ["Messages", "Pokedex", "Shop"].contains { example in
                block.text.contains("import \(example)\n")
            }
            programs.append(
                Program(
                    text: block.text,
                    schema: usesExample ? nil : schema,
                    isServer: isServer
                )
            )
        }
        return programs
    }

    /// The blocks that are neither; other tests check them.
    var others: [Block] {
        blocks.filter { !Self.isSchema($0) && !Self.isProgram($0) }
    }

    private static func isSchema(_ block: Block) -> Bool {
        guard block.language == "yaml" else { return false }
        let lines = block.text.split(separator: "\n")
        return lines.first { !$0.hasPrefix("#") }?.hasPrefix("repogen:") ?? false
    }

    private static func isProgram(_ block: Block) -> Bool {
        block.language == "swift" && block.text.hasPrefix("import")
    }
}

extension MarkdownPage {
    /// Returns the checked form of a schema, and its diagnostics.
    static func compile(_ text: String) -> (CheckedSchema?, String) {
        let file = SourceFile(path: "Schemas/messages.yaml", text: text)
        let compiler = SchemaCompiler(reservedNames: SwiftNames.reservedTypeNames)
        let (schema, diagnostics) = compiler.compile([file])
        return (schema, DiagnosticPrinter(files: [file]).text(for: diagnostics))
    }

    /// Returns the diagnostics of a schema, or of the code generated from it.
    static func problems(ofSchema block: Block) async throws -> String {
        try await problems(of: nil, with: block)
    }

    /// Returns the output of the compiler for a program that uses the examples or generated code.
    static func problems(of program: Program) async throws -> String {
        try await problems(of: program.text, with: program.schema, isServer: program.isServer)
    }

    /// Returns stubs of the functions of an app with which generated code converts stored values,
    /// for the
    /// compiler.
    static func conversions(in texts: some Sequence<String>) -> String {
        let names = texts.flatMap { $0.matches(of: /by: Self\.([A-Za-z0-9_]+)/).map { $0.1 } }
        let functions = Set(names).sorted().map {
            "    nonisolated static func \($0)<A, B>(_ value: A) throws -> B { throw CancellationError() }\n"
        }
        return "import RepositoryRuntime\n\nextension Entity {\n\(functions.joined())}\n"
    }

    /// Stubs of libraries that pages use; each may import those before it.
    private static let libraries = ["PromiseKit", "RepositoryKit", "Hummingbird"]

    private static func problems(
        of program: String?,
        with schema: Block?,
        isServer: Bool = false
    ) async throws -> String {
        var texts: [String: String] = [:]
        if let schema {
            let (checked, diagnostics) = compile(schema.text)
            guard let checked, diagnostics.isEmpty else { return diagnostics }
            let configuration = SwiftEmitter.Configuration(isServer: isServer)
            for file in try SwiftEmitter(configuration: configuration).emit(checked) {
                texts[file.path] = file.contents
            }
        }
        texts["Program.swift"] = program
        if program == nil { texts["Conversions.swift"] = conversions(in: texts.values) }
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "repogen-page-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var files: [URL] = []
        for (path, text) in texts.sorted(by: { $0.key < $1.key }) {
            let url = folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: url)
            files.append(url)
        }
        let libraries = libraries.filter { library in
            program?.contains("import \(library)\n") ?? false
        }
        return try await SwiftCompiler.typecheck(
            files,
            mode: .plain,
            beside: libraries.map {
                GoldenCase.goldens.appending(path: "Libraries/\($0).swift")
            }
        )
    }
}
