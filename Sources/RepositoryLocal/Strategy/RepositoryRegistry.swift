/// The repositories of an app by entity type: built once, and passed on as a value.
///
///     var registry = RepositoryRegistry()
///     try await registry.register(
///         Message.self,
///         remote: MessageRepository(store: session),
///         synchronizer: synchronizer,
///         strategy: .offlineFirst
///     )
///     try await registry.register(Note.self, storage: storage)
///
///     let messages = try registry.repository(for: Message.self)
///
/// A copy of a registry never changes behind your back. A second registration of a type replaces
/// the first one, in copies made afterwards.
///
/// The idea comes from Evocation's registration, without its singleton.
public struct RepositoryRegistry: Sendable {
    private var repositories: [ObjectIdentifier: any Sendable] = [:]

    /// Creates an empty registry.
    public init() {}

    /// Registers a repository.
    ///
    /// - Parameter repository: The repository.
    public mutating func register<Entity>(_ repository: RepositoryProxy<Entity>) {
        repositories[ObjectIdentifier(Entity.self)] = repository
    }

    /// Registers a repository on a server and on the store of a synchronizer, and registers its
    /// collection with the synchronizer.
    ///
    /// Register entities that others refer to first.
    ///
    /// - Parameters:
    ///   - type: The type of the entities.
    ///   - repository: The repository on the server.
    ///   - synchronizer: The synchronizer, with its store.
    ///   - strategy: Which side each operation goes to.
    ///   - collection: How the synchronizer uses the server; nil for the defaults.
    /// - Returns: The repository.
    /// - Throws: `StorageError` if the store cannot be prepared.
    @discardableResult
    public mutating func register<Entity: RepositoryValues.Entity>(
        _ type: Entity.Type,
        remote repository: some NetworkingRepository<Entity>,
        synchronizer: Synchronizer,
        strategy: Strategy = .default,
        collection: RemoteCollection? = nil
    ) async throws(StorageError) -> RepositoryProxy<Entity> {
        let collection = collection ?? RemoteCollection(repository)
        try await synchronizer.register(collection)
        let proxy = RepositoryProxy(
            remote: repository,
            synchronizer: synchronizer,
            strategy: strategy,
            idempotencyHeader: collection.heededIdempotencyHeader,
            keeping: collection.keeping
        )
        register(proxy)
        return proxy
    }

    /// Registers a repository on a server and on a store that the registry does not synchronize.
    ///
    /// - Parameters:
    ///   - type: The type of the entities.
    ///   - repository: The repository on the server.
    ///   - storage: The store; nil for none.
    ///   - strategy: Which side each operation goes to.
    /// - Returns: The repository.
    /// - Throws: `StorageError` if the store cannot be prepared.
    @discardableResult
    public mutating func register<Entity: RepositoryValues.Entity>(
        _ type: Entity.Type,
        remote repository: some NetworkingRepository<Entity>,
        storage: (any Storage)? = nil,
        strategy: Strategy = .default
    ) async throws(StorageError) -> RepositoryProxy<Entity> {
        try await storage?.prepare(Entity.self)
        let proxy = RepositoryProxy(remote: repository, storage: storage, strategy: strategy)
        register(proxy)
        return proxy
    }

    /// Registers a repository on a store only.
    ///
    /// - Parameters:
    ///   - type: The type of the entities.
    ///   - storage: The store.
    /// - Returns: The repository.
    /// - Throws: `StorageError` if the store cannot be prepared.
    @discardableResult
    public mutating func register<Entity: RepositoryValues.Entity>(
        _ type: Entity.Type,
        storage: any Storage
    ) async throws(StorageError) -> RepositoryProxy<Entity> {
        try await storage.prepare(Entity.self)
        let proxy = RepositoryProxy<Entity>(storage: storage)
        register(proxy)
        return proxy
    }

    /// Returns the repository of an entity type.
    ///
    /// - Parameter type: The type.
    /// - Returns: The repository.
    /// - Throws: `RepositoryError`: `.notRegistered` if there is none.
    public func repository<Entity: RepositoryValues.Entity>(
        for type: Entity.Type
    ) throws(RepositoryError) -> RepositoryProxy<Entity> {
        let repository = repositories[ObjectIdentifier(type)] as? RepositoryProxy<Entity>
        guard let repository else {
            throw RepositoryError(
                .notRegistered,
                during: "repository for \(type)",
                message: "No repository is registered for \(type)."
            )
        }
        return repository
    }
}

extension RepositoryError.Code {
    /// No repository is registered for a type.
    public static let notRegistered = RepositoryError.Code("notRegistered")
}
