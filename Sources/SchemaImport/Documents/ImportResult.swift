package import Diagnostics

/// The schema that an import proposes, with its findings.
package struct ImportResult: Sendable {
    /// How much of one kind is in the schema.
    package struct Count: Hashable, Sendable {
        /// How many are in the schema.
        package var imported = 0
        /// How many there are.
        package var total = 0
    }

    /// The schema; nil where nothing could be read.
    package var schema: ProposedSchema?
    /// What was guessed, left out or wrong, in the order of the files.
    package var diagnostics: [Diagnostic]
    /// The files that were read.
    package var files: [SourceFile]
    /// The operations.
    package var operations = Count()
    /// The schemas with a name.
    package var schemas = Count()
}
