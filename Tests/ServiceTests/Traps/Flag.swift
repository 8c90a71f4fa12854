import ServiceMock
import Synchronization

/// A flag that is true a number of times, and then false.
final class Flag: Sendable {
    private let rest: Mutex<Int>

    init(times: Int) {
        rest = Mutex(times)
    }

    func take() -> Bool {
        rest.withLock { rest in
            rest -= 1
            return rest >= 0
        }
    }
}

/// A service state that rejects requests within a second after the first one, with a `Retry-After`.
final class BusySecond: Sendable {
    private let state = Mutex<(end: ContinuousClock.Instant?, refusals: Int)>((nil, 0))

    /// The number of rejected requests.
    var refusals: Int { state.withLock { $0.refusals } }

    func fault() -> MockFault? {
        state.withLock { state in
            let end = state.end ?? .now + .seconds(1)
            state.end = end
            guard ContinuousClock.now < end else { return nil }
            state.refusals += 1
            return .fail(status: 503, retryAfter: 1)
        }
    }
}
