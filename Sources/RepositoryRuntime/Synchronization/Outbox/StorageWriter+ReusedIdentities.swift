extension StorageWriter {
    /// Ends the writes of an entity whose identity the server has just given to a new one.
    ///
    /// Services that count on from the greatest identity they have give that of a deleted entity again.
    /// The old one is gone then: a deletion has come true, and would hit the new one; for a change there is
    /// nothing left.
    ///
    /// - Parameter key: The identity.
    /// - Returns: The writes; none where the entity was not known to be the server's. While it is not known
    ///   what came of a creation, no entity that may be its outcome is stored as that.
    /// - Throws: `StorageError` where the store cannot be written.
    func endWritesOfPredecessor(of key: RecordKey) throws(StorageError) -> [OutboxEntry] {
        guard try record(key)?.confirmedAt != nil else { return [] }
        let ended = try entries(of: key)
        for entry in ended { try end(entry.id) }
        return ended
    }
}

extension WriteOutcome {
    /// What became of a write to an entity whose identity is another one's now.
    init(ofPredecessor entry: OutboxEntry) {
        self.init(
            collection: entry.key.collection,
            id: entry.key.id,
            operation: entry.operation,
            kind: entry.operation == .delete ? .acknowledged : .superseded
        )
    }
}
