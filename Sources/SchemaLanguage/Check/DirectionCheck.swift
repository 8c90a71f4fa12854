import Diagnostics

/// A property has one direction, and what is never read says nothing about reading.
struct DirectionCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.groups.flatMap { group in
            group.ownProperties.compactMap { property in
                several(property)
                    ?? (property.direction == .writeOnly ? writeOnly(property, in: group) : nil)
            }
        }
    }

    private func several(_ property: PropertyDeclaration) -> Diagnostic? {
        guard let second = property.directions.dropFirst().first else { return nil }
        let names = property.directions.map(\.value.rawValue)
        return Diagnostic(
            rule: SchemaRule.invalidDirection,
            "'\(property.name.value)' is \(names.listed(by: "and")), and can be only one of them",
            at: second.range,
            hint: "the server alone writes what is readOnly, the client alone what is writeOnly, "
                + "and the client only once what is immutable"
        )
    }

    private func writeOnly(
        _ property: PropertyDeclaration,
        in group: SchemaIndex.Structure
    ) -> Diagnostic? {
        let name = property.name.value
        if group.kind == .value {
            return Diagnostic(
                rule: SchemaRule.invalidDirection,
                "'\(name)' cannot be write-only: a value is read and sent as a whole",
                at: property.directions[0].range,
                hint: "only entities have write-only properties, in their Draft and Patch"
            )
        }
        let misplaced: (range: SourceRange, what: String)? =
            if let onInvalid = property.onInvalid, onInvalid.value != .fail {
                (onInvalid.range, "`onInvalid:` has nothing to do")
            } else if let isIndexed = property.isIndexed, isIndexed.value {
                (isIndexed.range, "it cannot be indexed")
            } else if let literal = property.defaultValue {
                (literal.range, "it has no default")
            } else {
                nil
            }
        return misplaced.map {
            Diagnostic(
                rule: SchemaRule.invalidDirection,
                "'\(name)' is write-only and never read, so \($0.what)",
                at: $0.range
            )
        }
    }
}
