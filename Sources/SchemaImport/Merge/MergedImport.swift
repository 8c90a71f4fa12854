package import Diagnostics

/// An edited schema, merged with a new import.
package struct MergedImport: Sendable {
    /// The text of the schema.
    package let text: String
    /// The state of the new import, with the names of declarations in the schema.
    package let state: ImportState
    /// The changes of the document, as text.
    package let changes: [String]
    private let conflicts: [SchemaConflict]

    /// Merges a new import.
    ///
    /// - Parameters:
    ///   - new: The new import.
    ///   - base: The last import.
    ///   - written: The current schema.
    ///   - others: The other schemas of the project, whose declarations are not added to this one.
    package init(
        _ new: ImportState,
        after base: ImportState,
        into written: WrittenSchema,
        besides others: [SourceFile] = []
    ) {
        let others = OtherSchemas(others)
        let requested = RequestedNames(new, after: base, in: written.mapping, besides: others)
        let merge = SchemaMerge(
            base: requested.base.applied(to: base.schema),
            ours: requested.ours.applied(to: written.mapping),
            theirs: new.schema,
            renames: requested.known,
            others: others
        )
        let patch = SchemaPatch(merge.schema, into: written)
        text = patch.text
        conflicts = merge.conflicts + patch.conflicts
        changes = DocumentChanges(from: base.schema, to: new.schema).lines
        var state = new
        state.renames = merge.renames
        self.state = state
    }

    /// The conflicts, at their positions in the new text.
    ///
    /// - Parameters:
    ///   - path: The path of the schema.
    ///   - isStrict: Whether they are errors.
    /// - Returns: The findings, in the order of the schema.
    package func findings(at path: String, isStrict: Bool = false) -> [Diagnostic] {
        guard !conflicts.isEmpty else { return [] }
        return ImportFindings(SourceFile(path: path, text: text))
            .diagnostics(for: conflicts, isStrict: isStrict)
    }
}
