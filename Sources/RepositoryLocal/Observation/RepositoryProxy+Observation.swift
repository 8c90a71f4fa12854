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
