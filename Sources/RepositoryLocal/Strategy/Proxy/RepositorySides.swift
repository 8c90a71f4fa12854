import Foundation

/// Both sides of a repository, and what its operations need besides them.
struct RepositorySides<Entity: RepositoryValues.Entity>: Sendable {
    /// Which side each operation goes to.
    var strategy: Strategy

    let remote: RemoteSide<Entity>?
    let local: LocalSide<Entity>?
    let synchronizer: Synchronizer?
    let clock: any SyncClock
    /// The idempotency key's header field; nil if the server supports none.
    let idempotencyHeader: String?
    /// Publishes the outcomes of writes that are sent directly to the server.
    let outcomeBroadcast: Broadcast<WriteOutcome>

    init(
        remote: RemoteSide<Entity>? = nil,
        storage: (any Storage)?,
        synchronizer: Synchronizer? = nil,
        strategy: Strategy,
        idempotencyHeader: String? = nil,
        keeping: ReplicaSelection? = nil,
        clock: any SyncClock
    ) {
        self.strategy = strategy
        self.remote = remote
        self.local = storage.map { LocalSide(storage: $0, clock: clock, keeping: keeping) }
        self.synchronizer = synchronizer
        self.idempotencyHeader = idempotencyHeader
        self.clock = clock
        self.outcomeBroadcast = synchronizer?.outcomeBroadcast ?? Broadcast()
    }

    /// Returns a run of an operation; the caller adds what is done on each side.
    func run<Value: Sendable>(
        _ operation: RepositoryOperation,
        _ look: LocalLook<Entity> = LocalLook(edits: .none),
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

    /// Queries the local store for pending writes.
    func look(at subject: LocalSubject<Entity>) async -> LocalLook<Entity> {
        guard let local else { return LocalLook(edits: .none) }
        do throws(RepositoryError) {
            return try await local.look(at: subject)
        } catch {
            return LocalLook(edits: .unknown, failure: error)
        }
    }
}
