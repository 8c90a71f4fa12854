import RepositoryValues
import SchemaLanguage

/// The minimum depth of the values of declarations: a structure is deeper than its required
/// properties, and a union than its shallowest case.
struct SampleDepths: Sendable {
    /// More than the depth of any finite value.
    private static let endless = 1_000

    private var depths: [String: Int] = [:]

    init(_ schema: CheckedSchema) {
        let structures =
            schema.values.map { ($0.head.name, $0.properties) }
            + schema.entities.map { ($0.head.name, $0.properties) }
        let names = structures.map(\.0) + schema.unions.map(\.head.name)
        for name in names { depths[name] = Self.endless }
        // Each round finds at least one more, until nothing changes.
        var isChanged = true
        while isChanged {
            isChanged = false
            for (name, properties) in structures {
                let required = properties.filter { $0.presence == .required }
                let depth = 1 + (required.map { self.depth(of: $0) }.max() ?? 0)
                if depth < depths[name] ?? 0 { (depths[name], isChanged) = (depth, true) }
            }
            for union in schema.unions {
                let depth = 1 + (union.cases.map { self.depth(of: $0.type) }.min() ?? 0)
                if depth < depths[union.head.name] ?? 0 {
                    (depths[union.head.name], isChanged) = (depth, true)
                }
            }
        }
    }

    /// The minimum depth of a value of a type; 0 for single values, and for those that may be
    /// empty.
    func depth(of type: CheckedType) -> Int {
        switch type {
        case .value(let name), .entity(let name), .draft(let name), .patch(let name),
            .union(let name):
            depths[name] ?? 0
        case .array, .dictionary, .nullable, .primitive, .enumeration, .scalar, .identity: 0
        }
    }

    /// Whether every value of a type contains another one of the same type, and so never ends.
    func isEndless(_ type: CheckedType) -> Bool { depth(of: type) >= Self.endless }

    private func depth(of property: CheckedProperty) -> Int {
        var isNeverEmpty = false
        for case .minItems(let count) in property.constraints.all where count > 0 {
            isNeverEmpty = true
        }
        return isNeverEmpty ? 1 + depth(of: property.type.element) : depth(of: property.type)
    }
}

extension CheckedType {
    /// Whether its values have properties.
    var hasParts: Bool {
        switch self {
        case .value, .entity, .draft, .patch, .union: true
        default: false
        }
    }
}
