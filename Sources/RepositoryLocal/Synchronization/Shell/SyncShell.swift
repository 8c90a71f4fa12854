import Foundation

/// Executes the effects of a run; all decisions are in the core.
struct SyncShell: Sendable {
    let lease: SyncLease
    let rules: SyncRules
    let clock: any SyncClock
    /// The deadlines after which runs start nothing.
    let deadlines: Locked<[Date]>
    /// Whether another run waits for this one.
    let isAwaited: @Sendable () -> Bool
    /// Called between all steps, where a test can stop the process.
    let checkpoint: @Sendable () -> Void

    /// Executes a run to its end, and publishes progress and outcomes.
    ///
    /// If the store cannot be read or written, the run ends.
    func run(
        _ core: inout SyncCore,
        isolation: isolated (any Actor)? = #isolation,
        tell: (SyncNotice) -> Void
    ) async throws(StorageError) {
        var event = SyncEvent.began
        while true {
            core.isAwaited = isAwaited()
            let effect = core.next(after: event, at: clock.now, isStopped: isStopped)
            for notice in core.takeNotices() { tell(notice) }
            guard let effect else { return }
            event = try await perform(effect)
            checkpoint()
            for collection in rules.collections {
                guard let pause = collection.pause?.take() else { continue }
                core.hear(pause: pause, askedBy: collection.schema.name, at: clock.now)
            }
        }
    }

    /// Whether the run must end at its next step.
    var isStopped: Bool {
        Task.isCancelled || deadlines.withLock { $0.min() }.map { clock.now >= $0 } ?? false
    }

    private func perform(_ effect: SyncEffect) async throws(StorageError) -> SyncEvent {
        switch effect {
        case .ask(let question):
            return .answered(
                try await lease.read { [rules, clock] store throws(StorageError) in
                    try question.answer(from: store, by: rules, at: clock.now)
                }
            )
        case .store(let transaction):
            return .stored(
                try await lease.write { [rules, clock] store throws(StorageError) in
                    try transaction.perform(in: store, by: rules, at: clock.now)
                }
            )
        case .exchange(let exchange):
            return await exchange.perform(by: rules)
        }
    }
}
