#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Keeps a store and the server in step: sends what waits, and brings what has changed.
///
///     let synchronizer = Synchronizer(storage: storage)
///     try await synchronizer.register(RemoteCollection(MessageRepository(store: session)))
///     let report = await synchronizer.synchronize()
///
/// One run at a time: who asks while one runs gets the report of the next, which sends also what was
/// written meanwhile, and which all get who have asked by then. Only one synchronizer at a time works on
/// a store, also among processes: a run that finds another one at work does nothing, and says so among
/// its problems. All may read and write meanwhile. The process may end at any instruction: the next run
/// goes on where this one stood.
///
/// Runs begin by hand, with ``synchronize()`` and ``push()``, and once ``start(every:)`` was called,
/// after local writes, when a write that waits is due, when the network returns, and by time.
///
/// A write that fails waits, each time longer, by a ``Backoff``; so do the writes of a collection that
/// the server does not take, those to a server that fails with three in a row, and all while nothing can
/// be reached. A run by hand, and one when the network returns, wait for none of that; what the server
/// asks for with `Retry-After` holds for them, too, for ``Backoff/longestAsked`` at most.
///
/// A creation that may have happened is never given up, but where the server fails with it again and
/// again, and does not list it, either: after a number of attempts it is rejected, with what the server
/// has said.
public actor Synchronizer {
    nonisolated let storage: any Storage
    /// Tells how writes end, those of its repositories past the outbox among them.
    nonisolated let outcomeBroadcast = WriteOutcomeBroadcast()
    let clock: any SyncClock
    let reachability: (any Reachability)?
    private let backoff: Backoff
    private let creationAttempts: Int
    private let checkpoint: @Sendable () -> Void
    private let lease: SyncLease
    private(set) var collections: [RemoteCollection] = []
    private var running: Task<SyncReport, Never>?
    /// The run that begins when the one that goes on has ended; nil where none is asked for.
    private var next: (request: SyncRequest?, task: Task<SyncReport, Never>)?
    var pace: Pace
    private var ends: AsyncStream<Void>.Continuation?
    private var listeners: [Int: AsyncStream<SyncProgress>.Continuation] = [:]
    private var lastListener = 0
    /// When runs begin nothing more, where somebody has said so.
    let deadline = Locked<Date?>(nil)
    /// Whether another run waits for the one that goes on.
    private let isAwaited = Locked(false)
    var triggers: Task<Void, Never>?

    /// Creates a synchronizer.
    ///
    /// - Parameters:
    ///   - storage: The store.
    ///   - clock: What tells the time.
    ///   - backoff: How long a write waits before it is sent again.
    ///   - creationAttempts: How often a creation is tried that the server fails with, as with a 500,
    ///     before it is rejected; and only where the server is then asked for it, and does not have it.
    ///   - reachability: What knows whether there is a network.
    public init(
        storage: any Storage,
        clock: any SyncClock = SystemClock(),
        backoff: Backoff = Backoff(),
        creationAttempts: Int = 20,
        reachability: (any Reachability)? = nil
    ) {
        self.init(
            storage: storage,
            clock: clock,
            backoff: backoff,
            creationAttempts: creationAttempts,
            reachability: reachability,
            checkpoint: {}
        )
    }

    /// Creates a synchronizer that says between which steps it is: a test ends the process there.
    package init(
        storage: any Storage,
        clock: any SyncClock = SystemClock(),
        backoff: Backoff = Backoff(),
        creationAttempts: Int = 20,
        reachability: (any Reachability)? = nil,
        checkpoint: @escaping @Sendable () -> Void
    ) {
        self.storage = storage
        self.clock = clock
        self.backoff = backoff
        self.creationAttempts = creationAttempts
        pace = Pace(backoff)
        self.reachability = reachability
        self.checkpoint = checkpoint
        lease = SyncLease(of: storage)
    }

    deinit {
        triggers?.cancel()
        ends?.finish()
        for listener in listeners.values { listener.finish() }
    }

    /// Adds a collection; entities that others refer to come first.
    ///
    /// - Parameter collection: The server's side of it; it takes the place of one with its name.
    /// - Throws: `StorageError` where the store cannot be prepared for it; of the kind `.unsupported` if its
    ///   selection cannot be decided by what a listing says of an entity.
    public func register(_ collection: RemoteCollection) async throws(StorageError) {
        try collection.keeping?.requireDecidable(by: collection.schema)
        try await storage.prepare(collection.schema, normalized: collection.normalized)
        if collection.keeping == nil { try await forgetPart(of: collection.schema.name) }
        collections.removeAll { $0.schema.name == collection.schema.name }
        collections.append(collection)
    }

    /// What happens to a write to a collection when the server's side has changed, too; nil where the
    /// collection is not registered.
    func conflictPolicy(of name: String) -> ConflictPolicy? {
        collections.first { $0.schema.name == name }?.conflicts
    }

    /// Finds, among what the server has just answered, what creations without an answer have become.
    func recognize(
        in name: String,
        _ states: @Sendable () -> [RemoteState]
    ) async throws(StorageError) {
        guard let collection = collections.first(where: { $0.schema.name == name }),
            try await seeksCreations(in: name)
        else { return }
        let (rules, now) = (rules(isByHand: false), clock.now)
        let states = states()
        let found = try await storage.write { store throws(StorageError) in
            try Ledger(store: store, collection: collection, rules: rules, now: now)
                .recognize(states)
        }
        for (entry, outcome) in found {
            for told in WriteOutcome.all(of: outcome, for: entry, in: collection, at: now) {
                outcomeBroadcast.tell(told)
            }
        }
    }

    /// Whether there are creations without an answer that are found by what was sent alone.
    func seeksCreations(in name: String) async throws(StorageError) -> Bool {
        guard let collection = collections.first(where: { $0.schema.name == name }) else {
            return false
        }
        let now = clock.now
        return try await storage.read { store throws(StorageError) in
            try !collection.soughtCreations(in: store, at: now).isEmpty
        }
    }

    // MARK: - Runs

    /// Sends what waits, then brings what the server has.
    ///
    /// The run is that of the synchronizer, and others may wait for it: where the task that waits is cancelled,
    /// it goes on to its end, and the report is that of the whole. ``stop()`` ends it at its next step.
    ///
    /// - Returns: What was done; also failures are in it.
    @discardableResult
    public func synchronize() async -> SyncReport {
        await run(SyncRequest(pulls: true, isByHand: true))
    }

    /// Sends what waits.
    ///
    /// - Returns: What was done; also failures are in it.
    @discardableResult
    public func push() async -> SyncReport {
        await run(SyncRequest(pulls: false, isByHand: true))
    }

    /// Asks for a run, and waits for it.
    @discardableResult
    func run(_ request: SyncRequest) async -> SyncReport {
        if let next {
            self.next?.request = next.request?.merged(with: request) ?? request
            return await next.task.value
        }
        // What was written before is to be seen: the run that goes on may be past that.
        let last = running
        isAwaited.withLock { $0 = last != nil }
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
        isAwaited.withLock { $0 = false }
        defer {
            running = nil
            ends?.yield()
        }
        guard let request else { return SyncReport() }
        return await perform(request)
    }

    private func perform(_ request: SyncRequest) async -> SyncReport {
        let isByHand = request.isByHand
        var report = SyncReport()
        var hasFailed = false
        let now = clock.now
        // Where nothing else is due, what was written before need not be looked at.
        let isPartial =
            !isByHand && !pace.hasBlocked && pace.next(after: now).map { $0 > now } ?? true
        let first = isPartial ? request.first : 0
        pace.begin(at: now, isPartial: first > 0)
        guard isByHand || !pace.holdsEverything(at: now) else { return report }
        tell(.began)
        let rules = rules(isByHand: isByHand)
        var core = SyncCore(pulling: request.pulls, from: first, rules, pace, at: now)
        let shell = SyncShell(
            storage: LeasedStorage(lease: lease),
            rules: rules,
            clock: clock,
            deadline: deadline,
            isAwaited: { [isAwaited] in isAwaited.withLock { $0 } },
            checkpoint: checkpoint
        )
        do throws(StorageError) {
            let waiting = try await waitingCount()
            let files = try await fileCounts().waiting
            var isFree = true
            if request.pulls || waiting > 0 || files > 0 {
                isFree = try await lease.hold(clock) { () throws(StorageError) in
                    try await shell.run(&core) { notice in tell(notice) }
                }
            }
            (pace, report) = (core.pace, core.report)
            if !isFree {
                report.postponed = waiting
                let message = StorageError.anotherSynchronizer.message
                report.add(SyncProblem(message, collection: nil))
                pace.pauseEverything(at: clock.now)
            }
        } catch {
            (pace, report) = (core.pace, core.report)
            hasFailed = true
            // Nothing can be done on it any more.
            if error.code == .closed { triggers?.cancel() }
            if !Task.isCancelled { pace.pauseEverything(at: clock.now) }
            report.add(SyncProblem(error.message, collection: nil, cause: error))
            if let count = try? await waitingCount() { report.postponed = count }
        }
        // In a task of its own, since this one may be cancelled.
        let counts = await Task {
            try? await storage.tidyFiles()
            return try? await fileCounts()
        }.value
        (report.postponedFiles, report.rejectedFiles) = counts ?? (0, 0)
        // Cancelled, it may not even have begun.
        if core.wasStopped || hasFailed && Task.isCancelled {
            // Asked in a task of its own, since this one may be cancelled.
            let count = await Task(operation: { try? await waitingCount() }).value
            report.postponed = count ?? report.postponed
            report.isCutShort =
                core.hasUnpulled || report.postponed > 0 || report.postponedFiles > 0 || hasFailed
            // What nobody has asked for would begin at once.
            if report.isCutShort, next?.request?.isByHand == false { next?.request = nil }
        }
        tell(.ended(report))
        return report
    }

    private func rules(isByHand: Bool) -> SyncRules {
        SyncRules(
            collections: collections,
            backoff: backoff,
            creationAttempts: creationAttempts,
            isByHand: isByHand,
            place: { [storage] name in storage.attachments?.place(of: name) },
            // Also who begins to listen while a file is on its way.
            tellsProgress: { [weak self] progress in Task { await self?.tell(progress) } }
        )
    }

    private func tell(_ notice: SyncNotice) {
        switch notice {
        case .progress(let progress): tell(progress)
        case .outcome(let outcome): outcomeBroadcast.tell(outcome)
        }
    }

    /// How many writes wait, or are on their way.
    private func waitingCount() async throws(StorageError) -> Int {
        try await storage.read { store throws(StorageError) in
            try store.entryCount(in: OutboxEntry.State.open)
        }
    }

    /// An element for each run that ends from now on, for one reader; the last one who asked.
    func runEnds() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        ends?.finish()
        ends = continuation
        return stream
    }

    /// Ends the run that goes on, at the next step, and begins none that nobody has asked for.
    func cancelRun() {
        running?.cancel()
        if next?.request?.isByHand == false { next?.request = nil }
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
