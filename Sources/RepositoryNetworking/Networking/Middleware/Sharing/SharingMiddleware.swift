import HTTPTypes

/// Lets equal reads that are in flight at one time be one exchange.
///
/// Equal are GETs without a body, with the same address, headers, API, environment and credential.
/// Who cancels leaves the others what they wait for; when all have cancelled, so is the exchange.
///
/// A read that begins after a write has ended never joins one that began before: its answer could be
/// older than the write. Writes are never shared.
public struct SharingMiddleware: NetworkingMiddleware {
    let reads = SharedReads()

    /// Where it stands.
    public var stage: MiddlewareStage { .sharing }

    /// Creates the middleware.
    public init() {}

    /// Sends a request, or waits for the answer to an equal one.
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
    /// Lets equal reads that are in flight at one time be one exchange.
    ///
    /// - Returns: The middleware.
    public static func sharing() -> SharingMiddleware {
        SharingMiddleware()
    }
}
