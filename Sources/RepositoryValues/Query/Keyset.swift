/// Keyset pagination: a page begins after an entity rather than at an offset.
extension Criteria {
    /// The key under which conditions and orders access the identity of a stored record.
    ///
    /// No document contains it; stores add it to the properties that they compare.
    package static let recordIdentityKey = "\u{0}record"

    /// Returns the same criteria with a unique order, starting after a record.
    ///
    /// - Parameter record: Its values for the properties in the order, and its identity in the
    ///   store; nil for the first page.
    /// - Returns: The criteria.
    package func page(behind record: (members: [String: JSON], id: String)?) -> Criteria {
        var page = self
        page.order.append(.byRecord)
        guard let record else { return page }
        var behind = Condition.any([])
        for order in page.order.reversed() {
            let value =
                order.key == Self.recordIdentityKey ? .string(record.id) : record.members[order.key]
            let position = order.position(value ?? .null)
            // The first part is redundant, but is a range that can be searched in an index.
            behind = position.notBefore && (position.behind || behind)
        }
        page.filter = filter && behind
        return page
    }
}

extension Order {
    /// The order by the bytes of the identities of stored records.
    static let byRecord = Order(
        key: Criteria.recordIdentityKey,
        isAscending: true,
        form: .identity,
        relation: { first, second in
            let (first, second) = (first?.string ?? "", second?.string ?? "")
            if first.precedesBytewise(second) { return .ascending }
            return first.utf8.elementsEqual(second.utf8) ? .same : .descending
        },
        position: { json in
            let id = json.string ?? ""
            return Position(
                notBefore: identity(.greaterOrEqual, id) { !$0.precedesBytewise(id) },
                behind: identity(.greater, id) { id.precedesBytewise($0) }
            )
        }
    )

    private static func identity(
        _ operator: Comparison.Operator,
        _ id: String,
        _ holds: @escaping @Sendable (String) -> Bool
    ) -> Condition {
        .comparison(
            Comparison(
                key: Criteria.recordIdentityKey,
                operator: `operator`,
                operands: [.string(id)],
                isDeclared: true,
                columns: ColumnOperands(.identity, [id]).map { [$0] } ?? [],
                matches: { $0.string.map(holds) ?? false }
            )
        )
    }
}
