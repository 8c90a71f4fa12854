package import RepositoryValues

/// A property of a structure, or a parameter, a header field, a cookie, or a field or a part of a
/// request.
package struct ProposedProperty: Hashable, Sendable {
    /// The name, without a `?`.
    package var name: String
    /// Whether it is optional: `name?:`.
    package var isOptional: Bool
    /// The type; for ``ProposedType/inline``, `properties` describes the object.
    package var type: ProposedType
    /// The key, if the name does not determine it.
    package var key: String?
    /// The default.
    package var defaultValue: ProposedValue?
    /// Whether every request must contain the parameter, even if it has a default.
    package var isRequired = false
    /// The smallest value of a parameter, which is evidence of its meaning.
    package var minimum: String?
    /// The largest value of a parameter, which is evidence of its meaning.
    package var maximum: String?
    /// The JSON representation, for example `String` for a number.
    package var json: String?
    /// The date format, or the URL template of a reference.
    package var formats: [String]
    /// The constraints; those that the type does not support are not written.
    package var constraints: [Constraint]
    /// The array format of a parameter.
    package var arrays: String?
    /// The object format of a parameter.
    package var objects: String?
    /// Whether only the server sets it.
    package var isReadOnly: Bool
    /// Whether only the client sets it.
    package var isWriteOnly: Bool
    /// Whether it is set only on creation.
    package var isImmutable: Bool
    /// Whether it is optional only because of its direction: requests lack read-only properties,
    /// responses write-only ones.
    package var isMissingByDirection: Bool
    /// The replacement, if it is deprecated.
    package var deprecated: String?
    /// An example.
    package var example: SchemaNode?
    /// The documentation.
    package var doc: String?
    /// The properties of the inline object.
    package var properties: [ProposedProperty]?
    /// The evidence, as a comment after it.
    package var remark: String?

    /// Creates a property of a type.
    package init(_ name: String, isOptional: Bool = false, _ type: ProposedType) {
        self.name = name
        self.isOptional = isOptional
        self.type = type
        formats = []
        constraints = []
        isReadOnly = false
        isWriteOnly = false
        isImmutable = false
        isMissingByDirection = false
    }

    /// The pair of the property, in short form if possible.
    var entry: SchemaEntry {
        SchemaEntry(isOptional ? name + "?" : name, node, remark: remark)
    }

    private var node: SchemaNode {
        let short = isWriteOnly ? nil : defaultValue.map(\.shortText)
        var long = SchemaMapping()
        long.add("key", text: key)
        if let defaultValue, !isWriteOnly, short == .some(nil) {
            long.add("default", defaultValue.node)
        }
        long.add("json", text: json)
        if !formats.isEmpty { long.add("format", .oneOrMany(formats)) }
        long.add(constraints.filter(type.allows))
        long.add("arrays", text: arrays)
        long.add("objects", text: objects)
        long.add("readOnly", flag: isReadOnly)
        long.add("writeOnly", flag: isWriteOnly)
        long.add("immutable", flag: isImmutable)
        long.add("deprecated", text: deprecated)
        long.add("example", example)
        long.add("doc", text: doc)
        if var properties {
            // An inline object is a value, which is read and sent as a whole.
            for index in properties.indices { properties[index].isWriteOnly = false }
            long.add("properties", Self.mapping(properties))
        }
        let suffix = short.flatMap { $0 }.map { " = \($0)" } ?? ""
        let type = SchemaNode.text(type.text + suffix)
        if long.entries.isEmpty { return type }
        if self.type != .inline || !suffix.isEmpty {
            long.entries.insert(SchemaEntry("type", type), at: 0)
        }
        return .mapping(long)
    }

    /// The mapping of properties by name.
    static func mapping(_ properties: [ProposedProperty]) -> SchemaNode {
        .mapping(SchemaMapping(properties.map(\.entry)))
    }
}
