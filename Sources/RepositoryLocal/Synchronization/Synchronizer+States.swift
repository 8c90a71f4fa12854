extension Synchronizer {
    /// Returns the synchronization state of a record; nil if there is none.
    ///
    /// - Parameter key: The key of the record; its identity may be a temporary one that the server
    ///   has replaced.
    /// - Returns: The state.
    /// - Throws: `StorageError` if the store cannot be read.
    public nonisolated func syncState(of key: RecordKey) async throws(StorageError) -> SyncState? {
        try await storage.read { store throws(StorageError) in
            try store.record(try IdentityAliases(in: store).current(key))?.state
        }
    }

    /// Observes the synchronization state of a record.
    ///
    /// - Parameter key: The key of the record; its identity may be a temporary one that the server
    ///   has replaced.
    /// - Returns: The state, now and after each change; nil if there is no record. A slow consumer
    ///   skips to the latest.
    public nonisolated func syncStates(of key: RecordKey) -> AsyncStream<SyncState?> {
        follow { synchronizer in try await synchronizer.syncState(of: key) }
    }

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
        try await storage.read { store throws(StorageError) in
            SyncSummary(
                waiting: try store.entryCount(in: OutboxEntry.State.open),
                rejected: try store.entryCount(in: [.rejected])
            )
        }
    }

    /// Observes the numbers of pending and rejected writes in the store.
    ///
    /// - Returns: The numbers, now and after each change; a slow consumer skips to the latest.
    public nonisolated func summaries() -> AsyncStream<SyncSummary> {
        follow { synchronizer in try await synchronizer.summary() }
    }

    /// Observes a value of the store.
    private nonisolated func follow<Value: Hashable & Sendable>(
        _ read: @escaping @Sendable (Synchronizer) async throws -> Value
    ) -> AsyncStream<Value> {
        let changes = storage.changes()
        let (stream, continuation) = AsyncStream.makeStream(
            of: Value.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let task = Task { [weak self] in
            guard let self, var last = try? await read(self) else { return continuation.finish() }
            continuation.yield(last)
            for await _ in changes {
                guard let value = try? await read(self) else { continue }
                if value != last { continuation.yield(value) }
                last = value
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
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
