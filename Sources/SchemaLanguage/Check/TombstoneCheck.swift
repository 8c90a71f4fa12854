import Diagnostics

/// A tombstone is true of what is no more, or says since when, and of the others it says nothing.
///
/// By what every entity has, all of them would be deleted.
struct TombstoneCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        var seen: Set<SourceRange> = []
        return index.repositoriesInUse.compactMap { repository in
            guard let path = repository.conventions?.tombstone, !path.isEmpty,
                let structure = repository.structure, index.areWireFormsKnown(in: structure),
                let place = repository.place(of: "tombstone"),
                case .key(let key)? = KeyPathStep.steps(of: path).first,
                KeyPathStep.steps(of: path).count == 1,
                let property = structure.properties.first(where: {
                    index.wireKey(of: $0, in: structure) == key
                }),
                let (message, hint) = isIdentity(property, of: repository.entity.value, index)
                    ? ofIdentity(property) : problem(with: property, key, index),
                seen.insert(place).inserted
            else { return nil }
            return Diagnostic(
                rule: SchemaRule.invalidValue,
                message,
                at: place,
                notes: [
                    Diagnostic.Note(
                        "the property is here",
                        at: (property.mixin ?? property.name).range
                    )
                ],
                hint: hint
            )
        }
    }

    private typealias Problem = (message: String, hint: String)

    private func isIdentity(
        _ property: PropertyDeclaration,
        of entity: String,
        _ index: SchemaIndex
    ) -> Bool {
        index.entity(named: entity)?.identity?.name.value == property.name.value
    }

    private func ofIdentity(_ property: PropertyDeclaration) -> Problem {
        (
            "'\(property.name.value)' is the identity, which all entities have, so all would be deleted",
            "name the property that is true of what is deleted, or says since when"
        )
    }

    /// What is wrong with a property as a tombstone; nil where nothing is.
    private func problem(
        with property: PropertyDeclaration,
        _ key: String,
        _ index: SchemaIndex
    ) -> Problem? {
        guard let type = index.resolve(property.type) else { return nil }
        let name = property.name.value
        let isAlways = !property.mayBeAbsent && type.withoutNull == type
        switch type.withoutNull {
        case .primitive(.date) where isAlways, .primitive(.string) where isAlways:
            return (
                "'\(name)' is always there, so all entities would be deleted",
                "put a `?` behind its type, where it is null of what is there, or name another property"
            )
        case .primitive(.bool), .primitive(.date), .primitive(.string), .primitive(.json), .scalar:
            return nil
        case .primitive(let type) where type.isInteger: return nil
        default:
            return (
                "'\(name)' is neither true of what is deleted nor says since when",
                "name a property that is a Bool or a Date, or of which the service says it"
            )
        }
    }
}
