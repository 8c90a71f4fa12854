// Which changes of a store concern a query.
extension StoredEntities {
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

    /// Whether a change may have changed a value that is computed of some rows: a touched record is another one
    /// in them than it was, or it is not known what it was.
    func isConcerned(by change: StorageChange, _ rows: [ObservedRows]) throws -> Bool {
        for rows in rows {
            let criteria = Criteria(filter: rows.filter)
            guard let touched = try touched(by: change, under: criteria) else { return true }
            for key in touched {
                guard let versions = change.versions(of: key),
                    // Of a document that cannot be read, the store knows more.
                    let differ = try? rows.differ(in: versions)
                else { return true }
                if differ { return true }
            }
        }
        return false
    }
}
