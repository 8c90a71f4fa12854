// Which changes of a store concern a query.
extension StoredEntities {
    /// More records than these are not looked at one by one.
    private static var maximumCount: Int { 20 }

    /// Reads what criteria ask for, to be observed.
    func reading(of criteria: Criteria) throws -> ObservedReading<[Entity]> {
        let records = try records(matching: criteria)
        return ObservedReading(
            value: try records.map { try entity(of: $0) },
            part: part(of: criteria.filter),
            keys: Set(records.map(\.key))
        )
    }

    /// The records that a change may have touched; nil where these may be any, or a query also depends on others.
    func touched(by change: StorageChange, under criteria: Criteria) throws -> Set<RecordKey>? {
        guard criteria.filter.related.isEmpty, try current(criteria) == criteria,
            !change.isEverything
        else { return nil }
        switch change.collections[collection] {
        case .records(let keys): return keys
        case .all: return nil
        case nil: return []
        }
    }

    /// Whether a change leaves a result as it is: no record that it has touched was found, or would be now.
    func leaves(
        _ found: Set<RecordKey>,
        of criteria: Criteria,
        _ change: StorageChange
    ) throws -> Bool {
        // What comes or goes in front of a part moves it.
        guard criteria.offset == 0, let touched = try touched(by: change, under: criteria),
            touched.count <= Self.maximumCount, found.isDisjoint(with: touched)
        else { return false }
        let keys = criteria.keys
        for key in touched {
            guard let record = try store.record(key), record.state != .deleted else { continue }
            if criteria.filter.holds(for: .object(try record.members(keys))) { return false }
        }
        return true
    }
}
