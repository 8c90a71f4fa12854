extension StorageWriter {
    /// Ends the writes to an entity whose identity the server has just assigned to a new one.
    ///
    /// Services that assign the greatest existing identity plus one reuse that of a deleted entity.
    /// The old entity no longer exists: a pending deletion is fulfilled and would delete the new
    /// one, and a pending change has no target.
    ///
    /// A service may also respond to a creation with an existing entity. If its state equals the
    /// known one, pending changes still apply to it.
    ///
    /// Returns the ended writes. If the entity is not new, there are none unless a confirmed one
    /// had the identity: while the outcome of a creation is unknown, a possible result of it is not
    /// stored as confirmed.
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
    /// Whether the server last confirmed this state.
    func isConfirmed(as members: [String: JSON]) throws(StorageError) -> Bool {
        guard confirmedAt != nil else { return false }
        return try DocumentMembers.read(base ?? document) == members
    }
}

extension WriteOutcome {
    /// Creates the outcome of a write to an entity whose identity was reused.
    init(ofPredecessor entry: OutboxEntry) {
        self.init(
            collection: entry.key.collection,
            id: entry.key.id,
            operation: entry.operation,
            kind: entry.operation == .delete ? .acknowledged : .superseded
        )
    }
}
