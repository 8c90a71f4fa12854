import Diagnostics
import SchemaLanguage

/// What holds of the text of a proposed schema, whatever it was made of.
enum ProposalLaws {
    /// Checks that a text is a valid schema, and canonical.
    ///
    /// - Parameter text: The text.
    /// - Returns: The schema.
    /// - Throws: ``BrokenLaw`` where it is not.
    @discardableResult
    static func check(_ text: String) throws(BrokenLaw) -> CheckedSchema {
        let file = SourceFile(path: "schema.yaml", text: text)
        let (checked, diagnostics) = SchemaCompiler().compile([file])
        guard let checked else {
            let printed = DiagnosticPrinter(files: [file]).text(for: diagnostics)
            throw BrokenLaw("a schema with errors:\n\(printed)\n\(text)")
        }
        let isCanonical = try? SchemaFormatter(.schema).format(file) == .canonical
        try BrokenLaw.unless(isCanonical == true, "a schema that is not canonical:\n\(text)")
        return checked
    }
}
