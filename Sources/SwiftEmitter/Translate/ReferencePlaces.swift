import SchemaLanguage

/// The places of identities of other entities in the values that entities contain.
struct ReferencePlaces: Sendable {
    private let names: DeclarationNames
    /// The stored parts of values, entities and unions, by name.
    let parts: [String: ValueParts]
    private let contained: ContainedValues

    /// Finds the places.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - stored: The entities that list them.
    ///   - names: The names of the declarations.
    init(_ schema: CheckedSchema, of stored: [String], names: DeclarationNames) {
        var parts: [String: ValueParts] = [:]
        for value in schema.values {
            parts[value.head.name] = .members(Self.stored(value.properties))
        }
        for entity in schema.entities {
            // A contained entity may have been created locally, too.
            let identity = CheckedType.identity(of: entity.head.name, .string)
            parts[entity.head.name] = .members(
                [ValueParts.Member(key: entity.identity.key, type: identity)]
                    + Self.stored(entity.properties)
            )
        }
        for union in schema.unions {
            parts[union.head.name] = ValueParts(union)
        }
        self.names = names
        self.parts = parts
        contained = ContainedValues(
            of: stored,
            in: parts.mapValues { $0.types.compactMap(\.containedName) },
            known: Set(
                parts.filter { $0.value.types.contains(where: \.isIdentity) }.keys
            )
        )
    }

    private static func stored(_ properties: [CheckedProperty]) -> [ValueParts.Member] {
        properties.filter { $0.direction != .writeOnly }.map { ValueParts.Member($0) }
    }

    // MARK: - In Swift

    /// The place of the references in a type and its form in JSON: `.array(of: .value("Line"))`;
    /// nil if it has none.
    func place(of type: CheckedType, _ wire: WireForm = .own) -> String? {
        switch type {
        case .value(let name), .entity(let name), .union(let name):
            return contained.holds(name) ? ".value(\"\(names.plain(name))\")" : nil
        case .identity(let entity, _):
            guard case .url(let template) = wire else {
                return ".identity(of: \"\(names.plain(entity))\")"
            }
            let literal = StringLiteral.literal(template)
            return ".url(of: \"\(names.plain(entity))\", template: \(literal))"
        case .nullable(let inner):
            return place(of: inner, wire)
        case .array(let inner), .dictionary(let inner):
            // Arrays and dictionaries can contain an identity directly.
            if case .identity = type.leaf, wire == .own || wire == .text {
                return place(of: type.leaf)
            }
            let isArray = if case .array = type { true } else { false }
            return place(of: inner, wire).map { ".\(isArray ? "array" : "dictionary")(of: \($0))" }
        case .primitive, .enumeration, .scalar, .draft, .patch:
            return nil
        }
    }

    /// The references of the values in an entity, and of nested values: a dictionary such as
    /// `["Line": .members(["product": .identity(of: "Product")])]`, or that of another entity,
    /// `Order.schema.containedValues`; nil if there are none.
    func values(in entity: String) -> String? {
        switch contained.list(of: entity) {
        case .own(let listed):
            guard !listed.isEmpty else { return nil }
            let members = listed.compactMap { name in
                parts[name].map { "\"\(names.plain(name))\": \(references(in: $0))" }
            }
            return "[\(members.joined(separator: ", "))]"
        case .shared(with: let holder):
            return "\(names[holder]).schema.containedValues"
        }
    }

    private func references(in parts: ValueParts) -> String {
        switch parts {
        case .members(let members):
            let places = members.compactMap { member in
                place(of: member.type, member.wire).map {
                    "\(StringLiteral.literal(member.key)): \($0)"
                }
            }
            return ".members([\(places.joined(separator: ", "))])"
        case .tagged(let key, let cases):
            let places = places(cases.map { (StringLiteral.literal($0.key), $0.type) })
            return ".tagged(by: \(StringLiteral.literal(key)), [\(places)])"
        case .kinds(let cases):
            return ".kinds([\(places(cases.map { ($0.key.jsonKind, $0.type) }))])"
        }
    }

    private func places(_ parts: [(key: String, type: CheckedType)]) -> String {
        parts.compactMap { part in place(of: part.type).map { "\(part.key): \($0)" } }
            .joined(separator: ", ")
    }
}

extension CheckedType {
    /// Whether its single values are identities.
    fileprivate var isIdentity: Bool {
        if case .identity = leaf { true } else { false }
    }
}
