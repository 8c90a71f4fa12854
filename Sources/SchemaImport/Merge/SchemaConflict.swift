/// A conflict in the merge of an import.
struct SchemaConflict: Hashable, Sendable {
    /// The kind.
    enum Kind: Hashable, Sendable {
        /// Both sides changed: the schema keeps its version.
        ///
        /// - Parameter document: The version of the document, as schema lines.
        case bothChanged(document: [String])
        /// The document no longer has a changed declaration, which the schema keeps.
        case goneFromDocument
        /// The document no longer has a property that a mixin still declares.
        case goneFromDocumentInMixin(_ mixin: String)
        /// The document no longer has a declaration that the schema still uses, and so keeps.
        case stillUsed(by: String)
        /// The document made a value of an entity that the schema still refers to, and so keeps.
        ///
        /// - Parameter document: The value of the document, as schema lines.
        case stillEntity(for: String, document: [String])
        /// The document changed a declaration that was removed from the schema, and stays removed.
        case goneFromSchema(document: [String])
        /// Another schema of the project has the declaration, which is not merged.
        ///
        /// - Parameters:
        ///   - path: The path of that schema.
        ///   - document: The version of the document, as schema lines.
        case declaredElsewhere(path: String, document: [String])
        /// A mixin declares the property, and is not merged.
        ///
        /// - Parameters:
        ///   - mixin: The name of the mixin.
        ///   - document: The version of the document, as schema lines.
        case ofMixin(_ mixin: String, document: [String])
        /// A new part of the document needs a removed declaration, which is added again.
        case restored(for: String)
        /// The text has anchors, aliases or tags, and is unchanged.
        case fixed(document: [String])
    }

    /// The path of keys, without `?`.
    let path: [String]
    /// The kind.
    let kind: Kind
}
