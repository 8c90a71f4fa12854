/// Where a listing of the newest entities can end: behind as many as are kept.
///
/// A service that does not know the order may list others first. So the listing is read to its end if two entities do
/// not come in the order that was asked for.
struct SelectionEnd: Sendable {
    private let criteria: Criteria
    private let count: Int
    private var noted = 0
    private var isOrdered = true
    /// The last of the entities that are kept.
    private(set) var last: [String: JSON]?

    init(_ criteria: Criteria, _ count: Int) {
        (self.criteria, self.count) = (criteria, count)
    }

    /// Whether there are as many entities as are kept.
    var isReached: Bool { isOrdered && noted >= count && count > 0 }

    /// Notes the next entity of the listing.
    mutating func note(_ members: [String: JSON]) {
        guard criteria.filter.holds({ members[$0] }) else { return }
        let order = criteria.order
        if let last {
            let relation = Order.relation(
                by: order,
                { last[order[$0].key] },
                { members[order[$0].key] }
            )
            if relation == .descending { isOrdered = false }
        }
        noted += 1
        if noted <= count { last = members }
    }
}
