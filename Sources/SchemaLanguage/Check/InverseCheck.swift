import Diagnostics

/// What `inverse` names can be found: the property refers to an entity, which has nothing else of that name.
struct InverseCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        let mistakes = index.groups.flatMap { group -> [Diagnostic] in
            // What a mixin brings may not fit where it is included.
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
                "'\(name)' belongs to a value, and only entities are found by what they refer to",
                "write it at a property of the entity"
            )
        }
        if case .entity(let target) = type.withoutNull {
            return (
                "'\(name)' contains \(target), and does not refer to it",
                "give it the type `\(target).ID`"
            )
        }
        guard type.withoutNull.referencedEntity != nil, property.url == nil else {
            return (
                "'\(name)' has no identity of an entity in JSON",
                "a reference has the type `Name.ID`, a list of references `[Name.ID]`"
            )
        }
        guard property.direction == .writeOnly else { return nil }
        return ("'\(name)' is write-only, so no entity has it", "drop `inverse:`")
    }

    /// A function of an entity that finds those that refer to it.
    private struct Function: Hashable {
        let target: String
        /// The name without what distinguishes spellings of one name.
        let name: String
    }

    /// The inverses that are called like a property of the entity, or like another inverse.
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
                        hint: "write another name for the entities of the type "
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
                        ? "two entities include the mixin: write the reference in each of them"
                        : "write another name"
                )
            }
        }
    }
}

extension String {
    /// The name without case and separators, which names in Swift may lose.
    fileprivate var comparedName: String {
        lowercased().filter { $0.isLetter || $0.isNumber }
    }
}
