import SchemaLanguage

/// The properties that the schema of an entity lists, by their paths: `name`, `address.city` for
/// one in a value, and `prices.*.currency` for one in the values of a dictionary.
struct ListedProperties {
    typealias Listed = (path: String, member: ValueParts.Member)

    /// The number of properties in the values of one property after which no more values follow.
    private static let limit = 100

    /// The properties of an entity.
    let properties: [Listed]
    /// The parts of values, entities and unions, by name.
    private let parts: [String: ValueParts]

    /// Lists the properties of an entity.
    ///
    /// - Parameters:
    ///   - properties: The properties of the entity.
    ///   - parts: The parts of values, entities and unions, by name.
    init(_ properties: [CheckedProperty], in parts: [String: ValueParts]) {
        self.properties = properties.map { (path: $0.key, member: ValueParts.Member($0)) }
        self.parts = parts
    }

    /// The same with the properties of the values in them.
    ///
    /// It lists all properties of a value or none, so that none seems to be new because another
    /// one was removed. In a project whose types are all connected, the lists would grow without a
    /// limit: they leave out entities in contained entities, repetitions of a type within a path,
    /// and what lies deeper than the first hundred properties.
    var withValues: [Listed] { properties + properties.flatMap(inValues) }

    private func inValues(of property: Listed) -> [Listed] {
        var found: [Listed] = []
        var seen: Set<String> = []
        var open = [(path: property.path, type: property.member.type, within: [CheckedType]())]
        var next = 0
        while next < open.count, found.count < Self.limit {
            let (place, type, outer) = open[next]
            next += 1
            let path = place + String(repeating: ".*", count: type.dictionaryDepth)
            guard let name = type.containedName, let parts = parts[name],
                !outer.contains(type.leaf),
                !type.isEntity || !outer.contains(where: \.isEntity)
            else { continue }
            let within = outer + [type.leaf]
            switch parts {
            case .members(let members):
                let inner = members.map { (path: "\(path).\($0.key)", member: $0) }
                // Cases of a union may have the same properties.
                found += inner.filter { seen.insert($0.path).inserted }
                open += inner.map { ($0.path, $0.member.type, within) }
            case .tagged, .kinds:
                open += parts.types.map { (path, $0, within) }
            }
        }
        return found
    }
}

extension CheckedType {
    /// Whether its single values are entities.
    fileprivate var isEntity: Bool { if case .entity = leaf { true } else { false } }

    /// The number of dictionaries around its single values.
    fileprivate var dictionaryDepth: Int {
        switch self {
        case .dictionary(let inner): 1 + inner.dictionaryDepth
        case .array(let inner), .nullable(let inner): inner.dictionaryDepth
        default: 0
        }
    }
}
