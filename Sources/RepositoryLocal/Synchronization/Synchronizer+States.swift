extension Synchronizer {
    /// How a record stands to the server; nil where there is none.
    ///
    /// - Parameter key: The record; also by a temporary identity that the server has replaced.
    /// - Returns: Its state.
    /// - Throws: `StorageError` where the store cannot be read.
    public nonisolated func syncState(of key: RecordKey) async throws(StorageError) -> SyncState? {
        try await storage.read { store throws(StorageError) in
            try store.record(try IdentityAliases(in: store).current(key))?.state
        }
    }

    /// How a record stands to the server: now, and after each change.
    ///
    /// - Parameter key: The record; also by a temporary identity that the server has replaced.
    /// - Returns: The states, nil where there is none; who reads slowly gets the newest.
    public nonisolated func syncStates(of key: RecordKey) -> AsyncStream<SyncState?> {
        follow { synchronizer in try await synchronizer.syncState(of: key) }
    }

    /// What waits to be sent for an entity, is being sent, or was refused.
    ///
    ///     let state = try await synchronizer.syncState(of: message.id, in: Message.self)
    ///     if let rejected = state.rejected { show(try rejected.answer(as: Problem.self)) }
    ///
    /// - Parameters:
    ///   - id: The identity; also a temporary one that the server has replaced.
    ///   - type: The type of the entity.
    /// - Returns: The state; nothing is in it where there is no such entity.
    /// - Throws: `StorageError` where the store cannot be read.
    public nonisolated func syncState<Value: Entity>(
        of id: Value.ID,
        in type: Value.Type
    ) async throws(StorageError) -> EntitySyncState {
        let key = RecordKey(collection: Value.schema.name, id: id.pathComponent)
        return try await storage.read { store throws(StorageError) in
            try EntitySyncState(of: key, in: store)
        }
    }

    /// What waits to be sent for an entity, is being sent, or was refused: now, and whenever that is
    /// another.
    ///
    /// - Parameters:
    ///   - id: The identity; also a temporary one, before and after the server replaces it.
    ///   - type: The type of the entity.
    /// - Returns: The states; they end with the task that reads them.
    public nonisolated func syncStates<Value: Entity>(
        of id: Value.ID,
        in type: Value.Type
    ) -> RepositoryObservation<EntitySyncState> {
        LocalSide<Value>(storage: storage).syncStates(of: id)
    }

    /// How all records stand to the server.
    ///
    /// - Returns: The numbers of writes.
    /// - Throws: `StorageError` where the store cannot be read.
    public nonisolated func summary() async throws(StorageError) -> SyncSummary {
        try await storage.read { store throws(StorageError) in
            SyncSummary(
                waiting: try store.entryCount(in: OutboxEntry.State.open),
                rejected: try store.entryCount(in: [.rejected])
            )
        }
    }

    /// How all records stand to the server: now, and after each change.
    ///
    /// - Returns: The numbers of writes; who reads slowly gets the newest.
    public nonisolated func summaries() -> AsyncStream<SyncSummary> {
        follow { synchronizer in try await synchronizer.summary() }
    }

    /// A value of the store, now and after each change in which it is another.
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

    /// The outcomes of all writes that this synchronizer ends, and of those that its repositories send
    /// to the server themselves, from now on; see ``WriteOutcomes``.
    ///
    ///     for await outcome in synchronizer.outcomes() {
    ///         print(outcome.collection, outcome.id ?? "", outcome.kind)
    ///     }
    ///
    /// - Parameter limit: How many are kept for a slow reader.
    /// - Returns: The outcomes, for one reader.
    public nonisolated func outcomes(keeping limit: Int = 1000) -> WriteOutcomes<WriteOutcome> {
        outcomeBroadcast.outcomes(of: nil, keeping: limit) { $0 }
    }

    /// The outcomes of the writes to the entities of one type, from now on; see ``WriteOutcomes``.
    ///
    /// - Parameters:
    ///   - type: The type of the entities.
    ///   - limit: How many are kept for a slow reader.
    /// - Returns: The outcomes, for one reader.
    public nonisolated func outcomes<Value: Entity>(
        of type: Value.Type,
        keeping limit: Int = 1000
    ) -> WriteOutcomes<EntityWriteOutcome<Value>> {
        outcomeBroadcast.outcomes(of: Value.schema.name, keeping: limit) { EntityWriteOutcome($0) }
    }
}
