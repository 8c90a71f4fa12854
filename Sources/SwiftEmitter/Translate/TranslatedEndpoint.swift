/// An endpoint with all the information for Swift, in its own file and in those of repositories.
struct TranslatedEndpoint: Sendable {
    /// One parameter of its initializer: of the path, the query, the headers, or the body.
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
    /// The result of a function that calls it; nil for nothing.
    let result: String?
    /// The result of a function that requests its pages, such as `PageSequence<Message>`; nil if it
    /// has none.
    let pages: String?
    /// The documentation of the schema, or a sentence.
    let docs: Block
    /// The attribute that warns callers if it is deprecated.
    let deprecation: String?
    /// The imports of its file.
    let imports: Imports
    /// The imports for the parameters and the result of a function that calls it.
    let functionImports: Imports
    /// The imports for the defaults of its parameters.
    let defaultImports: Imports
}
