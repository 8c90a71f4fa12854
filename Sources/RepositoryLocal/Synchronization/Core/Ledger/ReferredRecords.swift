extension Ledger {
    /// Returns the records among those given that other stored entities of the synchronizer refer
    /// to, also by way of records among them.
    func referred(fromOutsideOf records: [StoredRecord]) throws(StorageError) -> Set<RecordKey> {
        var found = try referred(among: Set(records.map(\.key)))
        var known: [ComparedIdentity: StoredRecord] = [:]
        for record in records { known[record.key.id.comparedIdentity] = record }
        var open = records.filter { found.contains($0.key) }
        while let record = open.popLast() {
            let members = try DocumentMembers.read(record.document)
            for reference in schema.references(in: members)
            where reference.collection == record.key.collection {
                guard let next = known[reference.id.comparedIdentity],
                    found.insert(next.key).inserted
                else { continue }
                open.append(next)
            }
        }
        return found
    }

    /// Returns the records among those given that other stored entities refer to.
    private func referred(among keys: Set<RecordKey>) throws(StorageError) -> Set<RecordKey> {
        guard let target = keys.first?.collection else { return [] }
        var open: [ComparedIdentity: RecordKey] = [:]
        for key in keys { open[key.id.comparedIdentity] = key }
        var referred: Set<RecordKey> = []
        func note(_ record: StoredRecord, _ schema: EntitySchema) throws(StorageError) {
            guard !keys.contains(record.key) else { return }
            let members = try DocumentMembers.read(record.document)
            for reference in schema.references(in: members) where reference.collection == target {
                guard let key = open[reference.id.comparedIdentity] else { continue }
                referred.insert(key)
                open[reference.id.comparedIdentity] = nil
            }
        }
        for source in rules.collections.map(\.schema) {
            if source.containedReferences.isEmpty {
                for (key, name) in source.references where name == target {
                    var offset = 0
                    try page { limit throws(StorageError) in
                        let filter = Comparison(key: key, referringTo: open.keys.map(\.text))
                        let criteria = Criteria(
                            filter: .comparison(filter),
                            limit: limit,
                            offset: offset
                        )
                        let before = open.count
                        let records = try store.records(in: source.name, matching: criteria)
                        for record in records { try note(record, source) }
                        // The set of targets has shrunk, so the query starts over; if not, the same
                        // records would come again.
                        offset = open.count < before ? 0 : offset + records.count
                        return records.count == limit && !open.isEmpty
                    }
                }
            } else {
                // Queries cannot find references in nested values.
                var last: String?
                try page { limit throws(StorageError) in
                    let records = try store.records(in: source.name, after: last, limit: limit)
                    for record in records where record.state != .deleted {
                        try note(record, source)
                    }
                    last = records.last?.key.id
                    return records.count == limit && !open.isEmpty
                }
            }
        }
        return referred
    }

    private func page(_ body: (Int) throws(StorageError) -> Bool) throws(StorageError) {
        while try body(200) {}
    }
}
