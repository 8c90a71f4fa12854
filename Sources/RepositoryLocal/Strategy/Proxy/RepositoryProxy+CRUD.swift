// The operations that all repositories share, returning plain values.

extension RepositoryProxy: CRUDRepository, PatchRepository, StoreOrUpdateRepository {
    /// Finds the entities that match criteria.
    ///
    /// - Parameter criteria: The condition, order, limit and offset.
    /// - Returns: The entities; an empty array if none match.
    /// - Throws: `RepositoryError` if neither side could be queried.
    public func find(_ criteria: Criteria) async throws(RepositoryError) -> [Entity] {
        try await results.find(criteria).value
    }

    /// Finds the first entity that matches criteria.
    ///
    /// - Parameter criteria: The condition and order.
    /// - Returns: The entity, nil if there is none.
    /// - Throws: `RepositoryError` if neither side could be queried.
    public func findOne(_ criteria: Criteria) async throws(RepositoryError) -> Entity? {
        try await results.findOne(criteria).value
    }

    /// Finds the entity with an identity.
    ///
    /// - Parameter id: The identity; also a temporary one that the server has replaced.
    /// - Returns: The entity.
    /// - Throws: `RepositoryError`: `.notFound` if there is no such entity.
    public func find(id: Entity.ID) async throws(RepositoryError) -> Entity {
        try await results.find(id: id).value
    }

    /// Creates an entity.
    ///
    /// - Parameter draft: The entity to create.
    /// - Returns: The entity; created in the local store, it has a temporary identity.
    /// - Throws: `RepositoryError` if it was not created, or if the outcome is unknown.
    @discardableResult
    public func create(_ draft: Entity.Draft) async throws(RepositoryError) -> Entity {
        try await results.create(draft).value
    }

    /// Creates entities.
    ///
    /// - Parameter drafts: The entities to create.
    /// - Returns: The entities, in the same order.
    /// - Throws: `RepositoryError`, with the `index` of the draft that failed.
    @discardableResult
    public func create(_ drafts: [Entity.Draft]) async throws(RepositoryError) -> [Entity] {
        try await results.create(drafts).map(\.value)
    }

    /// Replaces the entity with the same identity.
    ///
    /// - Parameter entity: The new state of the entity.
    /// - Returns: The entity, with any changes made by the server.
    /// - Throws: `RepositoryError`: `.notFound` if there is no such entity.
    @discardableResult
    public func update(_ entity: Entity) async throws(RepositoryError) -> Entity {
        try await results.update(entity).value
    }

    /// Replaces entities.
    ///
    /// - Parameter entities: The new states of the entities.
    /// - Returns: The entities, in the same order.
    /// - Throws: `RepositoryError`, with the `index` of the entity that failed.
    @discardableResult
    public func update(_ entities: [Entity]) async throws(RepositoryError) -> [Entity] {
        try await results.update(entities).map(\.value)
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
    ) async throws(RepositoryError) -> Entity {
        try await results.patch(id: id, with: patch).value
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
    ) async throws(RepositoryError) -> [Entity] {
        try await results.patch(ids: ids, with: patch).map(\.value)
    }

    /// Changes those properties that differ between two states of an entity.
    ///
    /// - Parameters:
    ///   - new: The new state of the entity.
    ///   - old: The previous state.
    /// - Returns: The entity, with any changes made by the server.
    /// - Throws: `RepositoryError`: `.notFound` if there is no such entity.
    @discardableResult
    public func patch(_ new: Entity, from old: Entity) async throws(RepositoryError) -> Entity {
        try await results.patch(new, from: old).value
    }

    /// Deletes the entity with an identity; succeeds if there is no such entity.
    ///
    /// - Parameter id: The identity.
    /// - Throws: `RepositoryError` if it was not deleted, or if the outcome is unknown.
    public func delete(id: Entity.ID) async throws(RepositoryError) {
        try await results.delete(id: id)
    }

    /// Deletes the entities with some identities; missing ones count as deleted.
    ///
    /// - Parameter ids: The identities.
    /// - Throws: `RepositoryError`, with the `index` of the identity that failed.
    public func delete(ids: [Entity.ID]) async throws(RepositoryError) {
        try await results.delete(ids: ids)
    }

    /// Updates the entity with the same identity, or creates it if there is none.
    ///
    /// - Parameter entity: The new state of the entity.
    /// - Returns: The entity, with any changes made by the server.
    /// - Throws: `RepositoryError` if it was not kept, or if the outcome is unknown.
    @discardableResult
    public func storeOrUpdate(_ entity: Entity) async throws(RepositoryError) -> Entity {
        try await results.storeOrUpdate(entity).value
    }

    /// Updates the entities with the same identities, and creates the missing ones.
    ///
    /// - Parameter entities: The new states of the entities.
    /// - Returns: The entities, in the same order.
    /// - Throws: `RepositoryError`, with the `index` of the entity that failed.
    @discardableResult
    public func storeOrUpdate(_ entities: [Entity]) async throws(RepositoryError) -> [Entity] {
        try await results.storeOrUpdate(entities).map(\.value)
    }
}
