/// A repository whose entities can be observed.
///
/// Observations read the local store, see ``RepositoryObservation``. Changes on the server become
/// visible once they are stored: by a synchronization, or by a request to the server.
public protocol ObserveRepository<Entity>: Repository where Entity: RepositoryValues.Entity {
    /// The store that is observed; nil if there is none: observations then throw `.unavailable`.
    var observedStorage: (any Storage)? { get }
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

    /// Observes the number of entities that match a condition.
    ///
    /// - Parameter filter: The condition, built from the entity's fields.
    /// - Returns: The number, now and after each change.
    public func observeCount(
        where filter: (Entity.Fields) -> Condition = { _ in .always }
    ) -> RepositoryObservation<Int> {
        observeCount(Criteria(Entity.self, where: filter))
    }
}
