import Foundation

/// A repository on a server that also stores its entities locally: each operation goes to the
/// server first, and the confirmed result is stored.
///
///     struct MessageRepository: CRUDNetworkingStorageRepository {
///         typealias Entity = Message
///         let networking: RemoteMessages      // a CRUDNetworkingRepository
///         let storage: any Storage
///     }
///
///     let message = try await messages.create(Message.Draft(text: "hi"))
///     let offline = try await messages.stored { $0.text == "hi" }
///
/// Only confirmed entities are stored. To write while offline, use the ``Outbox``; this repository
/// never overwrites its pending writes.
///
/// If `Remote` is a ``PatchableRepository``, this repository can patch, too; declare it as a
/// ``PatchRepository`` to let generic code use that. The entities of a batch are sent one at a
/// time. If one fails, those before it remain on the server and in the store.
public protocol CRUDNetworkingStorageRepository<Entity>: CRUDRepository, StorageRepository,
    StoreOrUpdateRepository
{
    /// The type of the repository on the server.
    associatedtype Remote: CRUDNetworkingRepository where Remote.Entity == Entity

    /// The repository on the server.
    var networking: Remote { get }

    /// The clock, by default the system's; use the one of the ``Synchronizer`` on the same store.
    var clock: any SyncClock { get }
}

extension CRUDNetworkingStorageRepository {
    /// The system's clock.
    public var clock: any SyncClock { SystemClock() }

    /// Fetches entities from the server, and stores them.
    ///
    /// - Parameter criteria: The condition, order, limit and offset.
    /// - Returns: The entities; an empty array if none match.
    /// - Throws: `RepositoryError` if they could not be fetched or stored.
    public func find(_ criteria: Criteria) async throws(RepositoryError) -> [Entity] {
        let began = clock.now
        return try await keep(try await networking.find(criteria), at: began)
    }

    /// Fetches an entity from the server, and stores it; removes the stored copy if the server has
    /// none.
    ///
    /// - Parameter id: The identity.
    /// - Returns: The entity.
    /// - Throws: `RepositoryError`: `.notFound` if there is no such entity.
    public func find(id: Entity.ID) async throws(RepositoryError) -> Entity {
        let began = clock.now
        do throws(RepositoryError) {
            let entity = try await networking.find(id: id)
            try await keep([entity], at: began)
            return entity
        } catch  where error.code == .notFound {
            try await local.remove(id, at: began)
            throw error
        }
    }

    /// Creates an entity on the server, and stores it.
    ///
    /// - Parameter draft: The entity to create.
    /// - Returns: The entity, with any values added by the server.
    /// - Throws: `RepositoryError` if it was not created, or not stored.
    @discardableResult
    public func create(_ draft: Entity.Draft) async throws(RepositoryError) -> Entity {
        let local = local
        // Without the note, the new entity could be mistaken for another one before it is stored.
        let note = await local.beginCreation(at: clock.now)
        do throws(RepositoryError) {
            let entity = try await networking.create(draft)
            _ = try await local.keep([entity], at: clock.now, to: .create)
            await local.endCreation(note)
            return entity
        } catch {
            await local.endCreation(note)
            throw error
        }
    }

    /// Replaces an entity on the server, and stores it.
    ///
    /// - Parameter entity: The new state of the entity.
    /// - Returns: The entity, with any changes made by the server.
    /// - Throws: `RepositoryError`: `.notFound` if there is no such entity.
    @discardableResult
    public func update(_ entity: Entity) async throws(RepositoryError) -> Entity {
        let updated = try await networking.update(entity)
        try await keep([updated], at: clock.now)
        return updated
    }

    /// Updates the entity with the same identity on the server, or creates it if there is none, and
    /// stores it.
    ///
    /// - Parameter entity: The new state of the entity.
    /// - Returns: The entity, with any changes made by the server. A new entity may have a new
    ///   identity, if the server assigns it.
    /// - Throws: `RepositoryError` if it was not stored, or if the outcome is unknown.
    @discardableResult
    public func storeOrUpdate(_ entity: Entity) async throws(RepositoryError) -> Entity {
        do throws(RepositoryError) {
            return try await update(entity)
        } catch  where error.code == .notFound && !error.isAmbiguous {
            let created = try await create(entity.draft)
            // The server has no entity with the old identity.
            if created.id != entity.id { try await local.remove(entity.id, at: clock.now) }
            return created
        }
    }

    /// Deletes an entity on the server, and in the store.
    ///
    /// - Parameter id: The identity.
    /// - Throws: `RepositoryError` if it was not deleted, or if the outcome is unknown.
    public func delete(id: Entity.ID) async throws(RepositoryError) {
        try await networking.delete(id: id)
        try await local.remove(id, at: clock.now)
    }

    /// Finds entities in the store, without a request.
    ///
    /// - Parameter criteria: The condition, order, limit and offset.
    /// - Returns: The stored entities; an empty array if none match.
    /// - Throws: `RepositoryError` if the store cannot be read.
    public func stored(_ criteria: Criteria = .all) async throws(RepositoryError) -> [Entity] {
        try await read("find") { try $0.find(criteria) }
    }

    /// Finds entities in the store, without a request.
    ///
    /// - Parameter filter: The condition, built from the entity's fields.
    /// - Returns: The stored entities; an empty array if none match.
    /// - Throws: `RepositoryError` if the store cannot be read.
    public func stored(
        where filter: (Entity.Fields) -> Condition
    ) async throws(RepositoryError) -> [Entity] {
        try await stored(Criteria(Entity.self, where: filter))
    }

    private var local: LocalSide<Entity> { LocalSide(storage: storage, clock: clock) }

    @discardableResult
    fileprivate func keep(
        _ entities: [Entity],
        at date: Date
    ) async throws(RepositoryError) -> [Entity] {
        if !entities.isEmpty { _ = try await local.keep(entities, at: date) }
        return entities
    }
}

extension CRUDNetworkingStorageRepository where Remote: PatchableRepository {
    /// Changes some properties of an entity on the server, and stores it.
    ///
    /// - Parameters:
    ///   - id: The identity.
    ///   - patch: The changes; an empty patch changes nothing.
    /// - Returns: The whole entity after the change.
    /// - Throws: `RepositoryError`: `.notFound` if there is no such entity.
    @discardableResult
    public func patch(
        id: Entity.ID,
        with patch: Entity.Patch
    ) async throws(RepositoryError) -> Entity {
        let patched = try await networking.patch(id: id, with: patch)
        try await keep([patched], at: clock.now)
        return patched
    }

    /// Sends the properties that differ between two states to the server, and stores the entity.
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
    ) async throws(RepositoryError) -> Entity {
        let patched = try await networking.patch(new, from: old)
        try await keep([patched], at: clock.now)
        return patched
    }
}
