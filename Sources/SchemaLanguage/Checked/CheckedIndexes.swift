/// The indexes for the entities of one type in a local store; each property by its key in JSON.
package struct CheckedIndexes: Hashable, Sendable {
    /// Properties that are queried together.
    package var compound: [[String]] = []
    /// Properties that are unique together.
    package var unique: [[String]] = []
    /// The properties for full-text search.
    package var searched: [String] = []
    /// The property that orders the newest entities.
    package var keptBy: String?

    /// Whether there are none.
    package var isEmpty: Bool { self == CheckedIndexes() }
    /// The keys of the properties that need a column.
    package var columns: Set<String> {
        Set((compound + unique + [keptBy.map { [$0] } ?? []]).joined())
    }
}
