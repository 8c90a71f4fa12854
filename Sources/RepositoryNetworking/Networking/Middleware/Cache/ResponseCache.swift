/// Answers of servers in memory, up to a number of bytes; those not used for longest go first.
///
/// ```swift
/// let responses = ResponseCache(maximumBytes: 4 * 1_024 * 1_024)
/// let networking = NetworkingSession(api: Shop.self).with(.cache(responses))
/// responses.removeAll()  // when the user logs out, or memory is short
/// ```
public final class ResponseCache: Sendable {
    private struct State: Sendable {
        var responses = RecentResponses()
        /// The reads under way, whose answers may be kept.
        var reads: [UInt64: CachePlace] = [:]
        var lastRead: UInt64 = 0
    }

    /// How many bytes it holds at most, headers included.
    public let maximumBytes: Int
    private let state = Locked(State())

    /// Creates an empty cache.
    ///
    /// - Parameter maximumBytes: How many bytes it holds at most, headers included.
    public init(maximumBytes: Int = 16 * 1_024 * 1_024) {
        self.maximumBytes = maximumBytes
    }

    /// How many answers it holds.
    public var count: Int { state.withLock { $0.responses.count } }

    /// How many bytes it holds, about.
    public var byteCount: Int { state.withLock { $0.responses.bytes } }

    /// Forgets all answers; those to requests under way are not kept either.
    public func removeAll() {
        state.withLock { state in
            state.responses = RecentResponses()
            state.reads = [:]
        }
    }

    // MARK: - For the middleware

    /// The answer that is kept for a request, used from now on.
    func response(for key: CacheKey, _ request: NetworkingRequest) -> CachedResponse? {
        state.withLock { $0.responses.use(key) { $0.matches(request) } }
    }

    /// Notes that a read begins; its answer may be kept if no write comes between.
    func beginRead(at place: CachePlace) -> UInt64 {
        state.withLock { state in
            state.lastRead += 1
            state.reads[state.lastRead] = place
            return state.lastRead
        }
    }

    /// Keeps the answer to a read in place of any other to the same request; drops what makes place.
    func endRead(
        _ id: UInt64,
        storing response: CachedResponse?,
        for key: CacheKey,
        _ request: NetworkingRequest
    ) {
        state.withLock { state in
            guard state.reads.removeValue(forKey: id) != nil else { return }
            state.responses.remove(key) { $0.matches(request) }
            guard let response, response.cost <= maximumBytes else { return }
            state.responses.insert(response, for: key)
            while state.responses.bytes > maximumBytes {
                state.responses.removeOldest()
            }
        }
    }

    /// Ends a read that says nothing of what is kept.
    func endRead(_ id: UInt64) {
        state.withLock { $0.reads[id] = nil }
    }

    /// Forgets what a write at a place may have changed, also in answers under way.
    func invalidate(_ place: CachePlace) {
        state.withLock { state in
            state.reads = state.reads.filter { !$0.value.isTouched(by: place) }
            for key in state.responses.keys where key.place.isTouched(by: place) {
                state.responses.remove(key) { _ in true }
            }
        }
    }
}
