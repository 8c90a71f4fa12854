import Foundation

extension RepositoryProxy {
    /// The operations that return results with their origin, see ``RepositoryResult``: both sides,
    /// and what the operations need besides them.
    public struct Results: Sendable {
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
    }
}

extension RepositoryProxy.Results {
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

// MARK: - Reading

extension RepositoryProxy.Results {
    /// Finds the entities that match a condition, see ``find(_:)``.
    public func find(
        isolation: isolated (any Actor)? = #isolation,
        limit: Int? = nil,
        offset: Int = 0,
        orderedBy order: (Entity.Fields) -> [Order] = { _ in [] },
        where filter: (Entity.Fields) -> Condition
    ) async throws(RepositoryError) -> RepositoryResult<[Entity]> {
        let fields = Entity.Fields()
        return try await find(
            Criteria(filter: filter(fields), order: order(fields), limit: limit, offset: offset)
        )
    }

    /// Finds the first entity that matches a condition, see ``findOne(_:)``.
    public func findOne(
        isolation: isolated (any Actor)? = #isolation,
        orderedBy order: (Entity.Fields) -> [Order] = { _ in [] },
        where filter: (Entity.Fields) -> Condition
    ) async throws(RepositoryError) -> RepositoryResult<Entity?> {
        let fields = Entity.Fields()
        return try await findOne(Criteria(filter: filter(fields), order: order(fields)))
    }

    /// Finds the entities with the given identities, one at a time, in the same order.
    public func find(
        ids: [Entity.ID]
    ) async throws(RepositoryError) -> [RepositoryResult<Entity>] {
        try await ids.mapSequentially { (id) throws(RepositoryError) in
            try await find(id: id)
        }
    }
}

// MARK: - Writing

extension RepositoryProxy.Results {
    /// Creates an entity; in the local store, its identity is temporary if the server assigns
    /// identities.
    @discardableResult
    public func create(
        _ draft: Entity.Draft
    ) async throws(RepositoryError) -> RepositoryResult<Entity> {
        try await write(.create(draft))
    }

    /// Creates entities in a batch, see ``RepositoryProxy``.
    @discardableResult
    public func create(
        _ drafts: [Entity.Draft]
    ) async throws(RepositoryError) -> [RepositoryResult<Entity>] {
        try await write(drafts.map { .create($0) })
    }

    /// Replaces the entity with the same identity.
    ///
    /// A write sent directly to the server carries the version that it assumes (`If-Match`), if the
    /// local store knows the entity tag. If the server has another version, the conflict policy of
    /// the synchronizer's collection decides. Under ``ConflictPolicy/merge`` and
    /// ``ConflictPolicy/clientWins``, the write is sent again on top of the server's version. If
    /// not, or without a synchronizer, it fails with a ``WriteConflict`` as the cause, which has
    /// both versions. The same holds for patches and deletions, but deletions are never merged.
    ///
    /// - Parameter entity: The new state of the entity.
    /// - Returns: The entity, with any changes made by the server.
    /// - Throws: `RepositoryError`: `.notFound` if there is no such entity.
    @discardableResult
    public func update(
        _ entity: Entity
    ) async throws(RepositoryError) -> RepositoryResult<Entity> {
        try await write(.update(entity))
    }

    /// Replaces entities in a batch, see ``RepositoryProxy``.
    @discardableResult
    public func update(
        _ entities: [Entity]
    ) async throws(RepositoryError) -> [RepositoryResult<Entity>] {
        try await write(entities.map { .update($0) })
    }

    /// Changes some properties of an entity; for conflicts, see `update(_:)`.
    @discardableResult
    public func patch(
        id: Entity.ID,
        with patch: Entity.Patch
    ) async throws(RepositoryError) -> RepositoryResult<Entity> {
        try await write(.patch(id, patch))
    }

    /// Changes the same properties of several entities in a batch, see ``RepositoryProxy``.
    @discardableResult
    public func patch(
        ids: [Entity.ID],
        with patch: Entity.Patch
    ) async throws(RepositoryError) -> [RepositoryResult<Entity>] {
        try await write(ids.map { .patch($0, patch) })
    }

    /// Changes the properties that differ between two states of an entity; for conflicts, see
    /// `update(_:)`.
    @discardableResult
    public func patch(
        _ new: Entity,
        from old: Entity
    ) async throws(RepositoryError) -> RepositoryResult<Entity> {
        try await write(.change(from: old, to: new))
    }

    /// Updates the entity with the same identity, or creates it if there is none.
    @discardableResult
    public func storeOrUpdate(
        _ entity: Entity
    ) async throws(RepositoryError) -> RepositoryResult<Entity> {
        try await write(.storeOrUpdate(entity))
    }

    /// Updates the entities with the same identities, and creates the missing ones.
    @discardableResult
    public func storeOrUpdate(
        _ entities: [Entity]
    ) async throws(RepositoryError) -> [RepositoryResult<Entity>] {
        try await write(entities.map { .storeOrUpdate($0) })
    }

    /// Deletes an entity, see ``delete(id:)``.
    @discardableResult
    public func delete(_ entity: Entity) async throws(RepositoryError) -> RepositoryResult<Void> {
        try await delete(id: entity.id)
    }

    /// Deletes entities, see ``delete(ids:)``.
    @discardableResult
    public func delete(
        _ entities: [Entity]
    ) async throws(RepositoryError) -> [RepositoryResult<Void>] {
        try await delete(ids: entities.map(\.id))
    }
}
