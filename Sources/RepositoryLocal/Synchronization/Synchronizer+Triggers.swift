#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Synchronizer {
    /// Synchronizes by itself from now on, until ``stop()``.
    ///
    /// What waits is sent after each local write, and as soon as it is due again; both sides are
    /// brought in step when the network returns, and by time. While nothing can be reached, or the server
    /// fails, that is tried less and less often; the return of the network ends such a wait. While data or power is
    /// to be saved, as ``Reachability/isSaving`` says, nothing is fetched.
    ///
    /// - Parameter interval: How often; nil for not by time.
    public func start(every interval: Duration? = nil) {
        triggers?.cancel()
        let changes = storage.changes()
        let states = reachability?.states()
        let clock = clock
        let ends = runEnds()
        triggers = Task { [weak self] in
            await withTaskGroup(of: Void.self) { group in
                group.addTask { [weak self] in
                    await self?.pushByItself()
                    // What is due next is another after each run.
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

    /// Synchronizes by itself no more, and ends a run that goes on at its next step.
    public func stop() {
        triggers?.cancel()
        triggers = nil
        cancelRun()
    }

    /// Synchronizes for a limited time, such as the half minute that a system gives an app in the background.
    ///
    /// In the last part of the time no write and no page is begun. What is on its way at the deadline is cut off: the
    /// next run finds out what became of it, and goes on. A run that is going on already ends by then, too.
    ///
    ///     let report = await synchronizer.synchronize(until: .now + 25)
    ///     if report.isCutShort { scheduleAnotherRefresh() }
    ///
    /// - Parameters:
    ///   - deadline: When the run has ended.
    ///   - reserve: How long before the deadline nothing is begun any more.
    /// - Returns: What was done, and in ``SyncReport/postponed`` how many writes are still pending.
    @discardableResult
    public func synchronize(
        until deadline: Date,
        reserve: Duration = .seconds(3)
    ) async -> SyncReport {
        let end = deadline.addingTimeInterval(-reserve.inSeconds)
        self.deadline.withLock { $0 = min($0 ?? end, end) }
        let cut = Task {
            try await clock.sleep(until: deadline)
            // Not a later run, which has no deadline.
            if !Task.isCancelled { cancelRun() }
        }
        defer {
            cut.cancel()
            self.deadline.withLock { if $0 == end { $0 = nil } }
        }
        return await run(SyncRequest(pulls: true, isByHand: true))
    }

    /// Whether data or power is to be saved.
    private var isSaving: Bool { reachability?.isSaving ?? false }

    /// Sends what waits, unless that is better not tried now.
    func pushByItself() async {
        await run(SyncRequest(pulls: false, isByHand: false))
    }

    /// When to look again whether something is due: then, or a minute later where nothing is known.
    ///
    /// It is known from the last run: the store is not asked.
    private func nextDue() -> Date {
        let now = clock.now
        let latest = now.addingTimeInterval(60)
        // Not more than once a second, whatever the clock says.
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

    /// Sends what was never sent, where a change of the outbox is of such a write, or where some have
    /// waited for others.
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
