extension RepositoryProxy {
    /// The operations that return results with their origin, see ``RepositoryResult``.
    public struct Results: Sendable {
        let sides: RepositorySides<Entity>
    }
}

// MARK: - Reading

extension RepositoryProxy.Results {
    /// Finds the entities that match criteria.
    ///
    /// If the server responds, and the rule includes the local store or synchronizes, pending
    /// writes are applied to the server's list. Entities that no longer match leave the list.
    /// Entities that match now are added, including pending creations.
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
        try await sides.find(criteria)
    }

    /// Finds the entities that match a condition, see ``find(_:)``.
    public func find(
        isolation: isolated (any Actor)? = #isolation,
        limit: Int? = nil,
        offset: Int = 0,
        orderedBy order: (Entity.Fields) -> [Order] = { _ in [] },
        where filter: (Entity.Fields) -> Condition
    ) async throws(RepositoryError) -> RepositoryResult<[Entity]> {
        let fields = Entity.Fields()
        return try await find(
            Criteria(filter: filter(fields), order: order(fields), limit: limit, offset: offset)
        )
    }

    /// Finds the first entity that matches criteria, with pending writes applied as for a list.
    public func findOne(
        _ criteria: Criteria = .all
    ) async throws(RepositoryError) -> RepositoryResult<Entity?> {
        try await sides.findOne(criteria)
    }

    /// Finds the first entity that matches a condition, see ``findOne(_:)``.
    public func findOne(
        isolation: isolated (any Actor)? = #isolation,
        orderedBy order: (Entity.Fields) -> [Order] = { _ in [] },
        where filter: (Entity.Fields) -> Condition
    ) async throws(RepositoryError) -> RepositoryResult<Entity?> {
        let fields = Entity.Fields()
        return try await findOne(Criteria(filter: filter(fields), order: order(fields)))
    }

    /// Finds the entity with an identity.
    ///
    /// Under the rule `localFirst`, the server is asked first while the stored copy lacks a
    /// property that listings omit (`listed: false`).
    ///
    /// - Parameter id: The identity; it may be a temporary one that the server has replaced.
    /// - Returns: The entity.
    /// - Throws: `RepositoryError`: `.notFound` if there is no such entity.
    public func find(
        id: Entity.ID
    ) async throws(RepositoryError) -> RepositoryResult<Entity> {
        try await sides.find(id: id)
    }

    /// Finds the entities with the given identities, one at a time, in the same order.
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
    /// Creates an entity; in the local store, its identity is temporary if the server assigns
    /// identities.
    @discardableResult
    public func create(
        _ draft: Entity.Draft
    ) async throws(RepositoryError) -> RepositoryResult<Entity> {
        try await sides.write(.create(draft))
    }

    /// Creates entities in a batch, see ``RepositoryProxy``.
    @discardableResult
    public func create(
        _ drafts: [Entity.Draft]
    ) async throws(RepositoryError) -> [RepositoryResult<Entity>] {
        try await sides.write(drafts.map { .create($0) })
    }

    /// Replaces the entity with the same identity.
    ///
    /// A write sent directly to the server carries the version that it assumes (`If-Match`), if the
    /// local store knows the entity tag. If the server has another version, the conflict policy of
    /// the synchronizer's collection decides. Under ``ConflictPolicy/merge`` and
    /// ``ConflictPolicy/clientWins``, the write is sent again on top of the server's version. Under
    /// the other policies, or without a synchronizer, the write fails with a ``WriteConflict`` as
    /// the cause, which has both versions. The same holds for patches and deletions, but deletions
    /// are never merged.
    ///
    /// - Parameter entity: The new state of the entity.
    /// - Returns: The entity, with any changes made by the server.
    /// - Throws: `RepositoryError`: `.notFound` if there is no such entity.
    @discardableResult
    public func update(
        _ entity: Entity
    ) async throws(RepositoryError) -> RepositoryResult<Entity> {
        try await sides.write(.update(entity))
    }

    /// Replaces entities in a batch, see ``RepositoryProxy``.
    @discardableResult
    public func update(
        _ entities: [Entity]
    ) async throws(RepositoryError) -> [RepositoryResult<Entity>] {
        try await sides.write(entities.map { .update($0) })
    }

    /// Changes some properties of an entity; for conflicts, see `update(_:)`.
    @discardableResult
    public func patch(
        id: Entity.ID,
        with patch: Entity.Patch
    ) async throws(RepositoryError) -> RepositoryResult<Entity> {
        try await sides.write(.patch(id, patch))
    }

    /// Changes the same properties of several entities in a batch, see ``RepositoryProxy``.
    @discardableResult
    public func patch(
        ids: [Entity.ID],
        with patch: Entity.Patch
    ) async throws(RepositoryError) -> [RepositoryResult<Entity>] {
        try await sides.write(ids.map { .patch($0, patch) })
    }

    /// Changes the properties that differ between two states of an entity; for conflicts, see
    /// `update(_:)`.
    @discardableResult
    public func patch(
        _ new: Entity,
        from old: Entity
    ) async throws(RepositoryError) -> RepositoryResult<Entity> {
        try await sides.write(.change(from: old, to: new))
    }

    /// Updates the entity with the same identity, or creates it if there is none.
    @discardableResult
    public func storeOrUpdate(
        _ entity: Entity
    ) async throws(RepositoryError) -> RepositoryResult<Entity> {
        try await sides.write(.storeOrUpdate(entity))
    }

    /// Updates the entities with the same identities, and creates the missing ones.
    @discardableResult
    public func storeOrUpdate(
        _ entities: [Entity]
    ) async throws(RepositoryError) -> [RepositoryResult<Entity>] {
        try await sides.write(entities.map { .storeOrUpdate($0) })
    }

    /// Deletes the entity with an identity, and returns the side where it was deleted; succeeds if
    /// there is no such entity.
    @discardableResult
    public func delete(id: Entity.ID) async throws(RepositoryError) -> RepositoryResult<Void> {
        try await sides.delete(id)
    }

    /// Deletes the entities with the given identities, and returns the side where each was deleted;
    /// missing ones count as deleted.
    @discardableResult
    public func delete(
        ids: [Entity.ID]
    ) async throws(RepositoryError) -> [RepositoryResult<Void>] {
        try await sides.delete(ids)
    }

    /// Deletes an entity, see ``delete(id:)``.
    @discardableResult
    public func delete(_ entity: Entity) async throws(RepositoryError) -> RepositoryResult<Void> {
        try await delete(id: entity.id)
    }

    /// Deletes entities, see ``delete(ids:)``.
    @discardableResult
    public func delete(
        _ entities: [Entity]
    ) async throws(RepositoryError) -> [RepositoryResult<Void>] {
        try await delete(ids: entities.map(\.id))
    }
}
