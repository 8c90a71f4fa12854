extension RepositoryProxy.Results {
    /// Deletes the entity with an identity; succeeds if there is no such entity.
    ///
    /// - Parameter id: The identity.
    /// - Returns: The side where it was deleted.
    /// - Throws: `RepositoryError` if it was not deleted, or if the outcome is unknown.
    @discardableResult
    public func delete(id: Entity.ID) async throws(RepositoryError) -> RepositoryResult<Void> {
        let sent = SentWrite(header: proxy.idempotencyHeader, clock: proxy.clock)
        let local = proxy.local
        let look = try await proxy.lookBeforeWriting(.id(id))
        let id = look.id ?? id
        var run = proxy.run(.delete, look) { (remote) throws(RepositoryError) in
            try await proxy.delete(id, by: remote, sent, over: look.confirmed)
        }
        if let local {
            run.writeLocally = { (form, failure) throws(RepositoryError) in
                let before = proxy.before(sent, failure)
                return try await local.delete(id, as: form, after: before)
            }
            run.remove = { () throws(RepositoryError) in
                try await local.remove(id, at: proxy.clock.now)
            }
        }
        return try await proxy.telling(&run, sent) { _ in id.pathComponent }
    }

    /// Deletes the entities with the given identities; missing ones count as deleted.
    ///
    /// - Parameter ids: The identities.
    /// - Returns: The side where each was deleted, in the same order.
    /// - Throws: `RepositoryError`, with the `index` of the identity that failed.
    @discardableResult
    public func delete(
        ids: [Entity.ID]
    ) async throws(RepositoryError) -> [RepositoryResult<Void>] {
        let together = try await together(.delete, ids.map { .id($0) }) {
            (local, form) throws(RepositoryError) in
            try await local.delete(ids, as: form)
        }
        if let together { return together }
        return try await each(ids) { (id) throws(RepositoryError) in try await delete(id: id) }
    }

    /// Deletes an entity; succeeds if there is no such entity.
    ///
    /// - Parameter entity: The entity.
    /// - Returns: The side where it was deleted.
    /// - Throws: `RepositoryError` if it was not deleted, or if the outcome is unknown.
    @discardableResult
    public func delete(_ entity: Entity) async throws(RepositoryError) -> RepositoryResult<Void> {
        try await delete(id: entity.id)
    }

    /// Deletes entities; missing ones count as deleted.
    ///
    /// - Parameter entities: The entities.
    /// - Returns: The side where each was deleted, in the same order.
    /// - Throws: `RepositoryError`, with the `index` of the entity that failed.
    @discardableResult
    public func delete(
        _ entities: [Entity]
    ) async throws(RepositoryError) -> [RepositoryResult<Void>] {
        try await delete(ids: entities.map(\.id))
    }
}

// MARK: - Batches

extension RepositoryProxy.Results {
    /// Writes a batch to the local store in one transaction, if its rule begins there.
    ///
    /// - Returns: The results; nil if they must be written one at a time.
    func together<Value: Sendable>(
        _ operation: RepositoryOperation,
        _ subjects: [LocalSubject<Entity>],
        _ write:
            @escaping (
                LocalSide<Entity>,
                StrategyPlan.LocalWrite
            ) async throws(RepositoryError) -> [LocalAnswer<Value>]
    ) async throws(RepositoryError) -> [RepositoryResult<Value>]? {
        var rule = proxy.strategy[operation]
        guard subjects.count > 1, rule.target == .local, let local = proxy.local else { return nil }
        try await proxy.recognizeBeforeWriting(subjects)
        let isAlone = rule.sides == [.local]
        // If this fails, the fallback applies to each of them separately.
        rule.fallback = nil
        // Writes with an intent may follow other pending ones.
        if !rule.synchronize, await !isUnedited(subjects) { return nil }
        var run = proxy.run(operation, by: rule) {
            (_) throws(RepositoryError) -> [LocalAnswer<Value>] in
            throw .unavailable(operation, Entity.self)
        }
        run.writeLocally = { (form, _) throws(RepositoryError) in
            let answers = try await write(local, form)
            return LocalAnswer(value: answers, confirmedAt: nil, editsWaiting: 0)
        }
        do throws(RepositoryError) {
            let result = try await run.run()
            return result.value.map { result.with($0, at: proxy.clock.now) }
        } catch {
            if isAlone { throw error }
            return nil
        }
    }

    private func isUnedited(_ subjects: [LocalSubject<Entity>]) async -> Bool {
        for subject in subjects {
            guard await proxy.look(at: subject).edits == .none else { return false }
        }
        return true
    }
}
