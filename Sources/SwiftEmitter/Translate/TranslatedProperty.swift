import SchemaLanguage

/// A property with all that Swift needs to say of it.
struct TranslatedProperty: Sendable {
    let name: SwiftIdentifier
    /// The key on the wire, as a literal.
    let key: String
    /// The key on the wire, as code in a sentence.
    let keyInProse: String
    /// The type of a value that is there: `String`.
    let base: String
    private(set) var presence: Presence
    /// The default, as an expression.
    let defaultValue: String?
    var doc: String?
    /// An example of a value, as JSON text.
    let example: String?
    /// The codec that reads it.
    let readingCodec: String?
    /// Whether a bad value counts as absent, or as the default.
    let survivesBadValue: Bool
    /// The stored property behind it, where its structure contains itself through it, or where it
    /// is deprecated and generated code would be warned of using it.
    var storage: SwiftIdentifier?
    /// Whether it is stored indirectly.
    var isIndirect: Bool
    /// Why not to use it, as a literal.
    let deprecation: String?
    let isRedacted: Bool
    let direction: PropertyDirection
    /// Whether an initialiser takes it without a default although it may be absent.
    var mustBeGiven = false
    /// Its value in the entity, where it is one of what is sent.
    private(set) var valueInEntity: String?
    /// Whether queries can name it: single values whose order or equality a server can know.
    let isField: Bool
    /// What names it in queries, where that is more than a field: a reference with an inverse, or a value in which
    /// queries look.
    let fieldName: FieldName?

    /// The constraints that its value is checked against, as expressions; nil where nothing in it is checked.
    let checks: [String]?

    /// The type that names a property in queries, such as `ReferenceField`, and its last parameter: the entity that
    /// is referred to, or the names in a value.
    struct FieldName: Sendable {
        let type: String
        let target: String
    }

    /// The type with its presence: `String?`, `Presence<String>`.
    let type: String
    /// The argument that names the codec that writes: `, using: Conversations.dates`.
    let using: String

    /// Its value, as an expression in its structure that the compiler does not warn of.
    var value: String {
        guard deprecation != nil, let storage else { return name.name }
        return isIndirect ? storage.name + ".wrappedValue" : storage.name
    }

    /// The property in what is sent: an entity may contain itself, and what is sent to make it
    /// contains the entity, and no more.
    var sent: TranslatedProperty {
        var property = self
        property.valueInEntity = value
        property.isIndirect = false
        if deprecation == nil { property.storage = nil }
        return property
    }

    /// The property in a patch that null can remove it with.
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

    /// The properties of a structure under their Swift names, which the scope takes.
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

    /// The property under its Swift name, perhaps with another presence than its own, or a type for which the
    /// entity has a name.
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
    /// What names a property in queries, where that is more than a field.
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
    /// Whether a bad value of the property itself is no error: the elements of one that must be
    /// there are all that can be left out.
    fileprivate var survivesBadValue: Bool {
        switch onInvalid {
        case .fail: false
        case .skip: presence != .required || defaultValue != nil
        case .default: true
        }
    }
}

extension Presence {
    /// The type of a value that may be there: `String?`, `Presence<String>`.
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
