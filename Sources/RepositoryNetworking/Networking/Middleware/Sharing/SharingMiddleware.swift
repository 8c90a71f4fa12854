import HTTPTypes

/// A middleware that merges equal reads in flight into one exchange.
///
/// Reads are equal if they are GETs without a body and have the same URL, header fields, API,
/// environment and credential. Cancelling one does not affect the others; when all are cancelled,
/// so is the exchange.
///
/// A read that begins after a write has ended never joins one that began before, because that
/// response could be older than the write. Writes are never shared.
public struct SharingMiddleware: NetworkingMiddleware {
    let reads = SharedReads()

    /// The stage: sharing.
    public var stage: MiddlewareStage { .sharing }

    /// Creates the middleware.
    public init() {}

    /// Sends a request, or waits for the response to an equal one.
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
        guard request.head.method == .get, !request.hasBody, !request.streamsResponse else {
            defer {
                if !request.isSafe { reads.close() }
            }
            return try await next.send(request)
        }
        guard !Task.isCancelled else {
            throw NetworkingError(cancelledBeforeSending: request)
        }
        switch await reads.outcome(of: request, through: next) {
        case .success(let response): return response
        case .failure(let error): throw error
        case nil: throw NetworkingError(.cancelled, during: request)
        }
    }
}

extension NetworkingMiddleware where Self == SharingMiddleware {
    /// Creates a middleware that merges equal reads in flight into one exchange.
    ///
    /// - Returns: The middleware.
    public static func sharing() -> SharingMiddleware {
        SharingMiddleware()
    }
}
