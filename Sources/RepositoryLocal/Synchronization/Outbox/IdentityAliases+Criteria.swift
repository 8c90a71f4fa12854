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
            try current(comparison, at: [], of: schema)
        }
        return criteria
    }

    /// A comparison with the identities that the server has given.
    ///
    /// The place is that of the element whose property is compared; none for a property of the entity.
    private func current(
        _ comparison: Comparison,
        at parent: [OperandStep],
        of schema: EntitySchema
    ) throws(StorageError) -> Comparison {
        var place = parent + ([comparison.key] + comparison.path).map(OperandStep.member)
        if let related = comparison.related {
            return Comparison(
                key: comparison.key,
                path: comparison.path,
                referringTo: try identities(of: related)
            )
        }
        if let element = comparison.element {
            let condition = try element.mapped { (comparison) throws(StorageError) in
                try current(comparison, at: place + [.element], of: schema)
            }
            return Comparison(key: comparison.key, path: comparison.path, hasElement: condition)
        }
        guard [.equal, .isOneOf, .containsElement].contains(comparison.operator) else {
            return comparison
        }
        // References of the entity itself are found in lists and outside of them, those in values where they are.
        let areValues = comparison.operands.contains { $0.object != nil }
        if comparison.operator == .containsElement, place.count > 1 || areValues {
            place.append(.element)
        }
        var operands: [JSON] = []
        for operand in comparison.operands {
            operands.append(try current(operand, at: place, of: schema))
        }
        guard operands != comparison.operands else { return comparison }
        guard comparison.operator != .containsElement || areValues else {
            return Comparison(
                key: comparison.key,
                path: comparison.path,
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
            let member = try record.members([related.key])[related.key] ?? .null
            let value = member.value(at: related.path)
            identities.formUnion((value.array ?? [value]).compactMap(\.identityText))
        }
        return identities
    }

    private func current(
        _ operand: JSON,
        at place: [OperandStep],
        of schema: EntitySchema
    ) throws(StorageError) -> JSON {
        guard case .member(let key)? = place.first else { return operand }
        if key == schema.identityKey {
            guard let id = operand.identityText else { return operand }
            return try identity(inPlaceOf: RecordKey(collection: schema.name, id: id)) ?? operand
        }
        let steps = place.dropFirst()
        let member = steps.reversed().reduce(operand) { $1.parent(of: $0) }
        let members = try schema.replacingReferences(in: [key: member]) {
            (key) throws(StorageError) in try identity(inPlaceOf: key)
        }
        return steps.reduce(members[key]) { $1.child(of: $0) } ?? operand
    }
}

/// A step from the members of an entity to a property of a value in it.
private enum OperandStep {
    /// To the member of an object.
    case member(String)
    /// To an element of an array.
    case element

    /// An object or an array with nothing else in it.
    func parent(of json: JSON) -> JSON {
        switch self {
        case .member(let key): .object([key: json])
        case .element: .array([json])
        }
    }

    /// What such an object or array has in it.
    func child(of json: JSON?) -> JSON? {
        switch self {
        case .member(let key): json?[key]
        case .element: json?[0]
        }
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
