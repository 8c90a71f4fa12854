import Diagnostics

/// Checks that no structure has two properties with the same name or the same key.
struct PropertyNameCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        let structures = index.structures.flatMap { names(in: $0, index) + keys(in: $0, index) }
        let mixins = index.groups.filter { $0.kind == .mixin }.flatMap { names(in: $0, index) }
        let unknownKeys = index.structures.compactMap(unknownKeys)
        return structures + mixins + unknownKeys
    }

    private func names(
        in structure: SchemaIndex.Structure,
        _ index: SchemaIndex
    ) -> [Diagnostic] {
        duplicates(structure.properties) {
            $0.name.value
        } diagnostic: { property, first in
            // Duplicates in one mixin are reported there, not wherever it is included.
            if let mixin = property.mixin, mixin.value == first.mixin?.value { return nil }
            return Diagnostic(
                rule: SchemaRule.duplicateProperty,
                "'\(structure.heading.name.value)' has two properties named "
                    + "'\(property.name.value)'\(origins(property, first))",
                at: (property.mixin ?? property.name).range,
                notes: notes(property, first),
                hint: hint(property, first, index)
            )
        }
    }

    /// The places of the properties, the one in this structure first.
    ///
    /// For a property of a mixin, the diagnostic is at the `include:`, so the property itself is a
    /// note.
    private func notes(
        _ second: PropertyDeclaration,
        _ first: PropertyDeclaration,
        place: (PropertyDeclaration) -> SourceRange = { $0.name.range }
    ) -> [Diagnostic.Note] {
        func note(_ property: PropertyDeclaration, or words: String) -> Diagnostic.Note {
            let words = property.mixin.map { "the mixin '\($0.value)' declares it here" } ?? words
            return Diagnostic.Note(words, at: place(property))
        }
        return [note(first, or: "the first is here")]
            + (second.mixin == nil ? [] : [note(second, or: "")])
    }

    /// The hint if a mixin adds a property that already exists.
    private func hint(
        _ second: PropertyDeclaration,
        _ first: PropertyDeclaration,
        _ index: SchemaIndex
    ) -> String? {
        guard second.mixin != nil || first.mixin != nil else { return nil }
        let isSame =
            index.resolve(first.type) == index.resolve(second.type)
            && first.mayBeAbsent == second.mayBeAbsent
        return isSame
            ? "declare it in one place, and drop the other"
            : "their types differ: drop one, or rename one and set its `key:`"
    }

    private func keys(
        in structure: SchemaIndex.Structure,
        _ index: SchemaIndex
    ) -> [Diagnostic] {
        guard index.areWireFormsKnown(in: structure) else { return [] }
        // Two properties with the same name also have the same key, which is reported once.
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
                notes: notes(property, first) { ($0.key ?? $0.name).range }
            )
        }
    }

    /// The mixins that add the properties, if any.
    private func origins(_ second: PropertyDeclaration, _ first: PropertyDeclaration) -> String {
        switch (first.mixin?.value, second.mixin?.value) {
        case (nil, nil): ""
        case (let mixin?, nil), (nil, let mixin?): ", one from the mixin '\(mixin)'"
        case (let one?, let other?) where one == other: ", both from the mixin '\(one)'"
        case (let one?, let other?): ", one from the mixin '\(one)' and one from '\(other)'"
        }
    }

    /// A structure that keeps unknown keys has a property for them.
    private func unknownKeys(_ structure: SchemaIndex.Structure) -> Diagnostic? {
        guard structure.traits.keepsUnknownKeys,
            let property = structure.properties.first(where: { $0.name.value == "unknownKeys" })
        else { return nil }
        return Diagnostic(
            rule: SchemaRule.duplicateProperty,
            "'\(structure.heading.name.value)' keeps unknown keys in a property 'unknownKeys', but "
                + "also declares one of that name",
            at: (property.mixin ?? property.name).range,
            hint: "rename it, and write `key: unknownKeys`"
        )
    }

    /// The diagnostics for each duplicate after the first property.
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
