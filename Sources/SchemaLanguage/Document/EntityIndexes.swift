/// How the entities of one type are found in a local store, beyond single indexed properties.
struct EntityIndexes: Hashable, Sendable {
    /// Properties that queries ask for together.
    var compound: [[Located<String>]] = []
    /// Properties of which no two entities have the same values.
    var unique: [[Located<String>]] = []
    /// The properties whose words are searched.
    var searched: [Located<String>] = []
}
