package import Diagnostics

/// Makes a proposed schema valid.
package enum SchemaValidity {
    /// Removes invalid parts of a schema.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - reservedNames: Names that no declaration may have.
    /// - Returns: The changes made.
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
