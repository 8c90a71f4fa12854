extension ObserveRepository {
    /// Observes the entities that match criteria.
    ///
    /// - Parameter criteria: The condition, order, limit and offset.
    /// - Returns: The entities, now and after each change.
    public func observe(_ criteria: Criteria) -> RepositoryObservation<[Entity]> {
        observation(
            of: [ObservedRows(filter: criteria.filter)],
            { try $0.find(criteria) },
            isSame: { EntityComparison.areSame($0, $1) }
        )
    }

    /// Observes a list together with its changes: deletions, insertions, moves and updates.
    ///
    /// Only records touched by a write are read again, unless the criteria have a limit, an offset
    /// or a condition on other entities. Ties in the order are broken by identity.
    ///
    /// - Parameter criteria: The condition, order, limit and offset.
    /// - Returns: The list, now and after each change.
    public func observeList(_ criteria: Criteria) -> RepositoryObservation<ListChange<Entity>> {
        let list = ObservedList<Entity>(criteria)
        let related = criteria.filter.related.map(\.schema.name)
        let part = ObservedPart(records: .collections(Set(related + [Entity.schema.name])))
        return observation(
            { ObservedReading(value: ListChange(try list.read($0)), part: part) },
            again: { entities, last, change in
                let value = try list.read(after: last.value.rows, change, entities)
                return ObservedReading(value: value, part: part)
            },
            isIncremental: true,
            isSame: { $1.isEmpty }
        )
    }

    /// Observes the entity with an identity.
    ///
    /// - Parameter id: The identity; it may be a temporary one, before and after the server
    ///   replaces it.
    /// - Returns: The entity, nil while there is none.
    public func observe(id: Entity.ID) -> RepositoryObservation<Entity?> {
        observation(
            { entities in
                let keys = try entities.keys(of: id)
                return ObservedReading(
                    value: try entities.record(at: keys).map { try entities.entity(of: $0) },
                    part: ObservedPart(records: .keys(Set(keys)))
                )
            },
            isSame: { EntityComparison.areSame($0, $1) }
        )
    }

    /// Observes the number of entities that match criteria, limit and offset included.
    ///
    /// - Parameter criteria: The condition, limit and offset.
    /// - Returns: The number, now and after each change; no entity is read for it.
    public func observeCount(_ criteria: Criteria) -> RepositoryObservation<Int> {
        observation(
            of: [ObservedRows(filter: criteria.filter, keys: [])],
            { try $0.count(matching: criteria) },
            isSame: { $0 == $1 }
        )
    }

    /// Observes an aggregate of the entities that match a condition.
    ///
    /// - Parameters:
    ///   - aggregate: The aggregate.
    ///   - filter: The condition.
    /// - Returns: The value, now and after each change.
    public func observe<Value>(
        _ aggregate: Aggregate<Value>,
        where filter: Condition
    ) -> RepositoryObservation<Value> {
        observation(
            of: [ObservedRows(filter: filter, keys: aggregate.aggregation.keys)],
            { try $0.aggregate(aggregate, where: filter) },
            isSame: { $0 == $1 }
        )
    }

    /// Observes an aggregate for each group of the entities that match a condition.
    ///
    /// - Parameters:
    ///   - aggregate: The aggregate.
    ///   - field: The property to group by.
    ///   - filter: The condition.
    /// - Returns: The values by group, now and after each change; the key is nil for entities
    ///   without the property.
    public func observe<Key: Hashable, Value>(
        _ aggregate: Aggregate<Value>,
        by field: Field<Key>,
        where filter: Condition
    ) -> RepositoryObservation<[Key?: Value]> {
        let keys = aggregate.aggregation.grouped(by: field).keys
        return observation(
            of: [ObservedRows(filter: filter, keys: keys)],
            { try $0.aggregate(aggregate, by: field, where: filter) },
            isSame: { $0 == $1 }
        )
    }

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
    public func observeSearch(
        _ text: String,
        limit: Int,
        where filter: Condition
    ) -> RepositoryObservation<[Entity]> {
        observation(
            of: [
                ObservedRows(filter: filter),
                // The rank of a text depends on all other texts.
                ObservedRows(filter: .always, keys: Set(Entity.schema.searched)),
            ],
            { try $0.search(text, where: filter, limit: limit) },
            isSame: { EntityComparison.areSame($0, $1) }
        )
    }

    /// Observes the entities that match criteria, each with its related entities of another type.
    ///
    /// - Parameters:
    ///   - criteria: The condition, order, limit and offset.
    ///   - other: The type of the related entities, in the same store.
    ///   - join: How the two types are related.
    /// - Returns: The entities with their related ones, now and after each change.
    public func observe<Other>(
        _ criteria: Criteria,
        with other: Other.Type,
        by join: Join<Entity, Other>
    ) -> RepositoryObservation<[Joined<Entity, Other>]> {
        observation(
            of: [ObservedRows(filter: criteria.filter)],
            with: Set(join.filter.related.map(\.schema.name) + [Other.schema.name]),
            { entities in
                let others = StoredEntities<Other>(entities.store, "observe \(Entity.schema.name)")
                return try join.joined(entities, others, criteria)
            },
            isSame: { first, second in
                EntityComparison.areSame(first.map(\.entity), second.map(\.entity))
                    && zip(first, second).allSatisfy {
                        EntityComparison.areSame($0.related, $1.related)
                    }
            }
        )
    }

    /// Explains how the local store evaluates criteria: the indexes it searches, and the data it
    /// must read.
    ///
    /// - Parameter criteria: The criteria.
    /// - Returns: The explanation.
    /// - Throws: `RepositoryError` if the store cannot be read.
    public func explain(
        _ criteria: Criteria
    ) async throws(RepositoryError) -> QueryExplanation {
        guard let storage = observedStorage else { throw .noStore("explain", Entity.self) }
        return try await LocalSide<Entity>(storage: storage).read("explain") { entities in
            try entities.store.explain(entities.evaluated(criteria), in: entities.collection)
        }
    }

    /// Observes a value that is computed from some rows, and computed again only after a change
    /// that affects them.
    ///
    /// Any change in `others` affects it, too, and with `includesOutbox` one of the outbox entries
    /// of the records.
    func observation<Value: Sendable>(
        of rows: [ObservedRows],
        with others: Set<String> = [],
        includingOutbox includesOutbox: Bool = false,
        _ read: @escaping @Sendable (StoredEntities<Entity>) throws -> Value,
        isSame: @escaping @Sendable (Value, Value) -> Bool
    ) -> RepositoryObservation<Value> {
        let related = rows.flatMap(\.filter.related).map(\.schema.name)
        let others = others.union(related)
        let part = ObservedPart(
            records: .collections(others.union([Entity.schema.name])),
            includesOutbox: includesOutbox
        )
        @Sendable func reading(
            _ entities: StoredEntities<Entity>,
            _ rows: [ObservedRows]
        ) throws -> ObservedReading<Value> {
            ObservedReading(value: try read(entities), part: part, rows: rows)
        }
        return observation(
            { entities in try reading(entities, entities.current(rows)) },
            again: { entities, last, change in
                let isElsewhere =
                    others.contains { change.touches(collection: $0) }
                    || includesOutbox && change.touchesOutbox(ofCollection: entities.collection)
                let current = try entities.current(rows)
                guard
                    isElsewhere || current != last.rows
                        || entities.isConcerned(by: change, current)
                else { return nil }
                return try reading(entities, current)
            },
            isSame: isSame
        )
    }

    /// Observes a value that is read in one transaction, possibly in another way after a change.
    func observation<Value: Sendable>(
        _ read: @escaping @Sendable (StoredEntities<Entity>) throws -> ObservedReading<Value>,
        again: (
            @Sendable (StoredEntities<Entity>, ObservedReading<Value>, StorageChange) throws ->
                ObservedReading<Value>?
        )? = nil,
        isIncremental: Bool = false,
        isSame: @escaping @Sendable (Value, Value) -> Bool
    ) -> RepositoryObservation<Value> {
        guard let storage = observedStorage else { return .unavailable(Entity.self) }
        let local = LocalSide<Entity>(storage: storage)
        let readAgain = again ?? { entities, _, _ in try read(entities) }
        return RepositoryObservation(
            changes: { storage.changes() },
            read: { () throws(RepositoryError) in try await local.read("observe", read) },
            readAgain: { (last, change) throws(RepositoryError) in
                try await local.read("observe") { try readAgain($0, last, change) }
            },
            isIncremental: isIncremental,
            isSame: isSame
        )
    }
}

extension StoredEntities {
    /// Returns the keys under which an entity is or was stored: by the identity passed, and last
    /// the current one.
    func keys(of id: Entity.ID) throws -> [RecordKey] {
        let asked = key(id)
        let current = try IdentityAliases(in: store).current(asked)
        return current == asked ? [asked] : [asked, current]
    }

    /// Returns the record at the current key of an entity; nil if there is none or its deletion is
    /// pending.
    func record(at keys: [RecordKey]) throws -> StoredRecord? {
        let record = try keys.last.flatMap { try store.record($0) }
        return record?.state == .deleted ? nil : record
    }
}
