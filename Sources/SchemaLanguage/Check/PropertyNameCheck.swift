import Diagnostics

/// No structure has two properties of one name or of one key.
struct PropertyNameCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        let structures = index.structures.flatMap { names(in: $0) + keys(in: $0, index) }
        let mixins = index.groups.filter { $0.kind == .mixin }.flatMap(names)
        let unknownKeys = index.structures.compactMap(unknownKeys)
        let parameters = index.endpoints.flatMap { endpoint in
            duplicates(endpoint.parameters) {
                $0.name.value
            } diagnostic: { parameter, first in
                Diagnostic(
                    rule: SchemaRule.duplicateProperty,
                    "'\(endpoint.heading.name.value)' has two parameters called "
                        + "'\(parameter.name.value)'",
                    at: parameter.name.range,
                    notes: [Diagnostic.Note("the first is here", at: first.name.range)]
                )
            }
        }
        return structures + mixins + unknownKeys + parameters
    }

    private func names(in structure: SchemaIndex.Structure) -> [Diagnostic] {
        duplicates(structure.properties) {
            $0.name.value
        } diagnostic: { property, first in
            // Two of one mixin are reported there, not wherever it is included.
            if let mixin = property.mixin, mixin.value == first.mixin?.value { return nil }
            return Diagnostic(
                rule: SchemaRule.duplicateProperty,
                "'\(structure.heading.name.value)' has two properties called "
                    + "'\(property.name.value)'\(origins(property, first))",
                at: (property.mixin ?? property.name).range,
                notes: [Diagnostic.Note("the first is here", at: (first.mixin ?? first.name).range)]
            )
        }
    }

    private func keys(
        in structure: SchemaIndex.Structure,
        _ index: SchemaIndex
    ) -> [Diagnostic] {
        guard index.areWireFormsKnown(in: structure) else { return [] }
        // One name given twice also makes one key twice: that is said once.
        var names: Set<String> = []
        let repeated = structure.properties.map { !names.insert($0.name.value).inserted }
        let properties = zip(structure.properties, repeated)
            .filter { $0.isWhole && ($0.key != nil || !$1) }
            .map(\.0)
        return duplicates(properties) {
            index.wireKey(of: $0, in: structure)
        } diagnostic: { property, first in
            let place = { (property: PropertyDeclaration) in
                (property.mixin ?? property.key ?? property.name).range
            }
            return Diagnostic(
                rule: SchemaRule.duplicateWireKey,
                "two properties of '\(structure.heading.name.value)' have the key "
                    + "'\(index.wireKey(of: property, in: structure))' in JSON\(origins(property, first))",
                at: place(property),
                notes: [Diagnostic.Note("the first is here", at: place(first))]
            )
        }
    }

    /// Which mixins bring the properties, where any does.
    private func origins(_ second: PropertyDeclaration, _ first: PropertyDeclaration) -> String {
        switch (first.mixin?.value, second.mixin?.value) {
        case (nil, nil): ""
        case (let mixin?, nil), (nil, let mixin?): ", one from the mixin '\(mixin)'"
        case (let one?, let other?) where one == other: ", both from the mixin '\(one)'"
        case (let one?, let other?): ", one from the mixin '\(one)' and one from '\(other)'"
        }
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
            at: (property.mixin ?? property.name).range,
            hint: "call it otherwise, and write `key: unknownKeys`"
        )
    }

    /// What is said of each property after the first of those that are alike.
    private func duplicates(
        _ properties: [PropertyDeclaration],
        by name: (PropertyDeclaration) -> String,
        diagnostic: (PropertyDeclaration, PropertyDeclaration) -> Diagnostic?
    ) -> [Diagnostic] {
        var seen: [String: PropertyDeclaration] = [:]
        return properties.compactMap { property in
            guard let first = seen.updateValue(property, forKey: name(property)) else { return nil }
            return diagnostic(property, first)
        }
    }
}
