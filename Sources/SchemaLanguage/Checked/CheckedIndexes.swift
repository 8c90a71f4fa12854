/// How the entities of one type are found in a local store; each property by its key in JSON.
package struct CheckedIndexes: Hashable, Sendable {
    /// Properties that queries ask for together.
    package var compound: [[String]] = []
    /// Properties of which no two entities have the same values.
    package var unique: [[String]] = []
    /// The properties whose words are searched.
    package var searched: [String] = []
    /// The property by which the newest entities are kept.
    package var keptBy: String?

    /// The keys of the properties that need a column.
    package var columns: Set<String> {
        Set((compound + unique + [keptBy.map { [$0] } ?? []]).joined())
    }
}
