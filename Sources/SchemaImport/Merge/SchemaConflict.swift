/// Something that a merge of an import cannot decide, or decided otherwise than the document.
struct SchemaConflict: Hashable, Sendable {
    /// What happened.
    enum Kind: Hashable, Sendable {
        /// Both changed it: the schema keeps what it has.
        ///
        /// - Parameter document: What the document has, as lines of a schema.
        case bothChanged(document: [String])
        /// The document no longer has what was changed in the schema, where it stays.
        case goneFromDocument
        /// The document no longer has what the schema still uses, so that it stays.
        case stillUsed(by: String)
        /// The document changed what is not in the schema, and it stays out.
        case goneFromSchema(document: [String])
        /// Something new in the document needs what was removed from the schema, so that it is back.
        case restored(for: String)
        /// The text has anchors, aliases or tags, and stays as it is.
        case fixed(document: [String])
    }

    /// The keys on the way to it, without `?`.
    let path: [String]
    /// What happened.
    let kind: Kind
}
