import SchemaLanguage

/// The declarations with constraints on their properties, or on those of contained values.
struct ConstrainedTypes: Sendable {
    private var names: Set<String> = []

    /// Finds them.
    init(_ schema: CheckedSchema) {
        let structures =
            schema.values.map { ($0.head.name, $0.properties) }
            // Write-only properties are in no value.
            + schema.entities.map { entity in
                (entity.head.name, entity.properties.filter { $0.direction != .writeOnly })
            }
        var containers: [String: [String]] = [:]
        var open: [String] = []
        for (name, properties) in structures {
            if properties.contains(where: { !$0.constraints.isEmpty }) { open.append(name) }
            for content in properties.compactMap(\.type.containedName) {
                containers[content, default: []].append(name)
            }
        }
        guard !open.isEmpty else { return }
        for union in schema.unions {
            for content in union.cases.compactMap(\.type.containedName) {
                containers[content, default: []].append(union.head.name)
            }
        }
        while let name = open.popLast() {
            guard names.insert(name).inserted else { continue }
            open += containers[name] ?? []
        }
    }

    /// Whether the values of a type, or values in them, report problems themselves.
    func isConstrained(_ type: CheckedType) -> Bool {
        type.containedName.map(names.contains) ?? false
    }

    /// Whether the values of a property are checked.
    func isChecked(_ property: CheckedProperty) -> Bool {
        !property.constraints.isEmpty || isConstrained(property.type)
    }
}
