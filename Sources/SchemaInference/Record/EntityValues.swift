import SchemaImport

/// A schema whose entities are values with the identity as first property, from which an import
/// infers entities.
struct EntityValues {
    /// The schema without entities.
    private(set) var schema: ProposedSchema
    private var identities: [String: ProposedIdentity] = [:]

    /// Converts the entities of a schema to values.
    init(_ schema: ProposedSchema) {
        self.schema = schema
        for index in schema.declarations.indices {
            guard case .entity(var structure) = schema.declarations[index].body,
                let identity = structure.identity
            else { continue }
            var property = ProposedProperty("id", .name(identity.type))
            property.key = identity.key
            structure.identity = nil
            structure.properties.insert(property, at: 0)
            identities[schema.declarations[index].name] = identity
            self.schema.declarations[index].body = .value(structure)
        }
    }

    /// A schema derived from this one, with the entities that were not inferred.
    func restored(in concluded: ProposedSchema) -> ProposedSchema {
        var schema = concluded
        for index in schema.declarations.indices {
            guard case .value(var structure) = schema.declarations[index].body,
                let identity = identities[schema.declarations[index].name]
            else { continue }
            structure.properties.removeFirst()
            structure.identity = identity
            schema.declarations[index].body = .entity(structure)
        }
        return schema
    }
}
