package import RepositoryValues

/// A property of a structure, or a parameter, a header field, a cookie, a field or a part of a request.
package struct ProposedProperty: Hashable, Sendable {
    /// The name, without a `?`.
    package var name: String
    /// Whether it may be missing: `name?:`.
    package var isOptional: Bool
    /// The type; where it contains ``ProposedType/inline``, `properties` describes that object.
    package var type: ProposedType
    /// The key on the wire, where the name does not give it.
    package var key: String?
    /// The default.
    package var defaultValue: ProposedValue?
    /// What it is in JSON, such as `String` of a number.
    package var json: String?
    /// How a date is written, or the URL of a reference.
    package var formats: [String]
    /// What restricts its values; those that the type does not allow are not written.
    package var constraints: [Constraint]
    /// `fail`, `skip` or `default`.
    package var onInvalid: String?
    /// How an array is written, of parameters.
    package var arrays: String?
    /// How an object is written, of parameters.
    package var objects: String?
    /// Whether only the server writes it.
    package var isReadOnly: Bool
    /// Whether only the client writes it.
    package var isWriteOnly: Bool
    /// Whether only a creation writes it.
    package var isImmutable: Bool
    /// Whether it may be missing for its direction alone: requests lack what is read-only, responses what is
    /// write-only.
    package var isMissingByDirection: Bool
    /// What to use instead of it.
    package var deprecated: String?
    /// An example.
    package var example: SchemaNode?
    /// The documentation.
    package var doc: String?
    /// The properties of the object in place.
    package var properties: [ProposedProperty]?
    /// The evidence, in lines above it.
    package var comments: [String]
    /// The evidence, behind it.
    package var remark: String?

    /// Makes a property of a type.
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
        comments = []
    }

    /// The pair of the property: in the short form where that says everything.
    var entry: SchemaEntry {
        SchemaEntry(
            isOptional ? name + "?" : name,
            node,
            comments: comments,
            remark: remark
        )
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
        long.add("onInvalid", text: onInvalid)
        long.add("readOnly", flag: isReadOnly)
        long.add("writeOnly", flag: isWriteOnly)
        long.add("immutable", flag: isImmutable)
        long.add("deprecated", text: deprecated)
        long.add("example", example)
        long.add("doc", text: doc)
        if var properties {
            // An object in place is a value, which is read and sent as a whole.
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

    /// The mapping of properties by their names.
    static func mapping(_ properties: [ProposedProperty]) -> SchemaNode {
        .mapping(SchemaMapping(properties.map(\.entry)))
    }
}
