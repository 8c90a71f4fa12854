/// Which repository holds the entities of which type: built once, and passed on as a value.
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
/// Nobody can change a registry behind the back of somebody else who has it. A second registration of
/// a type takes the place of the first, for those who get the registry later.
///
/// The idea is that of Evocation's registration, without its singleton.
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

    /// Registers a repository on a server and on the store of a synchronizer, and its collection with
    /// the synchronizer.
    ///
    /// Entities that others refer to come first.
    ///
    /// - Parameters:
    ///   - type: The type of the entities.
    ///   - repository: The repository on the server.
    ///   - synchronizer: The synchronizer, with its store.
    ///   - strategy: Which side each operation goes to.
    ///   - collection: How the synchronizer treats the server; as it does by default, where it is nil.
    /// - Returns: The repository.
    /// - Throws: `StorageError` where the store cannot be prepared.
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
            idempotencyHeader: collection.heededIdempotencyHeader
        )
        register(proxy)
        return proxy
    }

    /// Registers a repository on a server and on a store that somebody else synchronizes, or nobody.
    ///
    /// - Parameters:
    ///   - type: The type of the entities.
    ///   - repository: The repository on the server.
    ///   - storage: The store; nil for none.
    ///   - strategy: Which side each operation goes to.
    /// - Returns: The repository.
    /// - Throws: `StorageError` where the store cannot be prepared.
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

    /// Registers a repository on a store alone.
    ///
    /// - Parameters:
    ///   - type: The type of the entities.
    ///   - storage: The store.
    /// - Returns: The repository.
    /// - Throws: `StorageError` where the store cannot be prepared.
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

    /// The repository of the entities of a type.
    ///
    /// - Parameter type: The type.
    /// - Returns: The repository.
    /// - Throws: `RepositoryError` of the kind `.notRegistered` where there is none.
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
