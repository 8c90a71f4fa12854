/// An endpoint with what Swift needs to say of it, in its own file and in those of repositories.
struct TranslatedEndpoint: Sendable {
    /// One parameter of its initialiser: of the path, the query, the headers, or the body.
    struct Parameter: Sendable {
        let name: SwiftIdentifier
        /// The type with its `?`.
        let type: String
        /// The default, as an expression.
        let defaultValue: String?
        let docs: Block

        /// Such as `limit: Int`.
        var bare: String { "\(name.parameter): \(type)" }
        /// Such as `limit: Int` in a tuple.
        var element: String { "\(name.tupleLabel): \(type)" }
        /// Such as `limit: Int = 20`.
        var full: String { bare + (defaultValue.map { " = \($0)" } ?? "") }
    }

    /// Its type in `Endpoint`.
    let name: String
    let parameters: [Parameter]
    /// What a function that calls it returns; nil for nothing.
    let result: String?
    /// What a function that asks for its pages returns, such as `PageSequence<Message>`; nil where it has none.
    let pages: String?
    /// What is known of it: the documentation of the schema, or a sentence.
    let docs: Block
    /// The attribute that warns callers, where it is deprecated.
    let deprecation: String?
    /// What its file needs.
    let imports: Imports
    /// What a function that calls it needs for what it takes and returns.
    let functionImports: Imports
    /// What the defaults of its parameters need.
    let defaultImports: Imports
}
