public import Foundation
public import HTTPTypes

/// An answer of a server: status, headers, and the body, whole or as it comes.
public struct NetworkingResponse: Sendable {
    /// Status and headers; names of headers are compared without case.
    public var head: HTTPResponse
    /// The body, decompressed; empty where there is none, or it is streamed.
    public var body: Data
    /// The body as it comes, where it is streamed.
    var stream: ResponseChunks?
    /// What it answers; nil where nobody has noted it.
    var origin: ResponseOrigin?
    /// Where the answer came from, after redirects; nil where no network was involved.
    public var url: URL?
    /// How many times the request was sent before this was the answer.
    public var attempts = 1
    /// Whether the server may have carried out a write at an earlier attempt.
    package var followsAmbiguousAttempt = false
    /// Why its body has nothing of what was asked for, in a sentence; nil where it has, or has no body.
    var absence: String?
    /// Which way it came.
    var route = ResponseRoute.direct

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - head: Status and headers.
    ///   - body: The body.
    ///   - url: Where it came from.
    public init(head: HTTPResponse, body: Data = Data(), url: URL? = nil) {
        self.head = head
        self.body = body
        self.url = url
    }

    /// Creates a response whose body is still to come.
    ///
    /// - Parameters:
    ///   - head: Status and headers.
    ///   - chunks: The body.
    ///   - url: Where it came from.
    public init(head: HTTPResponse, chunks: ResponseChunks, url: URL? = nil) {
        self.init(head: head, url: url)
        stream = chunks
    }

    /// Creates a response from a status code, for tests and stand-ins.
    ///
    /// - Parameters:
    ///   - status: The status code; one outside 100 to 999 counts as 500.
    ///   - headers: The headers.
    ///   - body: The body.
    public init(status: Int, headers: HTTPFields = [:], body: Data = Data()) {
        let code = (100...999).contains(status) ? status : 500
        self.init(head: HTTPResponse(status: .init(code: code), headerFields: headers), body: body)
    }

    /// The body in parts, as they come; a whole body is one part.
    ///
    /// A streamed body can be read once.
    public var chunks: ResponseChunks {
        stream ?? ResponseChunks(body)
    }

    /// The status code.
    public var status: Int {
        head.status.code
    }

    /// Whether the status says that the request was carried out.
    public var isSuccess: Bool {
        (200...299).contains(status)
    }
}

extension NetworkingResponse: CustomStringConvertible {
    /// The status and the size of the body: headers and bodies may hold what no log should.
    public var description: String {
        "status \(status), \(body.count) bytes"
    }
}
