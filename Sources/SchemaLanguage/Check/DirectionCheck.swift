import Diagnostics

/// Checks that a property has one direction, and that a write-only one has no options for reading.
struct DirectionCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        let written = index.groups.flatMap { group in
            group.ownProperties.compactMap { property in
                several(property)
                    ?? (property.direction == .writeOnly ? writeOnly(property, in: group) : nil)
            }
        }
        let included = index.structures.filter { $0.kind == .value }.flatMap { value in
            value.properties.compactMap { self.included($0, in: value) }
        }
        return written + included
    }

    /// A write-only property that a mixin adds to a value.
    private func included(
        _ property: PropertyDeclaration,
        in value: SchemaIndex.Structure
    ) -> Diagnostic? {
        guard let mixin = property.mixin, property.direction == .writeOnly else { return nil }
        return Diagnostic(
            rule: SchemaRule.invalidDirection,
            "the mixin '\(mixin.value)' adds the write-only '\(property.name.value)', but "
                + "'\(value.heading.name.value)' is read and sent as a whole",
            at: mixin.range,
            hint: "only the Draft and the Patch of an entity have write-only properties"
        )
    }

    private func several(_ property: PropertyDeclaration) -> Diagnostic? {
        guard let second = property.directions.dropFirst().first else { return nil }
        let names = property.directions.map(\.value.rawValue)
        return Diagnostic(
            rule: SchemaRule.invalidDirection,
            "'\(property.name.value)' is \(names.listed(by: "and")), but can be only one of them",
            at: second.range,
            hint: "only the server writes a `readOnly` property, only the client a `writeOnly` "
                + "one; the client writes an `immutable` one once"
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
                hint: "only the Draft and the Patch of an entity have write-only properties"
            )
        }
        let misplaced: (range: SourceRange, what: String)? =
            if let onInvalid = property.onInvalid, onInvalid.value != .fail {
                (onInvalid.range, "`onInvalid:` has no effect")
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
