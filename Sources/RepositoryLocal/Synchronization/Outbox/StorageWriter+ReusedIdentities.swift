extension StorageWriter {
    /// Ends the writes of an entity whose identity the server has just given to a new one.
    ///
    /// Services that count on from the greatest identity they have give that of a deleted entity again.
    /// The old one is gone then: a deletion has come true, and would hit the new one; for a change there is
    /// nothing left.
    ///
    /// A service may also answer a creation with an entity that it has. What it gives then is what was known
    /// of that one, and the changes that wait are meant for it.
    ///
    /// Returns the writes; where the entity is not new, none unless another one was known to be the
    /// server's: while it is not known what came of a creation, what may be its outcome is not stored as
    /// that.
    func endWritesOfPredecessor(
        of key: RecordKey,
        with members: [String: JSON],
        isNew: Bool
    ) throws(StorageError) -> [OutboxEntry] {
        let known = try record(key)
        guard isNew || known?.confirmedAt != nil else { return [] }
        let isSame = try known?.isConfirmed(as: members) ?? false
        let ended = try entries(of: key).filter { !isSame || $0.operation == .delete }
        try end(ended)
        return ended
    }
}

extension StoredRecord {
    /// Whether what the server has said of it last is this.
    func isConfirmed(as members: [String: JSON]) throws(StorageError) -> Bool {
        guard confirmedAt != nil else { return false }
        return try DocumentMembers.read(base ?? document) == members
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
