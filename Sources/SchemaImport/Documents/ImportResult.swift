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

    /// A word of the user that selects nothing, or a name that cannot be given.
    package struct Mistake: Hashable, Sendable {
        /// The option, without dashes.
        package var option: String
        /// What was given; of a rename, the old name.
        package var value: String
        /// What is wrong with it.
        package var message: String
        /// The word that was probably meant.
        package var hint: String?
    }

    /// The schema; nil where nothing could be read.
    package var schema: ProposedSchema?
    /// What was guessed, left out or wrong, in the order of the files.
    package var diagnostics: [Diagnostic]
    /// The files that were read.
    package var files: [SourceFile]
    /// What the user asked for, and is not there.
    package var mistakes: [Mistake] = []
    /// The operations.
    package var operations = Count()
    /// The schemas with a name.
    package var schemas = Count()
}
