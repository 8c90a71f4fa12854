extension StorageRepository {
    /// Observes the entities that criteria ask for.
    ///
    /// - Parameter criteria: Which, in which order, and which part of them.
    /// - Returns: The entities, now and whenever they are others.
    public func observe(_ criteria: Criteria) -> RepositoryObservation<[Entity]> {
        observation(
            of: [ObservedRows(filter: criteria.filter)],
            { try $0.find(criteria) },
            isSame: { EntityComparison.areSame($0, $1) }
        )
    }

    /// Observes a list with what has changed in it.
    ///
    /// - Parameter criteria: Which entities, in which order, and which part of them.
    /// - Returns: The list, now and whenever it is another.
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
            isSame: { $1.isEmpty }
        )
    }

    /// Observes the entity with an identity.
    ///
    /// - Parameter id: The identity; also a temporary one, before and after the server replaces it.
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

    /// Observes the number of entities that criteria ask for, limit and offset included.
    ///
    /// - Parameter criteria: Which, and which part of them.
    /// - Returns: The number, now and whenever it is another; no entity is read for it.
    public func observeCount(_ criteria: Criteria) -> RepositoryObservation<Int> {
        observation(
            of: [ObservedRows(filter: criteria.filter, keys: [])],
            { try $0.count(matching: criteria) },
            isSame: { $0 == $1 }
        )
    }

    /// Observes a value of the entities of which a condition holds.
    ///
    /// - Parameters:
    ///   - aggregate: The value.
    ///   - filter: The condition.
    /// - Returns: The value, now and whenever it is another.
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

    /// Observes a value of each group of the entities of which a condition holds.
    ///
    /// - Parameters:
    ///   - aggregate: The value.
    ///   - field: The property that tells the groups apart.
    ///   - filter: The condition.
    /// - Returns: The values by the property, nil where an entity has none, now and whenever one is another.
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

    /// Observes the entities that contain all of some words, the best ones first.
    ///
    /// - Parameters:
    ///   - text: The words; none finds nothing.
    ///   - limit: How many at most.
    ///   - filter: A condition that holds for what is found, too.
    /// - Returns: The entities, now and whenever they are others.
    public func observeSearch(
        _ text: String,
        limit: Int,
        where filter: Condition
    ) -> RepositoryObservation<[Entity]> {
        observation(
            of: [
                ObservedRows(filter: filter),
                // The rank of a text depends on all others.
                ObservedRows(filter: .always, keys: Set(Entity.schema.searched)),
            ],
            { try $0.search(text, where: filter, limit: limit) },
            isSame: { EntityComparison.areSame($0, $1) }
        )
    }

    /// Observes the entities that criteria ask for, each with those of another type that belong to it.
    ///
    /// - Parameters:
    ///   - criteria: Which, in which order, and which part of them.
    ///   - other: The type of the others, which are kept in the same store.
    ///   - join: Which of the others belong to an entity.
    /// - Returns: The entities with the others, now and whenever any of them is another.
    public func observe<Other>(
        _ criteria: Criteria,
        with other: Other.Type,
        by join: Join<Entity, Other>
    ) -> RepositoryObservation<[Joined<Entity, Other>]> {
        observation(
            of: [ObservedRows(filter: criteria.filter)],
            with: Set(join.filter.related.map(\.schema.name) + [Other.schema.name]),
            { entities in
                let others = StoredEntities<Other>(entities.store, operation("observe"))
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

    /// Explains how the local store answers criteria: which indexes it searches, and what it must read.
    ///
    /// - Parameter criteria: The criteria.
    /// - Returns: The explanation.
    /// - Throws: `RepositoryError` where the store cannot be read.
    public func explain(
        _ criteria: Criteria
    ) async throws(RepositoryError) -> QueryExplanation {
        try await read("explain") { entities in
            try entities.store.explain(entities.current(criteria), in: entities.collection)
        }
    }

    /// Observes a value that is computed of some rows: it is computed again only after a change that concerns these.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - others: The names of other collections of which any record may be in it.
    ///   - includesOutbox: Whether it depends on what waits in the outbox for the records, too.
    ///   - read: Computes it.
    ///   - isSame: Whether two values are the same to who observes.
    /// - Returns: The value, now and whenever it is another.
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

    /// Observes what is read in one transaction, and after a change read again, where that is another way.
    func observation<Value: Sendable>(
        _ read: @escaping @Sendable (StoredEntities<Entity>) throws -> ObservedReading<Value>,
        again: (
            @Sendable (StoredEntities<Entity>, ObservedReading<Value>, StorageChange) throws ->
                ObservedReading<Value>?
        )? = nil,
        isSame: @escaping @Sendable (Value, Value) -> Bool
    ) -> RepositoryObservation<Value> {
        var query = ObservedQuery(
            changes: { storage.changes() },
            read: { () throws(RepositoryError) in try await self.read("observe", read) },
            isSame: isSame
        )
        if let again {
            query.readAgain = { (last, change) throws(RepositoryError) in
                try await self.read("observe") { try again($0, last, change) }
            }
        }
        return RepositoryObservation(query)
    }
}

extension StoredEntities {
    /// Where an entity is or was kept: by the identity that is asked for, and last by the current one.
    func keys(of id: Entity.ID) throws -> [RecordKey] {
        let asked = key(id)
        let current = try IdentityAliases(in: store).current(asked)
        return current == asked ? [asked] : [asked, current]
    }

    /// The record at the current one of an entity's keys; nil also where its deletion waits.
    func record(at keys: [RecordKey]) throws -> StoredRecord? {
        let record = try keys.last.flatMap { try store.record($0) }
        return record?.state == .deleted ? nil : record
    }
}
