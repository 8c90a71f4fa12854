extension ObserveRepository {
    /// Finds a page of a list in the local store, behind an entity.
    ///
    ///     let first = try await messages.page(50, orderedBy: { [$0.sentAt.descending] })
    ///     let second = try await messages.page(50, after: first.last, orderedBy: { [$0.sentAt.descending] })
    ///
    /// Unlike an offset, it neither skips nor repeats an entity when others come or go, and a late page is
    /// found as fast as the first one where the first property of the order is indexed.
    ///
    /// - Parameters:
    ///   - size: How many entities at most.
    ///   - entity: The last entity of the page before, as it was there; nil for the first page.
    ///   - order: The order, made of the names of the properties; equal entities are ordered by their
    ///     identities.
    ///   - filter: The condition, made of the names of the properties.
    /// - Returns: The entities; fewer than `size` at the end only.
    /// - Throws: `RepositoryError` where the store cannot be read.
    public func page(
        _ size: Int,
        after entity: Entity? = nil,
        orderedBy order: (Entity.Fields) -> [Order] = { _ in [] },
        where filter: (Entity.Fields) -> Condition = { _ in .always }
    ) async throws(RepositoryError) -> [Entity] {
        try await observePage(size, after: entity, orderedBy: order, where: filter).current()
    }

    /// Observes a page of a list in the local store, behind an entity.
    ///
    /// - Parameters:
    ///   - size: How many entities at most.
    ///   - entity: The last entity of the page before, as it was there; nil for the first page.
    ///   - order: The order, made of the names of the properties.
    ///   - filter: The condition, made of the names of the properties.
    /// - Returns: The entities, now and whenever they are others, see ``page(_:after:orderedBy:where:)``.
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
    /// Finds the entities in the local store that contain all of some words, the best ones first.
    ///
    ///     let found = try await messages.search("hello wor", limit: 20)
    ///
    /// - Parameters:
    ///   - text: The words: all of them must be there, the last one also as the beginning of a longer word.
    ///   - limit: How many at most.
    ///   - filter: A condition that holds for what is found, too, made of the names of the properties.
    /// - Returns: The entities.
    /// - Throws: `RepositoryError` where the store cannot be read, `.invalidRequest` where the schema does not
    ///   say what is searched.
    public func search(
        _ text: String,
        limit: Int = 100,
        where filter: (Entity.Fields) -> Condition = { _ in .always }
    ) async throws(RepositoryError) -> [Entity] {
        try await observeSearch(text, limit: limit, where: filter).current()
    }

    /// Observes the entities in the local store that contain all of some words, the best ones first.
    ///
    /// - Parameters:
    ///   - text: The words: all of them must be there, the last one also as the beginning of a longer word.
    ///   - limit: How many at most.
    ///   - filter: A condition that holds for what is found, too, made of the names of the properties.
    /// - Returns: The entities, now and whenever they are others.
    public func observeSearch(
        _ text: String,
        limit: Int = 100,
        where filter: (Entity.Fields) -> Condition = { _ in .always }
    ) -> RepositoryObservation<[Entity]> {
        observeSearch(text, limit: limit, where: filter(Entity.Fields()))
    }
}

extension ObserveRepository {
    /// Finds entities in the local store, each with those of another type that belong to it.
    ///
    ///     let list = try await messages.find(with: User.self, by: .reference { $0.author })
    ///     for message in list { print(message.entity.text, message.related.first?.name ?? "") }
    ///
    /// - Parameters:
    ///   - other: The type of the others, which are kept in the same store.
    ///   - join: Which of the others belong to an entity.
    ///   - limit: How many entities at most.
    ///   - offset: How many of the first are left out.
    ///   - order: The order, made of the names of the properties.
    ///   - filter: The condition, made of the names of the properties.
    /// - Returns: The entities with the others.
    /// - Throws: `RepositoryError` where the store cannot be read.
    public func find<Other>(
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

    /// Observes entities in the local store, each with those of another type that belong to it.
    ///
    ///     for try await list in messages.observe(with: User.self, by: .reference { $0.author }, limit: 20) {
    ///         show(list)
    ///     }
    ///
    /// The list is read again when a write can concern it, in one transaction and two queries.
    ///
    /// - Parameters:
    ///   - other: The type of the others, which are kept in the same store.
    ///   - join: Which of the others belong to an entity.
    ///   - limit: How many entities at most.
    ///   - offset: How many of the first are left out.
    ///   - order: The order, made of the names of the properties.
    ///   - filter: The condition, made of the names of the properties.
    /// - Returns: The entities with the others, now and whenever any of them is another.
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
