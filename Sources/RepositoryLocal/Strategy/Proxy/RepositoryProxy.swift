#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One repository for both sides of its entities: the server and the local store.
///
///     let messages = RepositoryProxy(
///         remote: MessageRepository(store: session),
///         synchronizer: synchronizer,
///         strategy: .offlineFirst
///     )
///     let message = try await messages.create(Message.Draft(text: "hi"))
///     let popular = try await messages.find { $0.likes > 3 }
///
/// Which side an operation goes to says its `Strategy`; what follows from that, and from what the
/// sides answer, decides `StrategyPlan`, and by which laws. Each operation has a second form that also
/// says where the value came from:
///
///     let found = try await messages.results.find { $0.likes > 3 }
///     found.origin            // .local, as there is no network
///     found.editsWaiting      // 2
///
/// A local write, and the intent to send it, are one transaction. An entity that is created without a
/// server has a temporary identity, by which it is found also after the server has given its own.
///
/// A batch goes one by one, each by the rule of its operation; where the rule begins with the local
/// store, it is one transaction.
///
/// The idea is that of Evocation's proxy.
public struct RepositoryProxy<Entity: RepositoryValues.Entity>: Sendable {
    /// Which side each operation goes to.
    public var strategy: Strategy

    let remote: RemoteSide<Entity>?
    let local: LocalSide<Entity>?
    let synchronizer: Synchronizer?
    let clock: any SyncClock
    /// The header by which the server does a write at most once; nil where it knows none.
    let idempotencyHeader: String?
    /// Tells how writes end that go to the server themselves.
    let outcomeBroadcast: WriteOutcomeBroadcast

    init(
        remote: RemoteSide<Entity>?,
        storage: (any Storage)?,
        synchronizer: Synchronizer?,
        strategy: Strategy,
        idempotencyHeader: String?,
        keeping: ReplicaSelection? = nil,
        clock: any SyncClock
    ) {
        self.strategy = strategy
        self.remote = remote
        self.local = storage.map { LocalSide(storage: $0, clock: clock, keeping: keeping) }
        self.synchronizer = synchronizer
        self.idempotencyHeader = idempotencyHeader
        self.clock = clock
        self.outcomeBroadcast = synchronizer?.outcomeBroadcast ?? WriteOutcomeBroadcast()
    }

    /// Joins a repository on a server and the store of a synchronizer.
    ///
    /// What is written locally is sent by the synchronizer, which is asked to after each such write; the
    /// collection must be registered there.
    ///
    /// - Parameters:
    ///   - repository: The repository on the server; it can do what its conformances say.
    ///   - synchronizer: The synchronizer, with its store.
    ///   - strategy: Which side each operation goes to.
    ///   - idempotencyHeader: The name of the header by which the server does at most once what comes
    ///     twice, so that it may be sent again; nil where it knows none.
    ///   - keeping: Which entities the store keeps, as the registered collection says it; nil for all.
    public init(
        remote repository: some NetworkingRepository<Entity>,
        synchronizer: Synchronizer,
        strategy: Strategy = .default,
        idempotencyHeader: String? = nil,
        keeping: ReplicaSelection? = nil
    ) {
        self.init(
            remote: RemoteSide(repository),
            storage: synchronizer.storage,
            synchronizer: synchronizer,
            strategy: strategy,
            idempotencyHeader: idempotencyHeader,
            keeping: keeping,
            clock: synchronizer.clock
        )
    }

    /// Joins a repository on a server and a store.
    ///
    /// What is written locally waits in the store's outbox until somebody synchronizes it.
    ///
    /// - Parameters:
    ///   - repository: The repository on the server; it can do what its conformances say.
    ///   - storage: The store; nil for none.
    ///   - strategy: Which side each operation goes to.
    ///   - idempotencyHeader: The name of the header by which the server does at most once what comes
    ///     twice, so that it may be sent again; nil where it knows none.
    ///   - clock: What tells the time.
    public init(
        remote repository: some NetworkingRepository<Entity>,
        storage: (any Storage)?,
        strategy: Strategy = .default,
        idempotencyHeader: String? = nil,
        clock: any SyncClock = SystemClock()
    ) {
        self.init(
            remote: RemoteSide(repository),
            storage: storage,
            synchronizer: nil,
            strategy: strategy,
            idempotencyHeader: idempotencyHeader,
            clock: clock
        )
    }

    /// Makes a repository of a store alone, for entities that no server has.
    ///
    /// - Parameters:
    ///   - storage: The store.
    ///   - clock: What tells the time.
    public init(storage: any Storage, clock: any SyncClock = SystemClock()) {
        self.init(
            remote: nil,
            storage: storage,
            synchronizer: nil,
            strategy: .localOnly,
            idempotencyHeader: nil,
            clock: clock
        )
    }

    /// The same operations with results that say where they came from.
    public var results: Results { Results(proxy: self) }

    /// The operations with results that say where they came from, see ``RepositoryResult``.
    public struct Results: Sendable {
        let proxy: RepositoryProxy
    }
}

// MARK: - Plans

extension RepositoryProxy {
    /// A run of an operation, ready but for what is done on each side.
    func run<Value: Sendable>(
        _ operation: RepositoryOperation,
        _ look: Look = Look(edits: .none),
        by rule: Strategy.Rule? = nil,
        attemptRemote: @escaping (RemoteSide<Entity>) async throws(RepositoryError) -> Value
    ) -> PlannedRun<Value> {
        let known = StrategyPlan.Known(
            hasRemote: remote?.can(operation) ?? false,
            hasLocal: local != nil,
            edits: look.edits
        )
        let plan = StrategyPlan(operation, by: rule ?? strategy[operation], knowing: known)
        var unavailable = RepositoryError.unavailable(operation, Entity.self)
        if local != nil, plan.rule.sides.contains(.local) {
            unavailable.message =
                "The server does not offer this, and the strategy wants it sent there."
        }
        let (remote, refusal) = (remote, unavailable)
        var run = PlannedRun<Value>(plan, clock: clock, unavailable: refusal) {
            () throws(RepositoryError) in
            guard let remote else { throw refusal }
            return try await attemptRemote(remote)
        }
        run.lookFailure = look.failure
        run.request = requestSynchronization
        return run
    }

    /// Asks for a synchronization, for which nobody waits: what is pending is safe.
    func requestSynchronization() {
        Task { [synchronizer] in await synchronizer?.pushByItself() }
    }

    /// What came before a local write.
    func before(_ sent: SentWrite, _ failure: RepositoryError?) -> LocalSide<Entity>.Before {
        let notBefore = (failure?.retryAfter).map { clock.now.addingTimeInterval($0.inSeconds) }
        return LocalSide<Entity>.Before(sent: sent, notBefore: notBefore)
    }

    /// What the local store says before an operation.
    struct Look {
        var edits: StrategyPlan.Edits
        var id: Entity.ID?
        var confirmed: ConfirmedVersion?
        var mayBeCreation = false
        var isPartial = false
        var failure: RepositoryError?
    }

    /// Asks the local store whether edits wait.
    func look(at subject: LocalSubject<Entity>) async -> Look {
        guard let local else { return Look(edits: .none) }
        do throws(RepositoryError) {
            let look = try await local.look(at: subject)
            return Look(
                edits: look.isEdited ? .waiting : .none,
                id: look.id,
                confirmed: look.confirmed,
                mayBeCreation: look.mayBeCreation,
                isPartial: look.isPartial
            )
        } catch {
            return Look(edits: .unknown, failure: error)
        }
    }
}
