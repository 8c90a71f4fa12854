import SchemaLanguage

/// A property with all the information for Swift.
struct TranslatedProperty: Sendable {
    let name: SwiftIdentifier
    /// The key in JSON, as a literal.
    let key: String
    /// The key in JSON, as code in a sentence.
    let keyInProse: String
    /// The type of an existing value: `String`.
    let base: String
    private(set) var presence: Presence
    /// The default, as an expression.
    let defaultValue: String?
    var doc: String?
    /// An example of a value, as JSON text.
    let example: String?
    /// The codec that decodes it.
    let readingCodec: String?
    /// Whether an invalid value counts as missing, or as the default.
    let survivesBadValue: Bool
    /// The stored property behind it, if its structure contains itself through it, or if it is
    /// deprecated and generated code would cause warnings by using it.
    var storage: SwiftIdentifier?
    /// Whether it is stored indirectly.
    var isIndirect: Bool
    /// The reason not to use it, as a literal.
    let deprecation: String?
    let isRedacted: Bool
    let direction: PropertyDirection
    /// Whether an initializer requires it although it is optional.
    var mustBeGiven = false
    /// Its value in the entity, if it belongs to a draft or a patch.
    private(set) var valueInEntity: String?
    /// Whether queries can name it: single values that a server can order or compare.
    let isField: Bool
    /// The type for queries, if it is more than a field: a reference with an inverse, or a value
    /// with properties for queries.
    let fieldName: FieldName?

    /// The constraints of its value, as expressions; nil if nothing in it is checked.
    let checks: [String]?

    /// The type of a property in queries, such as `ReferenceField`, and its last parameter: the
    /// entity that it refers to, or the names in a value.
    struct FieldName: Sendable {
        let type: String
        let target: String
    }

    /// The type with its presence: `String?`, `Presence<String>`.
    let type: String
    /// The argument for the codec that encodes it: `, using: Conversations.dates`.
    let using: String

    /// Its value, as an expression in its structure that causes no compiler warning.
    var value: String {
        guard deprecation != nil, let storage else { return name.name }
        return isIndirect ? storage.name + ".wrappedValue" : storage.name
    }

    /// The property in a draft or a patch: an entity may contain itself, but its draft contains the
    /// entity directly.
    var sent: TranslatedProperty {
        var property = self
        property.valueInEntity = value
        property.isIndirect = false
        if deprecation == nil { property.storage = nil }
        return property
    }

    /// The property in a patch, where null can remove it.
    var removable: TranslatedProperty {
        guard presence == .optional else { return self }
        var property = self
        property.presence = .optionalNullable
        return property
    }
}

/// Translates properties.
struct PropertyTranslator: Sendable {
    let types: TypeTranslator

    /// The properties of a structure with their Swift names, which are added to the scope.
    func translate(
        _ properties: [CheckedProperty],
        in scope: inout NameScope
    ) -> [TranslatedProperty] {
        var translated = zip(properties, scope.identifiers(for: properties.map(\.name)))
            .map { translate($0, as: $1) }
        for (index, property) in properties.enumerated()
        where property.isIndirect || property.deprecation != nil {
            let name = translated[index].name.text + "Storage"
            translated[index].storage = scope.identifier(for: name)
        }
        return translated
    }

    /// The property with its Swift name, optionally with another presence, or with a type that the
    /// entity has a name for.
    func translate(
        _ property: CheckedProperty,
        as name: SwiftIdentifier,
        presence: Presence? = nil,
        type: String? = nil
    ) -> TranslatedProperty {
        let base = type ?? types.type(property.type)
        let presence = presence ?? property.presence
        return TranslatedProperty(
            name: name,
            key: StringLiteral.literal(property.key),
            keyInProse: Documentation.code(property.key),
            base: base,
            presence: presence,
            defaultValue: property.defaultValue.map { types.literal($0, as: property.type) },
            doc: property.doc,
            example: property.example,
            readingCodec: types.readingCodec(of: property),
            survivesBadValue: property.survivesBadValue,
            isIndirect: property.isIndirect,
            deprecation: property.deprecation.map { StringLiteral.escaped($0.onOneLine) },
            isRedacted: property.isRedacted,
            direction: property.direction,
            isField: types.queries.isField(property),
            fieldName: fieldName(of: property),
            checks: types.constrained.isChecked(property)
                ? property.constraints.all.map(ConstraintLiteral.literal) : nil,
            type: presence.type(of: base),
            using: types.codec(property.wire, for: property.type).map { ", using: \($0)" } ?? ""
        )
    }
}

extension PropertyTranslator {
    /// The type of a property in queries, if it is more than a field.
    private func fieldName(of property: CheckedProperty) -> TranslatedProperty.FieldName? {
        if let inverse = property.inverse {
            return TranslatedProperty.FieldName(
                type: types.names.foreign("ReferenceField"),
                target: types.names[inverse.target]
            )
        }
        guard let value = types.queries.value(of: property.type) else { return nil }
        let isList = if case .array = property.type { true } else { false }
        return TranslatedProperty.FieldName(
            type: types.names.foreign(isList ? "ValueListField" : "ValueField"),
            target: types.names[value] + ".Fields"
        )
    }
}

extension CheckedProperty {
    /// Whether an invalid value of the property itself is no error: of a required property, only
    /// elements can be left out.
    fileprivate var survivesBadValue: Bool {
        switch onInvalid {
        case .fail: false
        case .skip: presence != .required || defaultValue != nil
        case .default: true
        }
    }
}

extension Presence {
    /// The type of an optional value: `String?`, `Presence<String>`.
    fileprivate func type(of base: String) -> String {
        switch self {
        case .required: base
        case .nullable, .optional: base + "?"
        case .optionalNullable: "Presence<\(base)>"
        }
    }
}

extension String {
    /// The text without line breaks.
    var onOneLine: String {
        split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
