/// A repository whose entities can be observed.
///
/// Observations read the local store, see ``RepositoryObservation``. Changes on the server become
/// visible once they are stored: by a synchronization, or by a request to the server.
public protocol ObserveRepository<Entity>: Repository where Entity: RepositoryValues.Entity {
    /// Observes the entities that match criteria.
    ///
    /// - Parameter criteria: The condition, order, limit and offset.
    /// - Returns: The entities, now and after each change.
    func observe(_ criteria: Criteria) -> RepositoryObservation<[Entity]>

    /// Observes a list together with its changes: deletions, insertions, moves and updates.
    ///
    /// Only records touched by a write are read again, unless the criteria have a limit, an offset
    /// or a condition on other entities. Ties in the order are broken by identity.
    ///
    /// - Parameter criteria: The condition, order, limit and offset.
    /// - Returns: The list, now and after each change.
    func observeList(_ criteria: Criteria) -> RepositoryObservation<ListChange<Entity>>

    /// Observes the entity with an identity.
    ///
    /// - Parameter id: The identity; also a temporary one, before and after the server replaces it.
    /// - Returns: The entity, nil while there is none.
    func observe(id: Entity.ID) -> RepositoryObservation<Entity?>

    /// Observes the number of entities that match criteria, limit and offset included.
    ///
    /// - Parameter criteria: The condition, limit and offset.
    /// - Returns: The number, now and after each change; no entity is read for it.
    func observeCount(_ criteria: Criteria) -> RepositoryObservation<Int>

    /// Observes an aggregate of the entities that match a condition.
    ///
    /// - Parameters:
    ///   - aggregate: The aggregate.
    ///   - filter: The condition.
    /// - Returns: The value, now and after each change.
    func observe<Value>(
        _ aggregate: Aggregate<Value>,
        where filter: Condition
    ) -> RepositoryObservation<Value>

    /// Observes an aggregate for each group of the entities that match a condition.
    ///
    /// - Parameters:
    ///   - aggregate: The aggregate.
    ///   - field: The property to group by.
    ///   - filter: The condition.
    /// - Returns: The values by group, now and after each change; the key is nil for entities
    ///   without the property.
    func observe<Key: Hashable, Value>(
        _ aggregate: Aggregate<Value>,
        by field: Field<Key>,
        where filter: Condition
    ) -> RepositoryObservation<[Key?: Value]>

    /// Observes the entities that contain all words of a text, best matches first.
    ///
    /// The schema declares the searched properties with `search:`. Case, diacritics and width are
    /// ignored. All words must match, in any order; the last one also matches as a prefix. Results
    /// are ranked by BM25.
    ///
    /// - Parameters:
    ///   - text: The words; without any, nothing is found.
    ///   - limit: The maximum number of entities.
    ///   - filter: An additional condition.
    /// - Returns: The entities, now and after each change.
    func observeSearch(
        _ text: String,
        limit: Int,
        where filter: Condition
    ) -> RepositoryObservation<[Entity]>

    /// Observes the entities that match criteria, each with its related entities of another type.
    ///
    /// - Parameters:
    ///   - criteria: The condition, order, limit and offset.
    ///   - other: The type of the related entities, in the same store.
    ///   - join: How the two types are related.
    /// - Returns: The entities with their related ones, now and after each change.
    func observe<Other>(
        _ criteria: Criteria,
        with other: Other.Type,
        by join: Join<Entity, Other>
    ) -> RepositoryObservation<[Joined<Entity, Other>]>

    /// Explains how the local store evaluates criteria: the indexes it searches, and the data it
    /// must read.
    ///
    ///     print(try await messages.explain(Criteria(Message.self) { $0.likes > 3 }))
    ///
    /// - Parameter criteria: The criteria.
    /// - Returns: The explanation, to print or to test.
    /// - Throws: `RepositoryError` if the store cannot be read.
    func explain(_ criteria: Criteria) async throws(RepositoryError) -> QueryExplanation
}

extension ObserveRepository {
    /// Observes a list together with its changes, see ``observeList(_:)``.
    ///
    ///     for try await change in messages.observeList(orderedBy: { [$0.sentAt.descending] }) {
    ///         apply(change.deletions, change.insertions, change.moves, change.updates)
    ///     }
    ///
    /// - Parameters:
    ///   - limit: The maximum number of entities.
    ///   - order: The order, built from the entity's fields.
    ///   - filter: The condition, built from the entity's fields.
    /// - Returns: The list, now and after each change.
    public func observeList(
        limit: Int? = nil,
        orderedBy order: (Entity.Fields) -> [Order] = { _ in [] },
        where filter: (Entity.Fields) -> Condition = { _ in .always }
    ) -> RepositoryObservation<ListChange<Entity>> {
        let fields = Entity.Fields()
        return observeList(Criteria(filter: filter(fields), order: order(fields), limit: limit))
    }

    /// Observes all entities.
    ///
    /// - Returns: The entities, now and after each change.
    public func observe() -> RepositoryObservation<[Entity]> {
        observe(.all)
    }

    /// Observes the entities that match a condition.
    ///
    ///     for try await popular in messages.observe(limit: 20, where: { $0.likes > 3 }) { … }
    ///
    /// - Parameters:
    ///   - limit: The maximum number of entities.
    ///   - offset: The number of entities to skip.
    ///   - order: The order, built from the entity's fields.
    ///   - filter: The condition, built from the entity's fields.
    /// - Returns: The entities, now and after each change.
    public func observe(
        limit: Int? = nil,
        offset: Int = 0,
        orderedBy order: (Entity.Fields) -> [Order] = { _ in [] },
        where filter: (Entity.Fields) -> Condition
    ) -> RepositoryObservation<[Entity]> {
        let fields = Entity.Fields()
        return observe(
            Criteria(filter: filter(fields), order: order(fields), limit: limit, offset: offset)
        )
    }

    /// Observes the number of all entities.
    ///
    /// - Returns: The number, now and after each change.
    public func observeCount() -> RepositoryObservation<Int> {
        observeCount(.all)
    }

    /// Observes the number of entities that match a condition.
    ///
    /// - Parameter filter: The condition, built from the entity's fields.
    /// - Returns: The number, now and after each change.
    public func observeCount(
        where filter: (Entity.Fields) -> Condition
    ) -> RepositoryObservation<Int> {
        observeCount(Criteria(Entity.self, where: filter))
    }
}
