/// The properties of a declaration that the schema declares in another place than the document: as
/// the identity, or in a mixin.
struct RelocatedProperties {
    /// The properties in the schema; the identity has the name `id`.
    private var properties: [SchemaEntry] = []
    /// The mixins that declare them; nil for the identity.
    private var mixins: [String?] = []

    /// Finds the properties.
    ///
    /// - Parameters:
    ///   - declaration: The declaration in the schema.
    ///   - isIdentified: Whether it is an entity there, but not in the document.
    ///   - table: All declarations of the schema.
    ///   - others: The other schemas of the project.
    init(
        of declaration: SchemaEntry,
        isIdentified: Bool,
        in table: DeclarationTable,
        and others: OtherSchemas
    ) {
        if isIdentified, let identity = declaration.value["id"] {
            properties.append(SchemaEntry("id", identity))
            mixins.append(nil)
        }
        var seen: Set<String> = []
        func add(_ names: [String]) {
            for name in names where seen.insert(name).inserted {
                guard let mixin = table[name]?.entry ?? others[name]?.entry else { continue }
                for property in mixin.value["properties"]?.entries ?? [] {
                    properties.append(property)
                    mixins.append(name)
                }
                add(mixin.includes)
            }
        }
        add(declaration.includes)
    }

    /// Returns a declaration of the document without these properties; others with the same names
    /// get free ones.
    func removed(from declaration: SchemaEntry) -> SchemaEntry {
        guard !properties.isEmpty, case .mapping(var body) = declaration.value,
            let index = body.entries.firstIndex(where: { $0.key == "properties" }),
            case .mapping(var list) = body.entries[index].value
        else { return declaration }
        let removed = Set(properties.counterparts(in: list.entries).values)
        let taken = Set((list.entries + properties).map(\.name))
        let rest = list.entries.indices.filter { !removed.contains($0) }
        list.entries.rename(rest, besides: Set(properties.map(\.name)), taken: taken)
        list.entries = rest.map { list.entries[$0] }
        if list.entries.isEmpty {
            body.entries.remove(at: index)
        } else {
            body.entries[index].value = .mapping(list)
        }
        var declaration = declaration
        declaration.value = .mapping(body)
        return declaration
    }

    /// The properties that the document has added, changed or removed.
    func conflicts(_ base: SchemaEntry?, _ theirs: SchemaEntry) -> [SchemaConflict] {
        let (old, new) = (base?.listedProperties ?? [], theirs.listedProperties)
        let (former, present) = (properties.counterparts(in: old), properties.counterparts(in: new))
        return properties.indices.compactMap { index in
            let path = [theirs.name, properties[index].name]
            let before = former[index].map { old[$0] }
            guard let place = present[index] else {
                let kind = mixins[index].map { SchemaConflict.Kind.goneFromDocumentInMixin($0) }
                return before.map { _ in
                    SchemaConflict(path: path, kind: kind ?? .goneFromDocument)
                }
            }
            let entry = new[place]
            guard before?.means(entry) != true, !properties[index].hasContent(of: entry) else {
                return nil
            }
            let lines = EntryMerge.lines(of: entry)
            let kind = mixins[index].map { SchemaConflict.Kind.ofMixin($0, document: lines) }
            return SchemaConflict(path: path, kind: kind ?? .bothChanged(document: lines))
        }
    }
}

extension SchemaEntry {
    /// The mixins that a declaration includes.
    fileprivate var includes: [String] {
        value["include"]?.listed?.compactMap(\.scalarText) ?? []
    }

    fileprivate var listedProperties: [SchemaEntry] { value["properties"]?.entries ?? [] }

    /// Whether both have the same meaning, except for name and key.
    fileprivate func hasContent(of other: SchemaEntry) -> Bool {
        func content(_ entry: SchemaEntry) -> SchemaNode {
            let entries = entry.value.longForm("type").entries.filter { $0.key != "key" }
            return SchemaNode.mapping(SchemaMapping(entries)).meaning
        }
        // An identity is never optional.
        return (isOptional == other.isOptional || name == "id") && content(self) == content(other)
    }
}
