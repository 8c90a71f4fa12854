/// What stands between a caller and the network, and does something for every request.
///
/// ```swift
/// struct Greeting: NetworkingMiddleware {
///     func send(
///         _ request: NetworkingRequest,
///         through next: any Networking
///     ) async throws(NetworkingError) -> NetworkingResponse {
///         var request = request
///         request.head.headerFields[.userAgent] = "Shop/1.2"
///         return try await next.send(request)
///     }
/// }
///
/// let networking = NetworkingSession(api: Shop.self)
///     .with(Greeting(), .bearer(tokens), .cache(), .sharing(), .retry())
/// ```
///
/// It may change the request and the response, send never, once or many times, and throw. What the
/// request is for stands in ``NetworkingRequest/endpoint`` and ``NetworkingRequest/operation``;
/// whether it may be sent twice, in ``NetworkingRequest/isIdempotent``.
public protocol NetworkingMiddleware: Sendable {
    /// Where it stands between the caller and the network; next to the caller by default.
    var stage: MiddlewareStage { get }

    /// Takes a request from the side of the caller, and answers it.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - next: What is nearer to the network; good for this request only.
    /// - Returns: The response.
    /// - Throws: `NetworkingError` when no whole response came.
    func send(
        _ request: NetworkingRequest,
        through next: any Networking
    ) async throws(NetworkingError) -> NetworkingResponse
}

extension NetworkingMiddleware {
    /// Next to the caller.
    public var stage: MiddlewareStage { .caller }
}
