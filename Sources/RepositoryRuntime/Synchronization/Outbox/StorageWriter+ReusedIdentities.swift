extension StorageWriter {
    /// Ends the writes of an entity whose identity the server has just given to a new one.
    ///
    /// Services that count on from the greatest identity they have give that of a deleted entity again.
    /// The old one is gone then: a deletion has come true, and would hit the new one; for a change there is
    /// nothing left.
    ///
    /// - Parameters:
    ///   - key: The identity.
    ///   - isNew: Whether the server has created the new entity just now, so that no write here can be
    ///     meant for it.
    /// - Returns: The writes; where the entity is not new, none unless another one was known to be the
    ///   server's: while it is not known what came of a creation, what may be its outcome is not stored as
    ///   that.
    /// - Throws: `StorageError` where the store cannot be written.
    func endWritesOfPredecessor(
        of key: RecordKey,
        isNew: Bool
    ) throws(StorageError) -> [OutboxEntry] {
        let isKnown = try record(key)?.confirmedAt != nil
        guard isNew || isKnown else { return [] }
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
