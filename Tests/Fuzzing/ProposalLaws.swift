import Diagnostics
import SchemaLanguage

/// Laws for the text of every proposed schema.
enum ProposalLaws {
    /// Checks that a text is a valid and canonical schema.
    ///
    /// - Parameter text: The text.
    /// - Returns: The schema.
    /// - Throws: ``BrokenLaw`` if it is not.
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
