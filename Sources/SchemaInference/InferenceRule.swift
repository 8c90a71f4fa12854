/// The kinds of findings of inference, with stable identifiers.
package enum InferenceRule: String, Hashable, Sendable, CaseIterable {
    /// A text is not JSON.
    case jsonSyntax = "json-syntax"
    /// A file has no value.
    case emptyBody = "empty-body"
    /// An object has a duplicate key.
    case duplicateKey = "duplicate-key"
    /// A recording has an entry that cannot be used.
    case unusableRecording = "unusable-recording"
    /// A body does not match the schema.
    case bodyMismatch = "body-mismatch"
}
