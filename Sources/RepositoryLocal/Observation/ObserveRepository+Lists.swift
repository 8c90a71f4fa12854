extension ObserveRepository {
    /// Finds a page of a list in the local store, after a given entity.
    ///
    ///     let first = try await messages.page(50, orderedBy: { [$0.sentAt.descending] })
    ///     let second = try await messages.page(50, after: first.last, orderedBy: { [$0.sentAt.descending] })
    ///
    /// Unlike with an offset, no entity is skipped or repeated when others are inserted or deleted.
    /// If the first property of the order is indexed, a late page is found as fast as the first
    /// one.
    ///
    /// - Parameters:
    ///   - isolation: The actor of the caller.
    ///   - size: The maximum number of entities.
    ///   - entity: The last entity of the previous page, unmodified; nil for the first page.
    ///   - order: The order, built from the entity's fields; ties are broken by the text of the
    ///     identity.
    ///   - filter: The condition, built from the entity's fields.
    /// - Returns: The entities; fewer than `size` on the last page only.
    /// - Throws: `RepositoryError` if the store cannot be read.
    public func page(
        isolation: isolated (any Actor)? = #isolation,
        _ size: Int,
        after entity: Entity? = nil,
        orderedBy order: (Entity.Fields) -> [Order] = { _ in [] },
        where filter: (Entity.Fields) -> Condition = { _ in .always }
    ) async throws(RepositoryError) -> [Entity] {
        try await observePage(size, after: entity, orderedBy: order, where: filter).current()
    }

    /// Observes a page of a list in the local store, after a given entity.
    ///
    /// - Parameters:
    ///   - size: The maximum number of entities.
    ///   - entity: The last entity of the previous page, unmodified; nil for the first page.
    ///   - order: The order, built from the entity's fields.
    ///   - filter: The condition, built from the entity's fields.
    /// - Returns: The entities, now and after each change, see
    ///   ``page(isolation:_:after:orderedBy:where:)``.
    public func observePage(
        _ size: Int,
        after entity: Entity? = nil,
        orderedBy order: (Entity.Fields) -> [Order] = { _ in [] },
        where filter: (Entity.Fields) -> Condition = { _ in .always }
    ) -> RepositoryObservation<[Entity]> {
        let fields = Entity.Fields()
        let list = Criteria(filter: filter(fields), order: order(fields), limit: size)
        let last = entity.map { entity in
            let members = entity.dictionary.compactMapValues { try? JSON(any: $0) }
            return (members, entity.id.pathComponent)
        }
        return observe(list.page(behind: last))
    }
}

extension ObserveRepository {
    /// Searches the local store for the entities that contain all words of a text, best matches
    /// first.
    ///
    ///     let found = try await messages.search("hello wor", limit: 20)
    ///
    /// - Parameters:
    ///   - isolation: The actor of the caller.
    ///   - text: The words. All must match; the last one also matches as a prefix.
    ///   - limit: The maximum number of entities.
    ///   - filter: An additional condition, built from the entity's fields.
    /// - Returns: The entities.
    /// - Throws: `RepositoryError` if the store cannot be read; `.invalidRequest` if the schema
    ///   declares no searched properties.
    public func search(
        isolation: isolated (any Actor)? = #isolation,
        _ text: String,
        limit: Int = 100,
        where filter: (Entity.Fields) -> Condition = { _ in .always }
    ) async throws(RepositoryError) -> [Entity] {
        try await observeSearch(text, limit: limit, where: filter).current()
    }

    /// Observes the entities in the local store that contain all words of a text, best matches
    /// first.
    ///
    /// - Parameters:
    ///   - text: The words. All must match; the last one also matches as a prefix.
    ///   - limit: The maximum number of entities.
    ///   - filter: An additional condition, built from the entity's fields.
    /// - Returns: The entities, now and after each change.
    public func observeSearch(
        _ text: String,
        limit: Int = 100,
        where filter: (Entity.Fields) -> Condition = { _ in .always }
    ) -> RepositoryObservation<[Entity]> {
        observeSearch(text, limit: limit, where: filter(Entity.Fields()))
    }
}

extension ObserveRepository {
    /// Finds entities in the local store, each with its related entities of another type.
    ///
    ///     let list = try await messages.find(with: User.self, by: .reference { $0.author })
    ///     for message in list { print(message.entity.text, message.related.first?.name ?? "") }
    ///
    /// - Parameters:
    ///   - isolation: The actor on which the closures run; the caller's by default.
    ///   - other: The type of the related entities, in the same store.
    ///   - join: How the two types are related.
    ///   - limit: The maximum number of entities.
    ///   - offset: The number of entities to skip.
    ///   - order: The order, built from the entity's fields.
    ///   - filter: The condition, built from the entity's fields.
    /// - Returns: The entities with their related ones.
    /// - Throws: `RepositoryError` if the store cannot be read.
    public func find<Other>(
        // The compiler of Swift 6.3 cannot emit `@Sendable` closures here if the join has one, too.
        isolation: isolated (any Actor)? = #isolation,
        with other: Other.Type,
        by join: Join<Entity, Other>,
        limit: Int? = nil,
        offset: Int = 0,
        orderedBy order: (Entity.Fields) -> [Order] = { _ in [] },
        where filter: (Entity.Fields) -> Condition = { _ in .always }
    ) async throws(RepositoryError) -> [Joined<Entity, Other>] {
        try await observe(
            with: other,
            by: join,
            limit: limit,
            offset: offset,
            orderedBy: order,
            where: filter
        ).current()
    }

    /// Observes entities in the local store, each with its related entities of another type.
    ///
    ///     for try await list in messages.observe(with: User.self, by: .reference { $0.author }, limit: 20) {
    ///         show(list)
    ///     }
    ///
    /// The list is read again when a write may affect it, in one transaction with two queries.
    ///
    /// - Parameters:
    ///   - other: The type of the related entities, in the same store.
    ///   - join: How the two types are related.
    ///   - limit: The maximum number of entities.
    ///   - offset: The number of entities to skip.
    ///   - order: The order, built from the entity's fields.
    ///   - filter: The condition, built from the entity's fields.
    /// - Returns: The entities with their related ones, now and after each change.
    public func observe<Other>(
        with other: Other.Type,
        by join: Join<Entity, Other>,
        limit: Int? = nil,
        offset: Int = 0,
        orderedBy order: (Entity.Fields) -> [Order] = { _ in [] },
        where filter: (Entity.Fields) -> Condition = { _ in .always }
    ) -> RepositoryObservation<[Joined<Entity, Other>]> {
        let fields = Entity.Fields()
        let criteria = Criteria(
            filter: filter(fields),
            order: order(fields),
            limit: limit,
            offset: offset
        )
        return observe(criteria, with: other, by: join)
    }
}
