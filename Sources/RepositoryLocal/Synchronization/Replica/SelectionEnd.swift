/// Determines where a listing of the newest entities can stop: after as many as are kept.
///
/// A service that ignores the order may list others first. So the listing is read to its end if two
/// entities are out of order.
struct SelectionEnd: Sendable {
    private let criteria: Criteria
    private let count: Int
    private var noted = 0
    private var isOrdered = true
    private var first: [String: JSON]?
    /// The last of the entities to keep.
    private(set) var last: [String: JSON]?

    init(_ criteria: Criteria, _ count: Int) {
        (self.criteria, self.count) = (criteria, count)
    }

    /// Whether there are as many entities as are kept.
    ///
    /// Equal or missing values prove no order.
    var isReached: Bool {
        guard isOrdered, noted >= count, let first, let last, let order = criteria.order.first,
            last[order.key] ?? .null != .null
        else { return false }
        return criteria.relation(first, last) == .ascending
    }

    /// Takes the next entity of the listing.
    mutating func note(_ members: [String: JSON]) {
        guard criteria.filter.holds({ members[$0] }) else { return }
        if let last, criteria.relation(last, members) == .descending { isOrdered = false }
        noted += 1
        first = first ?? members
        last = members
    }
}
