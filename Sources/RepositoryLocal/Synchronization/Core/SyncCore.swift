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
/// survive the process is in the store, which the core changes only in transactions. ``SyncShell``
/// executes its effects.
package struct SyncCore: Sendable {
    private enum Phase {
        case pushing(Push)
        case sendingFiles(FileDelivery)
        case pulling(Pull)
        case ended(RunState)
        /// A placeholder while the state of a part is modified, which avoids a copy.
        case changing
    }

    private var phase: Phase
    /// The collections that are still to be pulled.
    private var open: ArraySlice<RemoteCollection>
    /// Whether the run was told to end early.
    package private(set) var wasStopped = false
    /// Whether another run waits for this one.
    package var isAwaited = false
    /// Whether the run ended before it had pulled everything.
    package private(set) var hasUnpulled = false

    /// Starts a run.
    ///
    /// - Parameters:
    ///   - pulls: Whether the run also pulls.
    ///   - first: The sequence number of the first write to send; 0 for all.
    ///   - rules: The rules of the run.
    ///   - pace: The pace after earlier runs.
    ///   - now: The current time.
    package init(
        pulling pulls: Bool,
        from first: Int64,
        _ rules: SyncRules,
        _ pace: Pace,
        at now: Date
    ) {
        open = pulls ? rules.collections[...] : []
        phase = .pushing(Push(from: first, RunState(rules: rules, pace: pace, at: now)))
    }

    /// The state that all parts of the run share; nil while it changes.
    private var run: RunState? {
        get {
            switch phase {
            case .pushing(let push): push.run
            case .sendingFiles(let files): files.run
            case .pulling(let pull): pull.run
            case .ended(let run): run
            case .changing: nil
            }
        }
        set {
            guard let newValue else { return }
            switch phase {
            case .pushing(var push):
                push.run = newValue
                phase = .pushing(push)
            case .sendingFiles(var files):
                files.run = newValue
                phase = .sendingFiles(files)
            case .pulling(var pull):
                pull.run = newValue
                phase = .pulling(pull)
            case .ended: phase = .ended(newValue)
            case .changing: break
            }
        }
    }

    /// The report of the run.
    package var report: SyncReport { run?.report ?? SyncReport() }

    /// The pace for the next run.
    package var pace: Pace { run?.pace ?? Pace(Backoff()) }

    /// Returns the next effect after an event; nil at the end.
    ///
    /// A stopped run ends as soon as the results of completed requests are stored.
    package mutating func next(
        after event: SyncEvent,
        at now: Date,
        isStopped: Bool
    ) -> SyncEffect? {
        wasStopped = wasStopped || isStopped
        let current = phase
        phase = .changing
        switch current {
        case .pushing(var push):
            if case .perform(let effect) = push.next(after: event, at: now, isStopped: isStopped) {
                phase = .pushing(push)
                return effect
            }
            return push.run.isUnreachable ? end(push.run) : sendFiles(after: push.run, at: now)
        case .sendingFiles(var files):
            (files.run.isStopped, files.isAwaited) = (isStopped, isAwaited)
            if case .perform(let effect) = files.next(after: event, at: now) {
                phase = .sendingFiles(files)
                return effect
            }
            return files.run.isUnreachable ? end(files.run) : pull(after: files.run, at: now)
        case .pulling(var pull):
            pull.run.isStopped = isStopped
            guard !isStopped else {
                // As after a crash between two steps: the next run lists it again.
                hasUnpulled = true
                return end(pull.run)
            }
            if case .perform(let effect) = pull.next(after: event, at: now) {
                phase = .pulling(pull)
                return effect
            }
            var run = pull.run
            if let failure = pull.failure, heed(failure, of: pull.collection, at: now, &run) {
                return end(run)
            }
            return self.pull(after: run, at: now)
        case .ended(let run):
            return end(run)
        case .changing:
            return nil
        }
    }

    /// Records that a service has requested a pause.
    mutating func hear(pause: Duration, askedBy name: String, at now: Date) {
        run?.pause(name, for: pause, at: now)
    }

    /// Returns and clears the notices since the last call.
    package mutating func takeNotices() -> [SyncNotice] {
        guard let notices = run?.notices, !notices.isEmpty else { return [] }
        run?.notices = []
        return notices
    }

    private mutating func end(_ run: RunState) -> SyncEffect? {
        phase = .ended(run)
        return nil
    }

    /// Sends the files of entities.
    private mutating func sendFiles(after run: RunState, at now: Date) -> SyncEffect? {
        var files = FileDelivery(run)
        guard case .perform(let effect) = files.next(after: .began, at: now) else {
            return pull(after: files.run, at: now)
        }
        phase = .sendingFiles(files)
        return effect
    }

    /// Pulls the next collection.
    private mutating func pull(after run: RunState, at now: Date) -> SyncEffect? {
        var run = run
        if run.isStopped, !open.isEmpty { hasUnpulled = true }
        while let collection = open.popFirst(), !run.isStopped {
            let name = collection.schema.name
            guard !run.pace.hasToWait(with: name, at: now) else {
                run.report.add(SyncProblem("The server has requested a pause.", collection: name))
                continue
            }
            run.notices.append(.progress(.pulling(collection: name)))
            var pull = Pull(collection, run, at: now)
            guard case .perform(let effect) = pull.next(after: .began, at: now) else { continue }
            phase = .pulling(pull)
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
            if !run.isStopped { run.pace.pauseEverything(at: now) }
            return true
        }
        return false
    }
}
