/// A sent write, reduced to what determines the meaning of its response.
///
/// ``next(after:)`` is the only place where a response, or its absence, leads to a decision.
struct SyncAttempt: Hashable, Sendable {
    var operation: OutboxEntry.Operation
    /// Whether it was sent before with an unknown outcome.
    var isRepeated = false
    /// The number of times it was sent, including this one.
    var attempts = 1
    /// Whether the service recognizes its idempotency key, and deduplicates requests by it.
    var hasKnownKey = false
    /// The number of attempts to create an entity while the server fails.
    var attemptLimit = 20

    /// The next step for a write.
    enum Next: Sendable {
        /// The server has carried it out: the entity in the response is stored.
        case settle(NetworkingResponse)
        /// It is sent again later; in flight if the server may have carried it out.
        case wait(RepositoryError, as: OutboxEntry.State, Verdict.Pause)
        /// The server is queried for the entity, and the write is rejected if it does not exist.
        case look(RepositoryError)
        /// The user decides.
        case reject(RepositoryError)
        /// Another entity may have the identity of a creation: it is fetched.
        case compare(RepositoryError)
        /// The server has another state, or no such entity: it is fetched, and merged with the
        /// write.
        case reconcile(RepositoryError)
    }

    /// Decides the next step after a response, or its absence.
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
        // The first request with this key may still be in progress, as described in the
        // `Idempotency-Key` draft.
        case .conflict(let error) where creates && isRepeated && hasKnownKey:
            return isTriedEnough ? .look(error) : .wait(error, as: .inFlight, .entry)
        case .conflict(let error): return creates ? .compare(error) : .reconcile(error)
        // Services answer like this to an unsupported method or a forbidden write, too.
        case .gone(let error): return creates ? .reject(error) : .reconcile(error)
        }
    }

    private var isTriedEnough: Bool { attempts >= attemptLimit }
}

extension RepositoryError {
    /// Whether the server itself failed with this request, as opposed to a gateway, a timeout or a
    /// lack of capacity.
    fileprivate var isDefiniteFailure: Bool {
        status.map { [500, 501, 505, 506, 508, 510].contains($0) } ?? false
    }

    /// Whether a rejection says nothing about an earlier attempt: the request was not authorized,
    /// or not sent at all.
    fileprivate var saysNothingOfEarlierAttempts: Bool {
        code == .forbidden || response == nil
    }
}
