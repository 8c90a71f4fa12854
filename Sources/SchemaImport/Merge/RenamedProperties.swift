/// Properties whose names in the schema differ from those of the document, matched by their keys.
struct RenamedProperties {
    /// The properties of the last import, with their names in the schema.
    private(set) var base: [SchemaEntry]
    /// The properties of the document, with their names in the schema.
    private(set) var theirs: [SchemaEntry]
    /// The names in the schema that differ from those of the last import.
    private(set) var names: Set<String> = []

    init(_ base: [SchemaEntry], _ ours: [SchemaEntry], _ theirs: [SchemaEntry]) {
        (self.base, self.theirs) = (base, theirs)
        let known = Set(base.map(\.name)).union(theirs.map(\.name))
        let kept = Set(ours.map(\.name))
        for entry in ours where !known.contains(entry.name) {
            guard let key = entry.value["key"]?.scalarText else { continue }
            func isSame(_ other: SchemaEntry) -> Bool {
                !kept.contains(other.name) && other.wireKey.letters == key.letters
            }
            if let place = base.firstIndex(where: isSame) {
                let former = base[place].name
                names.insert(entry.name)
                self.base[place].rename(to: entry.name, key: key)
                if let place = theirs.firstIndex(where: { $0.name == former }) {
                    self.theirs[place].rename(to: entry.name, key: key)
                }
            } else if let place = theirs.firstIndex(where: isSame) {
                // The document declares now what the schema had before.
                self.theirs[place].rename(to: entry.name, key: key)
            }
        }
    }
}

extension SchemaEntry {
    /// The key in JSON, to the extent that the name determines it.
    fileprivate var wireKey: String { value["key"]?.scalarText ?? name }

    fileprivate mutating func rename(to name: String, key: String) {
        self.key = name + (isOptional ? "?" : "")
        var entries = value.longForm("type").entries.filter { $0.key != "key" }
        entries.insert(SchemaEntry("key", .text(key)), at: min(1, entries.count))
        value = .mapping(SchemaMapping(entries))
    }
}
