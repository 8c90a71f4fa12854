public import Foundation
public import HTTPTypes

/// A request to a server: head, body, and how to send it.
public struct NetworkingRequest: Sendable {
    /// Method, path with query, and header fields.
    ///
    /// The path is percent-encoded and relative to the base URL of the `Networking` that sends it.
    /// Scheme and authority are nil. If they are set, for example for a link to the next page, they
    /// must be those of the base URL. If not, the request is rejected.
    public var head: HTTPRequest
    /// The bytes of the body; nil if there is none, or it is a ``source``.
    public var body: Data?
    /// A body that is read from disk or produced while it is sent; nil if the body is in memory, or
    /// there is none.
    ///
    /// Only a `Networking` that supports sources receives them: see
    /// ``Networking/sendsBodySources``.
    public var source: BodySource?
    /// Whether to return the response as soon as its head is received: see
    /// ``NetworkingResponse/chunks``.
    ///
    /// A `Networking` without streaming returns the whole response instead. A response with an
    /// error status is always returned as a whole.
    public var streamsResponse = false
    /// Receives the progress of the transfer; called often, from any thread.
    public var progress: (@Sendable (TransferProgress) -> Void)?
    /// A description of the request for errors and logs: `GET /messages/1`, without a query.
    public var operation: String
    /// The name of the endpoint; nil if a repository created the request.
    public var endpoint: String?
    /// The API of the request.
    public var api: any APIDefinition.Type
    /// Whether to add credentials, if the API declares authentication.
    public var authenticates: Bool
    /// The credential, if a middleware sets one; nil to use that of the session.
    ///
    /// A session adds it at the place that the API declares, and only to requests to its own
    /// origin. Another `Networking` at the end of a chain must add it itself: see
    /// ``Credential/authorization``.
    public var credential: Credential?
    /// The environment; nil for that of the session.
    public var environment: APIEnvironment?
    /// The time limit for the whole request; nil for that of the session.
    ///
    /// See ``RequestOptions/timeout``.
    public var timeout: Duration?
    /// The response body, as JSON text, that the mock environment returns.
    public var example: String?
    /// The media type of the example; nil for the accepted one, or JSON.
    var exampleMedia: String?
    /// The declared bodies of failure responses.
    var failures = DeclaredFailures()
    /// The request in the terms of a repository; nil if no repository created it.
    package var form: ServiceForm?
    /// Context that middleware and the session share.
    var context = RequestContext()
    /// The idempotence set by the caller; nil to derive it from method and header fields.
    var statedIdempotence: Bool?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The percent-encoded path with its query, relative to the base URL.
    ///   - headers: The header fields.
    ///   - body: The bytes of the body.
    public init(
        method: HTTPMethod,
        path: String,
        headers: HTTPFields = [:],
        body: Data? = nil
    ) {
        self.head = HTTPRequest(
            method: method.head,
            scheme: nil,
            authority: nil,
            path: path,
            headerFields: headers
        )
        self.body = body
        let bare = path.prefix { $0 != "?" }
        self.operation = "\(method.rawValue) \(bare.hasPrefix("/") ? "" : "/")\(bare)"
        self.api = UnspecifiedAPI.self
        self.authenticates = true
    }
}

extension NetworkingRequest {
    /// The size of the body in bytes; for a stream, the bytes sent so far.
    public var bodyLength: Int {
        source?.length ?? source?.produced?.count ?? body?.count ?? 0
    }

    /// Whether there is a body: in memory, on disk, or a stream.
    public var hasBody: Bool {
        body != nil || source != nil
    }

    /// Whether the request can be sent again; a ``RequestStream`` can only be sent once.
    public var isRepeatable: Bool {
        source?.isSpent != true
    }
}

extension NetworkingRequest: CustomStringConvertible {
    /// The operation and the size of the body; header fields and bodies may contain secrets.
    public var description: String {
        "\(operation), \(bodyLength) bytes"
    }
}
