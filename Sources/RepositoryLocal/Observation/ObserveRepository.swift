/// A repository that tells what becomes of its entities.
///
/// It observes the local store, see ``RepositoryObservation``. What a server has comes to be seen when
/// it is stored: by a synchronization, or by whoever asks the server.
public protocol ObserveRepository<Entity>: Repository where Entity: RepositoryValues.Entity {
    /// Observes the entities that criteria ask for.
    ///
    /// - Parameter criteria: Which, in which order, and which part of them.
    /// - Returns: The entities, now and whenever they are others.
    func observe(_ criteria: Criteria) -> RepositoryObservation<[Entity]>

    /// Observes a list with what has changed in it: deletions, insertions, moves and updates.
    ///
    /// Only the records that a write has touched are read again, unless the criteria have a limit, an offset
    /// or a condition on other entities. Where the order leaves two entities equal, their identities decide.
    ///
    /// - Parameter criteria: Which entities, in which order, and which part of them.
    /// - Returns: The list, now and whenever it is another.
    func observeList(_ criteria: Criteria) -> RepositoryObservation<ListChange<Entity>>

    /// Observes the entity with an identity.
    ///
    /// - Parameter id: The identity; also a temporary one, before and after the server replaces it.
    /// - Returns: The entity, nil while there is none.
    func observe(id: Entity.ID) -> RepositoryObservation<Entity?>

    /// Observes the number of entities that criteria ask for, limit and offset included.
    ///
    /// - Parameter criteria: Which, and which part of them.
    /// - Returns: The number, now and whenever it is another; no entity is read for it.
    func observeCount(_ criteria: Criteria) -> RepositoryObservation<Int>

    /// Observes a value of the entities of which a condition holds.
    ///
    /// - Parameters:
    ///   - aggregate: The value.
    ///   - filter: The condition.
    /// - Returns: The value, now and whenever it is another.
    func observe<Value>(
        _ aggregate: Aggregate<Value>,
        where filter: Condition
    ) -> RepositoryObservation<Value>

    /// Observes a value of each group of the entities of which a condition holds.
    ///
    /// - Parameters:
    ///   - aggregate: The value.
    ///   - field: The property that tells the groups apart.
    ///   - filter: The condition.
    /// - Returns: The values by the property, nil where an entity has none, now and whenever one is another.
    func observe<Key: Hashable, Value>(
        _ aggregate: Aggregate<Value>,
        by field: Field<Key>,
        where filter: Condition
    ) -> RepositoryObservation<[Key?: Value]>

    /// Observes the entities that contain all of some words, the best ones first.
    ///
    /// The schema says with `search:` which properties are searched. Case, diacritics and width make no
    /// difference. All words must be there, in any order; the last one may be the beginning of a longer
    /// word. What is found is ranked by BM25.
    ///
    /// - Parameters:
    ///   - text: The words; none finds nothing.
    ///   - limit: How many at most.
    ///   - filter: A condition that holds for what is found, too.
    /// - Returns: The entities, now and whenever they are others.
    func observeSearch(
        _ text: String,
        limit: Int,
        where filter: Condition
    ) -> RepositoryObservation<[Entity]>

    /// Observes the entities that criteria ask for, each with those of another type that belong to it.
    ///
    /// - Parameters:
    ///   - criteria: Which, in which order, and which part of them.
    ///   - other: The type of the others, which are kept in the same store.
    ///   - join: Which of the others belong to an entity.
    /// - Returns: The entities with the others, now and whenever any of them is another.
    func observe<Other>(
        _ criteria: Criteria,
        with other: Other.Type,
        by join: Join<Entity, Other>
    ) -> RepositoryObservation<[Joined<Entity, Other>]>

    /// Explains how the local store answers criteria: which indexes it searches, and what it must read.
    ///
    ///     print(try await messages.explain(Criteria(Message.self) { $0.likes > 3 }))
    ///
    /// - Parameter criteria: The criteria.
    /// - Returns: The explanation, to be printed or to be tested.
    /// - Throws: `RepositoryError` where the store cannot be read.
    func explain(_ criteria: Criteria) async throws(RepositoryError) -> QueryExplanation
}

extension ObserveRepository {
    /// Observes a list with what has changed in it, see ``observeList(_:)``.
    ///
    ///     for try await change in messages.observeList(orderedBy: { [$0.sentAt.descending] }) {
    ///         apply(change.deletions, change.insertions, change.moves, change.updates)
    ///     }
    ///
    /// - Parameters:
    ///   - limit: How many entities at most.
    ///   - order: The order, made of the names of the properties.
    ///   - filter: The condition, made of the names of the properties.
    /// - Returns: The list, now and whenever it is another.
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
    /// - Returns: The entities, now and whenever they are others.
    public func observe() -> RepositoryObservation<[Entity]> {
        observe(.all)
    }

    /// Observes the entities of which a condition holds.
    ///
    ///     for try await popular in messages.observe(limit: 20, where: { $0.likes > 3 }) { … }
    ///
    /// - Parameters:
    ///   - limit: How many at most.
    ///   - offset: How many of the first are left out.
    ///   - order: The order, made of the names of the properties.
    ///   - filter: The condition, made of the names of the properties.
    /// - Returns: The entities, now and whenever they are others.
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
    /// - Returns: The number, now and whenever it is another.
    public func observeCount() -> RepositoryObservation<Int> {
        observeCount(.all)
    }

    /// Observes the number of entities of which a condition holds.
    ///
    /// - Parameter filter: The condition, made of the names of the properties.
    /// - Returns: The number, now and whenever it is another.
    public func observeCount(
        where filter: (Entity.Fields) -> Condition
    ) -> RepositoryObservation<Int> {
        observeCount(Criteria(Entity.self, where: filter))
    }
}
