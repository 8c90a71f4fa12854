/// A step of an import, for progress.
package enum ImportStep: Hashable, Sendable {
    /// Reading a document, by its path.
    case reading(String)
    /// Translating one of many operations or schemas, counted from 1.
    case translating(Int, of: Int)
    /// Checking the schema, and inferring entities.
    case checking
}
