/// Which entities of a repository the local store keeps, as written.
struct KeepDeclaration: Hashable, Sendable {
    /// What a property must be.
    struct Condition: Hashable, Sendable {
        var property: Located<String>
        /// The values of which it has one.
        var values: [LiteralExpression]
    }

    /// The conditions, all of which hold for what is kept.
    var conditions: [Condition] = []
    /// How many entities are kept at most.
    var newest: Located<Int>?
    /// The greatest age, in seconds.
    var age: Located<Int>?
    /// How many bytes are kept at most.
    var bytes: Located<Int>?
    /// The property that tells which entity is newer.
    var property: Located<String>?
    /// Whether all that is written could be read.
    var isWhole = true
    /// Where it is written.
    var place: Located<String>

    /// The first of the bounds that need an order, by its key.
    var bound: Located<String>? {
        [
            newest.map { Located("newest", at: $0.range) },
            age.map { Located("age", at: $0.range) },
            bytes.map { Located("bytes", at: $0.range) },
        ].compactMap(\.self).first
    }
}
