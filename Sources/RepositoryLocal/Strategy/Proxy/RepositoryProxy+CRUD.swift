// The vocabulary that all repositories share: the values of the results.

extension RepositoryProxy: CRUDRepository, PatchRepository, StoreOrUpdateRepository {
    /// Finds the entities that criteria ask for.
    ///
    /// - Parameter criteria: Which, in which order, and which part of them.
    /// - Returns: The entities; none is no error.
    /// - Throws: `RepositoryError` where neither side could be asked.
    public func find(_ criteria: Criteria) async throws(RepositoryError) -> [Entity] {
        try await results.find(criteria).value
    }

    /// Finds the first entity that criteria ask for.
    ///
    /// - Parameter criteria: Which, and in which order.
    /// - Returns: The entity, nil where there is none.
    /// - Throws: `RepositoryError` where neither side could be asked.
    public func findOne(_ criteria: Criteria) async throws(RepositoryError) -> Entity? {
        try await results.findOne(criteria).value
    }

    /// Finds the entity with an identity.
    ///
    /// - Parameter id: The identity; also a temporary one that the server has replaced.
    /// - Returns: The entity.
    /// - Throws: `RepositoryError`, of the kind `.notFound` where there is no such entity.
    public func find(id: Entity.ID) async throws(RepositoryError) -> Entity {
        try await results.find(id: id).value
    }

    /// Creates an entity.
    ///
    /// - Parameter draft: What is to be created.
    /// - Returns: The entity; from the local store with a temporary identity.
    /// - Throws: `RepositoryError` where it was not created, or where that is not known.
    @discardableResult
    public func create(_ draft: Entity.Draft) async throws(RepositoryError) -> Entity {
        try await results.create(draft).value
    }

    /// Creates entities.
    ///
    /// - Parameter drafts: What is to be created.
    /// - Returns: The entities, in the same order.
    /// - Throws: `RepositoryError`, with `index` saying at which draft.
    @discardableResult
    public func create(_ drafts: [Entity.Draft]) async throws(RepositoryError) -> [Entity] {
        try await results.create(drafts).map(\.value)
    }

    /// Replaces the entity with the same identity.
    ///
    /// - Parameter entity: The entity as it should be.
    /// - Returns: The entity with what the other side has changed.
    /// - Throws: `RepositoryError`, of the kind `.notFound` where there is no such entity.
    @discardableResult
    public func update(_ entity: Entity) async throws(RepositoryError) -> Entity {
        try await results.update(entity).value
    }

    /// Replaces entities.
    ///
    /// - Parameter entities: The entities as they should be.
    /// - Returns: The entities, in the same order.
    /// - Throws: `RepositoryError`, with `index` saying at which entity.
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
    /// - Throws: `RepositoryError`, of the kind `.notFound` where there is no such entity.
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
    /// - Throws: `RepositoryError`, with `index` saying at which identity.
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
    ///   - new: The entity as it should be.
    ///   - old: The entity as it was known.
    /// - Returns: The entity with what the other side has changed.
    /// - Throws: `RepositoryError`, of the kind `.notFound` where there is no such entity.
    @discardableResult
    public func patch(_ new: Entity, from old: Entity) async throws(RepositoryError) -> Entity {
        try await results.patch(new, from: old).value
    }

    /// Deletes the entity with an identity; one that is not there counts as deleted.
    ///
    /// - Parameter id: The identity.
    /// - Throws: `RepositoryError` where it was not deleted, or where that is not known.
    public func delete(id: Entity.ID) async throws(RepositoryError) {
        try await results.delete(id: id)
    }

    /// Deletes the entities with some identities; those that are not there count as deleted.
    ///
    /// - Parameter ids: The identities.
    /// - Throws: `RepositoryError`, with `index` saying at which identity.
    public func delete(ids: [Entity.ID]) async throws(RepositoryError) {
        try await results.delete(ids: ids)
    }

    /// Keeps an entity: in the place of the one with the same identity, or as a new one.
    ///
    /// - Parameter entity: The entity as it should be.
    /// - Returns: The entity with what the other side has changed.
    /// - Throws: `RepositoryError` where it was not kept, or where that is not known.
    @discardableResult
    public func storeOrUpdate(_ entity: Entity) async throws(RepositoryError) -> Entity {
        try await results.storeOrUpdate(entity).value
    }

    /// Keeps entities, each in the place of the one with the same identity, or as a new one.
    ///
    /// - Parameter entities: The entities as they should be.
    /// - Returns: The entities, in the same order.
    /// - Throws: `RepositoryError`, with `index` saying at which entity.
    @discardableResult
    public func storeOrUpdate(_ entities: [Entity]) async throws(RepositoryError) -> [Entity] {
        try await results.storeOrUpdate(entities).map(\.value)
    }
}
