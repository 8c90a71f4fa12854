import Foundation

// Executes the effects of a run; all decisions are in the core.
extension Synchronizer {
    /// Executes a run to its end, and publishes progress and outcomes.
    ///
    /// If the store cannot be read or written, the run ends.
    func execute(_ core: inout SyncCore, by rules: SyncRules) async throws(StorageError) {
        var event = SyncEvent.began
        while true {
            core.isAwaited = isAwaited
            let isStopped =
                Task.isCancelled || deadlines.min().map { clock.now >= $0 } ?? false
            let effect = core.next(after: event, at: clock.now, isStopped: isStopped)
            for notice in core.takeNotices() { publish(notice) }
            guard let effect else { return }
            event = try await perform(effect, by: rules)
            checkpoint()
            for collection in rules.collections {
                guard let pause = collection.pause?.take() else { continue }
                core.hear(pause: pause, askedBy: collection.schema.name, at: clock.now)
            }
        }
    }

    private func perform(
        _ effect: SyncEffect,
        by rules: SyncRules
    ) async throws(StorageError) -> SyncEvent {
        switch effect {
        case .ask(let question):
            return .answered(
                try await lease.read { [clock] store throws(StorageError) in
                    try question.answer(from: store, by: rules, at: clock.now)
                }
            )
        case .store(let transaction):
            return .stored(
                try await lease.write { [clock] store throws(StorageError) in
                    try transaction.perform(in: store, by: rules, at: clock.now)
                }
            )
        case .exchange(let exchange):
            return await exchange.perform(by: rules)
        }
    }
}
