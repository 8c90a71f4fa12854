package import Diagnostics

/// A schema that people have, with a new import merged into it.
package struct MergedImport: Sendable {
    /// The text of the schema.
    package let text: String
    /// What the new import was made of and gave, with the names that people gave to declarations.
    package let state: ImportState
    /// What the document changed, in lines for people.
    package let changes: [String]
    private let conflicts: [SchemaConflict]

    /// Merges.
    ///
    /// - Parameters:
    ///   - new: The new import.
    ///   - base: The last import.
    ///   - written: The schema as people have it.
    package init(_ new: ImportState, after base: ImportState, into written: WrittenSchema) {
        let merge = SchemaMerge(
            base: base.schema,
            ours: written.mapping,
            theirs: new.schema,
            renames: base.renames
        )
        let patch = SchemaPatch(merge.schema, into: written)
        text = patch.text
        conflicts = merge.conflicts + patch.conflicts
        changes = DocumentChanges(from: base.schema, to: new.schema).lines
        var state = new
        state.renames = merge.renames
        self.state = state
    }

    /// What could not be decided, or was decided otherwise than in the document, at its place in the new text.
    ///
    /// - Parameters:
    ///   - path: The path of the schema.
    ///   - isStrict: Whether each is an error.
    /// - Returns: The findings, in the order of the schema.
    package func findings(at path: String, isStrict: Bool = false) -> [Diagnostic] {
        guard !conflicts.isEmpty else { return [] }
        return ImportFindings(SourceFile(path: path, text: text))
            .diagnostics(for: conflicts, isStrict: isStrict)
    }
}
