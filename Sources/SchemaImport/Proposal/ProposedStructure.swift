/// The body of a value, an entity or a mixin.
package struct ProposedStructure: Hashable, Sendable {
    /// The identity of an entity.
    package var identity: ProposedIdentity?
    /// The included mixins.
    package var include: [String]
    /// Whether it preserves unknown keys.
    package var keepsUnknownKeys: Bool
    /// Whether requests with it must not have other keys, which a schema cannot express.
    var forbidsUnknownKeys = false
    /// The properties, in order.
    package var properties: [ProposedProperty]

    /// Creates a structure.
    package init(
        identity: ProposedIdentity? = nil,
        include: [String] = [],
        keepsUnknownKeys: Bool = false,
        properties: [ProposedProperty] = []
    ) {
        self.identity = identity
        self.include = include
        self.keepsUnknownKeys = keepsUnknownKeys
        self.properties = properties
    }

    func add(to mapping: inout SchemaMapping) {
        if let identity { mapping.entries.append(identity.entry) }
        if !include.isEmpty { mapping.add("include", .oneOrMany(include)) }
        if keepsUnknownKeys { mapping.add("unknownKeys", text: "keep") }
        if !properties.isEmpty { mapping.add("properties", ProposedProperty.mapping(properties)) }
    }
}

/// The identity of a proposed entity.
package struct ProposedIdentity: Hashable, Sendable {
    /// `String`, `UUID` or an integer type.
    package var type: String
    /// The key, if it is not `id`.
    package var key: String?
    /// `server`, `client` or `either`; `server` by default.
    package var assignedBy: String?
    /// The documentation.
    package var doc: String?

    /// Creates an identity.
    package init(type: String, key: String? = nil, assignedBy: String? = nil, doc: String? = nil) {
        self.type = type
        self.key = key
        self.assignedBy = assignedBy
        self.doc = doc
    }

    var entry: SchemaEntry {
        var long = SchemaMapping()
        long.add("type", text: type)
        long.add("key", text: key)
        long.add("assignedBy", text: assignedBy)
        long.add("doc", text: doc)
        let node = long.entries.count == 1 ? SchemaNode.text(type) : .mapping(long)
        return SchemaEntry("id", node)
    }
}
