import SchemaLanguage

/// The properties that queries can name, and the values that contain some.
struct QueryNames: Sendable {
    private let values: [String: CheckedStructure]
    private let scalars: [String: CheckedScalar]
    /// The values with properties that queries name, which have `Fields`.
    private var queried: Set<String> = []

    /// Finds the values that queries reach.
    init(_ schema: CheckedSchema) {
        values = Dictionary(schema.values.map { ($0.head.name, $0) }) { first, _ in first }
        scalars = Dictionary(schema.scalars.map { ($0.head.name, $0) }) { first, _ in first }
        var reached: Set<String> = []
        for entity in schema.entities {
            for property in entity.properties where property.queries != nil {
                reach(property.type, of: entity.head.module, &reached)
            }
        }
        // A value has none if queries can name nothing in it, or only such values.
        var open = reached.filter { values[$0]?.properties.contains { isPlain($0.type) } ?? false }
        while !open.isEmpty {
            queried.formUnion(open)
            open = reached.subtracting(queried).filter { name in
                values[name]?.properties.contains { value(of: $0.type) != nil } ?? false
            }
        }
    }

    private func reach(_ type: CheckedType, of module: String?, _ reached: inout Set<String>) {
        // Another output generates its own values.
        guard let name = type.queriedValue, let value = values[name], value.head.module == module,
            reached.insert(name).inserted
        else { return }
        for property in value.properties { reach(property.type, of: module, &reached) }
    }

    /// Whether queries name properties of a value.
    func areIn(value name: String) -> Bool { queried.contains(name) }

    /// The value of a type, or of the elements of an array, if queries name properties of it.
    func value(of type: CheckedType) -> String? {
        type.queriedValue.flatMap { queried.contains($0) ? $0 : nil }
    }

    /// Whether queries can name a property of a value.
    func isFieldOfValue(_ property: CheckedProperty) -> Bool {
        isPlain(property.type) || value(of: property.type) != nil
    }

    /// Whether queries can name a property of an entity.
    func isField(_ property: CheckedProperty) -> Bool {
        isField(property.type)
            || (property.isIndexed || property.inverse != nil) && isField(elementOf: property.type)
            || property.queries != nil && value(of: property.type) != nil
    }

    private func isPlain(_ type: CheckedType) -> Bool { isField(type) || isField(elementOf: type) }

    private func isField(elementOf type: CheckedType) -> Bool {
        if case .array(let element) = type { isField(element) } else { false }
    }

    private func isField(_ type: CheckedType) -> Bool {
        switch type {
        case .primitive(let primitive): return primitive != .json && primitive != .data
        case .scalar(let name):
            guard case .primitive(let primitive) = scalars[name]?.type else { return true }
            return isField(.primitive(primitive))
        case .enumeration, .identity: return true
        case .union, .value, .entity, .draft, .patch, .array, .dictionary, .nullable: return false
        }
    }
}
