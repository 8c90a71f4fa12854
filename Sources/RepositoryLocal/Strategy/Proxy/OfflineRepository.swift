/// A repository on a server that declares how its entities are stored locally.
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
/// The local store is the synchronizer's, shared by all repositories of an app.
public protocol OfflineRepository<Entity>: NetworkingRepository
where Entity: RepositoryValues.Entity {
    /// Which side each operation goes to.
    static var strategy: Strategy { get }
    /// How a synchronizer uses the server, by default with ``RemoteCollection``'s defaults.
    var collection: RemoteCollection { get }
}

/// A repository on a server whose entities are also kept in memory until the process exits.
///
///     let prices = try await PriceRepository(store: session).offline()
public protocol InMemoryOfflineRepository<Entity>: OfflineRepository {}

extension OfflineRepository {
    /// How a synchronizer uses the server, by default.
    public var collection: RemoteCollection { RemoteCollection(self) }

    /// Combines the server with the store of a synchronizer, and registers the collection there.
    ///
    /// Call this first for entities that others refer to.
    ///
    /// - Parameters:
    ///   - synchronizer: The synchronizer, with its store.
    ///   - keeping: The entities to store, if they differ from those in ``collection``: the
    ///     messages of the rooms that the user has joined, for example. A later repository with
    ///     another selection replaces it.
    /// - Returns: The repository on both sides.
    /// - Throws: `StorageError` if the store cannot be prepared.
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
    /// Combines the server with a store in memory and a synchronizer of its own.
    ///
    /// Local writes are sent after each write. If the server is unreachable then, they are sent
    /// after the next one. To push and pull explicitly, pass a synchronizer and keep a reference to
    /// it.
    ///
    /// - Returns: The repository on both sides.
    /// - Throws: `StorageError` if the store cannot be prepared.
    public func offline() async throws(StorageError) -> RepositoryProxy<Entity> {
        try await offline(with: Synchronizer(storage: MemoryStorage()))
    }
}
