/// Pages of a list that begin behind an entity, and not at a number.
extension Criteria {
    /// The key under which conditions and orders see the identity by which a store keeps a record.
    ///
    /// No document has it; stores add it to the members that they compare.
    package static let recordIdentityKey = "\u{0}record"

    /// The same in an order in which no two records are equal, and behind one of them.
    ///
    /// - Parameters:
    ///   - members: What the record has of the properties that the order is by; nil for the first page.
    ///   - id: The identity by which the store keeps the record.
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
            // The first part repeats what the others say, as a range in which an index is searched.
            behind = position.notBefore && (position.behind || behind)
        }
        page.filter = filter && behind
        return page
    }
}

extension Order {
    /// The order by the bytes of the identities by which a store keeps records.
    static let byRecord = Order(
        key: Criteria.recordIdentityKey,
        isAscending: true,
        form: .identity,
        relation: { first, second in
            let (first, second) = (first?.string ?? "", second?.string ?? "")
            if first.utf8.lexicographicallyPrecedes(second.utf8) { return .ascending }
            return first.utf8.elementsEqual(second.utf8) ? .same : .descending
        },
        position: { json in
            let id = json.string ?? ""
            return Position(
                notBefore: identity(.greaterOrEqual, id) {
                    !$0.utf8.lexicographicallyPrecedes(id.utf8)
                },
                behind: identity(.greater, id) { id.utf8.lexicographicallyPrecedes($0.utf8) }
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
