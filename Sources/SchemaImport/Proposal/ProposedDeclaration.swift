/// A declaration of a proposed schema.
package struct ProposedDeclaration: Hashable, Sendable {
    /// The sections of a schema, in their order.
    package enum Section: String, CaseIterable, Hashable, Sendable {
        /// Enums.
        case enums
        /// Scalars.
        case scalars
        /// Unions.
        case unions
        /// Mixins.
        case mixins
        /// Values: structures without identity.
        case values
        /// Entities: structures with identity.
        case entities
        /// Endpoints.
        case endpoints
        /// Repositories.
        case repositories
    }

    /// The body of a declaration.
    package enum Body: Hashable, Sendable {
        /// An enum.
        case enumeration(ProposedEnumeration)
        /// A union.
        case union(ProposedUnion)
        /// A mixin.
        case mixin(ProposedStructure)
        /// A value.
        case value(ProposedStructure)
        /// An entity.
        case entity(ProposedStructure)
        /// An endpoint.
        case endpoint(ProposedEndpoint)
        /// A repository.
        case repository(ProposedRepository)
    }

    /// The name.
    package var name: String
    /// The documentation.
    package var doc: String?
    /// The evidence, as comment lines above it.
    package var comments: [String]
    /// The body.
    package var body: Body

    /// Creates a declaration.
    package init(_ name: String, doc: String? = nil, comments: [String] = [], _ body: Body) {
        self.name = name
        self.doc = doc
        self.comments = comments
        self.body = body
    }

    /// The section that it belongs to.
    package var section: Section {
        switch body {
        case .enumeration: .enums
        case .union: .unions
        case .mixin: .mixins
        case .value: .values
        case .entity: .entities
        case .endpoint: .endpoints
        case .repository: .repositories
        }
    }

    var entry: SchemaEntry {
        var mapping = SchemaMapping()
        mapping.add("doc", text: doc)
        switch body {
        case .enumeration(let body): body.add(to: &mapping)
        case .union(let body): body.add(to: &mapping)
        case .mixin(let body), .entity(let body):
            mapping.isBlock = true
            body.add(to: &mapping)
        case .value(var body):
            mapping.isBlock = true
            // A value is read and sent as a whole.
            for index in body.properties.indices { body.properties[index].isWriteOnly = false }
            body.add(to: &mapping)
        case .endpoint(let body): body.add(to: &mapping)
        case .repository(let body): body.add(to: &mapping)
        }
        if mapping.entries.isEmpty { mapping.isBlock = false }
        return SchemaEntry(name, .mapping(mapping), comments: comments)
    }
}
