import SchemaLanguage

/// The JSON:API information about entities: the resource type is the one that the entity declares,
/// or the last part of the path of its collection; the same applies to the entities that it refers
/// to.
struct ResourceForms: Sendable {
    private let references: [String: [(key: String, entity: String)]]
    private let types: [String: String]
    /// The types that entities declare.
    private let said: [String: String]
    private let apis: [String: CheckedConventions]

    init(_ schema: CheckedSchema) {
        apis = Dictionary(
            schema.apis.compactMap { api in api.conventions.map { (api.head.name, $0) } }
        ) { first, _ in first }
        var types = Dictionary(
            schema.entities.compactMap { entity in
                entity.resourceType.map { (entity.head.name, $0) }
            }
        ) { first, _ in first }
        said = types
        for case .entity(let offer) in schema.repositories.map(\.kind) {
            types[offer.entity] = types[offer.entity] ?? Self.type(of: offer)
        }
        self.types = types
        var references: [String: [(key: String, entity: String)]] = [:]
        for entity in schema.entities {
            references[entity.head.name] = entity.properties.compactMap { property in
                guard case .identity(let other, _) = property.type.leaf,
                    property.wire == .own || property.wire == .text
                else { return nil }
                return (property.key, other)
            }
        }
        self.references = references
    }

    /// Whether the entities of a service are resources.
    func areWanted(by api: String?) -> Bool {
        api.flatMap { apis[$0]?.isJSONAPI } ?? false
    }

    /// Whether a service declares how to find out whether a creation succeeded.
    func isCreationSaid(by api: String?) -> Bool {
        api.flatMap { apis[$0]?.creation } != nil
    }

    /// The statement for the entities of a repository.
    func statement(for offer: CheckedRepository.EntityOperations) -> String {
        let relationships = (references[offer.entity] ?? []).map { key, entity in
            let type = types[entity] ?? entity
            return "\(StringLiteral.literal(key)): \(StringLiteral.literal(type))"
        }
        let own = said[offer.entity] ?? Self.type(of: offer)
        let type = "type: \(StringLiteral.literal(own))"
        let related =
            relationships.isEmpty
            ? "" : ", relationships: [\(relationships.joined(separator: ", "))]"
        return "conventions.resource = .init(\(type)\(related))"
    }

    private static func type(of offer: CheckedRepository.EntityOperations) -> String {
        offer.path.split(separator: "/").last.map(String.init) ?? offer.path
    }
}
