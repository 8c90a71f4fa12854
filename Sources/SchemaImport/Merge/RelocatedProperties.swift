/// The properties of a declaration that the schema declares in another place than the document: as
/// the identity, or in a mixin.
struct RelocatedProperties {
    /// A property in the schema.
    private struct Relocated {
        let entry: SchemaEntry
        /// The mixin that declares it; nil for the identity.
        let mixin: String?

        func isSame(_ other: SchemaEntry) -> Bool {
            other.name == entry.name || other.wireKey.letters == entry.wireKey.letters
        }
    }

    private var properties: [Relocated] = []

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
            properties.append(Relocated(entry: SchemaEntry("id", identity), mixin: nil))
        }
        var seen: Set<String> = []
        func add(_ names: [String]) {
            for name in names where seen.insert(name).inserted {
                guard let mixin = table[name]?.entry ?? others[name]?.entry else { continue }
                properties += (mixin.value["properties"]?.entries ?? [])
                    .map { Relocated(entry: $0, mixin: name) }
                add(mixin.includes)
            }
        }
        add(declaration.includes)
    }

    /// Returns a declaration of the document without these properties.
    func removed(from declaration: SchemaEntry?) -> SchemaEntry? {
        guard !properties.isEmpty, var declaration, case .mapping(var body) = declaration.value,
            let index = body.entries.firstIndex(where: { $0.key == "properties" }),
            case .mapping(var list) = body.entries[index].value
        else { return declaration }
        list.entries.removeAll { entry in properties.contains { $0.isSame(entry) } }
        body.entries[index].value = .mapping(list)
        declaration.value = .mapping(body)
        return declaration
    }

    /// The properties of mixins that the document has added or changed.
    func conflicts(_ base: SchemaEntry?, _ theirs: SchemaEntry) -> [SchemaConflict] {
        let former = base?.value["properties"]?.entries ?? []
        return (theirs.value["properties"]?.entries ?? []).compactMap { entry in
            guard let property = properties.first(where: { $0.isSame(entry) }),
                let mixin = property.mixin, !entry.means(property.entry),
                !former.contains(where: { $0.means(entry) })
            else { return nil }
            let lines = EntryMerge.lines(of: entry)
            return SchemaConflict(
                path: [theirs.name, entry.name],
                kind: .ofMixin(mixin, document: lines)
            )
        }
    }
}

extension SchemaEntry {
    /// The mixins that a declaration includes.
    fileprivate var includes: [String] {
        value["include"]?.listed?.compactMap(\.scalarText)
            ?? value["include"]?.scalarText.map { [$0] } ?? []
    }
}
