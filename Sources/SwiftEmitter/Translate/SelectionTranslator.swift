import SchemaLanguage

/// Translates the selection of entities that a local store keeps.
struct SelectionTranslator: Sendable {
    private let entities: [String: CheckedEntity]
    private let structures: StructureTranslator

    init(entities: [CheckedEntity], structures: StructureTranslator) {
        self.entities = Dictionary(entities.map { ($0.head.name, $0) }) { first, _ in first }
        self.structures = structures
    }

    /// The selection as an expression of the runtime.
    ///
    /// ```swift
    /// ReplicaSelection(Message.self, newest: 1000, by: \.sentAt, where: { $0.isRead == false })
    /// ```
    func expression(_ keep: CheckedKeep, of name: String) -> String {
        guard let entity = entities[name] else { return "nil" }
        let fields = Dictionary(
            zip(entity.properties.map(\.name), structures.properties(of: entity))
        ) { first, _ in first }
        let types = Dictionary(entity.properties.map { ($0.name, $0.type) }) { first, _ in first }
        var arguments = ["\(structures.types.names[name]).self"]
        // In seconds, independent of the unit in the schema.
        if let age = keep.age { arguments.append("within: .seconds(\(age))") }
        if let newest = keep.newest { arguments.append("newest: \(newest)") }
        if let bytes = keep.bytes { arguments.append("bytes: \(bytes)") }
        if let property = keep.property, let field = fields[property] {
            let isDeprecated = field.deprecation != nil
            arguments.append(
                "by: " + (isDeprecated ? "{ _ in \(field.queried) }" : "\\.\(field.name.text)")
            )
        }
        let conditions = keep.conditions.compactMap { condition -> String? in
            guard let field = fields[condition.property], let type = types[condition.property]
            else { return nil }
            return self.condition(condition.values, field.queried, type)
        }
        if !conditions.isEmpty {
            let condition = joined(conditions, by: "all")
            // Fields that are named by their keys do not use the argument.
            let used = keep.conditions.compactMap { fields[$0.property] }
            let isUsed = used.contains { $0.deprecation == nil }
            let argument = isUsed ? "" : "_ in "
            arguments.append("where: { \(argument)\(condition) }")
        }
        let type = structures.types.names.foreign("ReplicaSelection")
        return "\(type)(\(arguments.joined(separator: ", ")))"
    }

    /// The imports for the values of the conditions.
    func imports(_ keep: CheckedKeep, of name: String) -> Imports {
        let properties = (entities[name]?.properties ?? []).filter { property in
            keep.conditions.contains { $0.property == property.name }
                || property.deprecation != nil && property.name == keep.property
        }
        let imports = structures.types.imports(of: properties.map(\.type))
        // The types themselves are not named, but their initializers and cases are.
        let isOfFoundation = imports.foundation != nil || imports.showsAliasOfFoundation
        return Imports(
            foundation: isOfFoundation ? .inBodies : nil,
            modulesInBodies: imports.shownModules
        )
    }

    private func condition(
        _ values: [CheckedLiteral],
        _ field: String,
        _ type: CheckedType
    ) -> String {
        let present = values.filter { $0 != .null }.map {
            structures.types.literal($0, as: type)
        }
        var parts: [String] = []
        if present.count == 1 { parts.append("\(field) == \(present[0])") }
        if present.count > 1 { parts.append("\(field).isOneOf([\(list(present))])") }
        if values.contains(.null) { parts.append("\(field).isNil") }
        return joined(parts, by: "any")
    }

    /// Several conditions as one: long lines can be broken inside a list.
    private func joined(_ conditions: [String], by word: String) -> String {
        conditions.count == 1 ? conditions[0] : ".\(word)([\(list(conditions))])"
    }

    private func list(_ elements: [String]) -> String { elements.joined(separator: ", ") }
}
