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
    let presence: Presence
    /// The default, as an expression.
    let defaultValue: String?
    var doc: String?
    /// The codec of the dates in it.
    let codec: String?
    /// The stored property behind it, where its structure contains itself through it.
    var storage: SwiftIdentifier?
    let isReadOnly: Bool
    /// Whether queries can name it: single values whose order or equality a server can know.
    let isField: Bool

    /// The type with its presence: `String?`, `Presence<String>`.
    let type: String
    /// The argument that names the codec: `, using: Conversations.dates`.
    let using: String
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
        for (index, property) in properties.enumerated() where property.isIndirect {
            let name = translated[index].name.text + "Storage"
            translated[index].storage = scope.identifier(for: name)
        }
        return translated
    }

    /// The property under its Swift name, perhaps with another presence than its own.
    func translate(
        _ property: CheckedProperty,
        as name: SwiftIdentifier,
        presence: Presence? = nil
    ) -> TranslatedProperty {
        let base = types.type(property.type)
        let presence = presence ?? property.presence
        let codec = types.codec(property.wire, for: property.type)
        return TranslatedProperty(
            name: name,
            key: StringLiteral.literal(property.key),
            keyInProse: Documentation.code(property.key),
            base: base,
            presence: presence,
            defaultValue: property.defaultValue.map { types.literal($0, as: property.type) },
            doc: property.doc,
            codec: codec,
            isReadOnly: property.direction == .readOnly,
            isField: property.type.isField,
            type: presence.type(of: base),
            using: codec.map { ", using: \($0)" } ?? ""
        )
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

extension CheckedType {
    fileprivate var isField: Bool {
        switch self {
        case .primitive(let primitive): primitive != .json && primitive != .data
        case .enumeration, .scalar, .identity: true
        case .union, .value, .entity, .draft, .patch, .array, .dictionary, .nullable: false
        }
    }
}
