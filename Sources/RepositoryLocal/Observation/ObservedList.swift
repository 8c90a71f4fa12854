/// A list that is kept up to date record by record, where that is possible.
struct ObservedList<Entity: RepositoryValues.Entity>: Sendable {
    private let criteria: Criteria

    /// Keeps a list.
    ///
    /// - Parameter criteria: Which entities; their order is made one in which no two are equal.
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

    /// Reads what has changed in the list since a change of the store; returns the list now.
    func read(
        after old: [ListRow<Entity>],
        _ change: StorageChange,
        _ entities: StoredEntities<Entity>
    ) throws -> ListChange<Entity> {
        guard let touched = try self.touched(by: change, entities) else {
            return ListChange(from: old, to: try read(entities), touching: nil)
        }
        var rows = old
        // The places of what is removed are found in the list as it was.
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

    /// The touched records; nil where the list must be read as a whole.
    private func touched(
        by change: StorageChange,
        _ entities: StoredEntities<Entity>
    ) throws -> Set<RecordKey>? {
        // Of a part, one cannot tell what comes in at its end; and a query may depend on others.
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

    /// Where a row belongs.
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
