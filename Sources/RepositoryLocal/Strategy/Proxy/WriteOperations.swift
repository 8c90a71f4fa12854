import Foundation

// Runs writes and deletions on both sides.
extension RepositorySides {
    // MARK: - One entity

    /// Writes an entity.
    func write(
        _ write: EntityWrite<Entity>
    ) async throws(RepositoryError) -> RepositoryResult<Entity> {
        let sent = SentWrite(header: idempotencyHeader, clock: clock)
        let look = try await lookBeforeWriting(.write(write))
        let write = (look.id.flatMap(write.with) ?? write).rebased(on: look.confirmed)
        let latest = Locked(write)
        var run = run(write.operation, look) { (remote) throws(RepositoryError) in
            try await send(latest, by: remote, sent, over: look.confirmed)
        }
        if let local {
            run.writeLocally = { (form, failure) throws(RepositoryError) in
                // The store has the server's version, with which the write may have been merged.
                let write = latest.withLock { $0 }
                return try await local.write(
                    [write],
                    as: form,
                    after: sent.failing(with: failure)
                )[0]
            }
            run.keep = { (value, date) throws(RepositoryError) in
                // What the server has carried out is stored, even if the caller was cancelled.
                let kept = try await uncancelled { () throws(RepositoryError) in
                    try await local.keep(
                        [value],
                        at: date,
                        to: sent.operation,
                        entityTag: sent.receivedTag
                    )
                }
                for entry in kept.ended {
                    outcomeBroadcast.publish(WriteOutcome(ofPredecessor: entry))
                }
                return kept.answer.map { $0.first ?? value }
            }
            if run.plan.mayKeepAsSent {
                sent.noteCreations { await local.beginCreation(at: clock.now) }
            }
        }
        return try await publishing(&run, sent) { value in
            (value?.id ?? write.id)?.pathComponent ?? ownID(of: write)
        }
    }

    /// Deletes the entity with an identity.
    func delete(_ id: Entity.ID) async throws(RepositoryError) -> RepositoryResult<Void> {
        let sent = SentWrite(header: idempotencyHeader, clock: clock)
        let look = try await lookBeforeWriting(.id(id))
        let id = look.id ?? id
        var run = run(.delete, look) { (remote) throws(RepositoryError) in
            try await delete(id, by: remote, sent, over: look.confirmed)
        }
        if let local {
            run.writeLocally = { (form, failure) throws(RepositoryError) in
                try await local.delete([id], as: form, after: sent.failing(with: failure))[0]
            }
            run.remove = { (date) throws(RepositoryError) in
                try await uncancelled { () throws(RepositoryError) in
                    try await local.remove(id, at: date, isDeleted: true)
                }
            }
        }
        return try await publishing(&run, sent) { _ in id.pathComponent }
    }

    // MARK: - Batches

    /// Writes a batch.
    func write(
        _ writes: [EntityWrite<Entity>]
    ) async throws(RepositoryError) -> [RepositoryResult<Entity>] {
        guard let operation = writes.first?.operation else { return [] }
        let together = try await together(operation, writes.map { .write($0) }) {
            (local, form) throws(RepositoryError) in
            try await local.write(writes, as: form)
        }
        if let together { return together }
        return try await writes.mapSequentially { (write) throws(RepositoryError) in
            try await self.write(write)
        }
    }

    /// Deletes a batch.
    func delete(
        _ ids: [Entity.ID]
    ) async throws(RepositoryError) -> [RepositoryResult<Void>] {
        let together = try await together(.delete, ids.map { .id($0) }) {
            (local, form) throws(RepositoryError) in
            try await local.delete(ids, as: form)
        }
        if let together { return together }
        return try await ids.mapSequentially { (id) throws(RepositoryError) in
            try await delete(id)
        }
    }

    /// Writes a batch to the local store in one transaction, if its rule begins there.
    ///
    /// - Returns: The results; nil if they must be written one at a time.
    private func together<Value: Sendable>(
        _ operation: RepositoryOperation,
        _ subjects: [LocalSubject<Entity>],
        _ write:
            @escaping (
                LocalSide<Entity>,
                StrategyPlan.LocalWrite
            ) async throws(RepositoryError) -> [RepositoryResult<Value>]
    ) async throws(RepositoryError) -> [RepositoryResult<Value>]? {
        var rule = strategy[operation]
        guard subjects.count > 1, rule.target == .local, let local else { return nil }
        try await recognizeBeforeWriting(subjects)
        let isAlone = rule.sides == [.local]
        // If this fails, the fallback applies to each of them separately.
        rule.fallback = nil
        // Writes with an intent may follow other pending ones.
        if !rule.synchronize, await !isUnedited(subjects) { return nil }
        var run = run(operation, by: rule) {
            (_) throws(RepositoryError) -> [RepositoryResult<Value>] in
            throw .unavailable(operation, Entity.self)
        }
        run.writeLocally = { (form, _) throws(RepositoryError) in
            let answers = try await write(local, form)
            return RepositoryResult(answers)
        }
        do throws(RepositoryError) {
            let result = try await run.run()
            return result.value.map { result.with($0, at: clock.now) }
        } catch {
            // For other errors, a write has a fallback.
            if isAlone || [.conflict, .cancelled].contains(error.code) { throw error }
            return nil
        }
    }

    private func isUnedited(_ subjects: [LocalSubject<Entity>]) async -> Bool {
        for subject in subjects {
            guard await look(at: subject).edits == .none else { return false }
        }
        return true
    }
}
