/// A repository on a server that says how its entities are kept in a local store, too.
///
///     struct MessageRepository: CRUDNetworkingRepository, OfflineRepository {
///         typealias Entity = Message
///         static let strategy = Strategy.offlineFirst
///         let store: any Networking
///         let path = "messages"
///     }
///
///     let messages = try await MessageRepository(store: session).offline(with: synchronizer)
///     let message = try await messages.create(Message.Draft(text: "hi"))
///
/// The local store is that of the synchronizer, which all repositories of an app share.
public protocol OfflineRepository<Entity>: NetworkingRepository
where Entity: RepositoryValues.Entity {
    /// Which side each operation goes to.
    static var strategy: Strategy { get }
    /// How a synchronizer treats the server.
    ///
    /// As it does by default, where a repository does not say.
    var collection: RemoteCollection { get }
}

/// A repository on a server whose entities are kept in memory, too, until the process ends.
///
///     let prices = try await PriceRepository(store: session).offline()
public protocol InMemoryOfflineRepository<Entity>: OfflineRepository {}

extension OfflineRepository {
    /// How a synchronizer treats the server, by default.
    public var collection: RemoteCollection { RemoteCollection(self) }

    /// Joins the server and the store of a synchronizer, and registers the collection there.
    ///
    /// Entities that others refer to come first.
    ///
    /// - Parameters:
    ///   - synchronizer: The synchronizer, with its store.
    ///   - keeping: Which entities the store keeps, if it is not what ``collection`` says: the messages of the rooms
    ///     that the user has joined, for example. A repository made with another selection replaces it.
    /// - Returns: The repository of both sides.
    /// - Throws: `StorageError` where the store cannot be prepared.
    public func offline(
        with synchronizer: Synchronizer,
        keeping: ReplicaSelection? = nil
    ) async throws(StorageError) -> RepositoryProxy<Entity> {
        var collection = collection
        collection.keeping = keeping ?? collection.keeping
        try await synchronizer.register(collection)
        return RepositoryProxy(
            remote: self,
            synchronizer: synchronizer,
            strategy: Self.strategy,
            idempotencyHeader: collection.heededIdempotencyHeader,
            keeping: collection.keeping
        )
    }
}

extension InMemoryOfflineRepository {
    /// Joins the server and a store in memory, with a synchronizer of its own.
    ///
    /// What is written locally is sent after each write; where the server cannot be reached then, it
    /// waits for the next. To send and bring everything, pass a synchronizer and keep it.
    ///
    /// - Returns: The repository of both sides.
    /// - Throws: `StorageError` where the store cannot be prepared.
    public func offline() async throws(StorageError) -> RepositoryProxy<Entity> {
        try await offline(with: Synchronizer(storage: MemoryStorage()))
    }
}

extension RepositoryRegistry {
    /// Registers a repository on a server and on the store of a synchronizer, by what it says itself,
    /// and its collection with the synchronizer.
    ///
    /// Entities that others refer to come first.
    ///
    /// - Parameters:
    ///   - repository: The repository on the server.
    ///   - synchronizer: The synchronizer, with its store.
    /// - Returns: The repository of both sides.
    /// - Throws: `StorageError` where the store cannot be prepared.
    @discardableResult
    public mutating func register<Repository: OfflineRepository>(
        _ repository: Repository,
        synchronizer: Synchronizer
    ) async throws(StorageError) -> RepositoryProxy<Repository.Entity> {
        let proxy = try await repository.offline(with: synchronizer)
        register(proxy)
        return proxy
    }
}
