public import Foundation

extension Synchronizer {
    /// Synchronizes automatically from now on, until ``stop()``.
    ///
    /// Pending writes are sent after each local write, and when their delay after a failure is
    /// over. With an interval, a full synchronization runs now, and after each interval; if the
    /// synchronizer has a ``Reachability``, also when the network returns. While the server is
    /// unreachable or fails, attempts become less frequent, until the network returns. While
    /// ``Reachability/isSaving`` is true, nothing is fetched.
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

    /// Stops automatic synchronization, and ends the current run at its next step.
    ///
    /// Local writes then wait, too, for the next ``start(every:)`` or ``synchronize()``.
    public func stop() {
        isStopped = true
        triggers?.cancel()
        triggers = nil
        cancelRun()
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
}
