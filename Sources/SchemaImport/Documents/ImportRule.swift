/// What an import reports, by stable identifiers.
package enum ImportRule: String, CaseIterable, Sendable {
    // What cannot be read at all.

    /// A file is no document that can be imported.
    case notADocument = "not-a-document"
    /// A `$ref` leads to nothing.
    case brokenReference = "broken-reference"
    /// A `$ref` leads to another machine.
    case remoteReference = "remote-reference"
    /// A `$ref` leads to a file that is outside of the folders of the documents.
    case outsideReference = "outside-reference"
    /// References lead to one another and to nothing else.
    case referenceCycle = "reference-cycle"
    /// Schemas are composed more deeply than is read.
    case deepComposition = "deep-composition"

    // What a document contradicts itself in.

    /// Two operations have one identity.
    case duplicateOperation = "duplicate-operation"
    /// Two paths differ only in the names of their parameters.
    case ambiguousPath = "ambiguous-path"
    /// A schema breaks a rule of its language, or contradicts itself.
    case wrongSchema = "wrong-schema"
    /// No value fits a schema.
    case impossibleSchema = "impossible-schema"
    /// A path and its parameters contradict each other.
    case pathMismatch = "path-mismatch"

    // The rest of the document.

    /// Something is not in the schema.
    case leftOut = "left-out"
    /// Something in the schema says less than the document.
    case simplified = "simplified"
    /// The document restricts values in a way that nothing checks.
    case unchecked = "unchecked"
    /// Something in the schema is a guess, and may be other than the document means.
    case guessed = "guessed"
    /// Something in the schema is a conclusion from what the document says, and loses nothing of it.
    case concluded = "concluded"

    // A schema that was imported before.

    /// The schema and the document have both changed.
    case mergeConflict = "import-conflict"

    /// Whether each value that the document allows still fits the schema, and nothing of it is lost; then
    /// a finding is no error in a strict import.
    var losesNothing: Bool { self == .concluded || self == .unchecked }
}
