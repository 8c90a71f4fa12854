// Which changes of a store affect a query.
extension StoredEntities {
    /// Returns the records that a change may have touched; nil if it may be any.
    func touched(by change: StorageChange) -> Set<RecordKey>? {
        guard !change.isEverything else { return nil }
        switch change.collections[collection] {
        case .records(let keys): return keys
        case .all: return nil
        case nil: return []
        }
    }

    /// Rows with temporary identities replaced, and with the rows of related entities in their
    /// conditions.
    func current(_ rows: [ObservedRows]) throws -> [ObservedRows] {
        try rows.map { rows in
            let criteria = try current(Criteria(filter: rows.filter))
            return ObservedRows(filter: criteria.filter, keys: rows.keys)
        }
    }

    /// Whether a change may affect a value computed from some rows: a touched record differs in
    /// them from its previous version, or that version is unknown.
    func isConcerned(by change: StorageChange, _ rows: [ObservedRows]) -> Bool {
        guard let touched = touched(by: change) else { return true }
        return touched.contains { key in
            guard let versions = change.versions(of: key) else { return true }
            // If a document cannot be read, the query reports the error.
            return rows.contains { (try? $0.differ(in: versions)) ?? true }
        }
    }
}
