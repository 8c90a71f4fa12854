#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// One run of the synchronizer as a state machine: a state and an event give a state and an effect.
///
///     var core = SyncCore(request, rules, pace, at: clock.now)
///     var event = SyncEvent.began
///     while let effect = core.next(after: event, at: clock.now, isStopped: false) {
///         event = await perform(effect)
///     }
///
/// The core takes all decisions. It has no clock and no network, and waits for nothing; what has to outlive it is in the
/// store, which it changes by transactions alone. ``SyncShell`` performs its effects.
package struct SyncCore: Sendable {
    private enum Phase {
        case pushing(Push)
        case pulling(Pull, RemoteCollection)
        case ended
    }

    private let rules: SyncRules
    private var phase: Phase
    /// The collections that are still to be pulled.
    private var open: ArraySlice<RemoteCollection>
    private var notices: [SyncNotice] = []

    /// What was done.
    package private(set) var report = SyncReport()
    /// What comes of the run for the next ones.
    package private(set) var pace: Pace

    /// Begins a run.
    ///
    /// - Parameters:
    ///   - pulls: Whether it also brings what the server has.
    ///   - first: The place of the first write that is looked at; 0 for all.
    ///   - rules: What it goes by.
    ///   - pace: What has come of the runs before.
    ///   - now: The time.
    package init(
        pulling pulls: Bool,
        from first: Int64,
        _ rules: SyncRules,
        _ pace: Pace,
        at now: Date
    ) {
        self.rules = rules
        self.pace = pace
        open = pulls ? rules.collections[...] : []
        phase = .pushing(Push(from: first, rules, pace, at: now))
    }

    /// What is done next after an event; nil at the end.
    ///
    /// A run that is stopped ends as soon as what is begun is stored.
    package mutating func next(
        after event: SyncEvent,
        at now: Date,
        isStopped: Bool
    ) -> SyncEffect? {
        switch phase {
        case .pushing(var push):
            // Else the state would be copied with each change.
            phase = .ended
            let step = push.next(after: event, at: now, isStopped: isStopped)
            (pace, report) = (push.pace, push.report)
            notices += push.takeNotices()
            if case .perform(let effect) = step {
                phase = .pushing(push)
                return effect
            }
            return push.isUnreachable ? nil : pullNext(at: now, isStopped: isStopped)
        case .pulling(var pull, let collection):
            if case .perform(let effect) = pull.next(after: event, at: now) {
                phase = .pulling(pull, collection)
                return effect
            }
            phase = .ended
            report.add(pull.report)
            if let failure = pull.failure, heed(failure, of: collection, at: now, isStopped) {
                return nil
            }
            return pullNext(at: now, isStopped: isStopped)
        case .ended:
            return nil
        }
    }

    /// Hears that a service has asked to be left alone.
    mutating func hear(pause: Duration, askedBy name: String, at now: Date) {
        switch phase {
        case .pushing(var push):
            phase = .ended
            push.hear(pause: pause, askedBy: name)
            phase = .pushing(push)
        case .pulling, .ended:
            for other in rules.neighbors(of: name) { pace.wait(with: other, at: now, for: pause) }
        }
    }

    /// What is to be told since the last call.
    package mutating func takeNotices() -> [SyncNotice] {
        defer { notices = [] }
        return notices
    }

    private mutating func pullNext(at now: Date, isStopped: Bool) -> SyncEffect? {
        while let collection = open.popFirst(), !isStopped {
            let name = collection.schema.name
            guard !pace.hasToWait(with: name, at: now) else {
                report.add(SyncProblem("The server has asked to wait.", collection: name))
                continue
            }
            notices.append(.progress(.pulling(collection: name)))
            var pull = Pull(collection, at: now)
            guard case .perform(let effect) = pull.next(after: .began, at: now) else { continue }
            phase = .pulling(pull, collection)
            return effect
        }
        return nil
    }

    /// Notes why a collection could not be pulled; returns whether nothing else need be tried.
    private mutating func heed(
        _ failure: RepositoryError,
        of collection: RemoteCollection,
        at now: Date,
        _ isStopped: Bool
    ) -> Bool {
        if let retryAfter = failure.retryAfter {
            pace.wait(with: collection.schema.name, at: now, for: retryAfter)
        } else if case .later(_, .everything) = Verdict(reading: failure) {
            if !isStopped { pace.pauseEverything(at: now) }
            return true
        }
        return false
    }
}
