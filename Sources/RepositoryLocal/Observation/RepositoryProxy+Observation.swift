extension RepositoryProxy: ObserveRepository {
    /// Observes the entities in the local store that match criteria.
    ///
    /// - Parameter criteria: The condition, order, limit and offset.
    /// - Returns: The entities, now and after each change. Throws `.unavailable` if there is no
    ///   local store.
    public func observe(_ criteria: Criteria) -> RepositoryObservation<[Entity]> {
        sides.local?.observe(criteria) ?? .unavailable(Entity.self)
    }

    /// Observes a list in the local store together with its changes.
    ///
    /// - Parameter criteria: The condition, order, limit and offset.
    /// - Returns: The list, now and after each change. Throws `.unavailable` if there is no local
    ///   store.
    public func observeList(_ criteria: Criteria) -> RepositoryObservation<ListChange<Entity>> {
        sides.local?.observeList(criteria) ?? .unavailable(Entity.self)
    }

    /// Observes the entity with an identity in the local store.
    ///
    /// - Parameter id: The identity; also a temporary one, before and after the server replaces it.
    /// - Returns: The entity, nil while there is none. Throws `.unavailable` if there is no local
    ///   store.
    public func observe(id: Entity.ID) -> RepositoryObservation<Entity?> {
        sides.local?.observe(id: id) ?? .unavailable(Entity.self)
    }

    /// Observes the number of entities in the local store that match criteria.
    ///
    /// - Parameter criteria: The condition, limit and offset.
    /// - Returns: The number, now and after each change. Throws `.unavailable` if there is no local
    ///   store.
    public func observeCount(_ criteria: Criteria) -> RepositoryObservation<Int> {
        sides.local?.observeCount(criteria) ?? .unavailable(Entity.self)
    }

    /// Observes an aggregate of the entities in the local store that match a condition.
    ///
    /// - Parameters:
    ///   - aggregate: The aggregate.
    ///   - filter: The condition.
    /// - Returns: The value, now and after each change. Throws `.unavailable` if there is no local
    ///   store.
    public func observe<Value>(
        _ aggregate: Aggregate<Value>,
        where filter: Condition
    ) -> RepositoryObservation<Value> {
        sides.local?.observe(aggregate, where: filter) ?? .unavailable(Entity.self)
    }

    /// Observes an aggregate for each group of the entities in the local store that match a
    /// condition.
    ///
    /// - Parameters:
    ///   - aggregate: The aggregate.
    ///   - field: The property to group by.
    ///   - filter: The condition.
    /// - Returns: The values by group, now and after each change. Throws `.unavailable` if there is
    ///   no local store.
    public func observe<Key: Hashable, Value>(
        _ aggregate: Aggregate<Value>,
        by field: Field<Key>,
        where filter: Condition
    ) -> RepositoryObservation<[Key?: Value]> {
        sides.local?.observe(aggregate, by: field, where: filter) ?? .unavailable(Entity.self)
    }

    /// Observes the entities in the local store that contain all words of a text, best matches
    /// first.
    ///
    /// - Parameters:
    ///   - text: The words; without any, nothing is found.
    ///   - limit: The maximum number of entities.
    ///   - filter: An additional condition.
    /// - Returns: The entities, now and after each change. Throws `.unavailable` if there is no
    ///   local store.
    public func observeSearch(
        _ text: String,
        limit: Int,
        where filter: Condition
    ) -> RepositoryObservation<[Entity]> {
        sides.local?.observeSearch(text, limit: limit, where: filter) ?? .unavailable(Entity.self)
    }

    /// Observes the entities in the local store that match criteria, each with its related entities
    /// of another type.
    ///
    /// - Parameters:
    ///   - criteria: The condition, order, limit and offset.
    ///   - other: The type of the related entities, in the same store.
    ///   - join: How the two types are related.
    /// - Returns: The entities with their related ones, now and after each change. Throws
    ///   `.unavailable` if there is no local store.
    public func observe<Other>(
        _ criteria: Criteria,
        with other: Other.Type,
        by join: Join<Entity, Other>
    ) -> RepositoryObservation<[Joined<Entity, Other>]> {
        sides.local?.observe(criteria, with: other, by: join) ?? .unavailable(Entity.self)
    }

    /// Explains how the local store evaluates criteria: the indexes it searches, and the data it
    /// must read.
    ///
    /// - Parameter criteria: The criteria.
    /// - Returns: The explanation.
    /// - Throws: `RepositoryError` if the store cannot be read; `.unavailable` if there is none.
    public func explain(
        _ criteria: Criteria
    ) async throws(RepositoryError) -> QueryExplanation {
        guard let local = sides.local else { throw RepositoryError.noStore("explain", Entity.self) }
        return try await local.explain(criteria)
    }
}

// MARK: - Differences from the server

extension RepositoryProxy {
    /// Returns the writes to an entity that are pending, in flight or rejected.
    ///
    ///     let state = try await messages.syncState(of: message.id)
    ///     if let rejected = state.rejected { show(try rejected.answer(as: Problem.self)) }
    ///
    /// - Parameter id: The identity; also a temporary one that the server has replaced.
    /// - Returns: The state; empty if there is no such entity.
    /// - Throws: `RepositoryError` if the store cannot be read; `.unavailable` if there is none.
    public func syncState(of id: Entity.ID) async throws(RepositoryError) -> EntitySyncState {
        guard let local = sides.local else { throw .noStore("read the state of", Entity.self) }
        return try await local.syncState(of: id)
    }

    /// Observes the writes to an entity that are pending, in flight or rejected.
    ///
    /// - Parameter id: The identity; also a temporary one, before and after the server replaces it.
    /// - Returns: The state, now and after each change, until the reading task ends. Throws
    ///   `.unavailable` if there is no local store.
    public func syncStates(of id: Entity.ID) -> RepositoryObservation<EntitySyncState> {
        sides.local?.syncStates(of: id) ?? .unavailable(Entity.self)
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
            ObservedQuery(
                changes: { StorageBroadcast().changes() },
                read: { () throws(RepositoryError) in throw error },
                isSame: { _, _ in true }
            )
        )
    }
}
