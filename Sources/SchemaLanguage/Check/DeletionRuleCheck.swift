import Diagnostics

/// Checks that `onDelete` is possible: the property refers to an entity, and can lose the
/// reference.
struct DeletionRuleCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.groups.flatMap { group -> [Diagnostic] in
            // A property of a mixin may not fit where it is included.
            let included = group.properties.filter { $0.mixin != nil }
            return (group.ownProperties + included).compactMap { property in
                guard let rule = property.onDelete, let type = index.resolve(property.type),
                    let (message, hint) = mistake(rule.value, property, type, in: group, index)
                else { return nil }
                return Diagnostic(
                    rule: SchemaRule.invalidOnDelete,
                    message,
                    at: rule.range,
                    hint: hint
                )
            }
        }
    }

    private func mistake(
        _ action: DeletionAction,
        _ property: PropertyDeclaration,
        _ type: CheckedType,
        in group: SchemaIndex.Structure,
        _ index: SchemaIndex
    ) -> (message: String, hint: String?)? {
        let name = property.name.value
        if group.kind == .value {
            return (
                "'\(name)' belongs to a value, which is deleted with its entity",
                "set it on a property of the entity"
            )
        }
        guard let target = property.target(type) else { return property.lackOfIdentity }
        if let module = index.entityModule(named: target), module != group.document.module?.name {
            return (
                "\(target) is in the module \(module), which cannot access '\(name)'",
                "declare both in the same output"
            )
        }
        switch (action, property.direction) {
        case (_, .writeOnly):
            return ("'\(name)' is write-only, so it is not stored", "drop it")
        case (.nullify, .readOnly), (.nullify, .immutable):
            return (
                "'\(name)' is \(property.direction.rawValue), so a client cannot remove the reference",
                "write `cascade` or `restrict`"
            )
        default: break
        }
        if case .array = type.withoutNull {
            guard action == .cascade else { return nil }
            return (
                "'\(name)' is an array of references, so `cascade` is not allowed",
                "write `nullify`, which removes the deleted one from the array"
            )
        }
        guard action == .nullify, !property.mayBeAbsent, !property.type.isOptional, property.isWhole
        else { return nil }
        return (
            "'\(name)' is required, so the reference cannot be removed",
            "put a '?' after the name or the type, or write `cascade`"
        )
    }
}

extension PropertyDeclaration {
    /// The entity whose identity, or list of identities, the property contains; nil for none.
    func target(_ type: CheckedType) -> String? {
        url == nil ? type.withoutNull.referencedEntity : nil
    }

    /// The message for a property without a target, and its hint.
    var lackOfIdentity: (message: String, hint: String?) {
        guard url == nil else {
            return (
                "in JSON, '\(name.value)' is a URL that contains the identity of an entity",
                "drop `format:`, if the service also accepts the identity alone"
            )
        }
        return (
            "'\(name.value)' does not contain the identity of an entity",
            "a reference has the type `Name.ID`, an array of references `[Name.ID]`"
        )
    }
}

extension SchemaIndex {
    /// The module of another output that declares an entity; nil for an entity of this output.
    fileprivate func entityModule(named name: String) -> String? {
        structure(named: name)?.document.module?.name
    }

    /// The deletion rules of the entities that refer to a type, by the name of the type.
    var deletionRules: [String: [CheckedEntity.DeletionRule]] {
        var rules: [String: [CheckedEntity.DeletionRule]] = [:]
        for structure in structures where structure.kind == .entity {
            for property in structure.properties {
                guard let action = property.onDelete?.value,
                    let target = resolve(property.type)?.withoutNull.referencedEntity
                else { continue }
                rules[target, default: []].append(
                    CheckedEntity.DeletionRule(
                        source: structure.heading.name.value,
                        key: wireKey(of: property, in: structure),
                        action: action
                    )
                )
            }
        }
        return rules
    }
}
