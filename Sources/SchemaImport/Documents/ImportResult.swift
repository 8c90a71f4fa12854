package import Diagnostics

/// The proposed schema of an import, with its findings.
package struct ImportResult: Sendable {
    /// The numbers of imported and of all items of a kind.
    package struct Count: Hashable, Sendable {
        /// The number of imported items.
        package var imported = 0
        /// The total number.
        package var total = 0
    }

    /// An option value that selects nothing, or a name that cannot be used.
    package struct Mistake: Hashable, Sendable {
        /// The option, without dashes.
        package var option: String
        /// The value; for a rename, the old name.
        package var value: String
        /// The error message.
        package var message: String
        /// A suggestion.
        package var hint: String?
    }

    /// The schema; nil if nothing could be read.
    package var schema: ProposedSchema?
    /// The findings: single ones first, then those that occur repeatedly.
    package var diagnostics: [Diagnostic]
    /// The files read.
    package var files: [SourceFile]
    /// The option values that match nothing.
    package var mistakes: [Mistake] = []
    /// The operations.
    package var operations = Count()
    /// The named schemas.
    package var schemas = Count()
}
