public import Foundation

/// Keeps a store and the server in sync: pushes pending writes, and pulls changes.
///
///     let synchronizer = Synchronizer(storage: storage)
///     try await synchronizer.register(RemoteCollection(MessageRepository(store: session)))
///     let report = await synchronizer.synchronize()
///
/// Only one run is active at a time. Callers during a run share the next run and its report; that
/// run also sends the writes made in the meantime. Only one synchronizer at a time works on a
/// store, even across processes. If another one is active, a run does nothing, and reports that as
/// a problem. The app can read and write the store at any time. If the process is killed at any
/// point, the next run continues from there.
///
/// Call ``synchronize()`` or ``push()`` to start a run. A local write of a ``RepositoryProxy``
/// starts one, too, unless ``stop()`` was called. After ``start(every:)``, runs also start after
/// other writes to the store, when a pending write is due, and when the network returns. With an
/// interval, a run starts at once, and then after each interval.
///
/// Failed writes are retried with increasing delays, see ``Backoff``. The delay also applies to all
/// writes to a collection if the server refuses all requests for it, to all writes to a server
/// after three failures in a row, and to all writes while no server is reachable. Explicit runs,
/// and the run after the network returns, ignore these delays. All runs honor `Retry-After`, for up
/// to ``Backoff/longestAsked``.
///
/// A creation with an unknown outcome is retried until the outcome is known, with one exception: if
/// the server fails with each attempt and does not list the entity, the creation is rejected after
/// `creationAttempts`, with the server's response.
public actor Synchronizer {
    nonisolated let storage: any Storage
    /// Publishes the outcomes of writes, including those that repositories send directly.
    nonisolated let outcomeBroadcast = Broadcast<WriteOutcome>()
    private nonisolated let progressBroadcast = Broadcast<SyncProgress>()
    nonisolated let runEnds = Broadcast<Void>()
    let clock: any SyncClock
    let reachability: (any Reachability)?
    private let backoff: Backoff
    private let creationAttempts: Int
    /// Called between all steps, where a test can stop the process.
    private(set) var checkpoint: @Sendable () -> Void = {}
    let lease: SyncLease
    private(set) var collections: [RemoteCollection] = []
    private var running: Task<SyncReport, Never>?
    /// The run after the current one; nil if none is requested.
    private var next: (request: SyncRequest?, task: Task<SyncReport, Never>)?
    /// Whether another run waits for the current one.
    var isAwaited: Bool { next != nil }
    var pace: Pace
    /// The deadlines of runs, of all callers that have set one.
    private(set) var deadlines: [Date] = []
    var triggers: Task<Void, Never>?
    /// Whether `stop()` was called after the last `start()`.
    private(set) var isStopped = false

    /// Creates a synchronizer.
    ///
    /// - Parameters:
    ///   - storage: The store.
    ///   - clock: The clock.
    ///   - backoff: The delays before a write is sent again.
    ///   - creationAttempts: The number of attempts to create an entity while the server fails with
    ///     errors like 500. After these attempts, the creation is rejected if the server does not
    ///     have the entity.
    ///   - reachability: The source of network reachability.
    public init(
        storage: any Storage,
        clock: any SyncClock = SystemClock(),
        backoff: Backoff = Backoff(),
        creationAttempts: Int = 20,
        reachability: (any Reachability)? = nil
    ) {
        self.storage = storage
        self.clock = clock
        self.backoff = backoff
        self.creationAttempts = creationAttempts
        pace = Pace(backoff)
        self.reachability = reachability
        lease = SyncLease(of: storage)
    }

    /// Calls a function between the steps of all later runs, where a test can stop the process.
    package func callBetweenSteps(_ checkpoint: @escaping @Sendable () -> Void) {
        self.checkpoint = checkpoint
    }

    deinit { triggers?.cancel() }

    /// Registers a collection; register those that others refer to first.
    ///
    /// - Parameter collection: The collection; it replaces one with the same name.
    /// - Throws: `StorageError` if the store cannot be prepared for it; `.unsupported` if its
    ///   selection cannot be evaluated with the properties in a listing.
    public func register(_ collection: RemoteCollection) async throws(StorageError) {
        try collection.keeping?.requireDecidable(by: collection.schema)
        try await storage.prepare(collection.schema, normalized: collection.normalized)
        if collection.keeping == nil {
            try await ReplicaState.forget(collection.schema.name, in: storage)
        }
        collections.removeAll { $0.schema.name == collection.schema.name }
        collections.append(collection)
    }

    /// Returns the collection with a name; nil if none is registered.
    func collection(_ name: String) -> RemoteCollection? {
        collections.first { $0.schema.name == name }
    }

    /// Looks for the results of creations without a response among entities just received.
    func recognize(
        in name: String,
        requestedAt date: Date,
        _ states: @Sendable () -> [RemoteState]
    ) async throws(StorageError) {
        guard let collection = collection(name), try await seeksCreations(in: name) else { return }
        let (rules, states, clock) = (rules(isByHand: false), states(), clock)
        let found = try await storage.write { store throws(StorageError) in
            try Ledger(store: store, collection: collection, rules: rules, now: clock.now)
                .recognize(states, requestedAt: date)
        }
        for (entry, outcome) in found {
            for told in WriteOutcome.all(of: outcome, for: entry, in: collection, at: clock.now) {
                outcomeBroadcast.publish(told)
            }
        }
    }

    /// Whether there are creations without a response that can only be recognized by their content.
    func seeksCreations(in name: String) async throws(StorageError) -> Bool {
        guard let collection = collection(name) else { return false }
        let now = clock.now
        return try await storage.read { store throws(StorageError) in
            try !collection.soughtCreations(in: store, at: now).isEmpty
        }
    }

    // MARK: - Runs

    /// Pushes pending writes, then pulls changes.
    ///
    /// Several callers may share a run. If the waiting task is cancelled, the run continues, and
    /// this function still returns the report of the whole run. ``stop()`` ends it at its next
    /// step.
    ///
    /// - Returns: A report, which includes failures.
    @discardableResult
    public func synchronize() async -> SyncReport {
        await run(SyncRequest(pulls: true, isByHand: true))
    }

    /// Pushes pending writes.
    ///
    /// - Returns: A report, which includes failures.
    @discardableResult
    public func push() async -> SyncReport {
        await run(SyncRequest(pulls: false, isByHand: true))
    }

    /// Requests a run, and waits for it.
    @discardableResult
    func run(_ request: SyncRequest) async -> SyncReport {
        if let next {
            self.next?.request = next.request?.merged(with: request) ?? request
            return await next.task.value
        }
        // The run must see all earlier writes, which the current run may have missed.
        let last = running
        let task = Task {
            _ = await last?.value
            return await self.performNext()
        }
        next = (request, task)
        return await task.value
    }

    private func performNext() async -> SyncReport {
        guard let (request, task) = next else { return SyncReport() }
        running = task
        next = nil
        defer {
            running = nil
            runEnds.publish(())
        }
        guard let request else {
            // It was stopped before it began.
            var report = SyncReport()
            report.isCutShort = true
            report.postponed = (try? await summary().waiting) ?? 0
            return report
        }
        return await perform(request)
    }

    private func perform(_ request: SyncRequest) async -> SyncReport {
        let triggers = triggers
        let now = clock.now
        // If nothing else is due, earlier writes need not be examined.
        let isPartial =
            !request.isByHand && !pace.hasBlocked && pace.next(after: now).map { $0 > now } ?? true
        let first = isPartial ? request.first : 0
        pace.begin(at: now, isPartial: first > 0)
        guard request.isByHand || !pace.holdsEverything(at: now) else { return SyncReport() }
        progressBroadcast.publish(.began)
        let rules = rules(isByHand: request.isByHand)
        var run = SyncRun(request, from: first, rules, pace, at: now)
        let report = await run.perform(on: self)
        // A run that was not requested explicitly would start immediately, which is intended only
        // after `start()`.
        if report.isCutShort, triggers == self.triggers, next?.request?.isByHand == false {
            next?.request = nil
        }
        progressBroadcast.publish(.ended(report))
        return report
    }

    private func rules(isByHand: Bool) -> SyncRules {
        SyncRules(
            collections: collections,
            backoff: backoff,
            creationAttempts: creationAttempts,
            isByHand: isByHand,
            place: { [storage] name in storage.attachments?.place(of: name) },
            tellsProgress: { [progressBroadcast] in progressBroadcast.publish($0) }
        )
    }

    func publish(_ notice: SyncNotice) {
        switch notice {
        case .progress(let progress): progressBroadcast.publish(progress)
        case .outcome(let outcome): outcomeBroadcast.publish(outcome)
        }
    }

    // MARK: - Automatic runs

    /// Synchronizes automatically from now on, until ``stop()``.
    ///
    /// Pending writes are sent after each local write, and when their delay after a failure is
    /// over. With an interval, a full synchronization runs now, and after each interval; if the
    /// synchronizer has a ``Reachability``, another one runs when the network returns. While the
    /// server is unreachable or fails, attempts become less frequent, until the network returns.
    /// While ``Reachability/isSaving`` is true, nothing is fetched.
    ///
    /// - Parameter interval: The interval of full synchronizations, at least a second; nil for none:
    ///   changes are then fetched only by ``synchronize()``, and when the reachability reports a
    ///   network.
    public func start(every interval: Duration? = nil) {
        isStopped = false
        triggers?.cancel()
        let events = SyncTriggers(of: self, interval: interval)
        triggers = Task { await events.observe() }
    }

    /// Stops automatic synchronization, and ends the current run at its next step; runs that were
    /// requested meanwhile do not begin.
    ///
    /// Local writes then wait, too, for the next ``start(every:)``, ``synchronize()`` or ``push()``.
    public func stop() {
        isStopped = true
        triggers?.cancel()
        triggers = nil
        running?.cancel()
        next?.request = nil
    }

    /// Synchronizes for a limited time, for example the 30 seconds that the system grants an app in
    /// the background.
    ///
    /// Near the deadline, the run sends no further write, and requests no further page. Requests in
    /// flight at the deadline are cancelled; the next run resolves their outcomes and continues. A
    /// run already in progress ends by the deadline, too.
    ///
    ///     let report = await synchronizer.synchronize(until: .now + 25)
    ///     if report.isCutShort { scheduleAnotherRefresh() }
    ///
    /// - Parameters:
    ///   - deadline: The time by which the run ends.
    ///   - reserve: The time before the deadline in which no request is started.
    /// - Returns: A report; ``SyncReport/postponed`` is the number of pending writes.
    @discardableResult
    public func synchronize(
        until deadline: Date,
        reserve: Duration = .seconds(3)
    ) async -> SyncReport {
        let end = deadline.addingTimeInterval(-reserve.inSeconds)
        deadlines.append(end)
        let cut = Task {
            try await clock.sleep(until: deadline)
            // Cancel only this run, not a later one without a deadline.
            if !Task.isCancelled { cancelRun() }
        }
        defer {
            cut.cancel()
            if let index = deadlines.firstIndex(of: end) { deadlines.remove(at: index) }
        }
        return await run(SyncRequest(pulls: true, isByHand: true))
    }

    /// Ends the current run at its next step, and drops the next one unless it was requested
    /// explicitly.
    private func cancelRun() {
        running?.cancel()
        if next?.request?.isByHand == false { next?.request = nil }
    }

    // MARK: - Progress

    /// Returns the progress of runs, from now on; a slow consumer skips to the latest.
    ///
    /// - Returns: The progress, for a single consumer, until the synchronizer is released.
    public nonisolated func progress() -> AsyncStream<SyncProgress> {
        progressBroadcast.subscribe(keeping: 1) { progress, _ in progress }
    }

    /// Returns the numbers of pending and rejected writes and files in the store.
    ///
    /// - Returns: The numbers.
    /// - Throws: `StorageError` if the store cannot be read.
    public nonisolated func summary() async throws(StorageError) -> SyncSummary {
        try await storage.read(SyncSummary.reading(from: storage))
    }

    /// Observes the numbers of pending and rejected writes and files in the store.
    ///
    /// - Returns: The numbers, now and after each change of an entity, a write or a file; a slow
    ///   consumer skips to the latest.
    public nonisolated func summaries() -> AsyncStream<SyncSummary> {
        storage.observe(SyncSummary.reading(from: storage))
    }

    /// Returns the outcomes, from now on, of all writes that this synchronizer sends, or its
    /// repositories send directly; see ``WriteOutcomes``.
    ///
    ///     for await outcome in synchronizer.outcomes() {
    ///         print(outcome.collection, outcome.id ?? "", outcome.kind)
    ///     }
    ///
    /// - Parameter limit: The number of outcomes buffered for a slow consumer.
    /// - Returns: The outcomes, for a single consumer.
    public nonisolated func outcomes(keeping limit: Int = 1000) -> WriteOutcomes<WriteOutcome> {
        outcomeBroadcast.outcomes(of: nil, keeping: limit) { $0 }
    }
}
