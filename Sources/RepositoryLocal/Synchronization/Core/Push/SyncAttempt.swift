/// A write that was sent, as far as it matters for what its response means.
///
/// ``next(after:)`` is the only place where a response, or its absence, leads to a decision.
struct SyncAttempt: Hashable, Sendable {
    var operation: OutboxEntry.Operation
    /// Whether it was sent before, and nobody knows what came of it.
    var isRepeated = false
    /// How often it was sent, with this time.
    var attempts = 1
    /// Whether the service knows its idempotency key, and carries out what has this key once.
    var hasKnownKey = false
    /// How often a creation is sent that the server fails with.
    var attemptLimit = 20

    /// What happens to a write.
    enum Next: Sendable {
        /// The server has carried it out: what the response says of the entity is stored.
        case settle(NetworkingResponse)
        /// It is sent again later; in flight where the server may have carried it out.
        case wait(RepositoryError, as: OutboxEntry.State, Verdict.Pause)
        /// The server is asked for the entity, and the write is rejected if it is not there.
        case look(RepositoryError)
        /// The user decides.
        case reject(RepositoryError)
        /// Another entity may have the identity of a creation: that one is read.
        case compare(RepositoryError)
        /// The server has another state: that is read, and joined with the write.
        case reconcile(RepositoryError)
        /// The server has no such entity any more.
        case settleGone
    }

    /// Decides what happens next.
    ///
    /// - Parameter verdict: What the response, or its absence, says.
    /// - Returns: What happens.
    func next(after verdict: Verdict) -> Next {
        let creates = operation == .create
        switch verdict {
        case .acknowledged(let response): return .settle(response)
        case .later(let error, let pause):
            return .wait(error, as: isRepeated ? .inFlight : .waiting, pause)
        case .ambiguous(let error, _) where creates && isTriedEnough && error.isDefiniteFailure:
            return .look(error)
        case .ambiguous(let error, let pause): return .wait(error, as: .inFlight, pause)
        case .refused(let error) where isRepeated && error.saysNothingOfEarlierAttempts:
            return .wait(error, as: .inFlight, .entry)
        case .refused(let error): return .reject(error)
        // The first request with its key may be at work, as the draft of `Idempotency-Key` has it.
        case .conflict(let error) where creates && isRepeated && hasKnownKey:
            return isTriedEnough ? .look(error) : .wait(error, as: .inFlight, .entry)
        case .conflict(let error): return creates ? .compare(error) : .reconcile(error)
        case .gone(let error): return creates ? .reject(error) : .settleGone
        }
    }

    private var isTriedEnough: Bool { attempts >= attemptLimit }
}

extension RepositoryError {
    /// Whether the server itself has said that it fails with just this: not what stands before it, and
    /// not that it has no time or no room.
    fileprivate var isDefiniteFailure: Bool {
        status.map { [500, 501, 505, 506, 508, 510].contains($0) } ?? false
    }

    /// Whether a refusal is no statement about an earlier attempt: who may not ask is not told what came of
    /// it, and neither is who did not ask.
    fileprivate var saysNothingOfEarlierAttempts: Bool {
        code == .forbidden || response == nil
    }
}
