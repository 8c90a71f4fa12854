/// The kinds of findings of an import, with stable identifiers.
package enum ImportRule: String, CaseIterable, Sendable {
    // Errors that prevent reading.

    /// A file is not a document that can be imported.
    case notADocument = "not-a-document"
    /// The target of a `$ref` does not exist.
    case brokenReference = "broken-reference"
    /// A `$ref` leads to another host.
    case remoteReference = "remote-reference"
    /// A `$ref` leads to a file outside of the documents' folders.
    case outsideReference = "outside-reference"
    /// References form a cycle without any other content.
    case referenceCycle = "reference-cycle"
    /// Schemas are nested too deeply.
    case deepComposition = "deep-composition"

    // Contradictions in a document.

    /// Two operations have the same ID.
    case duplicateOperation = "duplicate-operation"
    /// Two paths differ only in the names of their parameters.
    case ambiguousPath = "ambiguous-path"
    /// A schema violates a rule of its language, or contradicts itself.
    case wrongSchema = "wrong-schema"
    /// No value is valid for a schema.
    case impossibleSchema = "impossible-schema"
    /// A path and its parameters contradict each other.
    case pathMismatch = "path-mismatch"

    // Other findings.

    /// Something is missing from the schema.
    case leftOut = "left-out"
    /// Something in the schema is less specific than the document.
    case simplified = "simplified"
    /// The document restricts values, but nothing checks the restriction.
    case unchecked = "unchecked"
    /// Something in the schema is a guess, and may be wrong.
    case guessed = "guessed"
    /// Something in the schema is inferred from the document, without loss.
    case concluded = "concluded"

    // Findings for a schema that was imported before.

    /// Both the schema and the document have changed.
    case mergeConflict = "import-conflict"

    /// Whether every value that the document allows is still valid, without loss; then a strict
    /// import does not fail.
    var losesNothing: Bool { self == .concluded || self == .unchecked }
}
