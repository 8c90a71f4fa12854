extension Ledger {
    /// Whether a deletion must wait for writes of entities that refer to this one on the server.
    ///
    /// If it were sent first, the server would reject it, or delete entities whose references were
    /// changed locally.
    func areReferrersWaiting(before deletion: OutboxEntry) throws(StorageError) -> Bool {
        guard !schema.deletionRules.isEmpty, deletion.state == .waiting else { return false }
        let keys = Dictionary(grouping: schema.deletionRules) { $0.source.schema.name }
            .mapValues { Set($0.map(\.key)) }
        let target = deletion.key.id.comparedIdentity
        var isWaiting = false
        try store.visitEntries(in: OutboxEntry.State.open) { entry throws(StorageError) in
            guard entry.sequence < deletion.sequence else { return false }
            guard let keys = keys[entry.key.collection], entry.key != deletion.key,
                rules.collection(entry.key.collection) != nil,
                let record = try store.record(entry.key)
            else { return true }
            // A creation in flight may have been carried out with the content sent.
            let sent = entry.changed?.object?.filter { keys.contains($0.key) } ?? [:]
            let known = record.base ?? record.document
            let stored = (try? StoredDocument.members(of: known, keys: keys)) ?? [:]
            let values = [stored, sent].flatMap { Array($0.values) }
            let ids = values.flatMap { $0.array ?? [$0] }.compactMap(\.identityText)
            isWaiting = ids.contains { $0.comparedIdentity == target }
            return !isWaiting
        }
        return isWaiting
    }
}
