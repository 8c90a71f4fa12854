// The first example is not `any ReadRepository<Message> & DeleteRepository<Message>`: Swift 6.3
// crashes on that when it writes debug information. `any CRUDRepository<Message>`, or a protocol
// of one's own that joins both, will do.

/// Something that knows how to get and keep the entities of one type.
///
/// What it can do is said by further protocols, none of which knows a transport:
/// ``ReadRepository``, ``CreateRepository``, ``UpdateRepository``, ``PatchRepository`` and
/// ``DeleteRepository``. The layer above names what it needs:
///
///     let messages: any ReadRepository<Message>
///
///     func clean(_ messages: some ReadRepository<Message> & DeleteRepository<Message>) async
public protocol Repository<Entity>: Sendable {
    /// What the repository holds.
    associatedtype Entity: Identifiable & Sendable
}

/// A repository that can be asked.
public protocol ReadRepository<Entity>: Repository {
    /// Finds the entities that criteria ask for.
    ///
    /// - Parameter criteria: Which, in which order, and which part of them.
    /// - Returns: The entities; none is no error.
    /// - Throws: `RepositoryError` where they could not be asked for.
    func find(_ criteria: Criteria) async throws(RepositoryError) -> [Entity]

    /// Finds the first entity that criteria ask for.
    ///
    /// By default the first that ``find(_:)`` gives for one at most.
    ///
    /// - Parameter criteria: Which, and in which order.
    /// - Returns: The entity, nil where there is none.
    /// - Throws: `RepositoryError` where it could not be asked for.
    func findOne(_ criteria: Criteria) async throws(RepositoryError) -> Entity?

    /// Finds the entity with an identity.
    ///
    /// - Parameter id: The identity.
    /// - Returns: The entity.
    /// - Throws: `RepositoryError`, of the kind `.notFound` where there is no such entity.
    func find(id: Entity.ID) async throws(RepositoryError) -> Entity

    /// Finds the entities with some identities, in their order.
    ///
    /// - Parameter ids: The identities.
    /// - Returns: The entities.
    /// - Throws: `RepositoryError`, with `index` saying at which identity.
    func find(ids: [Entity.ID]) async throws(RepositoryError) -> [Entity]
}

/// A repository that creates entities.
public protocol CreateRepository<Entity>: Repository where Entity: RepositoryValues.Entity {
    /// Creates an entity.
    ///
    /// - Parameter draft: What is to be created.
    /// - Returns: The entity with what the other side has added, the identity first of all.
    /// - Throws: `RepositoryError` where it was not created, or where that is not known.
    @discardableResult
    func create(_ draft: Entity.Draft) async throws(RepositoryError) -> Entity

    /// Creates entities.
    ///
    /// By default one after the other, so that those before one that fails are created.
    ///
    /// - Parameter drafts: What is to be created.
    /// - Returns: The entities, in the same order.
    /// - Throws: `RepositoryError`, with `index` saying at which draft.
    @discardableResult
    func create(_ drafts: [Entity.Draft]) async throws(RepositoryError) -> [Entity]
}

/// A repository that replaces entities.
public protocol UpdateRepository<Entity>: Repository {
    /// Replaces the entity with the same identity.
    ///
    /// - Parameter entity: The entity as it should be.
    /// - Returns: The entity with what the other side has changed.
    /// - Throws: `RepositoryError`, of the kind `.notFound` where there is no such entity.
    @discardableResult
    func update(_ entity: Entity) async throws(RepositoryError) -> Entity

    /// Replaces entities.
    ///
    /// By default one after the other, so that those before one that fails are replaced.
    ///
    /// - Parameter entities: The entities as they should be.
    /// - Returns: The entities, in the same order.
    /// - Throws: `RepositoryError`, with `index` saying at which entity.
    @discardableResult
    func update(_ entities: [Entity]) async throws(RepositoryError) -> [Entity]
}

/// A repository that changes parts of entities.
public protocol PatchRepository<Entity>: Repository where Entity: RepositoryValues.Entity {
    /// Changes some properties of an entity.
    ///
    /// - Parameters:
    ///   - id: The identity.
    ///   - patch: The changes; where there are none, nothing is changed.
    /// - Returns: The whole entity after the change.
    /// - Throws: `RepositoryError`, of the kind `.notFound` where there is no such entity.
    @discardableResult
    func patch(id: Entity.ID, with patch: Entity.Patch) async throws(RepositoryError) -> Entity

    /// Changes the same properties of several entities.
    ///
    /// By default one after the other, so that those before one that fails are changed.
    ///
    /// - Parameters:
    ///   - ids: The identities.
    ///   - patch: The changes.
    /// - Returns: The entities, in the same order.
    /// - Throws: `RepositoryError`, with `index` saying at which identity.
    @discardableResult
    func patch(ids: [Entity.ID], with patch: Entity.Patch) async throws(RepositoryError) -> [Entity]

    /// Changes those properties that differ between two states of an entity.
    ///
    /// - Parameters:
    ///   - new: The entity as it should be.
    ///   - old: The entity as it was known.
    /// - Returns: The entity with what the other side has changed.
    /// - Throws: `RepositoryError`, of the kind `.notFound` where there is no such entity.
    @discardableResult
    func patch(_ new: Entity, from old: Entity) async throws(RepositoryError) -> Entity
}

/// A repository that deletes entities.
public protocol DeleteRepository<Entity>: Repository {
    /// Deletes the entity with an identity; one that is not there counts as deleted.
    ///
    /// - Parameter id: The identity.
    /// - Throws: `RepositoryError` where it was not deleted, or where that is not known.
    func delete(id: Entity.ID) async throws(RepositoryError)

    /// Deletes the entities with some identities; those that are not there count as deleted.
    ///
    /// By default one after the other, so that those before one that fails are deleted.
    ///
    /// - Parameter ids: The identities.
    /// - Throws: `RepositoryError`, with `index` saying at which identity.
    func delete(ids: [Entity.ID]) async throws(RepositoryError)
}

/// A repository that keeps entities, whether or not they were there.
public protocol StoreOrUpdateRepository<Entity>: Repository {
    /// Keeps an entity: in the place of the one with the same identity, or as a new one.
    ///
    /// - Parameter entity: The entity as it should be.
    /// - Returns: The entity with what the other side has changed.
    /// - Throws: `RepositoryError` where it was not kept, or where that is not known.
    @discardableResult
    func storeOrUpdate(_ entity: Entity) async throws(RepositoryError) -> Entity

    /// Keeps entities, each in the place of the one with the same identity, or as a new one.
    ///
    /// By default one after the other, so that those before one that fails are kept.
    ///
    /// - Parameter entities: The entities as they should be.
    /// - Returns: The entities, in the same order.
    /// - Throws: `RepositoryError`, with `index` saying at which entity.
    @discardableResult
    func storeOrUpdate(_ entities: [Entity]) async throws(RepositoryError) -> [Entity]
}

/// A repository that creates, finds, replaces and deletes entities.
public protocol CRUDRepository<Entity>: CreateRepository, ReadRepository, UpdateRepository,
    DeleteRepository
{}
