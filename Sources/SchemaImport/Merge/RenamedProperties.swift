/// Properties whose names in the schema differ from those of the document, matched by their keys.
struct RenamedProperties {
    /// The properties of the last import, with their names in the schema.
    private(set) var base: [SchemaEntry]
    /// The properties of the document, with their names in the schema.
    private(set) var theirs: [SchemaEntry]
    /// The names in the schema that differ from those of the last import.
    private(set) var names: Set<String> = []

    // Names are looked up in the parameters, and changed in the properties.
    init(_ base: [SchemaEntry], _ ours: [SchemaEntry], _ theirs: [SchemaEntry]) {
        (self.base, self.theirs) = (base, theirs)
        var former = ours.counterparts(in: base)
        let claimed = Set(former.values)
        for index in ours.indices where former[index] == nil {
            // The schema has corrected the key.
            former[index] = base.indices.first {
                base[$0].name == ours[index].name && !claimed.contains($0)
            }
        }
        var matched: Set<Int> = []
        for (index, place) in former {
            let (entry, name) = (ours[index], base[place].name)
            let there = theirs.firstIndex { $0.name == name }
            if let there { matched.insert(there) }
            guard name != entry.name else { continue }
            names.insert(entry.name)
            self.base[place].rename(as: entry)
            if let there { self.theirs[there].rename(as: entry) }
        }
        let rest = theirs.indices.filter { !matched.contains($0) }
        let own = ours.indices.filter { former[$0] == nil }
        let found = own.map { ours[$0] }.counterparts(in: rest.map { theirs[$0] })
        for (index, place) in found {
            // The document declares now what the schema had before.
            matched.insert(rest[place])
            self.theirs[rest[place]].rename(as: ours[own[index]])
        }
        let taken = Set((base + theirs + ours).map(\.name))
        let collisions = rest.filter { !matched.contains($0) }
        self.theirs.rename(collisions, besides: Set(ours.map(\.name)), taken: taken)
    }
}

extension [SchemaEntry] {
    /// Finds the properties with the same keys among others.
    ///
    /// A key that is not declared follows from the name, in an unknown spelling. So equal
    /// declarations come first, then equal keys, and at last those with the same letters.
    ///
    /// - Parameter others: The other properties.
    /// - Returns: The index among the others, by the index here.
    func counterparts(in others: [SchemaEntry]) -> [Int: Int] {
        var found: [Int: Int] = [:]
        var taken: Set<Int> = []
        func match(_ isSame: (SchemaEntry, SchemaEntry) -> Bool, isUnique: Bool = false) {
            for index in indices where found[index] == nil {
                let places = others.indices.filter {
                    !taken.contains($0) && isSame(self[index], others[$0])
                }
                guard let place = places.first, !isUnique || places.count == 1 else { continue }
                found[index] = place
                taken.insert(place)
            }
        }
        match { $0.name == $1.name && $0.declaredKey == $1.declaredKey }
        match { ($0.declaredKey ?? $0.name) == $1.declaredKey || $0.declaredKey == $1.name }
        match(
            { one, other in
                (one.declaredKey == nil) != (other.declaredKey == nil)
                    && !one.wireKey.letters.isEmpty
                    && one.wireKey.letters == other.wireKey.letters
            },
            isUnique: true
        )
        return found
    }

    /// Gives free names to some properties whose names others have.
    mutating func rename(_ indices: [Int], besides names: Set<String>, taken: Set<String>) {
        var taken = taken
        for index in indices where names.contains(self[index].name) {
            let name = self[index].name
            guard
                let free = (2...).lazy.map({ "\(name)\($0)" }).first(where: { !taken.contains($0) })
            else { continue }
            taken.insert(free)
            self[index].rename(to: free, key: self[index].wireKey)
        }
    }
}

extension SchemaEntry {
    /// The key in JSON, if it is declared.
    fileprivate var declaredKey: String? { value["key"]?.scalarText }

    /// The key in JSON, to the extent that the name determines it.
    fileprivate var wireKey: String { declaredKey ?? name }

    fileprivate mutating func rename(as other: SchemaEntry) {
        guard name != other.name else { return }
        rename(to: other.name, key: other.declaredKey ?? wireKey)
    }

    fileprivate mutating func rename(to name: String, key: String) {
        self.key = name + (isOptional ? "?" : "")
        var entries = value.longForm("type").entries.filter { $0.key != "key" }
        entries.insert(SchemaEntry("key", .text(key)), at: min(1, entries.count))
        value = .mapping(SchemaMapping(entries))
    }
}
