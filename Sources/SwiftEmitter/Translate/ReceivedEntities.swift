import SchemaLanguage

/// The entities that an app only receives, and that need no draft, no patch and no names for queries.
///
/// Endpoints or repositories return them, on their own or in other types, and nothing in the schemas
/// creates, changes or stores them.
struct ReceivedEntities: Sendable {
    private var names: Set<String> = []

    /// No entity is only received.
    init() {}

    /// Finds the entities of a schema that are only received.
    init(_ schema: CheckedSchema) {
        let operations = schema.repositories.compactMap(\.operations)
        let managed = operations.map(\.entity)
        var open = schema.endpoints.flatMap(\.types) + managed.map { .entity($0) }
        open += operations.flatMap(\.failures).map(\.type)
        // Functions of the target of an inverse find the entities that refer to it.
        let targets = schema.entities.flatMap(\.properties).compactMap(\.inverse?.target)
        names = Set(schema.entities.lazy.filter { !$0.isCreatedOrStored }.map(\.head.name))
        names.subtract(managed + targets + open.compactMap(\.leaf.sentEntity))
        guard !names.isEmpty else { return }
        var parts: [String: [CheckedType]] = [:]
        for value in schema.values { parts[value.head.name] = value.properties.map(\.type) }
        for entity in schema.entities { parts[entity.head.name] = entity.properties.map(\.type) }
        for union in schema.unions { parts[union.head.name] = union.cases.map(\.type) }
        var reached: Set<String> = []
        while let type = open.popLast() {
            // A draft contains the same types as its entity.
            guard let name = type.containedName ?? type.leaf.sentEntity,
                reached.insert(name).inserted
            else { continue }
            open += parts[name] ?? []
        }
        names.formIntersection(reached)
    }

    /// Whether an entity is only received.
    func contains(_ name: String) -> Bool { names.contains(name) }
}

extension CheckedRepository {
    /// The operations on the entity that it manages.
    fileprivate var operations: EntityOperations? {
        if case .entity(let operations) = kind { operations } else { nil }
    }
}

extension CheckedEndpoint {
    /// The types that are sent and received.
    fileprivate var types: [CheckedType] {
        parameters.map(\.type) + [body].compactMap(\.self) + response.types
            + failures.map(\.type)
    }
}

extension CheckedType {
    /// The name of the entity, of a draft or a patch.
    fileprivate var sentEntity: String? {
        switch self {
        case .draft(let name), .patch(let name): name
        default: nil
        }
    }
}

extension CheckedEntity {
    /// Whether its declaration says how it is created or stored, which only drafts, patches and
    /// local stores need.
    fileprivate var isCreatedOrStored: Bool {
        identityOrigin != .server || !indexes.isEmpty || !deletionRules.isEmpty
            || !formerNames.isEmpty || version != nil
            || properties.contains { property in
                property.direction == .writeOnly || property.direction == .immutable
                    || property.isIndexed || property.queries != nil || property.onDelete != nil
                    || property.inverse != nil || property.file != nil || !property.former.isEmpty
            }
    }
}
