import Diagnostics
import SchemaImport
import SchemaLanguage
import SwiftEmitter
import TestSupport

/// A schema over several imports, with changes to it and to the document.
struct ImportHistory {
    /// The edited schema.
    var text: String
    private(set) var state: ImportState
    /// The conflicts of the last import.
    private(set) var findings: [Diagnostic] = []

    /// Imports a document for the first time.
    init(_ document: String) throws {
        let proposal = try Self.proposal(document)
        text = SchemaTextWriter().text(for: proposal)
        state = try Self.state(text)
    }

    /// Imports a document into the schema.
    mutating func importAgain(_ document: String) throws {
        let new = try Self.state(SchemaTextWriter().text(for: try Self.proposal(document)))
        // The next import reads the file on disk.
        let base = try ImportState(SourceFile(path: "schema.yaml.imported", text: state.text))
        guard let written = try WrittenSchema(SourceFile(path: "schema.yaml", text: text)) else {
            throw HistoryFailure.noBlock(text)
        }
        let merged = MergedImport(new, after: base, into: written)
        findings = merged.findings(at: "schema.yaml")
        text = merged.text
        state = merged.state
    }

    /// The errors of the schema, as text; none if it is valid.
    static func mistakes(of text: String) -> [String] {
        let file = SourceFile(path: "schema.yaml", text: text)
        let compiler = SchemaCompiler(reservedNames: SwiftNames.reservedTypeNames)
        return compiler.compile([file]).diagnostics.filter { $0.severity == .error }
            .map { DiagnosticPrinter(files: [file]).text(for: [$0]) }
    }

    /// The text of a first import of a document.
    static func fresh(_ document: String) throws -> String {
        SchemaTextWriter().text(for: try proposal(document))
    }

    private static func proposal(_ document: String) throws -> ProposedSchema {
        let file = SourceFile(path: "openapi.yaml", text: document)
        var options = ImportOptions()
        options.reservedNames = SwiftNames.reservedTypeNames
        let result = OpenAPIImporter(options: options).propose(
            ["openapi.yaml"],
            from: LoadedDocuments([file])
        )
        guard let schema = result.schema else { throw HistoryFailure.noSchema }
        return schema
    }

    private static func state(_ text: String) throws -> ImportState {
        try ImportState(
            language: .openapi,
            documents: ["openapi.yaml"],
            options: ImportOptions(),
            showsEvidence: true,
            giving: SourceFile(path: "schema.yaml", text: text)
        )
    }
}

enum HistoryFailure: Error {
    case noSchema
    case noBlock(String)
}
