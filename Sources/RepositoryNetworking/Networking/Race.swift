/// Waits for the first of several outcomes and ignores later ones.
final class Race<Outcome: Sendable>: Sendable {
    private struct State: Sendable {
        var outcome: Outcome?
        var continuation: CheckedContinuation<Outcome, Never>?
    }

    private let state = Locked(State())

    /// Finishes the race, unless it has finished.
    func finish(_ outcome: Outcome) {
        let continuation = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
            guard state.outcome == nil else { return nil }
            state.outcome = outcome
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume(returning: outcome)
    }

    /// Waits for the first outcome; supports only one waiter.
    func outcome() async -> Outcome {
        await withCheckedContinuation { continuation in
            let outcome = state.withLock { state in
                if state.outcome == nil {
                    state.continuation = continuation
                }
                return state.outcome
            }
            if let outcome {
                continuation.resume(returning: outcome)
            }
        }
    }
}
