import SchemaLanguage

/// A property with all that Swift needs to say of it.
///
/// Each of the dozens of places that mention a property copies it: so copies share what is the same
/// everywhere.
struct TranslatedProperty: Sendable {
    /// What is the same of a property in its structure, in drafts and in patches.
    struct Facts: Sendable {
        let name: SwiftIdentifier
        let key: String
        let keyInProse: String
        let base: String
        let defaultValue: String?
        let example: String?
        let readingCodec: String?
        let survivesBadValue: Bool
        let deprecation: String?
        let isRedacted: Bool
        let direction: PropertyDirection
        let isField: Bool
        let fieldName: FieldName?
        let checks: [String]?
        let type: String
        let using: String
    }

    /// The type that names a property in queries, such as `ReferenceField`, and its last parameter: the
    /// entity that is referred to, or the names in a value.
    struct FieldName: Sendable {
        let type: String
        let target: String
    }

    private final class Shared: Sendable {
        let facts: Facts

        init(_ facts: Facts) { self.facts = facts }
    }

    private let shared: Shared
    private(set) var presence: Presence
    var doc: String?
    /// The stored property behind it, where its structure contains itself through it, or where it
    /// is deprecated and generated code would be warned of using it.
    var storage: SwiftIdentifier?
    /// Whether it is stored indirectly.
    var isIndirect: Bool
    /// Whether an initialiser takes it without a default although it may be absent.
    var mustBeGiven = false
    /// Its value in the entity, where it is one of what is sent.
    private(set) var valueInEntity: String?

    init(_ facts: Facts, presence: Presence, doc: String?, isIndirect: Bool) {
        shared = Shared(facts)
        self.presence = presence
        self.doc = doc
        self.isIndirect = isIndirect
    }

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

extension TranslatedProperty {
    var name: SwiftIdentifier { shared.facts.name }
    /// The key on the wire, as a literal.
    var key: String { shared.facts.key }
    /// The key on the wire, as code in a sentence.
    var keyInProse: String { shared.facts.keyInProse }
    /// The type of a value that is there: `String`.
    var base: String { shared.facts.base }
    /// The default, as an expression.
    var defaultValue: String? { shared.facts.defaultValue }
    /// An example of a value, as JSON text.
    var example: String? { shared.facts.example }
    /// The codec that reads it.
    var readingCodec: String? { shared.facts.readingCodec }
    /// Whether a bad value counts as absent, or as the default.
    var survivesBadValue: Bool { shared.facts.survivesBadValue }
    /// Why not to use it, as a literal.
    var deprecation: String? { shared.facts.deprecation }
    var isRedacted: Bool { shared.facts.isRedacted }
    var direction: PropertyDirection { shared.facts.direction }
    /// Whether queries can name it: single values whose order or equality a server can know.
    var isField: Bool { shared.facts.isField }
    /// What names it in queries, where that is more than a field: a reference with an inverse, or a
    /// value in which queries look.
    var fieldName: FieldName? { shared.facts.fieldName }
    /// The constraints that its value is checked against, as expressions; nil where nothing in it is
    /// checked.
    var checks: [String]? { shared.facts.checks }
    /// The type with its presence: `String?`, `Presence<String>`.
    var type: String { shared.facts.type }
    /// The argument that names the codec that writes: `, using: Conversations.dates`.
    var using: String { shared.facts.using }
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
        let facts = TranslatedProperty.Facts(
            name: name,
            key: StringLiteral.literal(property.key),
            keyInProse: Documentation.code(property.key),
            base: base,
            defaultValue: property.defaultValue.map { types.literal($0, as: property.type) },
            example: property.example,
            readingCodec: types.readingCodec(of: property),
            survivesBadValue: property.survivesBadValue,
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
        return TranslatedProperty(
            facts,
            presence: presence,
            doc: property.doc,
            isIndirect: property.isIndirect
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
