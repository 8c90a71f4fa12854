// A caller with a temporary identity can also query for entities that refer to it.
extension IdentityAliases {
    /// Replaces temporary identities in criteria by those from the server.
    ///
    /// - Parameters:
    ///   - criteria: The criteria.
    ///   - schema: The schema of the entities.
    ///   - isForStore: Whether only the store evaluates the result. Then references also match by
    ///     the former identity: other entities refer by it to an entity that was deleted on the
    ///     server and created again.
    /// - Returns: The criteria, unchanged if they contain no identity.
    /// - Throws: `StorageError` if the store cannot be read.
    func current(
        _ criteria: Criteria,
        of schema: EntitySchema,
        isForStore: Bool = false
    ) throws(StorageError) -> Criteria {
        let naming = schema.referringKeys.union([schema.identityKey])
        guard
            !Criteria(filter: criteria.filter).keys.isDisjoint(with: naming)
                || !criteria.filter.related.isEmpty
        else { return criteria }
        var criteria = criteria
        criteria.filter = try criteria.filter.mapped { (comparison) throws(StorageError) in
            try current(comparison, at: [], of: schema, isForStore)
        }
        return criteria
    }

    /// Replaces temporary identities in a comparison by those from the server.
    ///
    /// `parent` is the path to the element whose property is compared; empty for a property of the
    /// entity.
    private func current(
        _ comparison: Comparison,
        at parent: [OperandStep],
        of schema: EntitySchema,
        _ isForStore: Bool
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
                try current(comparison, at: place + [.element], of: schema, isForStore)
            }
            return Comparison(key: comparison.key, path: comparison.path, hasElement: condition)
        }
        guard [.equal, .isOneOf, .containsElement].contains(comparison.operator) else {
            return comparison
        }
        // A comparison finds the entity's own references both in arrays and as single values, but
        // nested ones only at their exact place.
        let areValues = comparison.operands.contains { $0.object != nil }
        if comparison.operator == .containsElement, place.count > 1 || areValues {
            place.append(.element)
        }
        var operands: [JSON] = []
        for operand in comparison.operands {
            operands.append(try current(operand, at: place, of: schema))
        }
        guard operands != comparison.operands else { return comparison }
        let isOfReferences = place != [.member(schema.identityKey)] && !areValues
        let all = isForStore && isOfReferences ? operands + comparison.operands : operands
        let identities = all.compactMap(\.identityText)
        guard isForStore || comparison.operator == .containsElement, isOfReferences,
            identities.count == all.count
        else { return comparison.replacing(operands) }
        return Comparison(key: comparison.key, path: comparison.path, referringTo: identities)
    }

    /// Returns the identities of the entities that a condition selects, or of those that they refer
    /// to.
    private func identities(of related: RelatedCondition) throws(StorageError) -> [String] {
        let criteria = try current(Criteria(filter: related.filter), of: related.schema)
        var identities: [String] = []
        for record in try store.records(in: related.schema.name, matching: criteria) {
            let member = try record.members([related.key])[related.key] ?? .null
            let value = member.value(at: related.path)
            identities += (value.array ?? [value]).compactMap(\.identityText)
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

/// A step on the path from an entity to a nested value.
private enum OperandStep: Equatable {
    /// To a property of an object.
    case member(String)
    /// To an element of an array.
    case element

    /// Wraps a value in an object or an array with nothing else in it.
    func parent(of json: JSON) -> JSON {
        switch self {
        case .member(let key): .object([key: json])
        case .element: .array([json])
        }
    }

    /// Returns the content of such an object or array.
    func child(of json: JSON?) -> JSON? {
        switch self {
        case .member(let key): json?[key]
        case .element: json?[0]
        }
    }
}

extension Condition {
    /// Returns the same condition with transformed comparisons.
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
