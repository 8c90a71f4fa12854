extension Synchronizer {
    /// Returns the writes to an entity that are pending, in flight or rejected.
    ///
    ///     let state = try await synchronizer.syncState(of: message.id, in: Message.self)
    ///     if let rejected = state.rejected { show(try rejected.answer(as: Problem.self)) }
    ///
    /// - Parameters:
    ///   - id: The identity, which may be a temporary one that the server has replaced.
    ///   - type: The type of the entity.
    /// - Returns: The state; empty if there is no such entity.
    /// - Throws: `StorageError` if the store cannot be read.
    public nonisolated func syncState<Value: Entity>(
        of id: Value.ID,
        in type: Value.Type
    ) async throws(StorageError) -> EntitySyncState {
        let key = RecordKey(collection: Value.schema.name, id: id.pathComponent)
        return try await storage.read { store throws(StorageError) in
            try EntitySyncState(of: key, in: store)
        }
    }

    /// Observes the writes to an entity that are pending, in flight or rejected.
    ///
    /// - Parameters:
    ///   - id: The identity, which may be a temporary one, before and after the server replaces it.
    ///   - type: The type of the entity.
    /// - Returns: The state, now and after each change, until the reading task ends.
    public nonisolated func syncStates<Value: Entity>(
        of id: Value.ID,
        in type: Value.Type
    ) -> RepositoryObservation<EntitySyncState> {
        LocalSide<Value>(storage: storage).syncStates(of: id)
    }

    /// Returns the numbers of pending and rejected writes in the store.
    ///
    /// - Returns: The numbers.
    /// - Throws: `StorageError` if the store cannot be read.
    public nonisolated func summary() async throws(StorageError) -> SyncSummary {
        try await storage.read { store throws(StorageError) in try SyncSummary(in: store) }
    }

    /// Observes the numbers of pending and rejected writes in the store.
    ///
    /// - Returns: The numbers, now and after each change; a slow consumer skips to the latest.
    public nonisolated func summaries() -> AsyncStream<SyncSummary> {
        storage.observe { store throws(StorageError) in try SyncSummary(in: store) }
    }

    // MARK: - Outcomes

    /// Returns the outcomes, from now on, of all writes that this synchronizer sends, or its
    /// repositories send directly; see ``WriteOutcomes``.
    ///
    ///     for await outcome in synchronizer.outcomes() {
    ///         print(outcome.collection, outcome.id ?? "", outcome.kind)
    ///     }
    ///
    /// - Parameter limit: The number of outcomes buffered for a slow consumer.
    /// - Returns: The outcomes, for a single consumer.
    public nonisolated func outcomes(keeping limit: Int = 1000) -> WriteOutcomes<WriteOutcome> {
        outcomeBroadcast.outcomes(of: nil, keeping: limit) { $0 }
    }

    /// Returns the outcomes of writes to entities of one type, from now on; see ``WriteOutcomes``.
    ///
    /// - Parameters:
    ///   - type: The type of the entities.
    ///   - limit: The number of outcomes buffered for a slow consumer.
    /// - Returns: The outcomes, for a single consumer.
    public nonisolated func outcomes<Value: Entity>(
        of type: Value.Type,
        keeping limit: Int = 1000
    ) -> WriteOutcomes<EntityWriteOutcome<Value>> {
        outcomeBroadcast.outcomes(of: Value.schema.name, keeping: limit) { EntityWriteOutcome($0) }
    }
}

extension SyncSummary {
    /// Counts the writes in a store.
    fileprivate init(in store: any StorageReader) throws(StorageError) {
        self.init(
            waiting: try store.entryCount(in: OutboxEntry.State.open),
            rejected: try store.entryCount(in: [.rejected])
        )
    }
}
