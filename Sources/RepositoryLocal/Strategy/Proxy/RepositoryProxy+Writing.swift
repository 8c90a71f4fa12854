extension RepositoryProxy.Results {
    /// Creates an entity.
    ///
    /// - Parameter draft: What is to be created.
    /// - Returns: The entity; from the local store with a temporary identity.
    /// - Throws: `RepositoryError` where it was not created, or where that is not known.
    @discardableResult
    public func create(
        _ draft: Entity.Draft
    ) async throws(RepositoryError) -> RepositoryResult<Entity> {
        try await write(.create(draft))
    }

    /// Creates entities.
    ///
    /// - Parameter drafts: What is to be created.
    /// - Returns: The entities, in the same order.
    /// - Throws: `RepositoryError`, with `index` saying at which draft.
    @discardableResult
    public func create(
        _ drafts: [Entity.Draft]
    ) async throws(RepositoryError) -> [RepositoryResult<Entity>] {
        try await write(drafts.map { .create($0) })
    }

    /// Replaces the entity with the same identity.
    ///
    /// A write that goes to the server itself says which version it assumes (`If-Match`), where the local
    /// store knows the entity tag. Where the server has another one, the conflict policy of the collection
    /// decides, as the synchronizer knows it: under ``ConflictPolicy/merge`` and
    /// ``ConflictPolicy/clientWins`` it is sent again on top of that; otherwise, or without a synchronizer,
    /// it fails, and the cause is a ``WriteConflict`` with both sides. The same holds of patches and
    /// deletions; a deletion is never merged.
    ///
    /// - Parameter entity: The entity as it should be.
    /// - Returns: The entity with what the other side has changed.
    /// - Throws: `RepositoryError`, of the kind `.notFound` where there is no such entity.
    @discardableResult
    public func update(
        _ entity: Entity
    ) async throws(RepositoryError) -> RepositoryResult<Entity> {
        try await write(.update(entity))
    }

    /// Replaces entities.
    ///
    /// - Parameter entities: The entities as they should be.
    /// - Returns: The entities, in the same order.
    /// - Throws: `RepositoryError`, with `index` saying at which entity.
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
    /// - Throws: `RepositoryError`, of the kind `.notFound` where there is no such entity.
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
    /// - Throws: `RepositoryError`, with `index` saying at which identity.
    @discardableResult
    public func patch(
        ids: [Entity.ID],
        with patch: Entity.Patch
    ) async throws(RepositoryError) -> [RepositoryResult<Entity>] {
        try await write(ids.map { .patch($0, patch) })
    }

    /// Changes those properties that differ between two states of an entity.
    ///
    /// - Parameters:
    ///   - new: The entity as it should be.
    ///   - old: The entity as it was known.
    /// - Returns: The entity with what the other side has changed.
    /// - Throws: `RepositoryError`, of the kind `.notFound` where there is no such entity.
    @discardableResult
    public func patch(
        _ new: Entity,
        from old: Entity
    ) async throws(RepositoryError) -> RepositoryResult<Entity> {
        try await write(.change(from: old, to: new))
    }

    /// Keeps an entity: in the place of the one with the same identity, or as a new one.
    ///
    /// - Parameter entity: The entity as it should be.
    /// - Returns: The entity with what the other side has changed.
    /// - Throws: `RepositoryError` where it was not kept, or where that is not known.
    @discardableResult
    public func storeOrUpdate(
        _ entity: Entity
    ) async throws(RepositoryError) -> RepositoryResult<Entity> {
        try await write(.storeOrUpdate(entity))
    }

    /// Keeps entities, each in the place of the one with the same identity, or as a new one.
    ///
    /// - Parameter entities: The entities as they should be.
    /// - Returns: The entities, in the same order.
    /// - Throws: `RepositoryError`, with `index` saying at which entity.
    @discardableResult
    public func storeOrUpdate(
        _ entities: [Entity]
    ) async throws(RepositoryError) -> [RepositoryResult<Entity>] {
        try await write(entities.map { .storeOrUpdate($0) })
    }

    // MARK: - How

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
