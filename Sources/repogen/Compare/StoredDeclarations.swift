import SchemaLanguage

/// The declarations of a schema by name, and which of them are stored.
struct StoredDeclarations {
    let structures: [String: [CheckedProperty]]
    let entities: [String: CheckedEntity]
    let enumerations: [String: CheckedEnumeration]
    let unions: [String: CheckedUnion]
    let scalars: [String: CheckedScalar]
    /// The stored entities, in the order of the schema.
    let stored: [CheckedEntity]

    init(_ schema: CheckedSchema?) {
        func byName<Declaration>(
            _ all: [Declaration],
            _ head: (Declaration) -> DeclarationHead
        ) -> [String: Declaration] {
            Dictionary(all.map { (head($0).name, $0) }) { first, _ in first }
        }
        let all = schema?.entities ?? []
        entities = byName(all, \.head)
        enumerations = byName(schema?.enumerations ?? [], \.head)
        unions = byName(schema?.unions ?? [], \.head)
        scalars = byName(schema?.scalars ?? [], \.head)
        let values = (schema?.values ?? []).map { ($0.head.name, $0.properties) }
        let whole = all.map { ($0.head.name, [$0.identity] + $0.properties) }
        structures = Dictionary(values + whole) { first, _ in first }
        let kept = (schema?.repositories ?? []).compactMap { repository -> String? in
            guard case .entity(let operations) = repository.kind, operations.local == .sqlite
            else { return nil }
            return operations.entity
        }
        stored = all.filter { kept.contains($0.head.name) }
    }

    /// The only new entity with the properties of a removed one: possibly the same entity renamed.
    func likelyHeir(
        of entity: CheckedEntity,
        besides old: StoredDeclarations
    ) -> CheckedEntity? {
        let keys = Set(entity.properties.map(\.key))
        let alike = stored.filter { other in
            old.entities[other.head.name] == nil && other.formerNames.isEmpty && !keys.isEmpty
                && other.identity.type == entity.identity.type
                && Set(other.properties.map(\.key)) == keys
        }
        return alike.count == 1 ? alike[0] : nil
    }

    /// The entity whose documents are stored under a name, which may be a former name.
    func heir(of name: String) -> CheckedEntity? {
        stored.first { $0.head.name == name } ?? stored.first { $0.formerNames.contains(name) }
    }
}

extension CheckedEntity {
    /// The indexed keys: of a property itself, without a name, and of its value's properties.
    func indexedPaths(of property: CheckedProperty) -> [String] {
        let isIndexed =
            property.isIndexed || property.onDelete != nil || property.inverse != nil
            || indexes.keptBy == property.key
        return (isIndexed ? [""] : []) + (property.queries?.columns.map { "." + $0.name } ?? [])
    }
}
