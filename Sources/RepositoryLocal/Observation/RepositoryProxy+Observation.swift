extension RepositoryProxy: ObserveRepository {
    /// Observes the entities that criteria ask for, as the local store has them.
    ///
    /// - Parameter criteria: Which, in which order, and which part of them.
    /// - Returns: The entities, now and whenever they are others; `.unavailable` is thrown where there
    ///   is no local store.
    public func observe(_ criteria: Criteria) -> RepositoryObservation<[Entity]> {
        local?.observe(criteria) ?? .unavailable(Entity.self)
    }

    /// Observes a list with what has changed in it, as the local store has it.
    ///
    /// - Parameter criteria: Which entities, in which order, and which part of them.
    /// - Returns: The list, now and whenever it is another; `.unavailable` is thrown where there is no local
    ///   store.
    public func observeList(_ criteria: Criteria) -> RepositoryObservation<ListChange<Entity>> {
        local?.observeList(criteria) ?? .unavailable(Entity.self)
    }

    /// Observes the entity with an identity, as the local store has it.
    ///
    /// - Parameter id: The identity; also a temporary one, before and after the server replaces it.
    /// - Returns: The entity, nil while there is none; `.unavailable` is thrown where there is no local
    ///   store.
    public func observe(id: Entity.ID) -> RepositoryObservation<Entity?> {
        local?.observe(id: id) ?? .unavailable(Entity.self)
    }

    /// Observes the number of entities that criteria ask for, as the local store has them.
    ///
    /// - Parameter criteria: Which, and which part of them.
    /// - Returns: The number, now and whenever it is another; `.unavailable` is thrown where there is no
    ///   local store.
    public func observeCount(_ criteria: Criteria) -> RepositoryObservation<Int> {
        local?.observeCount(criteria) ?? .unavailable(Entity.self)
    }

    /// Observes a value of the entities of which a condition holds, as the local store has them.
    ///
    /// - Parameters:
    ///   - aggregate: The value.
    ///   - filter: The condition.
    /// - Returns: The value, now and whenever it is another; `.unavailable` is thrown where there is no
    ///   local store.
    public func observe<Value>(
        _ aggregate: Aggregate<Value>,
        where filter: Condition
    ) -> RepositoryObservation<Value> {
        local?.observe(aggregate, where: filter) ?? .unavailable(Entity.self)
    }

    /// Observes a value of each group of the entities of which a condition holds, as the local store has
    /// them.
    ///
    /// - Parameters:
    ///   - aggregate: The value.
    ///   - field: The property that tells the groups apart.
    ///   - filter: The condition.
    /// - Returns: The values by the property, now and whenever one is another; `.unavailable` is thrown
    ///   where there is no local store.
    public func observe<Key: Hashable, Value>(
        _ aggregate: Aggregate<Value>,
        by field: Field<Key>,
        where filter: Condition
    ) -> RepositoryObservation<[Key?: Value]> {
        local?.observe(aggregate, by: field, where: filter) ?? .unavailable(Entity.self)
    }

    /// Observes the entities in the local store that contain all of some words, the best ones first.
    ///
    /// - Parameters:
    ///   - text: The words; none finds nothing.
    ///   - limit: How many at most.
    ///   - filter: A condition that holds for what is found, too.
    /// - Returns: The entities, now and whenever they are others; `.unavailable` is thrown where there is no
    ///   local store.
    public func observeSearch(
        _ text: String,
        limit: Int,
        where filter: Condition
    ) -> RepositoryObservation<[Entity]> {
        local?.observeSearch(text, limit: limit, where: filter) ?? .unavailable(Entity.self)
    }

    /// Observes the entities that criteria ask for, each with those of another type that belong to it, as
    /// the local store has them.
    ///
    /// - Parameters:
    ///   - criteria: Which, in which order, and which part of them.
    ///   - other: The type of the others, which are kept in the same store.
    ///   - join: Which of the others belong to an entity.
    /// - Returns: The entities with the others, now and whenever any of them is another; `.unavailable` is
    ///   thrown where there is no local store.
    public func observe<Other>(
        _ criteria: Criteria,
        with other: Other.Type,
        by join: Join<Entity, Other>
    ) -> RepositoryObservation<[Joined<Entity, Other>]> {
        local?.observe(criteria, with: other, by: join) ?? .unavailable(Entity.self)
    }

    /// Explains how the local store answers criteria: which indexes it searches, and what it must read.
    ///
    /// - Parameter criteria: The criteria.
    /// - Returns: The explanation.
    /// - Throws: `RepositoryError` where the store cannot be read; `.unavailable` where there is none.
    public func explain(
        _ criteria: Criteria
    ) async throws(RepositoryError) -> QueryExplanation {
        guard let local else { throw RepositoryError.noStore("explain", Entity.self) }
        return try await local.explain(criteria)
    }
}

extension RepositoryProxy.Results {
    /// Observes the entities that criteria ask for, and how many edits wait for them.
    ///
    /// The results are of the local store, and list no attempts. Another one comes when the entities, the edits
    /// or the warnings are others, not when the server has merely confirmed the same again.
    ///
    /// - Parameter criteria: Which, in which order, and which part of them.
    /// - Returns: The results; `.unavailable` is thrown where there is no local store.
    public func observe(
        _ criteria: Criteria = .all
    ) -> RepositoryObservation<RepositoryResult<[Entity]>> {
        let (clock, keeping) = (proxy.clock, proxy.local?.keeping)
        return proxy.local?.observation(
            of: [ObservedRows(filter: criteria.filter)],
            // Whether a part of a collection holds all of a result depends on more than the rows.
            with: keeping == nil ? [] : [Entity.schema.name],
            includingOutbox: true,
            { entities in
                let answer = try LocalAnswer(criteria, entities, keeping)
                return RepositoryResult((), from: .local).with(answer, at: clock.now)
            },
            isSame: { first, second in
                first.editsWaiting == second.editsWaiting && first.warnings == second.warnings
                    && EntityComparison.areSame(first.value, second.value)
            }
        ) ?? .unavailable(Entity.self)
    }

    /// Observes the entities of which a condition holds, and how many edits wait for them.
    ///
    /// - Parameters:
    ///   - limit: How many at most.
    ///   - offset: How many of the first are left out.
    ///   - order: The order, made of the names of the properties.
    ///   - filter: The condition, made of the names of the properties.
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

    /// Observes the entity with an identity, and how many edits wait for it, its deletion among them.
    ///
    /// - Parameter id: The identity; also a temporary one, before and after the server replaces it.
    /// - Returns: The results, see ``observe(_:)``; the value is nil while there is no such entity.
    public func observe(id: Entity.ID) -> RepositoryObservation<RepositoryResult<Entity?>> {
        let clock = proxy.clock
        return proxy.local?.observation(
            { entities in
                let keys = try entities.keys(of: id)
                let record = try entities.record(at: keys)
                let answer = LocalAnswer(
                    value: try record.map { try entities.entity(of: $0) },
                    confirmedAt: record?.confirmedAt,
                    editsWaiting: try keys.reduce(0) {
                        try $0 + entities.store.openEntryCount(of: $1)
                    }
                )
                return ObservedReading(
                    value: RepositoryResult((), from: .local).with(answer, at: clock.now),
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

extension RepositoryObservation {
    /// One of a repository that has no local store.
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
