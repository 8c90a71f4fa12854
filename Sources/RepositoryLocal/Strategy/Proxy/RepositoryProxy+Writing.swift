extension RepositoryProxy.Results {
    /// Creates an entity.
    ///
    /// - Parameter draft: The entity to create.
    /// - Returns: The entity; created in the local store, it has a temporary identity.
    /// - Throws: `RepositoryError` if it was not created, or if the outcome is unknown.
    @discardableResult
    public func create(
        _ draft: Entity.Draft
    ) async throws(RepositoryError) -> RepositoryResult<Entity> {
        try await write(.create(draft))
    }

    /// Creates entities.
    ///
    /// - Parameter drafts: The entities to create.
    /// - Returns: The entities, in the same order.
    /// - Throws: `RepositoryError`, with the `index` of the draft that failed.
    @discardableResult
    public func create(
        _ drafts: [Entity.Draft]
    ) async throws(RepositoryError) -> [RepositoryResult<Entity>] {
        try await write(drafts.map { .create($0) })
    }

    /// Replaces the entity with the same identity.
    ///
    /// A write sent directly to the server carries the version that it assumes (`If-Match`), if the
    /// local store knows the entity tag. If the server has another version, the conflict policy of
    /// the synchronizer's collection decides. Under ``ConflictPolicy/merge`` and
    /// ``ConflictPolicy/clientWins``, the write is sent again on top of the server's version. If
    /// not, or without a synchronizer, it fails with a ``WriteConflict`` as the cause, which has
    /// both versions. The same holds for patches and deletions, but deletions are never merged.
    ///
    /// - Parameter entity: The new state of the entity.
    /// - Returns: The entity, with any changes made by the server.
    /// - Throws: `RepositoryError`: `.notFound` if there is no such entity.
    @discardableResult
    public func update(
        _ entity: Entity
    ) async throws(RepositoryError) -> RepositoryResult<Entity> {
        try await write(.update(entity))
    }

    /// Replaces entities.
    ///
    /// - Parameter entities: The new states of the entities.
    /// - Returns: The entities, in the same order.
    /// - Throws: `RepositoryError`, with the `index` of the entity that failed.
    @discardableResult
    public func update(
        _ entities: [Entity]
    ) async throws(RepositoryError) -> [RepositoryResult<Entity>] {
        try await write(entities.map { .update($0) })
    }

    /// Changes some properties of an entity.
    ///
    /// - Parameters:
    ///   - id: The identity.
    ///   - patch: The changes.
    /// - Returns: The whole entity after the change.
    /// - Throws: `RepositoryError`: `.notFound` if there is no such entity.
    @discardableResult
    public func patch(
        id: Entity.ID,
        with patch: Entity.Patch
    ) async throws(RepositoryError) -> RepositoryResult<Entity> {
        try await write(.patch(id, patch))
    }

    /// Changes the same properties of several entities.
    ///
    /// - Parameters:
    ///   - ids: The identities.
    ///   - patch: The changes.
    /// - Returns: The entities, in the same order.
    /// - Throws: `RepositoryError`, with the `index` of the identity that failed.
    @discardableResult
    public func patch(
        ids: [Entity.ID],
        with patch: Entity.Patch
    ) async throws(RepositoryError) -> [RepositoryResult<Entity>] {
        try await write(ids.map { .patch($0, patch) })
    }

    /// Changes the properties that differ between two states of an entity.
    ///
    /// - Parameters:
    ///   - new: The new state of the entity.
    ///   - old: The previous state.
    /// - Returns: The entity, with any changes made by the server.
    /// - Throws: `RepositoryError`: `.notFound` if there is no such entity.
    @discardableResult
    public func patch(
        _ new: Entity,
        from old: Entity
    ) async throws(RepositoryError) -> RepositoryResult<Entity> {
        try await write(.change(from: old, to: new))
    }

    /// Updates the entity with the same identity, or creates it if there is none.
    ///
    /// - Parameter entity: The new state of the entity.
    /// - Returns: The entity, with any changes made by the server.
    /// - Throws: `RepositoryError` if it was not kept, or if the outcome is unknown.
    @discardableResult
    public func storeOrUpdate(
        _ entity: Entity
    ) async throws(RepositoryError) -> RepositoryResult<Entity> {
        try await write(.storeOrUpdate(entity))
    }

    /// Updates the entities with the same identities, and creates the missing ones.
    ///
    /// - Parameter entities: The new states of the entities.
    /// - Returns: The entities, in the same order.
    /// - Throws: `RepositoryError`, with the `index` of the entity that failed.
    @discardableResult
    public func storeOrUpdate(
        _ entities: [Entity]
    ) async throws(RepositoryError) -> [RepositoryResult<Entity>] {
        try await write(entities.map { .storeOrUpdate($0) })
    }

    // MARK: - Execution

    private func write(
        _ write: EntityWrite<Entity>
    ) async throws(RepositoryError) -> RepositoryResult<Entity> {
        let sent = SentWrite(header: proxy.idempotencyHeader, clock: proxy.clock)
        let local = proxy.local
        let look = try await proxy.lookBeforeWriting(.write(write))
        let write = look.id.flatMap(write.with) ?? write
        var run = proxy.run(write.operation, look) { (remote) throws(RepositoryError) in
            try await proxy.send(write, by: remote, sent, over: look.confirmed)
        }
        if let local {
            run.writeLocally = { (form, failure) throws(RepositoryError) in
                let before = proxy.before(sent, failure)
                return try await local.write(write, as: form, after: before)
            }
            run.keep = { (value, date) throws(RepositoryError) in
                let kept = try await local.keep(
                    [value],
                    at: date,
                    to: sent.operation,
                    entityTag: sent.receivedTag
                )
                for entry in kept.ended {
                    proxy.outcomeBroadcast.tell(WriteOutcome(ofPredecessor: entry))
                }
                return kept.map { $0.first ?? value }
            }
        }
        guard let local, run.plan.mayKeepAsSent else {
            return try await proxy.telling(&run, write, sent)
        }
        let clock = proxy.clock
        sent.noteCreations { await local.beginCreation(at: clock.now) }
        do throws(RepositoryError) {
            let result = try await proxy.telling(&run, write, sent)
            await local.endCreation(sent.openCreation)
            return result
        } catch {
            await local.endCreation(sent.openCreation)
            throw error
        }
    }

    private func write(
        _ writes: [EntityWrite<Entity>]
    ) async throws(RepositoryError) -> [RepositoryResult<Entity>] {
        guard let operation = writes.first?.operation else { return [] }
        let together = try await together(operation, writes.map { .write($0) }) {
            (local, form) throws(RepositoryError) in
            try await local.write(writes, as: form)
        }
        if let together { return together }
        return try await each(writes) { (write) throws(RepositoryError) in
            try await self.write(write)
        }
    }
}
