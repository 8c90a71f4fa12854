import HTTPTypes

/// A middleware that caches responses to GET and revalidates them with the server.
///
/// It is a private cache by RFC 9111. A response with `ETag` or `Last-Modified` is revalidated with
/// `If-None-Match` and `If-Modified-Since`; a `304` becomes the stored `200`, with its header
/// fields updated. Within its `max-age` a response is returned from the cache, with its `Age`.
/// `no-store` and `Vary: *` are not stored; `no-cache` is revalidated each time. For each value of
/// the header fields named by `Vary`, a URL has a separate response. Without `max-age` no response
/// is considered fresh, whatever `Expires` says. In a request, `no-cache` forces revalidation,
/// `no-store` bypasses the cache, and `max-stale` accepts a stale response. A request with its own
/// conditions or a `Range` bypasses the cache, too.
///
/// A response is only returned to the same user: the credential, `Authorization`, `Cookie`,
/// `X-API-Key` and the key of the API must be equal. With a new token, the response is requested
/// again.
///
/// A write invalidates the responses it may have changed, whatever its outcome: those of the same
/// path, of paths below and above it, with any query. A response in flight during the write is not
/// stored.
public struct CacheMiddleware: NetworkingMiddleware {
    private let responses: ResponseCache
    private let clock: any SyncClock

    /// The stage: cache.
    public var stage: MiddlewareStage { .cache }

    /// Creates the middleware.
    ///
    /// - Parameters:
    ///   - responses: The store of responses.
    ///   - clock: The clock.
    public init(
        _ responses: ResponseCache = ResponseCache(),
        clock: any SyncClock = SystemClock()
    ) {
        self.responses = responses
        self.clock = clock
    }

    /// Sends a request, unless its response is cached.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - next: The rest of the chain.
    /// - Returns: The response.
    /// - Throws: `NetworkingError` if no complete response was received.
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
        if let kept, !control.demandsAsking, control.maximumAge != 0,
            kept.isFresh(
                now: clock.now,
                accepting: control.maximumAge,
                staleBy: control.acceptedStaleness
            )
        {
            return kept.response(now: clock.now)
        }
        let read = responses.beginRead(at: key.place)
        // For the path that throws; on the others the read has ended already.
        defer { responses.endRead(read) }
        if let kept, let conditional = kept.condition(on: request) {
            let response = try await next.send(conditional)
            guard response.status == 304 else {
                note(response, to: request, for: key, read)
                return response
            }
            // Another URL may have the same tag for another body.
            if response.route == .direct,
                let confirmed = kept.confirmed(by: response, now: clock.now)
            {
                let stored = confirmed.isStorable ? confirmed : nil
                responses.endRead(read, storing: stored, for: key, request)
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
        // A failing server says nothing about its data.
        guard response.status < 500, response.status != 429 else { return }
        let stored = CachedResponse(response, to: request, now: clock.now)
        responses.endRead(read, storing: stored, for: key, request)
    }

    private static let passing: [HTTPField.Name] = [
        .ifMatch, .ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince, .ifRange, .range,
    ]
}

extension NetworkingMiddleware where Self == CacheMiddleware {
    /// Creates a middleware that caches responses to GET in memory and revalidates them.
    ///
    /// - Parameter maximumBytes: The largest size of the cache; the least recently used responses
    ///   are removed first.
    /// - Returns: The middleware.
    public static func cache(maximumBytes: Int = 16 * 1_024 * 1_024) -> CacheMiddleware {
        CacheMiddleware(ResponseCache(maximumBytes: maximumBytes))
    }

    /// Creates a middleware that caches responses to GET and revalidates them.
    ///
    /// - Parameters:
    ///   - responses: The store of responses.
    ///   - clock: The clock.
    /// - Returns: The middleware.
    public static func cache(
        _ responses: ResponseCache,
        clock: any SyncClock = SystemClock()
    ) -> CacheMiddleware {
        CacheMiddleware(responses, clock: clock)
    }
}
