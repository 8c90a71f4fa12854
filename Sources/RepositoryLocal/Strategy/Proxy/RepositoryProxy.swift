/// A repository that combines both sides of its entities: the server and the local store.
///
///     let messages = RepositoryProxy(
///         remote: MessageRepository(store: session),
///         synchronizer: synchronizer,
///         strategy: .offlineFirst
///     )
///     let message = try await messages.create(Message.Draft(text: "hi"))
///     let popular = try await messages.find { $0.likes > 3 }
///
/// A `Strategy` specifies which side an operation goes to; `StrategyPlan` derives the steps from
/// the strategy and the outcomes. Each operation has a second form that also returns the origin of
/// its value:
///
///     let found = try await messages.results.find { $0.likes > 3 }
///     found.origin            // .local, without a network connection
///     found.editsWaiting      // 2
///
/// A local write and the intent to send it are one transaction. An entity created offline has a
/// temporary identity, which remains valid after the server has assigned the final one.
///
/// A batch is executed one element at a time, each by the rule of its operation. If the rule begins
/// with the local store, the batch is one transaction there.
///
/// The idea comes from Evocation's proxy.
public struct RepositoryProxy<Entity: RepositoryValues.Entity>: Sendable {
    /// Which side each operation goes to.
    public var strategy: Strategy {
        get { sides.strategy }
        set { sides.strategy = newValue }
    }

    var sides: RepositorySides<Entity>

    /// Combines a repository on a server with the store of a synchronizer.
    ///
    /// The synchronizer sends local writes, and is triggered after each one. Register the
    /// collection with it.
    ///
    /// - Parameters:
    ///   - repository: The repository on the server; its conformances determine the operations.
    ///   - synchronizer: The synchronizer, with its store.
    ///   - strategy: Which side each operation goes to.
    ///   - idempotencyHeader: The header field for idempotency keys, which make it safe to send a
    ///     request again; nil if the server supports none.
    ///   - keeping: The entities that the store keeps, as in the registered collection; nil for
    ///     all.
    public init(
        remote repository: some NetworkingRepository<Entity>,
        synchronizer: Synchronizer,
        strategy: Strategy = .default,
        idempotencyHeader: String? = nil,
        keeping: ReplicaSelection? = nil
    ) {
        sides = RepositorySides(
            remote: RemoteSide(repository),
            storage: synchronizer.storage,
            synchronizer: synchronizer,
            strategy: strategy,
            idempotencyHeader: idempotencyHeader,
            keeping: keeping,
            clock: synchronizer.clock
        )
    }

    /// Combines a repository on a server with a store.
    ///
    /// Local writes stay in the store's outbox until a synchronizer sends them.
    ///
    /// - Parameters:
    ///   - repository: The repository on the server; its conformances determine the operations.
    ///   - storage: The store; nil for none.
    ///   - strategy: Which side each operation goes to.
    ///   - idempotencyHeader: The header field for idempotency keys, which make it safe to send a
    ///     request again; nil if the server supports none.
    ///   - clock: The clock.
    public init(
        remote repository: some NetworkingRepository<Entity>,
        storage: (any Storage)?,
        strategy: Strategy = .default,
        idempotencyHeader: String? = nil,
        clock: any SyncClock = SystemClock()
    ) {
        sides = RepositorySides(
            remote: RemoteSide(repository),
            storage: storage,
            strategy: strategy,
            idempotencyHeader: idempotencyHeader,
            clock: clock
        )
    }

    /// Creates a repository on a store only, for entities without a server.
    ///
    /// - Parameters:
    ///   - storage: The store.
    ///   - clock: The clock.
    public init(storage: any Storage, clock: any SyncClock = SystemClock()) {
        sides = RepositorySides(storage: storage, strategy: .localOnly, clock: clock)
    }

    /// The same operations, returning results with their origin.
    public var results: Results { Results(sides: sides) }
}
