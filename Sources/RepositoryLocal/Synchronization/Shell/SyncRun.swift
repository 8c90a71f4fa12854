import Foundation

/// One run of a synchronizer: executes the effects of the core, which makes all decisions.
struct SyncRun {
    private let request: SyncRequest
    private let rules: SyncRules
    private var core: SyncCore

    /// Prepares a run.
    ///
    /// - Parameters:
    ///   - request: What the run does.
    ///   - first: The sequence number from which on writes are sent; 0 for all.
    ///   - rules: The rules.
    ///   - pace: The pace after earlier runs.
    ///   - now: The current time.
    init(
        _ request: SyncRequest,
        from first: Int64,
        _ rules: SyncRules,
        _ pace: Pace,
        at now: Date
    ) {
        self.request = request
        self.rules = rules
        core = SyncCore(pulling: request.pulls, from: first, rules, pace, at: now)
    }

    /// Performs the run, and sets the pace of the next one.
    ///
    /// - Returns: The report, which includes failures.
    mutating func perform(on synchronizer: isolated Synchronizer) async -> SyncReport {
        let (storage, clock) = (synchronizer.storage, synchronizer.clock)
        var report = SyncReport()
        var hasFailed = false
        do throws(StorageError) {
            let summary = try await synchronizer.summary()
            var isFree = true
            if request.pulls || summary.waiting > 0 || summary.waitingFiles > 0 {
                isFree = try await synchronizer.lease.hold(clock) { () throws(StorageError) in
                    try await execute(on: synchronizer)
                }
            }
            (synchronizer.pace, report) = (core.pace, core.report)
            if !isFree {
                report.postponed = summary.waiting
                let message = StorageError.anotherSynchronizer.message
                report.add(SyncProblem(message, collection: nil))
                synchronizer.pace.pause(nil, at: clock.now)
            }
        } catch {
            (synchronizer.pace, report) = (core.pace, core.report)
            hasFailed = true
            // The store can no longer be used.
            if error.code == .closed { synchronizer.triggers?.cancel() }
            if !Task.isCancelled { synchronizer.pace.pause(nil, at: clock.now) }
            report.add(SyncProblem(error.message, collection: nil, cause: error))
            if let count = try? await synchronizer.summary().waiting { report.postponed = count }
        }
        // A separate task, since this one may be cancelled.
        let summary = await Task {
            let summary = try? await synchronizer.summary()
            let hasFiles = summary?.hasFiles ?? false
            try? await storage.tidyFiles(hasFiles)
            return hasFiles ? try? await synchronizer.summary() : summary
        }.value
        report.rejectedWrites = summary?.rejected ?? report.rejected.count
        report.postponedFiles = summary?.waitingFiles ?? 0
        report.rejectedFiles = summary?.rejectedFiles ?? 0
        // If it was cancelled, the run may not even have started.
        if core.wasStopped || hasFailed && Task.isCancelled {
            report.postponed = summary?.waiting ?? report.postponed
            report.isCutShort =
                core.hasUnpulled || report.postponed > 0 || report.postponedFiles > 0 || hasFailed
        }
        return report
    }

    /// Executes effects until the core has none, and publishes progress and outcomes.
    ///
    /// If the store cannot be read or written, the run ends.
    private mutating func execute(
        on synchronizer: isolated Synchronizer
    ) async throws(StorageError) {
        let clock = synchronizer.clock
        var event = SyncEvent.began
        while true {
            core.isAwaited = synchronizer.isAwaited
            let isStopped =
                Task.isCancelled
                || synchronizer.deadlines.min().map { clock.now >= $0 } ?? false
            let effect = core.next(after: event, at: clock.now, isStopped: isStopped)
            for notice in core.takeNotices() { synchronizer.publish(notice) }
            guard let effect else { return }
            event = try await perform(effect, synchronizer.lease, clock)
            synchronizer.checkpoint()
            for collection in rules.collections {
                guard let pause = collection.pause?.take() else { continue }
                core.hear(pause: pause, askedBy: collection.schema.name, at: clock.now)
            }
        }
    }

    private func perform(
        _ effect: SyncEffect,
        _ lease: SyncLease,
        _ clock: any SyncClock
    ) async throws(StorageError) -> SyncEvent {
        switch effect {
        case .ask(let question):
            return .answered(
                try await lease.read { [rules] store throws(StorageError) in
                    try question.answer(from: store, by: rules, at: clock.now)
                }
            )
        case .store(let transaction):
            return .stored(
                try await lease.write { [rules] store throws(StorageError) in
                    try transaction.perform(in: store, by: rules, at: clock.now)
                }
            )
        case .exchange(let exchange):
            return await exchange.perform(by: rules)
        }
    }
}
