#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Synchronizer {
    /// Synchronizes by itself from now on, until ``stop()``.
    ///
    /// What waits is sent after each local write, and as soon as it is due again; both sides are
    /// brought in step when the network returns, and by time.
    ///
    /// - Parameter interval: How often; nil for not by time.
    public func start(every interval: Duration? = nil) {
        triggers?.cancel()
        let changes = storage.changes()
        let states = reachability?.states()
        let clock = clock
        triggers = Task { [weak self] in
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await self?.push() }
                group.addTask { [weak self] in
                    var failures = 0
                    for await change in changes where change.touchesOutbox() {
                        guard let self, !Task.isCancelled else { return }
                        guard let report = await self.pushWhatIsNew() else { continue }
                        failures = report.problems.isEmpty ? 0 : failures + 1
                        // Else what a failed run stores would begin the next one at once.
                        let delay = failures == 0 ? 0 : await self.pause(after: failures)
                        let next = clock.now.addingTimeInterval(delay)
                        guard (try? await clock.sleep(until: next)) != nil else { return }
                    }
                }
                if let states {
                    group.addTask { [weak self] in
                        for await isReachable in states where isReachable {
                            guard let self, !Task.isCancelled else { return }
                            await self.synchronize()
                        }
                    }
                }
                if let interval {
                    group.addTask { [weak self] in
                        while !Task.isCancelled {
                            let next = clock.now.addingTimeInterval(interval.inSeconds)
                            guard (try? await clock.sleep(until: next)) != nil else { return }
                            guard let self else { return }
                            await self.synchronize()
                        }
                    }
                }
                group.addTask { [weak self] in
                    while !Task.isCancelled {
                        guard let date = await self?.nextDue() else { return }
                        guard (try? await clock.sleep(until: date)) != nil else { return }
                        await self?.pushWhatWaits()
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

    /// When to look again whether something is due: then, or a minute later where nothing waits.
    private func nextDue() async -> Date {
        let now = clock.now
        let latest = now.addingTimeInterval(60)
        let dates = try? await storage.read { store throws(StorageError) in
            try store.entries(in: OutboxEntry.State.open, after: 0, limit: 1000)
                .compactMap(\.notBefore)
        }
        // Not more than once a second, whatever the clock says.
        return max(min(dates?.min() ?? latest, latest), now.addingTimeInterval(1))
    }

    private func pushWhatWaits() async {
        let count = try? await summary().waiting
        if count ?? 0 > 0 { await push() }
    }

    /// Sends what was never sent; nil where there is nothing.
    private func pushWhatIsNew() async -> SyncReport? {
        let isNew = try? await storage.read { store throws(StorageError) in
            var page = try store.entries(in: [.waiting], after: 0, limit: 200)
            while let last = page.last {
                if page.contains(where: { $0.attempts == 0 }) { return true }
                page = try store.entries(in: [.waiting], after: last.sequence, limit: 200)
            }
            return false
        }
        return isNew ?? false ? await push() : nil
    }
}
