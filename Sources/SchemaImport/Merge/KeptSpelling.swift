import SchemaLanguage

/// The spelling of keys in a schema, if the document has another one that would change the keys of
/// properties that only the schema has.
///
/// The schema keeps its spelling, and the properties of the document get explicit keys.
struct KeptSpelling {
    private let api: String
    private let kept: KeyStrategy

    /// Determines the spelling; nil if that of the document can be taken over.
    init?(base: SchemaMapping, ours: SchemaMapping, theirs: SchemaMapping) {
        guard let api = theirs.entries.first(where: { $0.key == "apis" })?.value.entries.first?.key
        else { return nil }
        let spellings = [base, ours, theirs].map { $0.spelling(of: api) }
        guard let former = spellings[0], let kept = spellings[1], let new = spellings[2],
            kept != new
        else { return nil }
        if kept == former {
            let imported = base.propertyPaths.union(theirs.propertyPaths)
            let own = ours.propertyPaths.subtracting(imported).compactMap(\.last)
            guard own.contains(where: { kept.key(for: $0) != new.key(for: $0) }) else { return nil }
        }
        (self.api, self.kept) = (api, kept)
    }

    /// A schema with this spelling, and the same keys as before.
    func applied(to schema: SchemaMapping) -> SchemaMapping {
        guard let spelling = schema.spelling(of: api), spelling != kept else { return schema }
        var schema = schema
        for index in schema.entries.indices {
            let key = schema.entries[index].key
            if key == "apis" {
                schema.entries[index].value = withSpelling(schema.entries[index].value)
            } else if SchemaMapping.sectionsOfProperties.contains(key) {
                schema.entries[index].value = spelled(schema.entries[index].value, spelling)
            }
        }
        return schema
    }

    private func withSpelling(_ node: SchemaNode) -> SchemaNode {
        guard case .mapping(var apis) = node,
            let index = apis.entries.firstIndex(where: { $0.key == api }),
            case .mapping(var settings) = apis.entries[index].value
        else { return node }
        let place = settings.entries.firstIndex { $0.key == "keys" }
        if let place { settings.entries.remove(at: place) }
        if kept != .exact {
            let entry = SchemaEntry("keys", .text(kept.rawValue))
            settings.entries.insert(entry, at: place ?? settings.entries.count)
        }
        apis.entries[index].value = .mapping(settings)
        return .mapping(apis)
    }

    /// The declarations of a section, with their properties spelled.
    private func spelled(_ node: SchemaNode, _ spelling: KeyStrategy) -> SchemaNode {
        guard case .mapping(var section) = node else { return node }
        for index in section.entries.indices {
            section.entries[index].value = spelledBody(section.entries[index].value, spelling)
        }
        return .mapping(section)
    }

    /// The body of a declaration, or of an inline object.
    private func spelledBody(_ node: SchemaNode, _ spelling: KeyStrategy) -> SchemaNode {
        guard case .mapping(var body) = node else { return node }
        if let identity = body.entries.firstIndex(where: { $0.key == "id" }) {
            body.entries[identity].keep(spelling, under: kept)
        }
        guard let index = body.entries.firstIndex(where: { $0.key == "properties" }),
            case .mapping(var properties) = body.entries[index].value
        else { return .mapping(body) }
        for place in properties.entries.indices {
            let value = properties.entries[place].value
            properties.entries[place].value = spelledBody(value, spelling)
            properties.entries[place].keep(spelling, under: kept)
        }
        body.entries[index].value = .mapping(properties)
        return .mapping(body)
    }
}

extension SchemaEntry {
    /// Declares the key of a property if it would be another one.
    fileprivate mutating func keep(_ spelling: KeyStrategy, under other: KeyStrategy) {
        let key = spelling.key(for: name)
        guard value["key"] == nil, key != other.key(for: name) else { return }
        var entries = value.longForm("type").entries
        entries.insert(SchemaEntry("key", .text(key)), at: min(1, entries.count))
        value = .mapping(SchemaMapping(entries))
    }
}

extension SchemaMapping {
    fileprivate static let sectionsOfProperties: Set<String> = ["mixins", "values", "entities"]

    /// The spelling of keys of an API; nil if it is unknown, or if the API is declared elsewhere.
    fileprivate func spelling(of api: String) -> KeyStrategy? {
        guard let settings = entries.first(where: { $0.key == "apis" })?.value[api] else {
            return nil
        }
        return settings["keys"]?.scalarText.map { KeyStrategy(rawValue: $0) } ?? .exact
    }

    /// The paths of all properties without a key of their own.
    fileprivate var propertyPaths: Set<[String]> {
        func paths(_ node: SchemaNode, at path: [String]) -> Set<[String]> {
            (node["properties"]?.entries ?? []).reduce(into: []) { found, entry in
                let path = path + [entry.name]
                if entry.value["key"] == nil { found.insert(path) }
                found.formUnion(paths(entry.value, at: path))
            }
        }
        return entries.filter { Self.sectionsOfProperties.contains($0.key) }
            .flatMap(\.value.entries)
            .reduce(into: []) { $0.formUnion(paths($1.value, at: [$1.key])) }
    }
}
