import SchemaLanguage

/// The JSON keys of a service whose values are kept out of logs.
///
/// They are the keys of all types that belong to the service or to none, and of all types in the
/// bodies of its endpoints, even if they belong to another service.
struct RedactedKeys {
    private let schema: CheckedSchema
    private let properties: [String: [CheckedProperty]]
    private let unions: [String: [CheckedType]]

    init(_ schema: CheckedSchema) {
        self.schema = schema
        guard schema.hasRedactedProperties else {
            properties = [:]
            unions = [:]
            return
        }
        var properties: [String: [CheckedProperty]] = [:]
        for value in schema.values { properties[value.head.name] = value.properties }
        for entity in schema.entities {
            properties[entity.head.name] = [entity.identity] + entity.properties
        }
        self.properties = properties
        self.unions = Dictionary(
            schema.unions.map { ($0.head.name, $0.cases.map(\.type)) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The keys of a service, sorted.
    func keys(of api: CheckedAPI) -> [String] {
        // True of most schemas; their thousands of types need no lookup.
        guard !properties.isEmpty else { return [] }
        func isOwn(_ head: DeclarationHead) -> Bool {
            head.api == nil || head.api == api.head.name
        }
        var open = schema.values.map(\.head).filter(isOwn).map(\.name)
        open += schema.entities.map(\.head).filter(isOwn).map(\.name)
        for endpoint in schema.endpoints where endpoint.head.api == api.head.name {
            open += types(of: endpoint).compactMap(\.declaredName)
        }
        for repository in schema.repositories where repository.head.api == api.head.name {
            guard case .entity(let offer) = repository.kind else { continue }
            open += offer.failures.map(\.type).compactMap(\.declaredName)
        }
        var seen = Set(open)
        var keys: Set<String> = []
        while let name = open.popLast() {
            var parts = unions[name] ?? []
            for property in properties[name] ?? [] {
                if property.isRedacted { keys.insert(property.key) }
                parts.append(property.type)
            }
            for part in parts.compactMap(\.declaredName) where seen.insert(part).inserted {
                open.append(part)
            }
        }
        return keys.sorted()
    }

    /// The types that an endpoint sends and returns.
    private func types(of endpoint: CheckedEndpoint) -> [CheckedType] {
        endpoint.failures.map(\.type) + [endpoint.body].compactMap(\.self) + endpoint.response.types
    }
}

extension CheckedSchema {
    /// Whether a property is redacted.
    fileprivate var hasRedactedProperties: Bool {
        values.contains { $0.properties.contains(where: \.isRedacted) }
            || entities.contains {
                $0.identity.isRedacted || $0.properties.contains(where: \.isRedacted)
            }
    }
}

extension CheckedType {
    /// The name of the declaration whose values have properties; nil if there is none.
    fileprivate var declaredName: String? {
        switch self {
        case .union(let name), .value(let name), .entity(let name), .draft(let name),
            .patch(let name):
            name
        case .array(let type), .dictionary(let type), .nullable(let type): type.declaredName
        case .primitive, .enumeration, .scalar, .identity: nil
        }
    }
}
