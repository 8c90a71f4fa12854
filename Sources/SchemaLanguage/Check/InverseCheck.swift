import Diagnostics

/// Checks that an `inverse` is possible: the property refers to an entity that has no other member
/// with that name.
struct InverseCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        let mistakes = index.groups.flatMap { group -> [Diagnostic] in
            // A property of a mixin may not fit where it is included.
            let included = group.properties.filter { $0.mixin != nil }
            return (group.ownProperties + included).compactMap { property in
                guard let inverse = property.inverse, let type = index.resolve(property.type),
                    let (message, hint) = mistake(property, type, in: group)
                else { return nil }
                return Diagnostic(
                    rule: SchemaRule.invalidInverse,
                    message,
                    at: inverse.range,
                    hint: hint
                )
            }
        }
        return mistakes + clashes(in: index)
    }

    private func mistake(
        _ property: PropertyDeclaration,
        _ type: CheckedType,
        in group: SchemaIndex.Structure
    ) -> (message: String, hint: String?)? {
        let name = property.name.value
        if group.kind == .value {
            return (
                "'\(name)' belongs to a value, and only references of entities have an inverse",
                "write it on a property of the entity"
            )
        }
        if case .entity(let target) = type.withoutNull {
            return (
                "'\(name)' contains \(target) instead of referring to it",
                "give it the type `\(target).ID`"
            )
        }
        guard property.target(type) != nil else { return property.lackOfIdentity }
        guard property.direction == .writeOnly else { return nil }
        return ("'\(name)' is write-only, so it is not stored", "drop `inverse:`")
    }

    /// A function of an entity that finds the entities that refer to it.
    private struct Function: Hashable {
        let target: String
        /// The name without the differences between spellings.
        let name: String
    }

    /// The inverses with the name of a property of the entity, or of another inverse.
    private func clashes(in index: SchemaIndex) -> [Diagnostic] {
        var first: [Function: Located<String>] = [:]
        return index.structures.filter { $0.kind == .entity }.flatMap { structure in
            structure.properties.compactMap { property -> Diagnostic? in
                guard let inverse = property.inverse, let type = index.resolve(property.type),
                    let target = type.withoutNull.referencedEntity
                else { return nil }
                let name = inverse.value
                let function = Function(target: target, name: name.comparedName)
                let namesake = index.structure(named: target)?.properties.first {
                    $0.name.value.comparedName == function.name
                }
                if let namesake {
                    return Diagnostic(
                        rule: SchemaRule.invalidInverse,
                        "'\(name)' is the name of a property of \(target)",
                        at: inverse.range,
                        notes: [Diagnostic.Note("the property is here", at: namesake.name.range)],
                        hint: "choose another name for the entities of type "
                            + "\(structure.heading.name.value) that refer to a \(target)"
                    )
                }
                guard let other = first.updateValue(inverse, forKey: function) else { return nil }
                let isOfMixin = other.range == inverse.range
                return Diagnostic(
                    rule: SchemaRule.invalidInverse,
                    "'\(name)' is the inverse of two references to \(target)",
                    at: inverse.range,
                    notes: isOfMixin ? [] : [Diagnostic.Note("the first is here", at: other.range)],
                    hint: isOfMixin
                        ? "two entities include the mixin: declare the reference in each of them"
                        : "choose another name"
                )
            }
        }
    }
}

extension String {
    /// The name without case and separators, which Swift names may lose.
    fileprivate var comparedName: String {
        lowercased().filter { $0.isLetter || $0.isNumber }
    }
}
