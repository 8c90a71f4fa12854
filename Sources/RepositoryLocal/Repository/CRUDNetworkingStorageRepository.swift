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
/// time. If one fails, those before it remain on the server and in the store. An operation also
/// throws if its result cannot be stored.
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

    /// Fetches the entities that match criteria from the server, and stores them.
    public func find(_ criteria: Criteria) async throws(RepositoryError) -> [Entity] {
        let (began, local) = (clock.now, local)
        let found = try await networking.find(criteria)
        guard !found.isEmpty else { return found }
        try await uncancelled { () throws(RepositoryError) in
            try await local.keep(listed: found, at: began)
        }
        return found
    }

    /// Fetches an entity from the server, and stores it; removes the stored copy if the server has
    /// none.
    public func find(id: Entity.ID) async throws(RepositoryError) -> Entity {
        let began = clock.now
        do throws(RepositoryError) {
            let entity = try await networking.find(id: id)
            try await keep([entity], at: began)
            return entity
        } catch  where error.code == .notFound {
            try await local.remove(id, at: began, isDeleted: false)
            throw error
        }
    }

    /// Creates an entity on the server, and stores it.
    @discardableResult
    public func create(_ draft: Entity.Draft) async throws(RepositoryError) -> Entity {
        let local = local
        // Without the note, the new entity could be mistaken for another one before it is stored.
        let note = await local.beginCreation(at: clock.now)
        do throws(RepositoryError) {
            let entity = try await networking.create(draft)
            try await keep([entity], at: clock.now, to: .create)
            await local.endCreation(note)
            return entity
        } catch {
            await local.endCreation(note)
            throw error
        }
    }

    /// Replaces an entity on the server, and stores it.
    @discardableResult
    public func update(_ entity: Entity) async throws(RepositoryError) -> Entity {
        let updated = try await networking.update(entity)
        try await keep([updated], at: clock.now, to: .update)
        return updated
    }

    /// Updates the entity with the same identity on the server, or creates it if there is none,
    /// possibly with a new identity, and stores it.
    @discardableResult
    public func storeOrUpdate(_ entity: Entity) async throws(RepositoryError) -> Entity {
        do throws(RepositoryError) {
            return try await update(entity)
        } catch  where error.code == .notFound && !error.isAmbiguous {
            let created = try await create(entity.draft)
            // The server has no entity with the old identity.
            if created.id != entity.id { try await remove(entity.id) }
            return created
        }
    }

    /// Deletes an entity on the server, and in the store.
    public func delete(id: Entity.ID) async throws(RepositoryError) {
        try await networking.delete(id: id)
        try await remove(id)
    }

    /// Finds the stored entities that match criteria, without a request.
    public func stored(_ criteria: Criteria = .all) async throws(RepositoryError) -> [Entity] {
        try await read("find") { try $0.find(criteria) }
    }

    /// Finds the stored entities that match a condition, without a request.
    public func stored(
        isolation: isolated (any Actor)? = #isolation,
        where filter: (Entity.Fields) -> Condition
    ) async throws(RepositoryError) -> [Entity] {
        try await stored(Criteria(Entity.self, where: filter))
    }

    private var local: LocalSide<Entity> { LocalSide(storage: storage, clock: clock) }

    fileprivate func keep(
        _ entities: [Entity],
        at date: Date,
        to operation: OutboxEntry.Operation? = nil
    ) async throws(RepositoryError) {
        let local = local
        // The server has answered: its state is stored even if the caller was cancelled.
        _ = try await uncancelled { () throws(RepositoryError) in
            try await local.keep(entities, at: date, to: operation)
        }
    }

    private func remove(_ id: Entity.ID) async throws(RepositoryError) {
        let (local, now) = (local, clock.now)
        try await uncancelled { () throws(RepositoryError) in
            try await local.remove(id, at: now, isDeleted: true)
        }
    }
}

extension CRUDNetworkingStorageRepository where Remote: PatchableRepository {
    /// Changes some properties of an entity on the server, and stores it.
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
