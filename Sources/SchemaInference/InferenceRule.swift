/// What inference finds wrong, by stable identifiers.
package enum InferenceRule: String, Hashable, Sendable, CaseIterable {
    /// A text is no JSON.
    case jsonSyntax = "json-syntax"
    /// A file has no value.
    case emptyBody = "empty-body"
    /// An object has a key twice.
    case duplicateKey = "duplicate-key"
    /// Nothing can be declared of what was read.
    case nothingToDeclare = "nothing-to-declare"
    /// A recording has an entry of which nothing can be made.
    case unusableRecording = "unusable-recording"
    /// A body does not fit the schema.
    case bodyMismatch = "body-mismatch"
}
