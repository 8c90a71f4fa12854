// How the entities stand to the server.
extension RepositoryProxy {
    /// What waits to be sent for an entity, is being sent, or was refused.
    ///
    ///     let state = try await messages.syncState(of: message.id)
    ///     if let rejected = state.rejected { show(try rejected.answer(as: Problem.self)) }
    ///
    /// - Parameter id: The identity; also a temporary one that the server has replaced.
    /// - Returns: The state; nothing is in it where there is no such entity.
    /// - Throws: `RepositoryError` where the store cannot be read; `.unavailable` where there is none.
    public func syncState(of id: Entity.ID) async throws(RepositoryError) -> EntitySyncState {
        guard let local else { throw .noStore("read the state of", Entity.self) }
        return try await local.syncState(of: id)
    }

    /// What waits to be sent for an entity, is being sent, or was refused: now, and whenever that is
    /// another.
    ///
    /// - Parameter id: The identity; also a temporary one, before and after the server replaces it.
    /// - Returns: The states; they end with the task that reads them. `.unavailable` is thrown where
    ///   there is no local store.
    public func syncStates(of id: Entity.ID) -> RepositoryObservation<EntitySyncState> {
        local?.syncStates(of: id) ?? .unavailable(Entity.self)
    }

    /// The outcomes of the writes to the entities, from now on; see ``WriteOutcomes``.
    ///
    ///     for await outcome in messages.outcomes() {
    ///         guard case .rejected(let failure) = outcome.kind else { continue }
    ///         warn(about: outcome.id, failure.message)
    ///     }
    ///
    /// They are those that the synchronizer tells for the type. Without a synchronizer, they are only
    /// those of the writes that this repository, and its copies, send to the server themselves.
    ///
    /// - Parameter limit: How many are kept for a slow reader.
    /// - Returns: The outcomes, for one reader.
    public func outcomes(
        keeping limit: Int = 1000
    ) -> WriteOutcomes<EntityWriteOutcome<Entity>> {
        outcomeBroadcast.outcomes(of: Entity.schema.name, keeping: limit) {
            EntityWriteOutcome($0)
        }
    }
}
