// Which changes of a store concern a query.
extension StoredEntities {
    /// The records that a change may have touched; nil where these may be any.
    func touched(by change: StorageChange) -> Set<RecordKey>? {
        guard !change.isEverything else { return nil }
        switch change.collections[collection] {
        case .records(let keys): return keys
        case .all: return nil
        case nil: return []
        }
    }

    /// Rows with the identities that the server has given, and of conditions on others with those of the others.
    func current(_ rows: [ObservedRows]) throws -> [ObservedRows] {
        try rows.map { rows in
            let criteria = try current(Criteria(filter: rows.filter))
            return ObservedRows(filter: criteria.filter, keys: rows.keys)
        }
    }

    /// Whether a change may have changed a value that is computed of some rows: a touched record is another one
    /// in them than it was, or it is not known what it was.
    func isConcerned(by change: StorageChange, _ rows: [ObservedRows]) -> Bool {
        guard let touched = touched(by: change) else { return true }
        return touched.contains { key in
            guard let versions = change.versions(of: key) else { return true }
            // Of a document that cannot be read, the store knows more.
            return rows.contains { (try? $0.differ(in: versions)) ?? true }
        }
    }
}
