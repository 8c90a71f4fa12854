/// The keys of a property in three versions, and merged.
struct MergedProperty {
    let base: [SchemaEntry]
    let ours: [SchemaEntry]
    let theirs: [SchemaEntry]
    let merged: [SchemaEntry]

    /// Whether the merged keys do not suit the merged type.
    var isContradictory: Bool { isMixed || isOfOtherType }

    /// Whether it has the properties of an inline object, but the type of another one.
    private var isMixed: Bool {
        guard merged.contains(where: { $0.key == "properties" }),
            let type = merged.first(where: { $0.key == "type" })?.value.scalarText
        else { return false }
        // `_` is the inline object.
        return !type.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.contains("_")
    }

    /// The keys that are valid with any type.
    private static let keysOfAnyType: Set = [
        "type", "key", "readOnly", "writeOnly", "immutable", "deprecated", "example", "doc",
    ]

    /// Whether one side has another type than the last import, and the other adds keys, for example
    /// constraints, that may not suit it.
    private var isOfOtherType: Bool {
        let former = Self.type(base)
        let isOurs = Self.type(ours) != former && Self.adds(theirs, to: base + ours)
        let isTheirs = Self.type(theirs) != former && Self.adds(ours, to: base + theirs)
        return Self.type(ours) != Self.type(theirs) && (isOurs || isTheirs)
    }

    private static func type(_ entries: [SchemaEntry]) -> SchemaNode? {
        entries.first { $0.key == "type" }?.value.meaning
    }

    /// Whether a version has keys that depend on the type, which others lack.
    private static func adds(_ entries: [SchemaEntry], to others: [SchemaEntry]) -> Bool {
        let known = Set(others.map(\.key)).union(keysOfAnyType)
        return !entries.allSatisfy { known.contains($0.key) }
    }
}
