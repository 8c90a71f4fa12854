/// The objects that writes send, compared with the entity that they write.
struct WriteBodies {
    /// The values, by name.
    let structures: [String: ProposedStructure]
    /// The mixins, by name.
    let mixins: [String: ProposedStructure]
    /// The enums, by name.
    let enumerations: [String: ProposedEnumeration]
    /// The unions, by name.
    let unions: [String: ProposedUnion]
    /// The key of a property.
    let key: (ProposedProperty) -> String

    /// The properties of an entity; for a resource, they are in a nested object.
    func properties(of structure: ProposedStructure, _ family: ServiceFamily?) -> [ProposedProperty]
    {
        let included = structure.include.flatMap { mixins[$0]?.properties ?? [] }
        guard family?.isOfResources == true else { return structure.properties + included }
        let attributes = structure.properties.first { key($0) == "attributes" }
        return attributes?.properties
            ?? structures[attributes?.type.leafName ?? ""]?.properties ?? []
    }

    /// The properties that a body sends; nil if they are unknown, or those of the entity itself.
    ///
    /// - Parameters:
    ///   - body: The body of a request.
    ///   - entity: The name of the entity.
    ///   - isWrapped: Whether there is a key around the entity.
    ///   - family: The kind of service.
    /// - Returns: The properties.
    func properties(
        sentIn body: ProposedBody,
        of entity: String,
        isWrapped: Bool,
        _ family: ServiceFamily?
    ) -> [ProposedProperty]? {
        if case .fields(_, let properties, _) = body { return properties }
        guard case .name(let name)? = body.type, let structure = structures[name] else {
            return nil
        }
        guard isWrapped else {
            return name == entity ? nil : properties(of: structure, family)
        }
        let envelope = ItemEnvelope(structure, in: structures, keys: key, isExpected: { _ in true })
        guard let envelope, envelope.element != entity else { return nil }
        return properties(of: envelope.body, family)
    }

    /// Whether a body is the entity itself, possibly with a key around it.
    func isWhole(_ body: ProposedBody, of entity: String, isWrapped: Bool) -> Bool {
        guard case .name(let name)? = body.type else { return false }
        guard isWrapped else { return name == entity }
        let envelope = structures[name].flatMap {
            ItemEnvelope($0, in: structures, keys: key, isExpected: { _ in true })
        }
        return envelope?.element == entity
    }

    /// Whether a body, or the object under its only key, forbids keys without a property.
    func isClosed(_ body: ProposedBody, isWrapped: Bool, _ family: ServiceFamily?) -> Bool {
        guard family?.isOfResources != true, case .name(let name)? = body.type,
            let structure = structures[name]
        else { return false }
        guard isWrapped else { return structure.forbidsUnknownKeys }
        let envelope = ItemEnvelope(structure, in: structures, keys: key, isExpected: { _ in true })
        return envelope?.body.forbidsUnknownKeys == true
    }

    /// The reason why the entity cannot be sent instead of a JSON body of a type; nil if it can.
    func obstacle(
        to type: ProposedType,
        of entity: String,
        _ isWrapped: Bool,
        _ family: ServiceFamily?
    ) -> String? {
        guard type != .json,
            ![entity + ".Draft", entity + ".Patch"].contains(type.text)
        else { return nil }
        guard case .object = kind(of: type), case .name = type else {
            return "its body is not an object"
        }
        guard let structure = structures[entity],
            let sent = properties(
                sentIn: .json(type),
                of: entity,
                isWrapped: isWrapped,
                family
            )
        else { return nil }
        let own = Dictionary(
            properties(of: structure, family).map { (key($0), $0) },
            uniquingKeysWith: { one, _ in one }
        )
        let other = sent.first { property in
            own[key(property)].map { !accepts($0, property) } ?? false
        }
        return other.map { "its \(key($0).quoted) has another type" }
    }

    /// Whether a property of the entity can contain what that of a body requires.
    private func accepts(_ own: ProposedProperty, _ sent: ProposedProperty) -> Bool {
        // Most have the same type, which need not be described.
        let isSame = (own.type, own.json) == (sent.type, sent.json) && own.formats == sent.formats
        if isSame, own.properties == nil, sent.properties == nil { return true }
        return kind(of: own).accepts(kind(of: sent))
    }

    // MARK: - Kinds of JSON values

    /// The kind of a JSON value.
    private indirect enum Kind: Hashable {
        case any, number, flag
        /// An object, with its members by key; nil if they are unknown.
        case object([String: Member]?)
        case dictionary(Kind)
        case array(Kind)
        /// A string, of a built-in type if it has one with a format of its own.
        case text(format: String?)
        /// Some strings or numbers.
        case choice(Set<ProposedValue>, among: Kind)
        case oneOf([Kind])

        /// Whether a property of this kind can contain what a body of another kind requires.
        func accepts(_ sent: Kind) -> Bool {
            switch (self, sent) {
            case (.any, _), (_, .any), (.object(nil), .object), (.object, .object(nil)): true
            case (.oneOf(let kinds), _): kinds.contains { $0.accepts(sent) }
            case (_, .oneOf(let kinds)): kinds.contains { accepts($0) }
            case (.array(let element), .array(let sentElement)): element.accepts(sentElement)
            case (.dictionary(let value), .dictionary(let sentValue)): value.accepts(sentValue)
            case (.dictionary(let value), .object(let members)):
                (members ?? [:]).values.allSatisfy { value.accepts($0.kind) }
            case (.object(let members), .dictionary(let value)):
                (members ?? [:]).values.allSatisfy { $0.kind.accepts(value) }
            case (.object(let members?), .object(let sentMembers?)):
                sentMembers.allSatisfy { key, sent in
                    members[key].map { $0.kind.accepts(sent.kind) } ?? !sent.isRequired
                }
            case (.choice(let values, _), .choice(let sentValues, _)):
                values.isSuperset(of: sentValues)
            case (.choice(_, let kind), _): kind.accepts(sent)
            case (_, .choice(_, let kind)): accepts(kind)
            case (.text(let format), .text(let sentFormat)):
                format == nil || sentFormat == nil || format == sentFormat
            default: self == sent
            }
        }
    }

    /// A property of an object.
    private struct Member: Hashable {
        let kind: Kind
        /// Whether a body must have it.
        let isRequired: Bool
    }

    /// Deeper types are not compared; a union may contain itself.
    private static let maximumDepth = 4

    private func kind(of property: ProposedProperty, depth: Int = 0) -> Kind {
        kind(
            of: property.type,
            inline: property.properties,
            json: property.json,
            formats: property.formats,
            depth: depth
        )
    }

    /// An object with some properties; those of objects in it are not compared, because the time
    /// would grow with the product of their numbers.
    private func object(_ properties: [ProposedProperty], depth: Int) -> Kind {
        guard depth < 2 else { return .object(nil) }
        let members = properties.map { property in
            let kind = kind(of: property, depth: depth + 2)
            return (key(property), Member(kind: kind, isRequired: property.isRequiredInBodies))
        }
        return .object(Dictionary(members, uniquingKeysWith: { one, _ in one }))
    }

    private func kind(
        of type: ProposedType,
        inline: [ProposedProperty]? = nil,
        json: String? = nil,
        formats: [String] = [],
        depth: Int = 0
    ) -> Kind {
        guard depth < Self.maximumDepth else { return .any }
        func part(_ type: ProposedType) -> Kind {
            kind(of: type, inline: inline, json: json, formats: formats, depth: depth + 1)
        }
        switch type {
        case .optional(let inner): return part(inner)
        case .array(let element): return .array(part(element))
        case .dictionary(let value): return .dictionary(part(value))
        case .inline: return inline.map { object($0, depth: depth) } ?? .object(nil)
        case .name("String"): return .text(format: nil)
        case .name("Bool"): return json == nil ? .flag : .number
        case .name("Date") where formats.first?.hasPrefix("unix") == true: return .number
        case .name(let name) where ["Date", "Day", "UUID", "URL", "Data"].contains(name):
            return .text(format: name)
        case .name(let name)
        where name.isIntegerType || ["Double", "Float", "Decimal"].contains(name):
            return json == nil ? .number : .text(format: nil)
        case .name(let name):
            if let structure = structures[name] {
                return object(properties(of: structure, nil), depth: depth)
            }
            if let enumeration = enumerations[name] {
                let kind = enumeration.type == nil ? Kind.text(format: nil) : .number
                return .choice(Set(enumeration.cases.map(\.value)), among: kind)
            }
            return unions[name].map { .oneOf($0.cases.map { part($0.type) }) } ?? .any
        }
    }
}
