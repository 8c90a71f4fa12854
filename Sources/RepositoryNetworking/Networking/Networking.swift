/// What carries requests to a server and answers back.
///
/// `NetworkingSession` is the one that comes with the runtime. Anything else that can answer a
/// request can take its place: a middleware that wraps another `Networking`, or a test's own.
///
///     struct Offline: Networking {
///         func send(
///             _ request: NetworkingRequest
///         ) async throws(NetworkingError) -> NetworkingResponse {
///             throw NetworkingError(.offline, during: request)
///         }
///     }
///
/// An answer of any status is a response, also 404 and 500: an error means that there was none.
public protocol Networking: Sendable {
    /// Sends a request and waits for the response: the whole one, or its head where the request
    /// ``NetworkingRequest/streamsResponse`` and this can do so.
    ///
    /// - Parameter request: What to send; its path is relative to a base URL known here.
    /// - Returns: The response, whatever its status.
    /// - Throws: `NetworkingError` when no whole response came, or no head of a streamed one.
    func send(_ request: NetworkingRequest) async throws(NetworkingError) -> NetworkingResponse

    /// Whether requests may have a ``NetworkingRequest/source`` as their body; false by default.
    ///
    /// Where it is false, files and streams are read into memory before they are sent; a stream of more than
    /// 64 MiB is an error.
    var sendsBodySources: Bool { get }
}

extension Networking {
    /// Bodies are in memory.
    public var sendsBodySources: Bool { false }
}
