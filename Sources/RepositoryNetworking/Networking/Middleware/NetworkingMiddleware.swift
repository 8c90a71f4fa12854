/// A component between a caller and the network that acts on every request.
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
/// It may change the request and the response, send the request any number of times, and throw. The
/// request describes itself in ``NetworkingRequest/endpoint`` and ``NetworkingRequest/operation``;
/// ``NetworkingRequest/isIdempotent`` tells whether it may be sent twice.
public protocol NetworkingMiddleware: Sendable {
    /// Its position between the caller and the network; next to the caller by default.
    var stage: MiddlewareStage { get }

    /// Sends a request and returns its response.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - next: The rest of the chain; valid for this request only.
    /// - Returns: The response.
    /// - Throws: `NetworkingError` if no complete response was received.
    func send(
        _ request: NetworkingRequest,
        through next: any Networking
    ) async throws(NetworkingError) -> NetworkingResponse
}

extension NetworkingMiddleware {
    /// Next to the caller.
    public var stage: MiddlewareStage { .caller }
}
