extension RepositoryProxy {
    /// The operations that return results with their origin, see ``RepositoryResult``.
    public struct Results: Sendable {
        let sides: RepositorySides<Entity>

        private var reads: ReadOperations<Entity> { ReadOperations(sides: sides) }
        private var writes: WriteOperations<Entity> { WriteOperations(sides: sides) }
    }
}

// MARK: - Reading

extension RepositoryProxy.Results {
    /// Finds the entities that match criteria.
    ///
    /// If the server responds, and the rule includes the local store or synchronizes, pending
    /// writes are applied to its list: entities that no longer match leave it, entities that match
    /// now are added, pending creations included.
    ///
    /// With `limit` or `offset`, this is necessarily incomplete. If the server returned as many
    /// entities as `limit` allows, entities that sort after the last one are left out; with an
    /// `offset`, so are those that sort before the first one. A page can be shorter than its limit
    /// because of local deletions. An entity pushed off the end of a page does not appear on the
    /// next one.
    ///
    /// - Parameter criteria: The condition, order, limit and offset.
    /// - Returns: The entities; an empty array if none match.
    /// - Throws: `RepositoryError` if neither side could be queried.
    public func find(
        _ criteria: Criteria = .all
    ) async throws(RepositoryError) -> RepositoryResult<[Entity]> {
        try await reads.find(criteria)
    }

    /// Finds the entities that match a condition.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of entities.
    ///   - offset: The number of entities to skip.
    ///   - order: The order, built from the entity's fields.
    ///   - filter: The condition, built from the entity's fields.
    /// - Returns: The entities; an empty array if none match.
    /// - Throws: `RepositoryError` if neither side could be queried.
    public func find(
        limit: Int? = nil,
        offset: Int = 0,
        orderedBy order: @Sendable (Entity.Fields) -> [Order] = { _ in [] },
        where filter: @Sendable (Entity.Fields) -> Condition
    ) async throws(RepositoryError) -> RepositoryResult<[Entity]> {
        let fields = Entity.Fields()
        return try await find(
            Criteria(filter: filter(fields), order: order(fields), limit: limit, offset: offset)
        )
    }

    /// Finds the first entity that matches criteria, with pending writes applied as for a list.
    ///
    /// - Parameter criteria: The condition and order.
    /// - Returns: The entity, nil if there is none.
    /// - Throws: `RepositoryError` if neither side could be queried.
    public func findOne(
        _ criteria: Criteria = .all
    ) async throws(RepositoryError) -> RepositoryResult<Entity?> {
        try await reads.findOne(criteria)
    }

    /// Finds the first entity that matches a condition.
    ///
    /// - Parameters:
    ///   - order: The order, built from the entity's fields.
    ///   - filter: The condition, built from the entity's fields.
    /// - Returns: The entity, nil if there is none.
    /// - Throws: `RepositoryError` if neither side could be queried.
    public func findOne(
        orderedBy order: @Sendable (Entity.Fields) -> [Order] = { _ in [] },
        where filter: @Sendable (Entity.Fields) -> Condition
    ) async throws(RepositoryError) -> RepositoryResult<Entity?> {
        let fields = Entity.Fields()
        return try await findOne(Criteria(filter: filter(fields), order: order(fields)))
    }

    /// Finds the entity with an identity.
    ///
    /// Under the rule `localFirst`, the server is asked first while the stored copy lacks a
    /// property that list responses omit (`listed: false`).
    ///
    /// - Parameter id: The identity; also a temporary one that the server has replaced.
    /// - Returns: The entity.
    /// - Throws: `RepositoryError`: `.notFound` if there is no such entity.
    public func find(
        id: Entity.ID
    ) async throws(RepositoryError) -> RepositoryResult<Entity> {
        try await reads.find(id: id)
    }

    /// Finds the entities with the given identities, one at a time.
    ///
    /// - Parameter ids: The identities.
    /// - Returns: The entities, in the same order.
    /// - Throws: `RepositoryError`, with the `index` of the identity that failed.
    public func find(
        ids: [Entity.ID]
    ) async throws(RepositoryError) -> [RepositoryResult<Entity>] {
        try await ids.mapSequentially { (id) throws(RepositoryError) in
            try await find(id: id)
        }
    }
}

// MARK: - Writing

extension RepositoryProxy.Results {
    /// Creates an entity.
    ///
    /// - Parameter draft: The entity to create.
    /// - Returns: The entity; created in the local store, it has a temporary identity.
    /// - Throws: `RepositoryError` if it was not created, or if the outcome is unknown.
    @discardableResult
    public func create(
        _ draft: Entity.Draft
    ) async throws(RepositoryError) -> RepositoryResult<Entity> {
        try await writes.write(.create(draft))
    }

    /// Creates entities.
    ///
    /// - Parameter drafts: The entities to create.
    /// - Returns: The entities, in the same order.
    /// - Throws: `RepositoryError`, with the `index` of the draft that failed.
    @discardableResult
    public func create(
        _ drafts: [Entity.Draft]
    ) async throws(RepositoryError) -> [RepositoryResult<Entity>] {
        try await writes.write(drafts.map { .create($0) })
    }

    /// Replaces the entity with the same identity.
    ///
    /// A write sent directly to the server carries the version that it assumes (`If-Match`), if the
    /// local store knows the entity tag. If the server has another version, the conflict policy of
    /// the synchronizer's collection decides. Under ``ConflictPolicy/merge`` and
    /// ``ConflictPolicy/clientWins``, the write is sent again on top of the server's version. If
    /// not, or without a synchronizer, it fails with a ``WriteConflict`` as the cause, which has
    /// both versions. The same holds for patches and deletions, but deletions are never merged.
    ///
    /// - Parameter entity: The new state of the entity.
    /// - Returns: The entity, with any changes made by the server.
    /// - Throws: `RepositoryError`: `.notFound` if there is no such entity.
    @discardableResult
    public func update(
        _ entity: Entity
    ) async throws(RepositoryError) -> RepositoryResult<Entity> {
        try await writes.write(.update(entity))
    }

    /// Replaces entities.
    ///
    /// - Parameter entities: The new states of the entities.
    /// - Returns: The entities, in the same order.
    /// - Throws: `RepositoryError`, with the `index` of the entity that failed.
    @discardableResult
    public func update(
        _ entities: [Entity]
    ) async throws(RepositoryError) -> [RepositoryResult<Entity>] {
        try await writes.write(entities.map { .update($0) })
    }

    /// Changes some properties of an entity.
    ///
    /// - Parameters:
    ///   - id: The identity.
    ///   - patch: The changes.
    /// - Returns: The whole entity after the change.
    /// - Throws: `RepositoryError`: `.notFound` if there is no such entity.
    @discardableResult
    public func patch(
        id: Entity.ID,
        with patch: Entity.Patch
    ) async throws(RepositoryError) -> RepositoryResult<Entity> {
        try await writes.write(.patch(id, patch))
    }

    /// Changes the same properties of several entities.
    ///
    /// - Parameters:
    ///   - ids: The identities.
    ///   - patch: The changes.
    /// - Returns: The entities, in the same order.
    /// - Throws: `RepositoryError`, with the `index` of the identity that failed.
    @discardableResult
    public func patch(
        ids: [Entity.ID],
        with patch: Entity.Patch
    ) async throws(RepositoryError) -> [RepositoryResult<Entity>] {
        try await writes.write(ids.map { .patch($0, patch) })
    }

    /// Changes the properties that differ between two states of an entity.
    ///
    /// - Parameters:
    ///   - new: The new state of the entity.
    ///   - old: The previous state.
    /// - Returns: The entity, with any changes made by the server.
    /// - Throws: `RepositoryError`: `.notFound` if there is no such entity.
    @discardableResult
    public func patch(
        _ new: Entity,
        from old: Entity
    ) async throws(RepositoryError) -> RepositoryResult<Entity> {
        try await writes.write(.change(from: old, to: new))
    }

    /// Updates the entity with the same identity, or creates it if there is none.
    ///
    /// - Parameter entity: The new state of the entity.
    /// - Returns: The entity, with any changes made by the server.
    /// - Throws: `RepositoryError` if it was not kept, or if the outcome is unknown.
    @discardableResult
    public func storeOrUpdate(
        _ entity: Entity
    ) async throws(RepositoryError) -> RepositoryResult<Entity> {
        try await writes.write(.storeOrUpdate(entity))
    }

    /// Updates the entities with the same identities, and creates the missing ones.
    ///
    /// - Parameter entities: The new states of the entities.
    /// - Returns: The entities, in the same order.
    /// - Throws: `RepositoryError`, with the `index` of the entity that failed.
    @discardableResult
    public func storeOrUpdate(
        _ entities: [Entity]
    ) async throws(RepositoryError) -> [RepositoryResult<Entity>] {
        try await writes.write(entities.map { .storeOrUpdate($0) })
    }

    /// Deletes the entity with an identity; succeeds if there is no such entity.
    ///
    /// - Parameter id: The identity.
    /// - Returns: The side where it was deleted.
    /// - Throws: `RepositoryError` if it was not deleted, or if the outcome is unknown.
    @discardableResult
    public func delete(id: Entity.ID) async throws(RepositoryError) -> RepositoryResult<Void> {
        try await writes.delete(id)
    }

    /// Deletes the entities with the given identities; missing ones count as deleted.
    ///
    /// - Parameter ids: The identities.
    /// - Returns: The side where each was deleted, in the same order.
    /// - Throws: `RepositoryError`, with the `index` of the identity that failed.
    @discardableResult
    public func delete(
        ids: [Entity.ID]
    ) async throws(RepositoryError) -> [RepositoryResult<Void>] {
        try await writes.delete(ids)
    }

    /// Deletes an entity; succeeds if there is no such entity.
    ///
    /// - Parameter entity: The entity.
    /// - Returns: The side where it was deleted.
    /// - Throws: `RepositoryError` if it was not deleted, or if the outcome is unknown.
    @discardableResult
    public func delete(_ entity: Entity) async throws(RepositoryError) -> RepositoryResult<Void> {
        try await delete(id: entity.id)
    }

    /// Deletes entities; missing ones count as deleted.
    ///
    /// - Parameter entities: The entities.
    /// - Returns: The side where each was deleted, in the same order.
    /// - Throws: `RepositoryError`, with the `index` of the entity that failed.
    @discardableResult
    public func delete(
        _ entities: [Entity]
    ) async throws(RepositoryError) -> [RepositoryResult<Void>] {
        try await delete(ids: entities.map(\.id))
    }
}
