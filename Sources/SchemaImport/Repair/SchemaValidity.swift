package import Diagnostics

/// Makes sure that a proposed schema is valid, whatever it was made of.
package enum SchemaValidity {
    /// Takes out of a schema what the language refuses.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - reservedNames: Names that no declaration may have.
    /// - Returns: What had to change.
    package static func ensure(
        _ schema: inout ProposedSchema,
        reservedNames: Set<String>
    ) -> [Diagnostic] {
        guard !schema.declarations.isEmpty else { return [] }
        var findings = Findings(isStrict: false)
        schema = SchemaRepair(reservedNames: reservedNames).repaired(schema, &findings)
        return findings.diagnostics
    }
}
