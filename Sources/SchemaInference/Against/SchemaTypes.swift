import SchemaLanguage

/// The types of a schema, by name.
struct SchemaTypes: Sendable {
    /// A structure, with its properties by key.
    struct Structure: Sendable {
        let name: String
        let properties: [String: CheckedProperty]
        /// The required properties, including nullable ones.
        let required: [CheckedProperty]
        let keepsUnknownKeys: Bool
        /// The identity of an entity; nil for a value.
        let identity: CheckedProperty?
        /// The properties of an inline structure, in schema order.
        let inlineProperties: [CheckedProperty]?
    }

    let schema: CheckedSchema
    private var structures: [String: Structure] = [:]
    private var enumerations: [String: CheckedEnumeration] = [:]
    private var unions: [String: CheckedUnion] = [:]
    private var scalars: [String: CheckedScalar] = [:]

    init(_ schema: CheckedSchema) {
        self.schema = schema
        for value in schema.values {
            add(value.head, value.properties, value.traits, isInline: value.isInline)
        }
        for entity in schema.entities {
            let properties = [entity.identity] + entity.properties
            add(entity.head, properties, entity.traits, identity: entity.identity)
        }
        for enumeration in schema.enumerations { enumerations[enumeration.head.name] = enumeration }
        for union in schema.unions { unions[union.head.name] = union }
        for scalar in schema.scalars { scalars[scalar.head.name] = scalar }
    }

    private mutating func add(
        _ head: DeclarationHead,
        _ properties: [CheckedProperty],
        _ traits: DeclarationTraits,
        identity: CheckedProperty? = nil,
        isInline: Bool = false
    ) {
        let read = properties.filter { $0.direction != .writeOnly }
        structures[head.name] = Structure(
            name: head.name,
            properties: Dictionary(read.map { ($0.key, $0) }, uniquingKeysWith: { one, _ in one }),
            required: read.filter {
                [.required, .nullable].contains($0.presence) && $0.defaultValue == nil
                    && $0.onInvalid != .skip
            },
            keepsUnknownKeys: traits.keepsUnknownKeys,
            identity: identity,
            inlineProperties: isInline ? properties : nil
        )
    }

    func structure(_ name: String) -> Structure? { structures[name] }
    func enumeration(_ name: String) -> CheckedEnumeration? { enumerations[name] }
    func union(_ name: String) -> CheckedUnion? { unions[name] }
    func scalar(_ name: String) -> CheckedScalar? { scalars[name] }

    /// The structure and the property that declare an inline object; nil for a named one.
    func place(ofInline name: String) -> (structure: String, property: CheckedProperty)? {
        guard structures[name]?.inlineProperties != nil else { return nil }
        for owner in structures.keys.sorted() {
            let property = structures[owner]?.properties.values.first {
                $0.type.leaf.structureNameInSchema == name
            }
            if let property { return (owner, property) }
        }
        return nil
    }

    /// The names of all types.
    var names: [String] {
        (Array(structures.keys) + enumerations.keys + unions.keys + scalars.keys).sorted()
    }

    /// The type with a name; nil if there is none.
    func type(named name: String) -> CheckedType? {
        if let structure = structures[name] {
            return structure.identity != nil ? .entity(name) : .value(name)
        }
        if enumerations[name] != nil { return .enumeration(name) }
        if unions[name] != nil { return .union(name) }
        return scalars[name] != nil ? .scalar(name) : nil
    }

    /// Whether a type has single values; nil if its values have parts.
    func wireValue(_ type: CheckedType, _ wire: WireForm) -> WireValue? {
        switch type {
        case .primitive(let primitive), .identity(_, let primitive):
            return WireValue(primitive, wire, in: schema)
        case .scalar(let name):
            guard let scalar = scalars[name] else { return nil }
            switch scalar.type {
            case .primitive(let primitive):
                return WireValue(primitive, scalar.wire, in: schema)
            case .custom(_, _, let representation):
                return WireValue(representation, .own, in: schema)
            }
        default: return nil
        }
    }
}

extension CheckedType {
    /// The type, as a schema writes it.
    var schemaText: String {
        switch self {
        case .primitive(let primitive): primitive.rawValue
        case .enumeration(let name), .scalar(let name), .union(let name), .value(let name),
            .entity(let name):
            name
        case .identity(let name, _): name + ".ID"
        case .draft(let name): name + ".Draft"
        case .patch(let name): name + ".Patch"
        case .array(let element): "[\(element.schemaText)]"
        case .dictionary(let value): "{ String: \(value.schemaText) }"
        case .nullable(let inner): inner.schemaText + "?"
        }
    }
}

extension WireForm {
    /// The format of a value, after the name of its type; empty for the default format.
    var words: String {
        switch self {
        case .text: " as text"
        case .numericBool: " as 0 or 1"
        case .date(.own(let formats)): " as " + formats.map(\.rawValue).joined(separator: " or ")
        case .url: " as a URL"
        case .own, .date(.api): ""
        }
    }
}

extension CheckedType {
    /// The innermost type of arrays and dictionaries.
    var leaf: CheckedType {
        switch self {
        case .array(let inner), .dictionary(let inner), .nullable(let inner): inner.leaf
        default: self
        }
    }

    /// Whether it is nullable.
    var isNullable: Bool {
        if case .nullable = self { true } else { false }
    }

    /// The name of the value or the entity.
    var structureNameInSchema: String? {
        switch self {
        case .value(let name), .entity(let name): name
        default: nil
        }
    }
}

extension CheckedEnumeration {
    /// Whether a value is one of the cases, or is preserved as an unknown one.
    func reads(_ token: JSONToken) -> Bool {
        switch token {
        case .text(let text) where rawType == .string:
            keepsUnknown || cases.contains { $0.raw == .string(text) }
        case .number(let text, let isInteger) where rawType != .string && isInteger:
            keepsUnknown || cases.contains { $0.raw == .integer(text) }
        default: false
        }
    }
}
