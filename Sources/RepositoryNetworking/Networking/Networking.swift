/// A type that sends requests to a server and returns the responses.
///
/// `NetworkingSession` is the implementation in the runtime. Any other type that can return a
/// response can take its place: a middleware that wraps another `Networking`, or a stub in a test.
///
///     struct Offline: Networking {
///         func send(
///             _ request: NetworkingRequest
///         ) async throws(NetworkingError) -> NetworkingResponse {
///             throw NetworkingError(.offline, during: request)
///         }
///     }
///
/// A response of any status is returned, including 404 and 500. An error means that there was no
/// response.
public protocol Networking: Sendable {
    /// Sends a request and waits for the response: the whole one, or only its head if the request
    /// has ``NetworkingRequest/streamsResponse`` set and this type supports streaming.
    ///
    /// - Parameter request: The request; its path is relative to the base URL of this type.
    /// - Returns: The response, whatever its status.
    /// - Throws: `NetworkingError` if no complete response, or no head of a streamed one, was
    ///   received.
    func send(_ request: NetworkingRequest) async throws(NetworkingError) -> NetworkingResponse

    /// Whether requests may have a ``NetworkingRequest/source`` as their body; false by default.
    ///
    /// If false, files and streams are read into memory before they are sent; a stream of more than
    /// 64 MiB is an error.
    var sendsBodySources: Bool { get }
}

extension Networking {
    /// False: bodies are held in memory.
    public var sendsBodySources: Bool { false }
}
