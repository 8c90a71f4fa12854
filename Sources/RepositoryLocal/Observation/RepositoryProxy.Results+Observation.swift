extension RepositoryProxy.Results {
    /// Observes the entities that match criteria, with the number of their pending writes.
    ///
    /// The results come from the local store and contain no attempts. There is a new one when the
    /// entities, the pending writes or the warnings change, but not when the server merely confirms
    /// the same state again.
    ///
    /// - Parameter criteria: The condition, order, limit and offset.
    /// - Returns: The results. Throws `.unavailable` if there is no local store.
    public func observe(
        _ criteria: Criteria = .all
    ) -> RepositoryObservation<RepositoryResult<[Entity]>> {
        let (clock, keeping) = (sides.clock, sides.local?.keeping)
        return sides.local?.observation(
            of: [ObservedRows(filter: criteria.filter)],
            // With a partial replica, the completeness of a result depends on more than its rows.
            with: keeping == nil ? [] : [Entity.schema.name],
            includingOutbox: true,
            { entities in
                let answer = try RepositoryResult(criteria, entities, keeping)
                return RepositoryResult(value: (), origin: .local).with(answer, at: clock.now)
            },
            isSame: { first, second in
                first.editsWaiting == second.editsWaiting && first.warnings == second.warnings
                    && EntityComparison.areSame(first.value, second.value)
            }
        ) ?? .unavailable(Entity.self)
    }

    /// Observes the entities that match a condition, with the number of their pending writes.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of entities.
    ///   - offset: The number of entities to skip.
    ///   - order: The order, built from the entity's fields.
    ///   - filter: The condition, built from the entity's fields.
    /// - Returns: The results, see ``observe(_:)``.
    public func observe(
        limit: Int? = nil,
        offset: Int = 0,
        orderedBy order: (Entity.Fields) -> [Order] = { _ in [] },
        where filter: (Entity.Fields) -> Condition
    ) -> RepositoryObservation<RepositoryResult<[Entity]>> {
        let fields = Entity.Fields()
        return observe(
            Criteria(filter: filter(fields), order: order(fields), limit: limit, offset: offset)
        )
    }

    /// Observes the entity with an identity, with the number of its pending writes, a deletion
    /// included.
    ///
    /// - Parameter id: The identity; it may be a temporary one, before and after the server
    ///   replaces it.
    /// - Returns: The results, see ``observe(_:)``; the value is nil while there is no such entity.
    public func observe(id: Entity.ID) -> RepositoryObservation<RepositoryResult<Entity?>> {
        let clock = sides.clock
        return sides.local?.observation(
            { entities in
                let keys = try entities.keys(of: id)
                let record = try entities.record(at: keys)
                let answer = RepositoryResult(
                    try record.map { try entities.entity(of: $0) },
                    confirmedAt: record?.confirmedAt,
                    editsWaiting: try keys.reduce(0) {
                        try $0 + entities.store.openEntryCount(of: $1)
                    }
                )
                return ObservedReading(
                    value: RepositoryResult(value: (), origin: .local).with(answer, at: clock.now),
                    part: ObservedPart(records: .keys(Set(keys)), includesOutbox: true)
                )
            },
            isSame: { first, second in
                first.editsWaiting == second.editsWaiting
                    && EntityComparison.areSame(first.value, second.value)
            }
        ) ?? .unavailable(Entity.self)
    }
}
