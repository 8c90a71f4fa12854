/// Keeps a store and the server in step: sends what waits, and brings what has changed.
///
///     let synchronizer = Synchronizer(storage: storage)
///     try await synchronizer.register(RemoteCollection(MessageRepository(store: session)))
///     let report = await synchronizer.synchronize()
///
/// One run at a time: who asks while one runs gets its report. Only one synchronizer at a time works on
/// a store, also among processes: a run that finds another one at work does nothing, and says so among
/// its problems. All may read and write meanwhile. The process may end at any instruction: the next run
/// goes on where this one stood.
///
/// Runs begin by hand, with ``synchronize()`` and ``push()``, and once ``start(every:)`` was called,
/// after local writes, when a write that waits is due, when the network returns, and by time.
public actor Synchronizer {
    nonisolated let storage: any Storage
    /// Tells how writes end, those of its repositories past the outbox among them.
    nonisolated let outcomeBroadcast = WriteOutcomeBroadcast()
    let clock: any SyncClock
    let reachability: (any Reachability)?
    private let backoff: Backoff
    private let checkpoint: @Sendable () -> Void
    private let lease: SyncLease
    private var collections: [RemoteCollection] = []
    private var running: (pulls: Bool, task: Task<SyncReport, Never>)?
    private var listeners: [Int: AsyncStream<SyncProgress>.Continuation] = [:]
    private var lastListener = 0
    var triggers: Task<Void, Never>?

    /// Creates a synchronizer.
    ///
    /// - Parameters:
    ///   - storage: The store.
    ///   - clock: What tells the time.
    ///   - backoff: How long a write waits before it is sent again.
    ///   - reachability: What knows whether there is a network.
    public init(
        storage: any Storage,
        clock: any SyncClock = SystemClock(),
        backoff: Backoff = Backoff(),
        reachability: (any Reachability)? = nil
    ) {
        self.init(
            storage: storage,
            clock: clock,
            backoff: backoff,
            reachability: reachability,
            checkpoint: {}
        )
    }

    /// Creates a synchronizer that says between which steps it is: a test ends the process there.
    package init(
        storage: any Storage,
        clock: any SyncClock = SystemClock(),
        backoff: Backoff = Backoff(),
        reachability: (any Reachability)? = nil,
        checkpoint: @escaping @Sendable () -> Void
    ) {
        self.storage = storage
        self.clock = clock
        self.backoff = backoff
        self.reachability = reachability
        self.checkpoint = checkpoint
        lease = SyncLease(of: storage)
    }

    deinit {
        triggers?.cancel()
        for listener in listeners.values { listener.finish() }
    }

    /// Adds a collection; entities that others refer to come first.
    ///
    /// - Parameter collection: The server's side of it; it takes the place of one with its name.
    /// - Throws: `StorageError` where the store cannot be prepared for it.
    public func register(_ collection: RemoteCollection) async throws(StorageError) {
        try await storage.prepare(collection.schema)
        collections.removeAll { $0.schema.name == collection.schema.name }
        collections.append(collection)
    }

    /// What becomes of a write to a collection when the server's side has changed, too; nil where the
    /// collection is not registered.
    func conflictPolicy(of name: String) -> ConflictPolicy? {
        collections.first { $0.schema.name == name }?.conflicts
    }

    /// Finds, among what the server has just answered, what creations without an answer have become.
    ///
    /// - Parameters:
    ///   - name: The name of the collection; in one that is not registered nothing is found.
    ///   - states: What the server has answered.
    /// - Throws: `StorageError` where the store cannot be read or written.
    func recognize(
        in name: String,
        _ states: @Sendable () -> [RemoteState]
    ) async throws(StorageError) {
        guard let collection = collections.first(where: { $0.schema.name == name }) else { return }
        try await delivery(collection).recognize(states)
    }

    /// Whether there are creations without an answer that are found by what was sent alone.
    func seeksCreations(in name: String) async throws(StorageError) -> Bool {
        guard let collection = collections.first(where: { $0.schema.name == name }) else {
            return false
        }
        return try await !delivery(collection).soughtCreations.isEmpty
    }

    // MARK: - Runs

    /// Sends what waits, then brings what the server has.
    ///
    /// - Returns: What was done; also failures are in it.
    @discardableResult
    public func synchronize() async -> SyncReport {
        await run(pulling: true)
    }

    /// Sends what waits.
    ///
    /// - Returns: What was done; also failures are in it.
    @discardableResult
    public func push() async -> SyncReport {
        await run(pulling: false)
    }

    private func run(pulling: Bool) async -> SyncReport {
        while let running {
            let report = await running.task.value
            if running.pulls || !pulling { return report }
        }
        let task = Task { await self.perform(pulling: pulling) }
        running = (pulling, task)
        return await task.value
    }

    private func perform(pulling: Bool) async -> SyncReport {
        tell(.began)
        var report = SyncReport()
        do throws(StorageError) {
            let waiting = try await storage.read { store throws(StorageError) in
                try store.entryCount(in: OutboxEntry.State.open)
            }
            var isFree = true
            if pulling || waiting > 0 {
                isFree = try await lease.hold(clock) { () throws(StorageError) in
                    try await exchange(pulling: pulling, &report)
                }
            }
            if !isFree {
                report.postponed = waiting
                let message = "Another synchronizer works on this store."
                report.problems.append(SyncProblem(message, collection: nil))
            }
        } catch {
            report.problems.append(SyncProblem(error.message, collection: nil, cause: error))
        }
        running = nil
        tell(.ended(report))
        return report
    }

    private func exchange(pulling: Bool, _ report: inout SyncReport) async throws(StorageError) {
        var push = Push(collections.map(delivery))
        try await push.run(&report) { done, count in
            await self.tell(.pushing(done: done, of: count))
        }
        for collection in collections where pulling && !Task.isCancelled {
            guard !push.isUnreachable else { break }
            tell(.pulling(collection: collection.schema.name))
            let pull = Pull(
                storage: storage,
                collection: collection,
                clock: clock,
                checkpoint: checkpoint
            )
            try await pull.run(&report)
        }
    }

    private func delivery(_ collection: RemoteCollection) -> Delivery {
        Delivery(
            storage: storage,
            collection: collection,
            collections: collections,
            clock: clock,
            backoff: backoff,
            outcomes: outcomeBroadcast,
            checkpoint: checkpoint
        )
    }

    /// How long nothing is sent by itself after runs that failed.
    func pause(after failures: Int) -> Double {
        backoff.delay(afterAttempts: failures).inSeconds
    }

    /// Ends the run that goes on, at the next step.
    func cancelRun() {
        running?.task.cancel()
    }

    // MARK: - Progress

    /// How far runs are, from now on: who reads slowly gets the newest.
    ///
    /// - Returns: The progress, for one reader; it ends with the synchronizer.
    public func progress() -> AsyncStream<SyncProgress> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: SyncProgress.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        lastListener += 1
        let number = lastListener
        listeners[number] = continuation
        continuation.onTermination = { [weak self] _ in
            Task { await self?.forget(number) }
        }
        return stream
    }

    private func tell(_ progress: SyncProgress) {
        for listener in listeners.values { listener.yield(progress) }
    }

    private func forget(_ number: Int) {
        listeners[number] = nil
    }
}
