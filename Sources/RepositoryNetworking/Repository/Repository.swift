// The first example is not `any ReadRepository<Message> & DeleteRepository<Message>`: Swift 6.3
// crashes on that when it writes debug information. `any CRUDRepository<Message>`, or your own
// protocol that combines both, works.

/// A type that accesses the entities of one type, on a server or in a local store.
///
/// These protocols declare its operations, independently of any transport: ``ReadRepository``,
/// ``CreateRepository``, ``UpdateRepository``, ``PatchRepository`` and ``DeleteRepository``. Code
/// that uses a repository requires only the operations that it needs:
///
///     let messages: any ReadRepository<Message>
///
///     func clean(_ messages: some ReadRepository<Message> & DeleteRepository<Message>) async
public protocol Repository<Entity>: Sendable {
    /// The type of the entities.
    associatedtype Entity: Identifiable & Sendable
}

/// A repository that reads entities.
public protocol ReadRepository<Entity>: Repository {
    /// Finds the entities that match criteria.
    ///
    /// - Parameter criteria: The filter, order, limit and offset.
    /// - Returns: The entities; may be empty.
    /// - Throws: `RepositoryError` if the request failed.
    func find(_ criteria: Criteria) async throws(RepositoryError) -> [Entity]

    /// Finds the first entity that matches criteria.
    ///
    /// By default, it is the first result of ``find(_:)`` with a limit of one.
    ///
    /// - Parameter criteria: The filter and order.
    /// - Returns: The entity; nil if there is none.
    /// - Throws: `RepositoryError` if the request failed.
    func findOne(_ criteria: Criteria) async throws(RepositoryError) -> Entity?

    /// Finds the entity with an identity.
    ///
    /// - Parameter id: The identity.
    /// - Returns: The entity.
    /// - Throws: `RepositoryError`, with the code `.notFound` if there is no such entity.
    func find(id: Entity.ID) async throws(RepositoryError) -> Entity

    /// Finds the entities with the given identities, in the same order.
    ///
    /// - Parameter ids: The identities.
    /// - Returns: The entities.
    /// - Throws: `RepositoryError`, with `index` set to the failed identity.
    func find(ids: [Entity.ID]) async throws(RepositoryError) -> [Entity]
}

/// A repository that creates entities.
public protocol CreateRepository<Entity>: Repository where Entity: RepositoryValues.Entity {
    /// Creates an entity.
    ///
    /// - Parameter draft: The draft of the entity.
    /// - Returns: The entity with the properties that the server has added, such as its identity.
    /// - Throws: `RepositoryError` if it was not created, or the outcome is unknown.
    @discardableResult
    func create(_ draft: Entity.Draft) async throws(RepositoryError) -> Entity

    /// Creates entities.
    ///
    /// By default, they are created one after the other. If one fails, those before it remain
    /// created.
    ///
    /// - Parameter drafts: The drafts of the entities.
    /// - Returns: The entities, in the same order.
    /// - Throws: `RepositoryError`, with `index` set to the failed draft.
    @discardableResult
    func create(_ drafts: [Entity.Draft]) async throws(RepositoryError) -> [Entity]
}

/// A repository that replaces entities.
public protocol UpdateRepository<Entity>: Repository {
    /// Replaces the entity with the same identity.
    ///
    /// - Parameter entity: The new state.
    /// - Returns: The entity with the changes of the server.
    /// - Throws: `RepositoryError`, with the code `.notFound` if there is no such entity.
    @discardableResult
    func update(_ entity: Entity) async throws(RepositoryError) -> Entity

    /// Replaces entities.
    ///
    /// By default, they are replaced one after the other. If one fails, those before it remain
    /// replaced.
    ///
    /// - Parameter entities: The new states.
    /// - Returns: The entities, in the same order.
    /// - Throws: `RepositoryError`, with `index` set to the failed entity.
    @discardableResult
    func update(_ entities: [Entity]) async throws(RepositoryError) -> [Entity]
}

/// A repository that changes parts of entities.
public protocol PatchRepository<Entity>: Repository where Entity: RepositoryValues.Entity {
    /// Changes some properties of an entity.
    ///
    /// - Parameters:
    ///   - id: The identity.
    ///   - patch: The changes; an empty patch changes nothing.
    /// - Returns: The whole entity after the change.
    /// - Throws: `RepositoryError`, with the code `.notFound` if there is no such entity.
    @discardableResult
    func patch(id: Entity.ID, with patch: Entity.Patch) async throws(RepositoryError) -> Entity

    /// Changes the same properties of several entities.
    ///
    /// By default, they are changed one after the other. If one fails, those before it remain
    /// changed.
    ///
    /// - Parameters:
    ///   - ids: The identities.
    ///   - patch: The changes.
    /// - Returns: The entities, in the same order.
    /// - Throws: `RepositoryError`, with `index` set to the failed identity.
    @discardableResult
    func patch(ids: [Entity.ID], with patch: Entity.Patch) async throws(RepositoryError) -> [Entity]

    /// Changes the properties that differ between two states of an entity.
    ///
    /// - Parameters:
    ///   - new: The new state.
    ///   - old: The last known state.
    /// - Returns: The entity with the changes of the server.
    /// - Throws: `RepositoryError`, with the code `.notFound` if there is no such entity.
    @discardableResult
    func patch(_ new: Entity, from old: Entity) async throws(RepositoryError) -> Entity
}

/// A repository that deletes entities.
public protocol DeleteRepository<Entity>: Repository {
    /// Deletes the entity with an identity; a missing entity counts as deleted.
    ///
    /// - Parameter id: The identity.
    /// - Throws: `RepositoryError` if it was not deleted, or the outcome is unknown.
    func delete(id: Entity.ID) async throws(RepositoryError)

    /// Deletes the entities with the given identities; missing entities count as deleted.
    ///
    /// By default, they are deleted one after the other. If one fails, those before it remain
    /// deleted.
    ///
    /// - Parameter ids: The identities.
    /// - Throws: `RepositoryError`, with `index` set to the failed identity.
    func delete(ids: [Entity.ID]) async throws(RepositoryError)
}

/// A repository that creates or replaces entities.
public protocol StoreOrUpdateRepository<Entity>: Repository {
    /// Stores an entity, replacing the one with the same identity if it exists.
    ///
    /// - Parameter entity: The new state.
    /// - Returns: The entity with the changes of the server.
    /// - Throws: `RepositoryError` if it was not stored, or the outcome is unknown.
    @discardableResult
    func storeOrUpdate(_ entity: Entity) async throws(RepositoryError) -> Entity

    /// Stores entities, replacing those with the same identities if they exist.
    ///
    /// By default, they are stored one after the other. If one fails, those before it remain
    /// stored.
    ///
    /// - Parameter entities: The new states.
    /// - Returns: The entities, in the same order.
    /// - Throws: `RepositoryError`, with `index` set to the failed entity.
    @discardableResult
    func storeOrUpdate(_ entities: [Entity]) async throws(RepositoryError) -> [Entity]
}

/// A repository that creates, finds, replaces and deletes entities.
public protocol CRUDRepository<Entity>: CreateRepository, ReadRepository, UpdateRepository,
    DeleteRepository
{}
