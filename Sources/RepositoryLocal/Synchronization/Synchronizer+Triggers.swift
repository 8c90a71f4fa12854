#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Synchronizer {
    /// Synchronizes automatically from now on, until ``stop()``.
    ///
    /// Pending writes are sent after each local write, and when their delay after a failure is
    /// over. A full synchronization runs when the network returns, and at an interval. While the
    /// server is unreachable or fails, attempts become less frequent, until the network returns.
    /// While ``Reachability/isSaving`` is true, nothing is fetched.
    ///
    /// - Parameter interval: The interval; nil for none.
    public func start(every interval: Duration? = nil) {
        triggers?.cancel()
        let changes = storage.changes()
        let states = reachability?.states()
        let clock = clock
        let ends = runEnds.subscribe(keeping: 1) { end, _ in end }
        triggers = Task { [weak self] in
            await withTaskGroup(of: Void.self) { group in
                group.addTask { [weak self] in
                    await self?.pushByItself()
                    // The time when writes are due changes with each run.
                    var looking: Task<Void, Never>?
                    for await _ in ends {
                        looking?.cancel()
                        looking = Task { [weak self] in
                            while let date = await self?.nextDue() {
                                guard (try? await clock.sleep(until: date)) != nil else { return }
                                await self?.pushWhatWaits()
                            }
                        }
                    }
                    looking?.cancel()
                }
                group.addTask { [weak self] in
                    for await change in changes where change.touchesOutbox() {
                        guard let self, !Task.isCancelled else { return }
                        await self.pushWhatIsNew(in: change)
                    }
                }
                if let states {
                    group.addTask { [weak self] in
                        for await isReachable in states where isReachable {
                            guard let self, !Task.isCancelled else { return }
                            let pulls = await !self.isSaving
                            await self.run(SyncRequest(pulls: pulls, isByHand: true))
                        }
                    }
                }
                if let interval {
                    group.addTask { [weak self] in
                        while !Task.isCancelled {
                            let next = clock.now.addingTimeInterval(interval.inSeconds)
                            guard (try? await clock.sleep(until: next)) != nil else { return }
                            guard let self else { return }
                            let pulls = await !self.isSaving
                            await self.run(SyncRequest(pulls: pulls, isByHand: false))
                        }
                    }
                }
            }
        }
    }

    /// Stops automatic synchronization, and ends the current run at its next step.
    public func stop() {
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
        deadlines.withLock { $0.append(end) }
        let cut = Task {
            try await clock.sleep(until: deadline)
            // Cancel only this run, not a later one without a deadline.
            if !Task.isCancelled { cancelRun() }
        }
        defer {
            cut.cancel()
            deadlines.withLock { all in
                if let index = all.firstIndex(of: end) { all.remove(at: index) }
            }
        }
        return await run(SyncRequest(pulls: true, isByHand: true))
    }

    /// Whether to save data or power.
    private var isSaving: Bool { reachability?.isSaving ?? false }

    /// Sends pending writes, unless an attempt should be avoided now.
    func pushByItself() async {
        await run(SyncRequest(pulls: false, isByHand: false))
    }

    /// Returns the time to check again for due writes: when one is due, or after a minute if that
    /// is unknown.
    ///
    /// It is known from the last run, so the store is not read.
    private func nextDue() -> Date {
        let now = clock.now
        let latest = now.addingTimeInterval(60)
        // At most once a second, even if the clock is wrong.
        return max(min(pace.next(after: now) ?? latest, latest), now.addingTimeInterval(1))
    }

    private func pushWhatWaits() async {
        let count: Int
        do throws(StorageError) {
            count = try await summary().waiting + fileCounts().waiting
        } catch {
            if error.code == .closed { triggers?.cancel() }
            return
        }
        if count > 0 { await pushByItself() } else { pace.begin(at: clock.now) }
    }

    /// Sends writes that were never sent, if a change of the outbox contains such a write, or if
    /// some waited for others.
    private func pushWhatIsNew(in change: StorageChange) async {
        guard !pace.holdsEverything(at: clock.now) else { return }
        guard !pace.hasBlocked, !change.isEverything, case .records(let keys) = change.outbox else {
            return await pushWhatWaits()
        }
        let first = try? await storage.read { store throws(StorageError) in
            var first: Int64?
            for key in keys {
                for entry in try store.entries(of: key)
                where entry.state == .waiting && entry.attempts == 0 {
                    first = min(first ?? entry.sequence, entry.sequence)
                }
            }
            return first
        }
        guard let first else { return }
        await run(SyncRequest(pulls: false, isByHand: false, first: first))
    }
}
