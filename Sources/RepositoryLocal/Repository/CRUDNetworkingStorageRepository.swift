#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A repository on a server whose entities are kept locally, too: each operation asks the server first,
/// and stores what it has confirmed.
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
/// Nothing is written locally that the server has not confirmed: for writes without a server there is
/// the ``Outbox``. What waits in it is never overwritten.
///
/// Where what asks the server is a ``PatchableRepository``, it also patches; to say so to others, declare
/// it as a ``PatchRepository``, too. A batch is sent one after the other: what comes before one that
/// fails is done on both sides.
public protocol CRUDNetworkingStorageRepository<Entity>: CRUDRepository, StorageRepository,
    StoreOrUpdateRepository
{
    /// What asks the server.
    associatedtype Remote: CRUDNetworkingRepository where Remote.Entity == Entity

    /// What asks the server.
    var networking: Remote { get }

    /// What tells the time: that of a ``Synchronizer`` on the same store; by default the system's.
    var clock: any SyncClock { get }
}

extension CRUDNetworkingStorageRepository {
    /// What tells the time: the clock of the system.
    public var clock: any SyncClock { SystemClock() }

    /// Asks the server for entities, and stores them.
    ///
    /// - Parameter criteria: Which, in which order, and which part of them.
    /// - Returns: The entities; none is no error.
    /// - Throws: `RepositoryError` where they could not be asked for, or not be stored.
    public func find(_ criteria: Criteria) async throws(RepositoryError) -> [Entity] {
        let began = clock.now
        return try await keep(try await networking.find(criteria), at: began)
    }

    /// Asks the server for an entity, and stores it; one that it has no more is removed.
    ///
    /// - Parameter id: The identity.
    /// - Returns: The entity.
    /// - Throws: `RepositoryError`, of the kind `.notFound` where there is no such entity.
    public func find(id: Entity.ID) async throws(RepositoryError) -> Entity {
        let began = clock.now
        do throws(RepositoryError) {
            let entity = try await networking.find(id: id)
            try await keep([entity], at: began)
            return entity
        } catch  where error.code == .notFound {
            try await local.remove(id, at: clock.now)
            throw error
        }
    }

    /// Creates an entity on the server, and stores it.
    ///
    /// - Parameter draft: What is to be created.
    /// - Returns: The entity with what the server has added.
    /// - Throws: `RepositoryError` where it was not created, or not stored.
    @discardableResult
    public func create(_ draft: Entity.Draft) async throws(RepositoryError) -> Entity {
        let local = local
        // Else what it creates may be taken for another one, before it is stored.
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
    /// - Parameter entity: The entity as it should be.
    /// - Returns: The entity with what the server has changed.
    /// - Throws: `RepositoryError`, of the kind `.notFound` where there is no such entity.
    @discardableResult
    public func update(_ entity: Entity) async throws(RepositoryError) -> Entity {
        let updated = try await networking.update(entity)
        try await keep([updated], at: clock.now)
        return updated
    }

    /// Keeps an entity on the server and in the store: in the place of the one with the same identity, or
    /// as a new one.
    ///
    /// - Parameter entity: The entity as it should be.
    /// - Returns: The entity with what the server has changed: of a new one also the identity, where the
    ///   server gives it.
    /// - Throws: `RepositoryError` where it was not kept, or where that is not known.
    @discardableResult
    public func storeOrUpdate(_ entity: Entity) async throws(RepositoryError) -> Entity {
        do throws(RepositoryError) {
            return try await update(entity)
        } catch  where error.code == .notFound && !error.isAmbiguous {
            let created = try await create(entity.draft)
            // The server has none with the old identity.
            if created.id != entity.id { try await local.remove(entity.id, at: clock.now) }
            return created
        }
    }

    /// Deletes an entity on the server, and in the store.
    ///
    /// - Parameter id: The identity.
    /// - Throws: `RepositoryError` where it was not deleted, or where that is not known.
    public func delete(id: Entity.ID) async throws(RepositoryError) {
        try await networking.delete(id: id)
        try await local.remove(id, at: clock.now)
    }

    /// Finds entities in the store, without the server.
    ///
    /// - Parameter criteria: Which, in which order, and which part of them.
    /// - Returns: The entities as they are known here; none is no error.
    /// - Throws: `RepositoryError` where the store cannot be read.
    public func stored(_ criteria: Criteria = .all) async throws(RepositoryError) -> [Entity] {
        try await read("find") { try $0.find(criteria) }
    }

    /// Finds entities in the store, without the server.
    ///
    /// - Parameter filter: The condition, made of the names of the properties.
    /// - Returns: The entities as they are known here; none is no error.
    /// - Throws: `RepositoryError` where the store cannot be read.
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
    ///   - patch: The changes; where there are none, nothing is changed.
    /// - Returns: The whole entity after the change.
    /// - Throws: `RepositoryError`, of the kind `.notFound` where there is no such entity.
    @discardableResult
    public func patch(
        id: Entity.ID,
        with patch: Entity.Patch
    ) async throws(RepositoryError) -> Entity {
        let patched = try await networking.patch(id: id, with: patch)
        try await keep([patched], at: clock.now)
        return patched
    }

    /// Changes those properties on the server that differ between two states, and stores the entity.
    ///
    /// - Parameters:
    ///   - new: The entity as it should be.
    ///   - old: The entity as it was known.
    /// - Returns: The entity with what the server has changed.
    /// - Throws: `RepositoryError`, of the kind `.notFound` where there is no such entity.
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
