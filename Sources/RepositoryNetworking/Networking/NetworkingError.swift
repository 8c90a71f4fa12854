/// The error of a request without a complete response.
///
/// The message contains no user data: no URL, query, header field or body.
public struct NetworkingError: Error, Sendable {
    /// The code of an error; later versions may add codes, and a `Networking` may define its own.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code.
        public let description: String

        /// Creates a code.
        ///
        /// - Parameter name: Its name, in camel case.
        public init(_ name: String) {
            self.description = name
        }

        /// The server sent nothing within the timeout of the session.
        public static let timedOut = Code("timedOut")
        /// The server refuses connections.
        public static let cannotConnect = Code("cannotConnect")
        /// The host name has no address.
        public static let cannotFindHost = Code("cannotFindHost")
        /// There is no network.
        public static let offline = Code("offline")
        /// The connection broke before a response came.
        public static let connectionLost = Code("connectionLost")
        /// The response ended before its declared length.
        public static let truncated = Code("truncated")
        /// The task was cancelled.
        public static let cancelled = Code("cancelled")
        /// The base URL, or its combination with the path, is not a valid URL.
        public static let invalidURL = Code("invalidURL")
        /// The API has no base URL for the environment.
        public static let noBaseURL = Code("noBaseURL")
        /// The session has no transport: the package was built without its trait `URLSession`, and
        /// the session was given no other transport.
        public static let noTransport = Code("noTransport")
        /// The request is invalid and cannot be sent.
        public static let invalidRequest = Code("invalidRequest")
        /// A file of the body cannot be read or has changed since the request was created, or the
        /// sequence of a stream threw an error, which is the cause.
        public static let unreadableBody = Code("unreadableBody")
        /// The request must be sent again, but its body is a stream, which can only be sent once.
        public static let unrepeatableBody = Code("unrepeatableBody")
        /// The request needs credentials and there are none, or the server rejected the token,
        /// which could not be renewed.
        public static let missingCredentials = Code("missingCredentials")
        /// The response is not HTTP.
        public static let invalidResponse = Code("invalidResponse")
        /// The server redirected more often than the session allows.
        public static let tooManyRedirects = Code("tooManyRedirects")
        /// The server redirected to a URL that a client must not follow.
        public static let unsafeRedirect = Code("unsafeRedirect")
        /// The response exceeds the size limit of the session.
        public static let tooLarge = Code("tooLarge")
        /// No trusted TLS connection could be established.
        public static let untrusted = Code("untrusted")
        /// The mock environment has no example for the request.
        public static let noExample = Code("noExample")
        /// Any other failure.
        public static let unknown = Code("unknown")
    }

    /// The code of the error.
    public var code: Code
    /// What happened, in a sentence.
    public var message: String
    /// The method and path of the request, such as `GET /messages/1`.
    public var operation: String
    /// Whether the same request may succeed later and is safe to send again.
    ///
    /// A POST or PATCH that may have reached the server is not retryable unless it has an
    /// idempotency key: the server may have carried it out.
    public var isRetryable: Bool
    /// Whether the server may have carried out a write although no response was received.
    public var isAmbiguous: Bool
    /// The number of attempts, including an unfinished one.
    public var attempts = 1
    /// The underlying error, without URLs.
    public var cause: (any Error)?
    /// Whether the stream of the body failed, rather than the network.
    let isOfBodyStream: Bool

    /// Creates an error for a request.
    ///
    /// The code and the method of the request determine whether the error is retryable or
    /// ambiguous.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - request: The request that failed.
    ///   - message: What happened; by default, a sentence for the code.
    ///   - cause: The underlying error.
    public init(
        _ code: Code,
        during request: NetworkingRequest,
        message: String? = nil,
        cause: (any Error)? = nil
    ) {
        self.code = code
        isOfBodyStream = code == .unreadableBody && request.source?.produced != nil
        self.message =
            message ?? (isOfBodyStream ? "The stream of the body failed." : code.sentence)
        self.operation = request.operation
        self.isAmbiguous = Self.afterSending.contains(code) && !request.isSafe
        self.isRetryable =
            Self.neverSent.contains(code)
            || Self.transient.contains(code) && request.isIdempotent
        if !request.isRepeatable { self.isRetryable = false }
        self.cause = cause
    }
}

extension NetworkingError: CustomStringConvertible {
    /// The operation, the message, the code, and the number of attempts if there were several.
    public var description: String {
        "\(operation): \(message) (\(code)\(attempts > 1 ? ", \(attempts) attempts" : ""))"
    }
}

extension NetworkingError {
    /// Transient failures that happen before any byte of the request is sent.
    private static let neverSent: Set<Code> = [.cannotConnect, .cannotFindHost, .offline]
    /// Transient failures.
    private static let transient: Set<Code> = [.timedOut, .connectionLost, .truncated]
    /// Failures after which the server may have carried out the request.
    private static let afterSending: Set<Code> = [
        .timedOut, .connectionLost, .truncated, .cancelled, .tooLarge, .invalidResponse, .unknown,
    ]
}

extension NetworkingError.Code {
    fileprivate var sentence: String {
        switch self {
        case .timedOut: "The server did not respond in time."
        case .cannotConnect: "The server does not accept connections."
        case .cannotFindHost: "The host name has no address."
        case .offline: "There is no network."
        case .connectionLost: "The connection was lost before the response was complete."
        case .truncated: "The response is shorter than its declared length."
        case .cancelled: "The task was cancelled."
        case .invalidURL: "The URL is invalid."
        case .noBaseURL: "The API has no base URL for this environment."
        case .noTransport:
            "The session has no transport: pass one, or enable the package trait URLSession."
        case .invalidRequest: "The request cannot be sent as it is."
        case .unreadableBody: "A file in the body cannot be read, or has changed."
        case .unrepeatableBody:
            "The body is a stream, which can only be sent once: create a new one."
        case .missingCredentials: "The request needs credentials, and none are available."
        case .invalidResponse: "The response is not HTTP."
        case .tooManyRedirects: "The server redirected too often."
        case .unsafeRedirect: "The server redirected to a URL that must not be followed."
        case .tooLarge: "The response exceeds the size limit of the session."
        case .untrusted: "No trusted connection could be established."
        case .noExample: "The mock environment has no example for the request."
        default: "The request failed."
        }
    }
}
