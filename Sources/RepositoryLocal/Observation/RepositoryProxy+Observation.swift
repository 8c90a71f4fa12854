extension RepositoryProxy: ObserveRepository {
    /// The local store.
    public var observedStorage: (any Storage)? { sides.local?.storage }
}

// MARK: - Differences from the server

extension RepositoryProxy {
    /// Returns the writes to an entity that are pending, in flight or rejected.
    ///
    ///     let state = try await messages.syncState(of: message.id)
    ///     if let rejected = state.rejected { show(try rejected.answer(as: Problem.self)) }
    ///
    /// - Parameter id: The identity; it may be a temporary one that the server has replaced.
    /// - Returns: The state; empty if there is no such entity.
    /// - Throws: `RepositoryError` if the store cannot be read; `.unavailable` if there is none.
    public func syncState(of id: Entity.ID) async throws(RepositoryError) -> EntitySyncState {
        guard let local = sides.local else { throw .noStore("read the state of", Entity.self) }
        return try await local.read("read the state of") { entities in
            try EntitySyncState(of: entities.key(id), in: entities.store)
        }
    }

    /// Observes the writes to an entity that are pending, in flight or rejected.
    ///
    /// - Parameter id: The identity; it may be a temporary one, before and after the server
    ///   replaces it.
    /// - Returns: The state, now and after each change, until the reading task ends. Throws
    ///   `.unavailable` if there is no local store.
    public func syncStates(of id: Entity.ID) -> RepositoryObservation<EntitySyncState> {
        observation(
            { entities in
                let keys = Set(try entities.keys(of: id))
                return ObservedReading(
                    value: try EntitySyncState(of: entities.key(id), in: entities.store),
                    part: ObservedPart(records: .keys(keys), includesOutbox: true)
                )
            },
            isSame: { $0 == $1 }
        )
    }

    /// Returns the outcomes of writes to the entities from now on; see ``WriteOutcomes``.
    ///
    ///     for await outcome in messages.outcomes() {
    ///         guard case .rejected(let failure) = outcome.kind else { continue }
    ///         warn(about: outcome.id, failure.message)
    ///     }
    ///
    /// With a synchronizer, these are all outcomes that it reports for the type. Without one, they
    /// are only those of writes that this repository and its copies send directly.
    ///
    /// - Parameter limit: The number of outcomes buffered for a slow consumer.
    /// - Returns: The outcomes, for a single consumer.
    public func outcomes(
        keeping limit: Int = 1000
    ) -> WriteOutcomes<EntityWriteOutcome<Entity>> {
        sides.outcomeBroadcast.outcomes(of: Entity.schema.name, keeping: limit) {
            EntityWriteOutcome($0)
        }
    }
}

extension RepositoryObservation {
    /// Returns an observation that throws because the repository has no local store.
    static func unavailable<Value: Entity>(_ type: Value.Type) -> RepositoryObservation {
        let error = RepositoryError.noStore("observe", Value.self)
        return RepositoryObservation(
            changes: { StorageBroadcast().changes() },
            read: { () throws(RepositoryError) in throw error },
            readAgain: { _, _ in nil },
            isSame: { _, _ in true }
        )
    }
}
