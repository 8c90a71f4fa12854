/// What an import is doing, for whoever watches.
package enum ImportStep: Hashable, Sendable {
    /// It reads a document, by its path.
    case reading(String)
    /// It translates one of many operations or schemas, counted from 1.
    case translating(Int, of: Int)
    /// It checks the schema, and draws conclusions.
    case checking
}
