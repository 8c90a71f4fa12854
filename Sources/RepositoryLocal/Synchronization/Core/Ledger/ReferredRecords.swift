extension Ledger {
    /// Returns the records among those given that stored entities of the synchronizer refer to.
    func referred(among keys: [RecordKey]) throws(StorageError) -> Set<RecordKey> {
        guard let target = keys.first?.collection else { return [] }
        var open: [ComparedIdentity: RecordKey] = [:]
        for key in keys { open[key.id.comparedIdentity] = key }
        var referred: Set<RecordKey> = []
        func note(_ record: StoredRecord, _ schema: EntitySchema) throws(StorageError) {
            let members = try DocumentMembers.read(record.document)
            for reference in schema.references(in: members) where reference.collection == target {
                // A reference of a record to itself does not count.
                guard let key = open[reference.id.comparedIdentity], key != record.key else {
                    continue
                }
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
