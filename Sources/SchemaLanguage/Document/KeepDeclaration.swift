/// The entities of a repository that the local store keeps, as written.
struct KeepDeclaration: Hashable, Sendable {
    /// A condition on a property.
    struct Condition: Hashable, Sendable {
        var property: Located<String>
        /// The allowed values.
        var values: [LiteralExpression]
    }

    /// The conditions, all of which must be true.
    var conditions: [Condition] = []
    /// The maximum number of entities.
    var newest: Located<Int>?
    /// The maximum age, in seconds.
    var age: Located<Int>?
    /// The maximum number of bytes.
    var bytes: Located<Int>?
    /// The property that orders entities by age.
    var property: Located<String>?
    /// Whether everything could be read.
    var isWhole = true
    /// Its place.
    var place: Located<String>

    /// The first of the bounds that require an order, by its key.
    var bound: Located<String>? {
        [
            newest.map { Located("newest", at: $0.range) },
            age.map { Located("age", at: $0.range) },
            bytes.map { Located("bytes", at: $0.range) },
        ].compactMap(\.self).first
    }
}
