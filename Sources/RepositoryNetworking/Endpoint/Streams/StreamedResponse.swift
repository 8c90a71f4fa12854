public import Foundation

/// The structure of a response that is read while it is received, and never as a whole.
public protocol StreamedResponse: ResponseDefinition {
    /// Begins to read the stream.
    ///
    /// - Parameters:
    ///   - response: The response of the server.
    ///   - path: Not used: a stream has no key paths.
    init(_ response: NetworkingResponse, at path: JSONKeyPath)
}

extension StreamedResponse {
    /// The response is returned as soon as its head is received.
    public static var isStreamed: Bool {
        true
    }

    /// A stream may have no elements.
    public static var mayBeEmpty: Bool {
        true
    }

    /// Creates a stream from a complete body.
    ///
    /// - Parameter bytes: The body.
    public init(bytes: Data) {
        self.init(NetworkingResponse(status: 200, body: bytes), at: [])
    }

    /// Creates a stream from a complete body.
    ///
    /// - Parameter json: `Data`, or a string.
    /// - Throws: `ConversionError` if it is neither.
    public init(json: Any) throws(ConversionError) {
        switch json {
        case let bytes as Data: self.init(NetworkingResponse(status: 200, body: bytes), at: [])
        case let text as String:
            self.init(NetworkingResponse(status: 200, body: Data(text.utf8)), at: [])
        default: throw ConversionError(expected: "data", butFound: json)
        }
    }
}

/// A response of bytes, as a stream of chunks.
public struct ChunksResponse: StreamedResponse {
    /// Any media type.
    public static var acceptedMedia: String? {
        "*/*"
    }

    /// The chunks, as they are received.
    public let result: ResponseStream<Data>

    /// Begins to read the stream.
    ///
    /// - Parameters:
    ///   - response: The response of the server.
    ///   - path: Not used: bytes have no key paths.
    public init(_ response: NetworkingResponse, at path: JSONKeyPath) {
        result = ResponseStream {
            var chunks = response.chunks.makeAsyncIterator()
            return ResponseStream.AsyncIterator { () async throws(RepositoryError) in
                do throws(NetworkingError) {
                    return try await chunks.next()
                } catch {
                    throw RepositoryError(error)
                }
            }
        }
    }
}
