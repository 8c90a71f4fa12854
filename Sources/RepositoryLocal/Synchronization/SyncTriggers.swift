import Foundation

/// The events that start runs by themselves: local writes, writes that are due, the return of the
/// network, and an interval, at whose beginning the first run starts.
struct SyncTriggers: Sendable {
    private weak var synchronizer: Synchronizer?
    private let clock: any SyncClock
    private let changes: StorageChanges
    private let runEnds: AsyncStream<Void>
    private let reachability: AsyncStream<Bool>?
    private let interval: Duration?

    /// Collects the events of a synchronizer, from now on.
    init(of synchronizer: Synchronizer, interval: Duration?) {
        self.synchronizer = synchronizer
        clock = synchronizer.clock
        changes = synchronizer.storage.changes()
        runEnds = synchronizer.runEnds.subscribe(keeping: 1) { end, _ in end }
        reachability = synchronizer.reachability?.states()
        self.interval = interval.map { max($0, .seconds(1)) }
    }

    /// Starts runs until the task is cancelled, or the synchronizer is released.
    func observe() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await pushWhenDue() }
            group.addTask {
                for await change in changes where change.touchesOutbox() {
                    guard let synchronizer, !Task.isCancelled else { return }
                    await pushWhatIsNew(in: change, synchronizer)
                }
            }
            if let reachability {
                group.addTask {
                    for await isReachable in reachability where isReachable {
                        guard let synchronizer, !Task.isCancelled else { return }
                        await synchronizer.run(isByHand: true)
                    }
                }
            }
            if let interval {
                group.addTask {
                    // A reachability reports the current state first, which starts a run.
                    if reachability == nil { await synchronizer?.run(isByHand: false) }
                    while !Task.isCancelled {
                        let next = clock.now.addingTimeInterval(interval.inSeconds)
                        guard (try? await clock.sleep(until: next)) != nil else { return }
                        guard let synchronizer else { return }
                        await synchronizer.run(isByHand: false)
                    }
                }
            }
        }
    }

    private func pushWhenDue() async {
        await synchronizer?.pushByItself()
        // The time when writes are due changes with each run.
        var waiting: Task<Void, Never>?
        for await _ in runEnds {
            waiting?.cancel()
            waiting = Task {
                while let date = await synchronizer?.nextDue() {
                    guard (try? await clock.sleep(until: date)) != nil else { return }
                    if let synchronizer { await pushPending(synchronizer) }
                }
            }
        }
        waiting?.cancel()
    }

    /// Sends pending writes and files, if there are any.
    private func pushPending(_ synchronizer: isolated Synchronizer) async {
        let count: Int
        do throws(StorageError) {
            let summary = try await synchronizer.summary()
            count = summary.waiting + summary.waitingFiles
        } catch {
            if error.code == .closed { synchronizer.triggers?.cancel() }
            return
        }
        if count > 0 {
            await synchronizer.pushByItself()
        } else {
            synchronizer.pace.begin(at: clock.now)
        }
    }

    /// Sends writes that were never sent, if a change of the outbox contains such a write, or if
    /// some waited for others.
    private func pushWhatIsNew(
        in change: StorageChange,
        _ synchronizer: isolated Synchronizer
    ) async {
        let pace = synchronizer.pace
        guard !pace.holdsEverything(at: clock.now) else { return }
        guard !pace.hasBlocked, !change.isEverything, case .records(let keys) = change.outbox else {
            return await pushPending(synchronizer)
        }
        let first = try? await synchronizer.storage.read { store throws(StorageError) in
            var first: Int64?
            for key in keys {
                for entry in try store.entries(of: key)
                where entry.state == .waiting && entry.attempts == 0 {
                    first = min(first ?? entry.sequence, entry.sequence)
                }
            }
            return first
        }
        // After `stop()`, nothing begins.
        guard let first, !synchronizer.isStopped else { return }
        await synchronizer.run(SyncRequest(pulls: false, isByHand: false, first: first))
    }
}

extension Synchronizer {
    /// Sends pending writes, unless an attempt should be avoided now.
    func pushByItself() async {
        guard !isStopped else { return }
        await run(SyncRequest(pulls: false, isByHand: false))
    }

    /// Sends pending writes, and pulls changes unless data or power is to be saved.
    fileprivate func run(isByHand: Bool) async {
        // After `stop()`, nothing begins.
        guard !Task.isCancelled else { return }
        let pulls = reachability?.isSaving != true
        await run(SyncRequest(pulls: pulls, isByHand: isByHand))
    }

    /// Returns the time to check again for due writes: when one is due, or after a minute if that
    /// is unknown.
    ///
    /// It is known from the last run, so the store is not read.
    fileprivate func nextDue() -> Date {
        let now = clock.now
        let latest = now.addingTimeInterval(60)
        // At most once a second, even if the clock is wrong.
        return max(min(pace.next(after: now) ?? latest, latest), now.addingTimeInterval(1))
    }
}
