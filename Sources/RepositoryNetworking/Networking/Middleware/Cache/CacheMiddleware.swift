import HTTPTypes

/// Keeps answers to GET, and asks the server only whether they have changed.
///
/// By RFC 9111, as a private cache: an answer with `ETag` or `Last-Modified` is asked for again with
/// `If-None-Match` and `If-Modified-Since`; a `304` becomes the kept `200`, with the new headers over the
/// old ones. Within its `max-age` an answer is given without asking, with its `Age`. `no-store`, and
/// `Vary: *`, are not kept; `no-cache` is asked for each time; one and the same address has an answer for
/// each value of the headers that `Vary` names. Without `max-age` nothing is taken for fresh, whatever
/// `Expires` says. In a request, `no-cache` asks, `no-store` passes by, and `max-stale` accepts a response
/// that is older; a request that has conditions, or a `Range`, of its own passes by, too.
///
/// An answer is given to nobody but the one who got it: the credential, `Authorization`, `Cookie`,
/// `X-API-Key` and the key of the API must be the same. With a new token, it is asked for anew.
///
/// A write forgets what it may have changed, whatever comes of it: answers from the same path, from those
/// below and from those above it, with any query. An answer under way during the write is not kept.
public struct CacheMiddleware: NetworkingMiddleware {
    private let responses: ResponseCache
    private let clock: any SyncClock

    /// Where it stands.
    public var stage: MiddlewareStage { .cache }

    /// Creates the middleware.
    ///
    /// - Parameters:
    ///   - responses: Where answers are kept.
    ///   - clock: What tells the time.
    public init(
        _ responses: ResponseCache = ResponseCache(),
        clock: any SyncClock = SystemClock()
    ) {
        self.responses = responses
        self.clock = clock
    }

    /// Sends a request, unless the answer is known.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - next: What is nearer to the network.
    /// - Returns: The response.
    /// - Throws: `NetworkingError` when no whole response came.
    public func send(
        _ request: NetworkingRequest,
        through next: any Networking
    ) async throws(NetworkingError) -> NetworkingResponse {
        guard request.isSafe else {
            defer { responses.invalidate(CachePlace(request)) }
            return try await next.send(request)
        }
        let control = CacheControl(request.head.headerFields)
        guard request.head.method == .get, !request.hasBody, !request.streamsResponse,
            !control.forbidsStoring,
            !Self.passing.contains(where: { request.head.headerFields.contains($0) })
        else {
            return try await next.send(request)
        }
        let key = CacheKey(request)
        let kept = responses.response(for: key, request)
        if let kept, !control.demandsAsking,
            kept.isFresh(
                now: clock.now,
                accepting: control.maximumAge,
                staleBy: control.acceptedStaleness
            )
        {
            return kept.response(now: clock.now)
        }
        let read = responses.beginRead(at: key.place)
        // Where an error is thrown; it has ended already otherwise.
        defer { responses.endRead(read) }
        if let kept, let conditional = kept.condition(on: request) {
            let response = try await next.send(conditional)
            guard response.status == 304 else {
                note(response, to: request, for: key, read)
                return response
            }
            if let confirmed = kept.confirmed(by: response, now: clock.now) {
                responses.endRead(read, storing: confirmed, for: key, request)
                return confirmed.response(confirmedBy: response)
            }
        }
        let response = try await next.send(request)
        note(response, to: request, for: key, read)
        return response
    }

    private func note(
        _ response: NetworkingResponse,
        to request: NetworkingRequest,
        for key: CacheKey,
        _ read: UInt64
    ) {
        // A server in trouble says nothing of what it has.
        guard response.status < 500, response.status != 429 else { return }
        let stored = CachedResponse(response, to: request, now: clock.now)
        responses.endRead(read, storing: stored, for: key, request)
    }

    private static let passing: [HTTPField.Name] = [
        .ifMatch, .ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince, .ifRange, .range,
    ]
}

extension NetworkingMiddleware where Self == CacheMiddleware {
    /// Keeps answers to GET in memory, and asks the server only whether they have changed.
    ///
    /// - Parameter maximumBytes: How many bytes are kept at most; those not used for longest go first.
    /// - Returns: The middleware.
    public static func cache(maximumBytes: Int = 16 * 1_024 * 1_024) -> CacheMiddleware {
        CacheMiddleware(ResponseCache(maximumBytes: maximumBytes))
    }

    /// Keeps answers to GET, and asks the server only whether they have changed.
    ///
    /// - Parameters:
    ///   - responses: Where answers are kept.
    ///   - clock: What tells the time.
    /// - Returns: The middleware.
    public static func cache(
        _ responses: ResponseCache,
        clock: any SyncClock = SystemClock()
    ) -> CacheMiddleware {
        CacheMiddleware(responses, clock: clock)
    }
}
