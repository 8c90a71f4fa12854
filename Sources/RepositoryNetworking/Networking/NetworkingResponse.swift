public import Foundation
public import HTTPTypes

/// A response of a server: status, header fields, and a whole or streamed body.
public struct NetworkingResponse: Sendable {
    /// Status and header fields; field names are case-insensitive.
    public var head: HTTPResponse
    /// The body, decompressed; empty if there is none, or it is streamed.
    public var body: Data
    /// The body as it is received, if it is streamed.
    var stream: ResponseChunks?
    /// The request that it belongs to; nil if it was not recorded.
    var origin: ResponseOrigin?
    /// The URL of the response after redirects; nil if no network was involved.
    public var url: URL?
    /// The number of attempts, including the one with this response.
    public var attempts = 1
    /// Whether the server may have carried out a write in an earlier attempt.
    package var followsAmbiguousAttempt = false
    /// Why the body lacks the requested content, in a sentence; nil if it has it, or there is no
    /// body.
    var absence: String?
    /// The route that it took.
    var route = ResponseRoute.direct

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - head: Status and header fields.
    ///   - body: The body.
    ///   - url: The URL of the response.
    public init(head: HTTPResponse, body: Data = Data(), url: URL? = nil) {
        self.head = head
        self.body = body
        self.url = url
    }

    /// Creates a response whose body is streamed.
    ///
    /// - Parameters:
    ///   - head: Status and header fields.
    ///   - chunks: The body.
    ///   - url: The URL of the response.
    public init(head: HTTPResponse, chunks: ResponseChunks, url: URL? = nil) {
        self.init(head: head, url: url)
        stream = chunks
    }

    /// Creates a response from a status code, for tests and stubs.
    ///
    /// - Parameters:
    ///   - status: The status code; one outside 100 to 999 counts as 500.
    ///   - headers: The header fields.
    ///   - body: The body.
    public init(status: Int, headers: HTTPFields = [:], body: Data = Data()) {
        let code = (100...999).contains(status) ? status : 500
        self.init(head: HTTPResponse(status: .init(code: code), headerFields: headers), body: body)
    }

    /// The body in chunks, as they are received; a whole body is one chunk.
    ///
    /// A streamed body can be read once.
    public var chunks: ResponseChunks {
        stream ?? ResponseChunks(body)
    }

    /// The status code.
    public var status: Int {
        head.status.code
    }

    /// Whether the status code is 2xx.
    public var isSuccess: Bool {
        (200...299).contains(status)
    }
}

extension NetworkingResponse: CustomStringConvertible {
    /// The status and the size of the body; header fields and bodies may contain secrets.
    public var description: String {
        "status \(status), \(body.count) bytes"
    }
}
