/// A cache of responses in memory with a limited size; the least recently used are removed first.
///
/// ```swift
/// let responses = ResponseCache(maximumBytes: 4 * 1_024 * 1_024)
/// let networking = NetworkingSession(api: Shop.self).with(.cache(responses))
/// responses.removeAll()  // when the user logs out, or memory is short
/// ```
public final class ResponseCache: Sendable {
    private struct State: Sendable {
        var responses = RecentResponses()
        /// The reads in flight, whose responses may be stored.
        var reads: [UInt64: CachePlace] = [:]
        var lastRead: UInt64 = 0
    }

    /// The largest total size in bytes, header fields included.
    public let maximumBytes: Int
    private let state = Locked(State())

    /// Creates an empty cache.
    ///
    /// - Parameter maximumBytes: The largest total size in bytes, header fields included.
    public init(maximumBytes: Int = 16 * 1_024 * 1_024) {
        self.maximumBytes = maximumBytes
    }

    /// The number of stored responses.
    public var count: Int { state.withLock { $0.responses.count } }

    /// The approximate total size in bytes.
    public var byteCount: Int { state.withLock { $0.responses.bytes } }

    /// Removes all responses; those in flight are not stored either.
    public func removeAll() {
        state.withLock { state in
            state.responses = RecentResponses()
            state.reads = [:]
        }
    }

    // MARK: - For the middleware

    /// Returns the stored response for a request, and marks it as used.
    func response(for key: CacheKey, _ request: NetworkingRequest) -> CachedResponse? {
        state.withLock { $0.responses.use(key) { $0.matches(request) } }
    }

    /// Registers a read; its response may be stored unless a write intervenes.
    func beginRead(at place: CachePlace) -> UInt64 {
        state.withLock { state in
            state.lastRead += 1
            state.reads[state.lastRead] = place
            return state.lastRead
        }
    }

    /// Stores the response to a read, replacing any other to the same request, and evicts others as
    /// needed.
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

    /// Ends a read whose response leaves the cache unchanged.
    func endRead(_ id: UInt64) {
        state.withLock { $0.reads[id] = nil }
    }

    /// Removes what a write may have changed, including responses in flight.
    func invalidate(_ place: CachePlace) {
        state.withLock { state in
            state.reads = state.reads.filter { !$0.value.isTouched(by: place) }
            for key in state.responses.keys where key.place.isTouched(by: place) {
                state.responses.remove(key) { _ in true }
            }
        }
    }
}
