import Diagnostics

/// Checks that a former property can be converted to the current one, and was stored.
struct FormerPropertyCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        let own = index.groups.flatMap { group in
            group.ownProperties.flatMap { property in
                property.former.compactMap { diagnostic(for: $0, of: property, in: group, index) }
            }
        }
        return own + index.structures.flatMap { keys(in: $0, index) }
            + index.documents.flatMap(\.unions).flatMap { discriminators(of: $0, index) }
    }

    private func diagnostic(
        for former: FormerPropertyDeclaration,
        of property: PropertyDeclaration,
        in group: SchemaIndex.Structure,
        _ index: SchemaIndex
    ) -> Diagnostic? {
        func mistake(_ message: String, at range: SourceRange, hint: String) -> Diagnostic {
            Diagnostic(rule: SchemaRule.invalidFormerProperty, message, at: range, hint: hint)
        }
        let name = property.name.value
        if property.direction == .writeOnly {
            return mistake(
                "'\(name)' is write-only, so it was never stored",
                at: former.range,
                hint: "drop `was`"
            )
        }
        if let function = former.function, former.type == nil {
            return mistake(
                "'\(function.value)' converts values of a type that is not declared",
                at: function.range,
                hint: "declare the former type: `was: { type: String, convert: \(function.value) }`"
            )
        }
        guard let written = former.type, let type = index.resolve(written),
            let current = index.resolve(property.type)
        else { return nil }
        guard index.conversion(of: property, from: former) == nil else { return nil }
        if type.containsDate {
            return mistake(
                "a date has several formats, and 'was' needs the type in JSON",
                at: written.range,
                hint: "write String or Double, and the function that converts it to the current "
                    + "type"
            )
        }
        if type.isNullable,
            former.function != nil
                || index.conversion(to: current, from: type.withoutNull) != nil
        {
            return mistake(
                "'\(name)' is required, but could be null before",
                at: written.range,
                hint: "give it a default, which replaces null"
            )
        }
        return mistake(
            "the former value of '\(name)' cannot be converted without loss",
            at: written.range,
            hint:
                "name a static function of the app, as in `convert: \(name)FromStored`, and give the "
                + "property another key unless its JSON type changes; without a function, only these "
                + "convert: a number or Bool to String, a number to a larger type, a value to an "
                + "array of it, and `T?` to `T` with a default"
        )
    }

    /// Checks that each former key is no longer used, and belongs to one property.
    private func keys(
        in structure: SchemaIndex.Structure,
        _ index: SchemaIndex
    ) -> [Diagnostic] {
        guard index.areWireFormsKnown(in: structure) else { return [] }
        let properties = structure.properties.filter(\.isWhole)
        let current = Dictionary(
            properties.map { (index.wireKey(of: $0, in: structure), $0) },
            uniquingKeysWith: { first, _ in first }
        )
        var seen: [String: SourceRange] = [:]
        var found: [Diagnostic] = []
        for property in properties {
            let own = index.wireKey(of: property, in: structure)
            for former in property.former {
                let place = property.mixin?.range ?? former.range
                found += ambiguity(of: former, property, in: structure, index)
                if let key = former.key, former.type == nil || key.value != own,
                    let other = current[key.value]
                {
                    let isOwn = key.value == own
                    found.append(
                        Diagnostic(
                            rule: SchemaRule.invalidFormerProperty,
                            isOwn
                                ? "'\(property.name.value)' still has the key '\(key.value)'"
                                : "'\(key.value)' is the key of another property now",
                            at: place,
                            notes: isOwn
                                ? []
                                : [
                                    Diagnostic.Note(
                                        "'\(other.name.value)' is declared here",
                                        at: other.name.range
                                    )
                                ],
                            hint: isOwn ? "drop `was`, or declare the former type" : nil
                        )
                    )
                }
                if let first = seen.updateValue(place, forKey: former.key?.value ?? own) {
                    found.append(
                        Diagnostic(
                            rule: SchemaRule.invalidFormerProperty,
                            "the former key '\(former.key?.value ?? own)' is given twice",
                            at: place,
                            notes: [Diagnostic.Note("the first is here", at: first)]
                        )
                    )
                }
            }
        }
        return found
    }

    /// Checks that the JSON type shows whether a function has converted a value under the same key.
    private func ambiguity(
        of former: FormerPropertyDeclaration,
        _ property: PropertyDeclaration,
        in structure: SchemaIndex.Structure,
        _ index: SchemaIndex
    ) -> [Diagnostic] {
        guard let function = former.function,
            index.conversion(of: property, from: former) != nil,
            index.isAmbiguous(former, of: property, in: structure)
        else { return [] }
        let key = index.wireKey(of: property, in: structure)
        let example = "was: { key: \(key), type: …, convert: \(function.value) }"
        return [
            Diagnostic(
                rule: SchemaRule.invalidFormerProperty,
                "converted and former values of '\(property.name.value)' cannot be distinguished",
                at: property.mixin?.range ?? function.range,
                hint: "give the property another key, and write `\(example)`; a function converts "
                    + "under the same key only to another JSON type, as from a string to a number"
            )
        ]
    }

    /// Checks that no property was the discriminator of a union, which the value would lose.
    private func discriminators(
        of union: UnionDeclaration,
        _ index: SchemaIndex
    ) -> [Diagnostic] {
        guard let discriminator = union.discriminator else { return [] }
        return union.cases.flatMap { declared -> [Diagnostic] in
            guard let name = index.resolve(declared.type)?.structureName,
                let structure = index.structure(named: name)
            else { return [] }
            return structure.properties.flatMap { property in
                property.former.filter { $0.key?.value == discriminator.value }.map { former in
                    Diagnostic(
                        rule: SchemaRule.invalidFormerProperty,
                        "'\(discriminator.value)' is the discriminator of "
                            + "\(union.heading.name.value), so it cannot become "
                            + "'\(property.name.value)'",
                        at: property.mixin?.range ?? former.range,
                        notes: [
                            Diagnostic.Note(
                                "the type is a case of the union here",
                                at: declared.type.range
                            )
                        ],
                        hint: "drop `was`, or choose another key for the discriminator"
                    )
                }
            }
        }
    }
}

extension SchemaIndex {
    /// Whether a former value may have the JSON type of a current one under the same key.
    fileprivate func isAmbiguous(
        _ former: FormerPropertyDeclaration,
        of property: PropertyDeclaration,
        in structure: Structure
    ) -> Bool {
        let key = wireKey(of: property, in: structure)
        guard former.key?.value ?? key == key, let written = former.type,
            let old = resolve(written), let new = resolve(property.type)
        else { return false }
        let wire = wire(of: property, new, structure.heading, structure.document)
        return !wireKinds(of: old, in: .own).isDisjoint(with: wireKinds(of: new, in: wire))
    }
}
