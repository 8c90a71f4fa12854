/// Determines which listed entities are beyond the limits of a partial replica, and where the
/// listing can stop.
///
/// If the service lists the newest entities first, those after as many as are kept are surplus. A
/// service that ignores the order may list others first, and an incremental listing has no order.
/// Then the entities are surplus that the last full listing found to be beyond the limits.
struct ReplicaLimits: Sendable {
    private let criteria: Criteria
    private let count: Int
    private let bytes: Int?
    /// The value of the order's property from which on entities are beyond the limits; nil if
    /// unknown.
    private let floor: JSON?
    /// Whether the listing is in the order so far.
    private var isOrdered: Bool
    private var noted = 0
    private var size = 0
    private var first: [String: JSON]?
    /// The last entity of the selection.
    private(set) var last: [String: JSON]?
    /// The position of the first surplus entity in the current part, if the listing is in order.
    private var surplusStart: Int?
    /// The newest surplus entity, by the value of the order's property.
    private var newestSurplus: JSON?

    /// Creates the limits of a selection; nil if it has none.
    ///
    /// - Parameters:
    ///   - selection: The selection.
    ///   - criteria: The criteria of the selection.
    ///   - floor: The value of the order's property from which on entities are beyond the limits,
    ///     if known.
    ///   - isOrdered: Whether the request asks for the newest first.
    init?(_ selection: ReplicaSelection, _ criteria: Criteria, floor: JSON?, isOrdered: Bool) {
        guard selection.isBounded else { return nil }
        self.criteria = criteria
        count = selection.count ?? .max
        bytes = selection.bytes
        self.floor = floor
        self.isOrdered = isOrdered
    }

    private var isFull: Bool { noted >= count || bytes.map { size > $0 } ?? false }

    /// Whether the listing is in the order, and has as many entities as are kept.
    ///
    /// Equal or missing values prove no order.
    var isReached: Bool {
        guard isOrdered, isFull, let first, let last, let order = criteria.order.first,
            last[order.key] ?? .null != .null
        else { return false }
        return criteria.relation(first, last) == .ascending
    }

    /// Values of the order's property, from the newest of which on entities may be missing.
    var missing: [JSON] {
        guard let order = criteria.order.first else { return [] }
        let end = isReached ? last.map { $0[order.key] ?? .null } : nil
        return [end, newestSurplus].compactMap(\.self)
    }

    /// Whether surplus entities were found by the floor.
    var usesFloor: Bool { newestSurplus != nil && !isReached }

    /// Begins the next part of the listing.
    mutating func beginPart() {
        surplusStart = nil
    }

    /// Takes the entity at a position of the current part.
    mutating func note(_ members: [String: JSON], at position: Int) {
        guard criteria.filter.holds({ members[$0] }) else { return }
        if let last, criteria.relation(last, members) == .descending { isOrdered = false }
        if bytes != nil { size += (try? JSON.object(members).jsonData().count) ?? 0 }
        // The entity that exceeds the size is surplus, too.
        if isFull, surplusStart == nil { surplusStart = position }
        noted += 1
        first = first ?? members
        last = members
    }

    /// Returns the elements of the part, with the surplus ones marked.
    mutating func marked(_ part: [RemoteElement]) -> [RemoteElement] {
        guard isReached || !isOrdered, let order = criteria.order.first else { return part }
        let (isReached, surplusStart, floor) = (isReached, surplusStart ?? .max, floor)
        return part.enumerated().map { position, element in
            guard case .entity(let state) = element, criteria.filter.holds({ state.members[$0] })
            else { return element }
            let value = state.members[order.key] ?? .null
            let isSurplus =
                isReached
                ? position >= surplusStart
                : floor.map { order.precedes(value, $0) == false } ?? false
            guard isSurplus else { return element }
            newestSurplus = newestSurplus.map { order.precedes(value, $0) ? value : $0 } ?? value
            return .surplus(state)
        }
    }
}

extension Order {
    /// Whether a value of the order's property comes before another one.
    func precedes(_ value: JSON, _ other: JSON) -> Bool {
        Order.relation(by: [self], { _ in value }, { _ in other }) == .ascending
    }
}
