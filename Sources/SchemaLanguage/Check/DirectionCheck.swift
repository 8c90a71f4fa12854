import Diagnostics

/// A property has one direction, and what is never read says nothing about reading.
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

    /// A write-only property that a mixin brings into a value.
    private func included(
        _ property: PropertyDeclaration,
        in value: SchemaIndex.Structure
    ) -> Diagnostic? {
        guard let mixin = property.mixin, property.direction == .writeOnly else { return nil }
        return Diagnostic(
            rule: SchemaRule.invalidDirection,
            "the mixin '\(mixin.value)' brings the write-only '\(property.name.value)', and "
                + "'\(value.heading.name.value)' is read and sent as a whole",
            at: mixin.range,
            hint: "only entities have write-only properties, in their Draft and Patch"
        )
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
