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
public protocol CRUDNetworkingStorageRepository<Entity>: CRUDRepository, StorageRepository {
    /// What asks the server.
    associatedtype Remote: CRUDNetworkingRepository where Remote.Entity == Entity

    /// What asks the server.
    var networking: Remote { get }
}

extension CRUDNetworkingStorageRepository {
    /// Asks the server for entities, and stores them.
    ///
    /// - Parameter criteria: Which, in which order, and which part of them.
    /// - Returns: The entities; none is no error.
    /// - Throws: `RepositoryError` where they could not be asked for, or not be stored.
    public func find(_ criteria: Criteria) async throws(RepositoryError) -> [Entity] {
        try await keeping { () throws(RepositoryError) in
            try await networking.find(criteria)
        }
    }

    /// Asks the server for an entity, and stores it; one that it has no more is removed.
    ///
    /// - Parameter id: The identity.
    /// - Returns: The entity.
    /// - Throws: `RepositoryError`, of the kind `.notFound` where there is no such entity.
    public func find(id: Entity.ID) async throws(RepositoryError) -> Entity {
        let began = Date()
        do throws(RepositoryError) {
            let entity = try await networking.find(id: id)
            try await keep([entity], at: began)
            return entity
        } catch  where error.code == .notFound {
            try await remove(id)
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
        let entity = try await networking.create(draft)
        try await keep([entity], at: Date())
        return entity
    }

    /// Replaces an entity on the server, and stores it.
    ///
    /// - Parameter entity: The entity as it should be.
    /// - Returns: The entity with what the server has changed.
    /// - Throws: `RepositoryError`, of the kind `.notFound` where there is no such entity.
    @discardableResult
    public func update(_ entity: Entity) async throws(RepositoryError) -> Entity {
        let updated = try await networking.update(entity)
        try await keep([updated], at: Date())
        return updated
    }

    /// Deletes an entity on the server, and in the store.
    ///
    /// - Parameter id: The identity.
    /// - Throws: `RepositoryError` where it was not deleted, or where that is not known.
    public func delete(id: Entity.ID) async throws(RepositoryError) {
        try await networking.delete(id: id)
        try await remove(id)
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

    private func keeping(
        _ find: () async throws(RepositoryError) -> [Entity]
    ) async throws(RepositoryError) -> [Entity] {
        let began = Date()
        let entities = try await find()
        try await keep(entities, at: began)
        return entities
    }

    private func keep(_ entities: [Entity], at date: Date) async throws(RepositoryError) {
        guard !entities.isEmpty else { return }
        try await write("store") { stored, store in
            let confirmed = Confirmations(Entity.schema, in: store, at: date)
            for entity in entities {
                try confirmed.put(try stored.document(entity), id: entity.id.pathComponent)
            }
        }
    }

    private func remove(_ id: Entity.ID) async throws(RepositoryError) {
        try await write("delete") { _, store in
            _ = try Confirmations(Entity.schema, in: store, at: Date())
                .remove(id: id.pathComponent)
        }
    }
}
