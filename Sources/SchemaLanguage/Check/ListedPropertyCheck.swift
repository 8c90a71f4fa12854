import Diagnostics

/// What listings leave out belongs to an entity, and can be read where it is not there.
struct ListedPropertyCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.groups.flatMap { group in
            group.ownProperties.compactMap { diagnostic(for: $0, in: group) }
        }
    }

    private func diagnostic(
        for property: PropertyDeclaration,
        in group: SchemaIndex.Structure
    ) -> Diagnostic? {
        guard let isListed = property.isListed, !isListed.value else { return nil }
        let name = property.name.value
        if group.kind == .value {
            return Diagnostic(
                rule: SchemaRule.invalidListed,
                "'\(name)' belongs to a value, which a listing has whole or not at all",
                at: isListed.range,
                hint: "say it of the property of the entity"
            )
        }
        if property.direction == .writeOnly {
            return Diagnostic(
                rule: SchemaRule.invalidListed,
                "'\(name)' is write-only, so no listing has it",
                at: isListed.range,
                hint: "drop it"
            )
        }
        if let defaultValue = property.defaultValue {
            return Diagnostic(
                rule: SchemaRule.invalidListed,
                "'\(name)' has a default, which would seem to be what listings leave out",
                at: defaultValue.range,
                hint: "drop the default, and put a '?' behind the name or the type"
            )
        }
        guard !property.mayBeAbsent, !property.type.isOptional, property.isWhole else {
            return nil
        }
        return Diagnostic(
            rule: SchemaRule.invalidListed,
            "'\(name)' must be there, and listings do not have it: they could not be read",
            at: isListed.range,
            hint: "put a '?' behind the name or the type"
        )
    }
}
