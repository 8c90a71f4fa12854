import Diagnostics

/// Checks that an indexed property fits into a column, and belongs to an entity.
struct IndexedPropertyCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.groups.flatMap { group in
            group.ownProperties.compactMap { property in
                guard let isIndexed = property.isIndexed, isIndexed.value,
                    let type = index.resolve(property.type)
                else { return nil }
                return diagnostic(for: property, type, at: isIndexed.range, in: group, index)
            }
        }
    }

    private func diagnostic(
        for property: PropertyDeclaration,
        _ type: CheckedType,
        at range: SourceRange,
        in group: SchemaIndex.Structure,
        _ index: SchemaIndex
    ) -> Diagnostic? {
        let name = property.name.value
        if group.kind == .value {
            return Diagnostic(
                rule: SchemaRule.misplacedIndex,
                "'\(name)' cannot be indexed: it belongs to a value, and only entities are stored "
                    + "on their own",
                at: range,
                hint:
                    "list it on the property of the entity with the value: `indexed: [\(name)]`"
            )
        }
        guard !index.isIndexable(type.withoutNull, of: property) else { return nil }
        var hint: String?
        if case .entity(let entity) = type.withoutNull {
            hint = "index a reference of type \(entity).ID"
        } else if let value = type.withoutNull.queriedValue {
            let names = index.structure(named: value)?.properties.map(\.name.value) ?? []
            hint =
                "list the properties of \(value) to query, such as `indexed: "
                + "[\(names.first ?? "")]`"
        }
        return Diagnostic(
            rule: SchemaRule.misplacedIndex,
            "'\(name)' cannot be indexed: a column holds a single string, number, Bool, date or "
                + "case, or an array of strings, integers or cases",
            at: range,
            hint: hint
        )
    }
}
