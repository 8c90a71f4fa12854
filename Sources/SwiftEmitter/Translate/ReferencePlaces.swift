import SchemaLanguage

/// Where in the values that entities contain the identities of other entities stand.
struct ReferencePlaces: Sendable {
    /// The parts of a value, by what tells them apart in JSON.
    private enum Parts {
        case members([Member])
        case tagged(by: String, [(key: String, type: CheckedType)])
        case kinds([(key: WireKind, type: CheckedType)])

        var types: [CheckedType] {
            switch self {
            case .members(let members): members.map(\.type)
            case .tagged(_, let cases): cases.map(\.type)
            case .kinds(let cases): cases.map(\.type)
            }
        }
    }

    /// A member of an object.
    private struct Member {
        let key: String
        let type: CheckedType
        var wire = WireForm.own
    }

    private let names: DeclarationNames
    private let parts: [String: Parts]
    private let contained: ContainedValues

    init(_ schema: CheckedSchema, names: DeclarationNames) {
        var parts: [String: Parts] = [:]
        for value in schema.values {
            parts[value.head.name] = .members(Self.stored(value.properties))
        }
        for entity in schema.entities {
            // One that is contained may have been created here, too.
            let identity = CheckedType.identity(of: entity.head.name, .string)
            parts[entity.head.name] = .members(
                [Member(key: entity.identity.key, type: identity)]
                    + Self.stored(entity.properties)
            )
        }
        for union in schema.unions {
            parts[union.head.name] = Self.parts(of: union)
        }
        self.names = names
        self.parts = parts
        contained = ContainedValues(
            of: schema.entities.map(\.head.name),
            in: parts.mapValues(\.types)
        )
    }

    private static func stored(_ properties: [CheckedProperty]) -> [Member] {
        properties.filter { $0.direction != .writeOnly }.map {
            Member(key: $0.key, type: $0.type, wire: $0.wire)
        }
    }

    private static func parts(of union: CheckedUnion) -> Parts {
        var tagged: [(String, CheckedType)] = []
        var kinds: [(WireKind, CheckedType)] = []
        for declared in union.cases {
            switch declared.mark {
            case .tag(let tag): tagged.append((tag, declared.type))
            case .kind(let kind): kinds.append((kind, declared.type))
            }
        }
        guard let discriminator = union.discriminator else { return .kinds(kinds) }
        return .tagged(by: discriminator, tagged)
    }

    // MARK: - In Swift

    /// The place of the references in a type and its form in JSON: `.array(of: .value("Line"))`; nil where
    /// it has none.
    func place(of type: CheckedType, _ wire: WireForm = .own) -> String? {
        switch type {
        case .value(let name), .entity(let name), .union(let name):
            return contained.refers(name) ? ".value(\"\(names[name])\")" : nil
        case .identity(let entity, _):
            guard case .url(let template) = wire else {
                return ".identity(of: \"\(names[entity])\")"
            }
            return ".url(of: \"\(names[entity])\", template: \(StringLiteral.literal(template)))"
        case .nullable(let inner):
            return place(of: inner, wire)
        case .array(let inner), .dictionary(let inner):
            // An identity may be in arrays and dictionaries as it is.
            if case .identity = type.leaf, wire == .own || wire == .text {
                return place(of: type.leaf)
            }
            let isArray = if case .array = type { true } else { false }
            return place(of: inner, wire).map { ".\(isArray ? "array" : "dictionary")(of: \($0))" }
        case .primitive, .enumeration, .scalar, .draft, .patch:
            return nil
        }
    }

    /// What the values refer to that an entity contains, and those in them: a dictionary such as
    /// `["Line": .members(["product": .identity(of: "Product")])]`, or that of another entity,
    /// `Order.schema.containedValues`; nil where there are none.
    func values(in entity: String) -> String? {
        switch contained.list(of: entity) {
        case .own(let listed):
            guard !listed.isEmpty else { return nil }
            let members = listed.compactMap { name in
                parts[name].map { "\"\(names[name])\": \(references(in: $0))" }
            }
            return "[\(members.joined(separator: ", "))]"
        case .shared(with: let holder):
            return "\(names[holder]).schema.containedValues"
        }
    }

    private func references(in parts: Parts) -> String {
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

extension WireKind {
    /// The kind in the runtime.
    fileprivate var jsonKind: String {
        switch self {
        case .string: ".string"
        case .number: ".number"
        case .bool: ".boolean"
        case .array: ".array"
        case .object: ".object"
        }
    }
}
