// Whoever still holds a temporary identity also asks for what refers to it.
extension IdentityAliases {
    /// Criteria with the identities that the server has given in the place of temporary ones.
    ///
    /// Returns the criteria; the same where they name no entity.
    func current(
        _ criteria: Criteria,
        of schema: EntitySchema
    ) throws(StorageError) -> Criteria {
        guard criteria.filter.names(schema.namingKeys) || !criteria.filter.related.isEmpty else {
            return criteria
        }
        var criteria = criteria
        criteria.filter = try criteria.filter.mapped { (comparison) throws(StorageError) in
            try current(comparison, of: schema)
        }
        return criteria
    }

    private func current(
        _ comparison: Comparison,
        of schema: EntitySchema
    ) throws(StorageError) -> Comparison {
        if let related = comparison.related {
            return Comparison(key: comparison.key, referringTo: try identities(of: related))
        }
        guard [.equal, .isOneOf, .containsElement].contains(comparison.operator) else {
            return comparison
        }
        var operands: [JSON] = []
        for operand in comparison.operands {
            operands.append(try current(operand, under: comparison.key, of: schema))
        }
        guard operands != comparison.operands else { return comparison }
        guard comparison.operator != .containsElement else {
            return Comparison(
                key: comparison.key,
                referringTo: Set(operands.compactMap(\.identityText))
            )
        }
        return comparison.replacing(operands)
    }

    /// The identities that the entities of a condition have, or refer to.
    private func identities(of related: RelatedCondition) throws(StorageError) -> Set<String> {
        let criteria = try current(Criteria(filter: related.filter), of: related.schema)
        var identities: Set<String> = []
        for record in try store.records(in: related.schema.name, matching: criteria) {
            let value = try record.members([related.key])[related.key] ?? .null
            identities.formUnion((value.array ?? [value]).compactMap(\.identityText))
        }
        return identities
    }

    private func current(
        _ operand: JSON,
        under key: String,
        of schema: EntitySchema
    ) throws(StorageError) -> JSON {
        if key == schema.identityKey {
            guard let id = operand.identityText else { return operand }
            return try identity(inPlaceOf: RecordKey(collection: schema.name, id: id)) ?? operand
        }
        let members = try schema.replacingReferences(in: [key: operand]) {
            (key) throws(StorageError) in try identity(inPlaceOf: key)
        }
        return members[key] ?? operand
    }
}

extension EntitySchema {
    /// The keys of the properties that name an entity: this one, or another.
    fileprivate var namingKeys: Set<String> {
        referringKeys.union([identityKey])
    }
}

extension Condition {
    /// Whether there is a comparison with one of some keys.
    fileprivate func names(_ keys: Set<String>) -> Bool {
        switch self {
        case .comparison(let comparison): keys.contains(comparison.key)
        case .all(let conditions), .any(let conditions): conditions.contains { $0.names(keys) }
        case .not(let condition): condition.names(keys)
        }
    }

    /// The same condition with other comparisons.
    fileprivate func mapped<Failure: Error>(
        _ body: (Comparison) throws(Failure) -> Comparison
    ) throws(Failure) -> Condition {
        func mapped(_ conditions: [Condition]) throws(Failure) -> [Condition] {
            var result: [Condition] = []
            for condition in conditions { result.append(try condition.mapped(body)) }
            return result
        }
        switch self {
        case .comparison(let comparison): return .comparison(try body(comparison))
        case .all(let conditions): return .all(try mapped(conditions))
        case .any(let conditions): return .any(try mapped(conditions))
        case .not(let condition): return .not(try condition.mapped(body))
        }
    }
}
