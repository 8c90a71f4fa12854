import Diagnostics
import SchemaImport
import SchemaLanguage
import YAMLTree

/// Laws for importing any document: it gives a valid schema, or reports why not.
enum ImportLaws {
    /// Imports bytes as an OpenAPI document, and as a JSON Schema.
    static func check(_ bytes: [UInt8]) throws(BrokenLaw) {
        let file = SourceFile(path: "fuzz.yaml", bytes: bytes)
        let documents = LoadedDocuments([file])
        var options = ImportOptions()
        // Half of the inputs import unused declarations, too.
        options.includesUnused = bytes.count.isMultiple(of: 2)
        try check(file, .openapi, options) {
            OpenAPIImporter(options: options).propose([file.path], from: documents)
        }
        try check(file, .jsonschema, options) {
            JSONSchemaImporter(options: options).propose([file.path], from: documents)
        }
    }

    private static func check(
        _ file: SourceFile,
        _ language: ImportState.Language,
        _ options: ImportOptions,
        importing: () -> ImportResult
    ) throws(BrokenLaw) {
        let result = importing()
        try DiagnosticLaws.check(result.diagnostics.filter { $0.range.path == file.path }, of: file)
        let hasErrors = result.diagnostics.contains { $0.severity == .error }
        guard let schema = result.schema else {
            return try BrokenLaw.unless(hasErrors, "neither a schema nor an error")
        }
        if hasErrors { return }
        let text = SchemaTextWriter().text(for: schema)
        try ProposalLaws.check(text)
        let again = importing().schema.map { SchemaTextWriter().text(for: $0) }
        try BrokenLaw.unless(again == text, "a second import differs:\n\(again ?? "")")
        let isMerged = try? merge(text, language, options) == text
        try BrokenLaw.unless(isMerged == true, "a second import changes the schema:\n\(text)")
    }

    /// The schema after a second import of the same document.
    ///
    /// - Throws: if the schema, or the state of its import, cannot be read.
    private static func merge(
        _ text: String,
        _ language: ImportState.Language,
        _ options: ImportOptions
    ) throws -> String? {
        let file = SourceFile(path: "schema.yaml", text: text)
        let new = try ImportState(
            language: language,
            documents: ["fuzz.yaml"],
            options: options,
            showsEvidence: true,
            giving: file
        )
        let base = try ImportState(SourceFile(path: "schema.yaml.imported", text: new.text))
        guard let written = try WrittenSchema(file) else { return nil }
        let merge = MergedImport(new, after: base, into: written)
        return merge.findings(at: file.path).isEmpty ? merge.text : nil
    }
}
