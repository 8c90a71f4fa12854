/// A declaration of a proposed schema.
package struct ProposedDeclaration: Hashable, Sendable {
    /// The sections of a schema, in their order.
    package enum Section: String, CaseIterable, Hashable, Sendable {
        /// Closed lists.
        case enums
        /// Domain types.
        case scalars
        /// Values of one of several types.
        case unions
        /// Groups of properties.
        case mixins
        /// Structures without identity.
        case values
        /// Structures with identity.
        case entities
        /// Requests.
        case endpoints
        /// What an app sees.
        case repositories
    }

    /// What a declaration says.
    package enum Body: Hashable, Sendable {
        /// An enum.
        case enumeration(ProposedEnumeration)
        /// A scalar.
        case scalar(ProposedScalar)
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
    /// The evidence, in lines above it.
    package var comments: [String]
    /// What it says.
    package var body: Body

    /// Makes a declaration.
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
        case .scalar: .scalars
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
        case .scalar(let body): body.add(to: &mapping)
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
