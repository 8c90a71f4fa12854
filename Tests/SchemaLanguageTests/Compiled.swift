import Diagnostics
import Foundation
import Testing

@testable import SchemaLanguage

/// The result of compiling texts without errors.
enum Compiled {
    /// Returns the schema of files that form one namespace.
    static func schema(_ texts: String..., conformances: [String] = []) throws -> CheckedSchema {
        let files = texts.enumerated().map { SourceFile(path: "\($0).yaml", text: $1) }
        return try schema(of: files, conformances: conformances)
    }

    /// Returns the schema of a golden without errors.
    static func golden(_ name: String) throws -> CheckedSchema {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Goldens/Good/\(name)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let files = try names.filter { $0.hasSuffix(".yaml") }.sorted().map { name in
            let data = try Data(contentsOf: folder.appending(path: name))
            return SourceFile(path: name, bytes: Array(data))
        }
        return try schema(of: files)
    }

    private static func schema(
        of files: [SourceFile],
        conformances: [String] = []
    ) throws -> CheckedSchema {
        let compiler = SchemaCompiler(conformances: conformances)
        let (schema, diagnostics) = compiler.compile(files)
        #expect(diagnostics == [], "\(DiagnosticPrinter(files: files).text(for: diagnostics))")
        return try #require(schema)
    }

    /// Returns the properties of a schema's only value; the text contains only these.
    static func properties(_ text: String) throws -> [CheckedProperty] {
        let lines = text.split(separator: "\n").map { "      " + $0 }.joined(separator: "\n")
        return try #require(
            schema("repogen: 1\nvalues:\n  Place:\n    properties:\n" + lines).values.first
        ).properties
    }

    /// Returns the only property of a value.
    static func property(_ text: String) throws -> CheckedProperty {
        try #require(properties(text).first)
    }

    /// Returns the rules that a schema breaks, each once.
    static func brokenRules(_ texts: String...) -> Set<String> {
        let files = texts.enumerated().map { SourceFile(path: "\($0).yaml", text: $1) }
        return Set(SchemaCompiler().compile(files).diagnostics.map(\.rule))
    }
}
