import Diagnostics

/// Checks that the former name of an entity is no longer used, and belongs to one entity.
struct FormerEntityCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        var seen: [String: SourceRange] = [:]
        var found: [Diagnostic] = []
        for entity in index.ownDocuments.flatMap(\.entities) {
            for former in entity.formerNames {
                if let mistake = mistake(former, of: entity, index) { found.append(mistake) }
                guard let first = seen.updateValue(former.range, forKey: former.value) else {
                    continue
                }
                found.append(
                    Diagnostic(
                        rule: SchemaRule.invalidFormerEntity,
                        "the former name '\(former.value.shortened(to: 60))' is given twice",
                        at: former.range,
                        notes: [Diagnostic.Note("the first is here", at: first)],
                        hint: "only one entity can take over the data stored under a name: drop "
                            + "the others"
                    )
                )
            }
        }
        return found
    }

    private func mistake(
        _ former: Located<String>,
        of entity: EntityDeclaration,
        _ index: SchemaIndex
    ) -> Diagnostic? {
        let name = former.value
        if name == entity.heading.name.value {
            return Diagnostic(
                rule: SchemaRule.invalidFormerEntity,
                "'\(name)' is its current name",
                at: former.range,
                hint: "drop `was`"
            )
        }
        if let other = index.entity(named: name) {
            return Diagnostic(
                rule: SchemaRule.invalidFormerEntity,
                "'\(name)' is another entity now, which keeps its own stored data",
                at: former.range,
                notes: [Diagnostic.Note("'\(name)' is declared here", at: other.heading.name.range)]
            )
        }
        let isLegal = name.unicodeScalars.enumerated().allSatisfy {
            $1.isNamePart(first: $0 == 0)
        }
        guard !isLegal || name.unicodeScalars.first?.properties.isUppercase != true else {
            return nil
        }
        return Diagnostic(
            rule: SchemaRule.invalidFormerEntity,
            "no entity can have been named '\(name.shortened(to: 60))'",
            at: former.range,
            hint: "write the former name from the schema, such as `was: OldName`"
        )
    }
}
