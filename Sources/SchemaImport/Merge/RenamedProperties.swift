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
        let own = ours.filter { !base.contains(where: $0.isSameProperty) }
        for entry in own {
            guard let key = entry.value["key"]?.scalarText else { continue }
            func isRenamed(_ other: SchemaEntry) -> Bool {
                other.name != entry.name && other.wireKey.letters == key.letters
                    && !ours.contains(where: other.isSameProperty)
            }
            if let place = base.firstIndex(where: isRenamed) {
                let former = base[place]
                names.insert(entry.name)
                self.base[place].rename(to: entry.name, key: key)
                if let place = theirs.firstIndex(where: { $0.name == former.name }) {
                    self.theirs[place].rename(to: entry.name, key: key)
                }
            } else if let place = theirs.firstIndex(where: isRenamed) {
                // The document declares now what the schema had before.
                self.theirs[place].rename(to: entry.name, key: key)
            }
        }
        avoidNames(of: own)
    }

    /// Gives another name to properties of the document whose name the schema has given to another
    /// key.
    private mutating func avoidNames(of own: [SchemaEntry]) {
        var taken = Set((base + theirs + own).map(\.name))
        for index in theirs.indices {
            let (name, key) = (theirs[index].name, theirs[index].wireKey)
            guard own.contains(where: { $0.name == name && $0.wireKey.letters != key.letters }),
                let free = (2...).lazy.map({ "\(name)\($0)" }).first(where: { !taken.contains($0) })
            else { continue }
            taken.insert(free)
            theirs[index].rename(to: free, key: key)
        }
    }
}

extension SchemaEntry {
    /// The key in JSON, to the extent that the name determines it.
    var wireKey: String { value["key"]?.scalarText ?? name }

    /// Whether another entry has the same name and the same key.
    fileprivate func isSameProperty(_ other: SchemaEntry) -> Bool {
        name == other.name && wireKey.letters == other.wireKey.letters
    }

    fileprivate mutating func rename(to name: String, key: String) {
        self.key = name + (isOptional ? "?" : "")
        var entries = value.longForm("type").entries.filter { $0.key != "key" }
        entries.insert(SchemaEntry("key", .text(key)), at: min(1, entries.count))
        value = .mapping(SchemaMapping(entries))
    }
}
