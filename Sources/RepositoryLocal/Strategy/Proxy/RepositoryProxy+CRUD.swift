// The operations that all repositories share, returning plain values.

extension RepositoryProxy: CRUDRepository, PatchRepository, StoreOrUpdateRepository {
    /// Finds the entities that match criteria, see ``Results/find(_:)``.
    public func find(_ criteria: Criteria) async throws(RepositoryError) -> [Entity] {
        try await results.find(criteria).value
    }

    /// Finds the first entity that matches criteria, see ``Results/findOne(_:)``.
    public func findOne(_ criteria: Criteria) async throws(RepositoryError) -> Entity? {
        try await results.findOne(criteria).value
    }

    /// Finds the entity with an identity, see ``Results/find(id:)``.
    public func find(id: Entity.ID) async throws(RepositoryError) -> Entity {
        try await results.find(id: id).value
    }

    /// Creates an entity; in the local store, its identity is temporary if the server assigns
    /// identities.
    @discardableResult
    public func create(_ draft: Entity.Draft) async throws(RepositoryError) -> Entity {
        try await results.create(draft).value
    }

    /// Creates entities in a batch, see ``RepositoryProxy``.
    @discardableResult
    public func create(_ drafts: [Entity.Draft]) async throws(RepositoryError) -> [Entity] {
        try await results.create(drafts).map(\.value)
    }

    /// Replaces the entity with the same identity, see `Results.update(_:)`.
    @discardableResult
    public func update(_ entity: Entity) async throws(RepositoryError) -> Entity {
        try await results.update(entity).value
    }

    /// Replaces entities in a batch, see ``RepositoryProxy``.
    @discardableResult
    public func update(_ entities: [Entity]) async throws(RepositoryError) -> [Entity] {
        try await results.update(entities).map(\.value)
    }

    /// Changes some properties of an entity, see ``Results/patch(id:with:)``.
    @discardableResult
    public func patch(
        id: Entity.ID,
        with patch: Entity.Patch
    ) async throws(RepositoryError) -> Entity {
        try await results.patch(id: id, with: patch).value
    }

    /// Changes the same properties of several entities in a batch, see ``RepositoryProxy``.
    @discardableResult
    public func patch(
        ids: [Entity.ID],
        with patch: Entity.Patch
    ) async throws(RepositoryError) -> [Entity] {
        try await results.patch(ids: ids, with: patch).map(\.value)
    }

    /// Changes the properties that differ between two states, see ``Results/patch(_:from:)``.
    @discardableResult
    public func patch(_ new: Entity, from old: Entity) async throws(RepositoryError) -> Entity {
        try await results.patch(new, from: old).value
    }

    /// Deletes the entity with an identity; succeeds if there is no such entity.
    public func delete(id: Entity.ID) async throws(RepositoryError) {
        try await results.delete(id: id)
    }

    /// Deletes the entities with the given identities; missing ones count as deleted.
    public func delete(ids: [Entity.ID]) async throws(RepositoryError) {
        try await results.delete(ids: ids)
    }

    /// Updates the entity with the same identity, or creates it if there is none.
    @discardableResult
    public func storeOrUpdate(_ entity: Entity) async throws(RepositoryError) -> Entity {
        try await results.storeOrUpdate(entity).value
    }

    /// Updates the entities with the same identities, and creates the missing ones.
    @discardableResult
    public func storeOrUpdate(_ entities: [Entity]) async throws(RepositoryError) -> [Entity] {
        try await results.storeOrUpdate(entities).map(\.value)
    }
}
