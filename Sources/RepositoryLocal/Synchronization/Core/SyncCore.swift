package import Foundation

/// A run of the synchronizer as a state machine: from an event, it computes its next state and an
/// effect.
///
///     var core = SyncCore(pulling: true, from: 0, rules, pace, at: clock.now)
///     var event = SyncEvent.began
///     while let effect = core.next(after: event, at: clock.now, isStopped: false) {
///         event = await perform(effect)
///     }
///
/// The core makes all decisions. It has no clock and no network, and never waits. State that must
/// survive the process is in the store, which the core changes only in transactions. The
/// ``Synchronizer`` executes its effects.
package struct SyncCore: Sendable {
    /// The part in progress.
    private var part: any SyncPart
    /// The collections that are still to be pulled.
    private var open: ArraySlice<RemoteCollection>
    /// Whether the run was told to end early.
    package private(set) var wasStopped = false
    /// Whether the run ended before it had pulled everything.
    package private(set) var hasUnpulled = false

    /// Starts a run, with the pace after earlier runs; it sends the writes from a sequence number
    /// on, 0 for all.
    package init(
        pulling pulls: Bool,
        from first: Int64,
        _ rules: SyncRules,
        _ pace: Pace,
        at now: Date
    ) {
        open = pulls ? rules.collections[...] : []
        part = Push(from: first, RunState(rules: rules, pace: pace, at: now))
    }

    /// Whether another run waits for this one.
    package var isAwaited: Bool {
        get { part.run.isAwaited }
        set { part.run.isAwaited = newValue }
    }

    /// The report of the run.
    package var report: SyncReport { part.run.report }

    /// The pace for the next run.
    package var pace: Pace { part.run.pace }

    /// Returns the next effect after an event; nil at the end.
    ///
    /// A stopped run ends as soon as the results of completed requests are stored.
    package mutating func next(
        after event: SyncEvent,
        at now: Date,
        isStopped: Bool
    ) -> SyncEffect? {
        wasStopped = wasStopped || isStopped
        part.run.isStopped = isStopped
        if isStopped, part is Pull {
            // As after a crash between two steps: the next run lists it again.
            hasUnpulled = true
            return end(part.run)
        }
        if case .perform(let effect) = part.next(after: event, at: now) { return effect }
        var run = part.run
        switch part {
        case is Push where !run.isUnreachable:
            return sendFiles(after: run, at: now)
        case is FileDelivery where !run.isUnreachable:
            return pull(after: run, at: now)
        case let pull as Pull:
            if let failure = pull.failure, heed(failure, of: pull.collection, at: now, &run) {
                return end(run)
            }
            return self.pull(after: run, at: now)
        default:
            return end(run)
        }
    }

    /// Records that a service has requested a pause.
    mutating func hear(pause: Duration, askedBy name: String, at now: Date) {
        part.run.pause(name, for: pause, at: now)
    }

    /// Returns and clears the notices since the last call.
    package mutating func takeNotices() -> [SyncNotice] {
        defer { part.run.notices = [] }
        return part.run.notices
    }

    private mutating func end(_ run: RunState) -> SyncEffect? {
        part = Ended(run: run)
        return nil
    }

    /// Sends the files of entities.
    private mutating func sendFiles(after run: RunState, at now: Date) -> SyncEffect? {
        var files = FileDelivery(run)
        guard case .perform(let effect) = files.next(after: .began, at: now) else {
            return pull(after: files.run, at: now)
        }
        part = files
        return effect
    }

    /// Pulls the next collection.
    private mutating func pull(after run: RunState, at now: Date) -> SyncEffect? {
        var run = run
        if run.isStopped, !open.isEmpty { hasUnpulled = true }
        while let collection = open.popFirst(), !run.isStopped {
            let name = collection.schema.name
            guard !run.pace.holds(name, at: now, isByHand: true) else {
                run.report.add(SyncProblem("The server has requested a pause.", collection: name))
                continue
            }
            run.notices.append(.progress(.pulling(collection: name)))
            var pull = Pull(collection, run, at: now)
            guard case .perform(let effect) = pull.next(after: .began, at: now) else { continue }
            part = pull
            return effect
        }
        return end(run)
    }

    /// Records why a collection could not be pulled; returns whether the run must not try others.
    private func heed(
        _ failure: RepositoryError,
        of collection: RemoteCollection,
        at now: Date,
        _ run: inout RunState
    ) -> Bool {
        if let retryAfter = failure.retryAfter {
            run.pace.wait(with: collection.schema.name, at: now, for: retryAfter)
        } else if case .later(_, .everything) = Verdict(reading: failure) {
            if !run.isStopped { run.pace.pause(nil, at: now) }
            return true
        }
        return false
    }

    /// The part after the last one.
    private struct Ended: SyncPart {
        var run: RunState

        mutating func next(after event: SyncEvent, at now: Date) -> SyncStep<Void> { .end(()) }
    }
}

/// A part of a run: it sends writes, sends files, or pulls a collection.
protocol SyncPart: Sendable {
    /// The state that a part passes on to the next.
    var run: RunState { get set }

    /// Returns the next effect after an event, or ends.
    mutating func next(after event: SyncEvent, at now: Date) -> SyncStep<Void>
}
