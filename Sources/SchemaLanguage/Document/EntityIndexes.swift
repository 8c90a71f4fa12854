/// The indexes for the entities of one type in a local store, in addition to single indexed
/// properties.
struct EntityIndexes: Hashable, Sendable {
    /// Properties that are queried together.
    var compound: [[Located<String>]] = []
    /// Properties that are unique together.
    var unique: [[Located<String>]] = []
    /// The properties for full-text search.
    var searched: [Located<String>] = []
}
