import Diagnostics

/// What is indexed fits into a column, and belongs to what is stored on its own.
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
                at: range
            )
        }
        let isOwnForm = property.json == nil && property.url == nil
        guard !index.isPlain(type.withoutNull),
            !(isOwnForm && index.isFoundInLists(type.withoutNull))
        else { return nil }
        let hint: String? =
            if case .entity(let entity) = type.withoutNull {
                "index a reference of type \(entity).ID"
            } else {
                nil
            }
        return Diagnostic(
            rule: SchemaRule.misplacedIndex,
            "'\(name)' cannot be indexed: a column holds one text, number, Bool, date or case, or a list of "
                + "texts, whole numbers or cases",
            at: range,
            hint: hint
        )
    }
}

extension SchemaIndex {
    /// Whether values are lists of what an index finds there.
    fileprivate func isFoundInLists(_ type: CheckedType) -> Bool {
        guard case .array(let element) = type else { return false }
        switch element {
        case .identity, .enumeration: return true
        case .primitive(let primitive):
            return ![.float, .double, .decimal, .bool, .date, .json, .data].contains(primitive)
        default: return false
        }
    }
}
