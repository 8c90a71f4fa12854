public import Foundation
public import HTTPTypes

/// A request on its way to a server: the head, the body, and what it is for.
public struct NetworkingRequest: Sendable {
    /// Method, path with query, and headers.
    ///
    /// The path is percent-encoded and relative to the base URL of whoever sends it. Scheme and
    /// authority are nil; where they are set (a link to the next page, say), they must be those
    /// of the base URL, or the request is refused.
    public var head: HTTPRequest
    /// The bytes of the body; nil where there is none, or it is a ``source``.
    public var body: Data?
    /// A body that is read from disk, or produced, while it is sent; nil where there is none, or it is in
    /// memory.
    ///
    /// Only a `Networking` that says so gets one: see ``Networking/sendsBodySources``.
    public var source: BodySource?
    /// Whether the response is wanted as soon as its head has come: see ``NetworkingResponse/chunks``.
    ///
    /// It is a wish: a `Networking` that knows only whole responses answers with one. A response whose
    /// status is no success is always whole.
    public var streamsResponse = false
    /// Who wants to know how far the transfer is; called from any thread, with short intervals.
    public var progress: (@Sendable (TransferProgress) -> Void)?
    /// What the request is for, as errors and logs name it: `GET /messages/1`, without a query.
    public var operation: String
    /// The name of the endpoint that it serves, nil where a repository made it by itself.
    public var endpoint: String?
    /// The API that it belongs to.
    public var api: any APIDefinition.Type
    /// Whether the request says who sends it, where those of its API do.
    public var authenticates: Bool
    /// Who sends it, where a middleware knows; nil leaves that to the session.
    ///
    /// A session puts it where the API wants it, in requests to its own origin only. Another
    /// `Networking` at the end of a chain does so itself: see ``Credential/authorization``.
    public var credential: Credential?
    /// The environment asked for, nil for that of the session.
    public var environment: APIEnvironment?
    /// How long it may take in all, instead of the bounds of the session; nil for those.
    ///
    /// See ``RequestOptions/timeout``.
    public var timeout: Duration?
    /// The answer, as JSON text, that the mock environment gives.
    public var example: String?
    /// The media type of the example; nil for what is accepted, or JSON.
    var exampleMedia: String?
    /// What the bodies of failures are.
    var failures = DeclaredFailures()
    /// What it is in the terms of a repository; nil where no repository made it.
    package var form: ServiceForm?
    /// What those on its way tell each other of it.
    var context = RequestContext()
    /// What was said about sending it twice; nil for what the method and its headers say.
    var statedIdempotence: Bool?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path, percent-encoded, with its query; relative to the base URL.
    ///   - headers: The headers.
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
    /// How many bytes the body has, wherever they are; of one that is produced, how many have been sent.
    public var bodyLength: Int {
        source?.length ?? source?.produced?.count ?? body?.count ?? 0
    }

    /// Whether there is a body, in memory, on disk, or produced while it is sent.
    public var hasBody: Bool {
        body != nil || source != nil
    }

    /// Whether it can be sent, once or once more: a ``RequestStream`` can be sent once.
    public var isRepeatable: Bool {
        source?.isSpent != true
    }
}

extension NetworkingRequest: CustomStringConvertible {
    /// The operation and the size of the body: headers and bodies may hold what no log should.
    public var description: String {
        "\(operation), \(bodyLength) bytes"
    }
}
