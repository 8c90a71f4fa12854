import Diagnostics
import Foundation
import SchemaLanguage
import SwiftEmitter
import TestSupport
import Testing

/// The generated code of a schema, and whether it compiles.
enum GeneratedSchema {
    /// The schema of a valid and canonical text.
    static func checked(_ text: String) throws -> CheckedSchema {
        let file = SourceFile(path: "schema.yaml", text: text)
        let (schema, diagnostics) = SchemaCompiler(reservedNames: SwiftNames.reservedTypeNames)
            .compile([file])
        #expect(diagnostics.isEmpty, "\(DiagnosticPrinter(files: [file]).text(for: diagnostics))")
        #expect(try SchemaFormatter(.schema).format(file) == .canonical)
        return try #require(schema)
    }

    /// The generated files of a schema: paths and contents.
    static func files(of schema: CheckedSchema) throws -> [(path: String, contents: String)] {
        try SwiftEmitter().emit(schema).map { ($0.path, $0.contents) }
    }

    /// The compiler's output for the generated code of a schema; empty without diagnostics.
    static func messages(of text: String) async throws -> String {
        let compiler = SchemaCompiler(reservedNames: SwiftNames.reservedTypeNames)
        let (schema, _) = compiler.compile([SourceFile(path: "schema.yaml", text: text)])
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "repogen-import-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var urls: [URL] = []
        for file in try files(of: try #require(schema)) {
            let url = folder.appending(path: file.path)
            let parent = url.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
            try Data(file.contents.utf8).write(to: url)
            urls.append(url)
        }
        return try await SwiftCompiler.typecheck(urls, mode: .plain)
    }
}
