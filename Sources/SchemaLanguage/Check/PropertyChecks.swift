import Diagnostics

/// The identity of an entity is text, a whole number or a UUID, and always there.
struct IdentityCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.documents.flatMap(\.entities).compactMap { entity in
            let type = entity.identity.type
            if let literal = entity.identity.defaultValue {
                return Diagnostic(
                    rule: SchemaRule.invalidIdentity,
                    "an id has no default",
                    at: literal.range
                )
            }
            guard let resolved = index.resolve(type) else { return nil }
            if case .primitive(let primitive) = resolved, primitive.canIdentify { return nil }
            return Diagnostic(
                rule: SchemaRule.invalidIdentity,
                "the id of \(entity.heading.name.value) is text, a whole number or a UUID",
                at: type.range,
                hint: type.isOptional
                    ? "an id is never null: drop the '?'" : "write `id: String` or `id: Int`"
            )
        }
    }
}

/// No structure has two properties of one name or of one key.
struct PropertyNameCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        let structures = index.structures.flatMap { structure in
            duplicates(structure.properties, rule: .duplicateProperty) { property in
                Located(property.name.value, at: property.name.range)
            } message: {
                "'\(structure.heading.name.value)' has two properties called '\($0)'"
            }
                + duplicates(structure.properties, rule: .duplicateWireKey) { property in
                    Located(
                        index.wireKey(of: property, in: structure),
                        at: property.key?.range ?? property.name.range
                    )
                } message: {
                    "two properties of '\(structure.heading.name.value)' have the key '\($0)'"
                }
        }
        let unknownKeys = index.structures.compactMap(unknownKeys)
        let parameters = index.documents.flatMap(\.endpoints).flatMap { endpoint in
            duplicates(endpoint.parameters, rule: .duplicateProperty) {
                $0.name
            } message: {
                "'\(endpoint.heading.name.value)' has two parameters called '\($0)'"
            }
        }
        return structures + unknownKeys + parameters
    }

    /// What keeps unknown keys has a property for them.
    private func unknownKeys(_ structure: SchemaIndex.Structure) -> Diagnostic? {
        guard structure.traits.keepsUnknownKeys,
            let property = structure.properties.first(where: { $0.name.value == "unknownKeys" })
        else { return nil }
        return Diagnostic(
            rule: SchemaRule.duplicateProperty,
            "'\(structure.heading.name.value)' keeps unknown keys in a property 'unknownKeys', and "
                + "has another of that name",
            at: property.name.range,
            hint: "call it otherwise, and write `key: unknownKeys`"
        )
    }

    private func duplicates(
        _ properties: [PropertyDeclaration],
        rule: SchemaRule,
        by name: (PropertyDeclaration) -> Located<String>,
        message: (String) -> String
    ) -> [Diagnostic] {
        var seen: [String: Located<String>] = [:]
        var names: Set<String> = []
        return properties.compactMap { property in
            let found = name(property)
            // One name given twice also makes one key twice: that is said once.
            let isRepeatedName = !names.insert(property.name.value).inserted
            guard let first = seen.updateValue(found, forKey: found.value) else { return nil }
            if rule == .duplicateWireKey, isRepeatedName, property.key == nil { return nil }
            return Diagnostic(
                rule: rule,
                message(found.value),
                at: found.range,
                notes: [Diagnostic.Note("the first is here", at: first.range)]
            )
        }
    }
}

extension PrimitiveType {
    /// Whether the identity of an entity can have this type.
    var canIdentify: Bool { self == .string || self == .uuid || isInteger }
}
