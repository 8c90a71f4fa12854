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

    /// Whether the document adds keys, for example constraints, that may not suit the type in the
    /// schema.
    private var isOfOtherType: Bool {
        func type(_ entries: [SchemaEntry]) -> SchemaNode? {
            entries.first { $0.key == "type" }?.value.meaning
        }
        guard type(ours) != type(theirs) else { return false }
        let known = Set((base + ours).map(\.key)).union(Self.keysOfAnyType)
        return !theirs.allSatisfy { known.contains($0.key) }
    }
}
