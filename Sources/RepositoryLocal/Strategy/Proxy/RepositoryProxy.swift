#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

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
/// A `Strategy` specifies which side an operation goes to; `StrategyPlan` decides what follows from
/// that and from the outcomes. Each operation has a second form that also returns the origin of its
/// value:
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
    public var strategy: Strategy

    let remote: RemoteSide<Entity>?
    let local: LocalSide<Entity>?
    let synchronizer: Synchronizer?
    let clock: any SyncClock
    /// The idempotency key's header field; nil if the server supports none.
    let idempotencyHeader: String?
    /// Publishes the outcomes of writes that are sent directly to the server.
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
        self.init(
            remote: RemoteSide(repository),
            storage: storage,
            synchronizer: nil,
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
        self.init(
            remote: nil,
            storage: storage,
            synchronizer: nil,
            strategy: .localOnly,
            idempotencyHeader: nil,
            clock: clock
        )
    }

    /// The same operations, returning results with their origin.
    public var results: Results { Results(proxy: self) }

    /// The operations that return results with their origin, see ``RepositoryResult``.
    public struct Results: Sendable {
        let proxy: RepositoryProxy
    }
}

// MARK: - Plans

extension RepositoryProxy {
    /// Returns a run of an operation; the caller adds what is done on each side.
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
                "The strategy sends this to the server, which does not support it."
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

    /// Requests a synchronization without waiting for it: pending writes are already stored.
    func requestSynchronization() {
        Task { [synchronizer] in await synchronizer?.pushByItself() }
    }

    /// What happened on the server before a local write.
    func before(_ sent: SentWrite, _ failure: RepositoryError?) -> LocalSide<Entity>.Before {
        let notBefore = (failure?.retryAfter).map { clock.now.addingTimeInterval($0.inSeconds) }
        return LocalSide<Entity>.Before(sent: sent, notBefore: notBefore)
    }

    /// The state of the local store before an operation.
    struct Look {
        var edits: StrategyPlan.Edits
        var id: Entity.ID?
        var confirmed: ConfirmedVersion?
        var mayBeCreation = false
        var isPartial = false
        var failure: RepositoryError?
    }

    /// Queries the local store for pending writes.
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
