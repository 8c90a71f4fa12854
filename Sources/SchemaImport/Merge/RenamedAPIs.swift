/// Finds a renamed API, and applies its name to a schema.
///
/// The name comes from the title of the document. If one API has disappeared, and another one has
/// appeared, they are the same.
struct RenamedAPIs {
    /// The names in the schema, by those of the last import.
    private let own: [String: String]
    /// The names in the schema, by those of the document.
    private let documents: [String: String]

    /// Finds the names.
    ///
    /// - Parameters:
    ///   - base: The schema of the last import.
    ///   - ours: The current schema.
    ///   - theirs: The new schema of the document.
    init(base: SchemaMapping, ours: SchemaMapping, theirs: SchemaMapping) {
        own = Self.renamed(base.apiNames, to: ours.apiNames)
        let former = base.apiNames.map { [own] in own[$0] ?? $0 }
        let new = theirs.apiNames.map { [own] in own[$0] ?? $0 }
        let other = Self.renamed(new, to: former)
        documents = own.merging(other) { $1 }
    }

    /// The schema of the last import, with the names in the schema.
    func applied(toBase base: SchemaMapping) -> SchemaMapping { base.renamingAPIs(own) }

    /// The schema of the document, with the names in the schema.
    func applied(to theirs: SchemaMapping) -> SchemaMapping { theirs.renamingAPIs(documents) }

    /// The only name that is missing in the others, with the only other name that is new there.
    private static func renamed(_ names: [String], to others: [String]) -> [String: String] {
        let gone = names.filter { !others.contains($0) }
        let new = others.filter { !names.contains($0) }
        return gone.count == 1 && new.count == 1 ? [gone[0]: new[0]] : [:]
    }
}

extension SchemaMapping {
    fileprivate var apiNames: [String] {
        entries.first { $0.key == "apis" }?.value.entries.map(\.key) ?? []
    }

    /// The schema with other names of APIs, where they are declared and where they are used.
    fileprivate func renamingAPIs(_ names: [String: String]) -> SchemaMapping {
        guard !names.isEmpty else { return self }
        var schema = self
        for index in schema.entries.indices {
            let isOfAPIs = schema.entries[index].key == "apis"
            schema.entries[index] = schema.entries[index].namingAPI(names)
            guard case .mapping(var section) = schema.entries[index].value else { continue }
            for place in section.entries.indices {
                let entry = section.entries[place]
                if isOfAPIs {
                    section.entries[place].key = names[entry.key] ?? entry.key
                } else if case .mapping(var body) = entry.value {
                    body.entries = body.entries.map { $0.namingAPI(names) }
                    section.entries[place].value = .mapping(body)
                }
            }
            schema.entries[index].value = .mapping(section)
        }
        return schema
    }
}

extension SchemaEntry {
    /// The entry with another name of the API, if it names one.
    fileprivate func namingAPI(_ names: [String: String]) -> SchemaEntry {
        guard key == "api", case .text(let name) = value, let other = names[name] else {
            return self
        }
        var entry = self
        entry.value = .text(other)
        return entry
    }
}
