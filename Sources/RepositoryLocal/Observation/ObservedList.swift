/// A list that is updated record by record where possible.
struct ObservedList<Entity: RepositoryValues.Entity>: Sendable {
    private let criteria: Criteria

    /// Creates a list.
    ///
    /// - Parameter criteria: The criteria; their order is extended to a total one.
    init(_ criteria: Criteria) {
        self.criteria = criteria.page(behind: nil)
    }

    /// Reads the list.
    func read(_ entities: StoredEntities<Entity>) throws -> [ListRow<Entity>] {
        let keys = Set(criteria.order.map(\.key))
        return try entities.records(matching: criteria).map { record in
            try row(of: record, record.members(keys), entities)
        }
    }

    /// Updates the list after a change of the store; returns the new list.
    func read(
        after old: [ListRow<Entity>],
        _ change: StorageChange,
        _ entities: StoredEntities<Entity>
    ) throws -> ListChange<Entity> {
        guard let touched = try self.touched(by: change, entities) else {
            return ListChange(from: old, to: try read(entities), touching: nil)
        }
        var rows = old
        // Removed rows are found at their positions in the old list.
        let places = old.places(of: touched)
        if places.count < 16 {
            for place in places.reversed() { rows.remove(at: place) }
        } else {
            rows.removeAll { touched.contains($0.key) }
        }
        let keys = criteria.keys
        for key in touched {
            guard let record = try entities.store.record(key), record.state != .deleted else {
                continue
            }
            let members = try record.members(keys)
            guard criteria.filter.holds(for: .object(members)) else { continue }
            let row = try row(of: record, members, entities)
            rows.insert(row, at: place(of: row, in: rows))
        }
        return ListChange(from: old, to: rows, touching: touched)
    }

    /// Returns the touched records; nil if the list must be read as a whole.
    private func touched(
        by change: StorageChange,
        _ entities: StoredEntities<Entity>
    ) throws -> Set<RecordKey>? {
        // With a limit or offset, it is unknown which rows move in; and the condition may depend on
        // other entities.
        guard criteria.limit == nil, criteria.offset == 0, criteria.filter.related.isEmpty,
            try entities.current(criteria) == criteria
        else { return nil }
        return entities.touched(by: change)
    }

    private func row(
        of record: StoredRecord,
        _ members: [String: JSON],
        _ entities: StoredEntities<Entity>
    ) throws -> ListRow<Entity> {
        ListRow(
            key: record.key,
            members: criteria.order.map { members[$0.key] },
            entity: try entities.entity(of: record)
        )
    }

    /// Returns the position where a row belongs.
    private func place(of row: ListRow<Entity>, in rows: [ListRow<Entity>]) -> Int {
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = (low + high) / 2
            let relation = Order.relation(
                by: criteria.order,
                { rows[middle].members[$0] },
                { row.members[$0] }
            )
            if case .ascending = relation { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
