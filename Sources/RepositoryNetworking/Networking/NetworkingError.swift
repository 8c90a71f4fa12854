/// Why no whole response came to a request.
///
/// The message holds no data of the user: no address, no query, no header, no body.
public struct NetworkingError: Error, Sendable {
    /// What kind of failure it is; more kinds may follow, and a `Networking` may add its own.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the kind.
        public let description: String

        /// Creates a kind of failure.
        ///
        /// - Parameter name: Its name, in camel case.
        public init(_ name: String) {
            self.description = name
        }

        /// Nothing came for as long as the session waits.
        public static let timedOut = Code("timedOut")
        /// The server does not accept connections.
        public static let cannotConnect = Code("cannotConnect")
        /// The name of the host has no address.
        public static let cannotFindHost = Code("cannotFindHost")
        /// There is no network.
        public static let offline = Code("offline")
        /// The connection broke before a response came.
        public static let connectionLost = Code("connectionLost")
        /// The response ended before its announced end.
        public static let truncated = Code("truncated")
        /// The task that waited was cancelled.
        public static let cancelled = Code("cancelled")
        /// The base URL, or what a path makes of it, is not a URL that can be asked.
        public static let invalidURL = Code("invalidURL")
        /// The API has no base URL for the environment.
        public static let noBaseURL = Code("noBaseURL")
        /// The request cannot be sent as it is.
        public static let invalidRequest = Code("invalidRequest")
        /// A file of the body cannot be read, or has changed since the request was made; or the sequence of
        /// a stream has thrown an error, which is the cause.
        public static let unreadableBody = Code("unreadableBody")
        /// The body is a stream, which can be sent once, and has to be sent again.
        public static let unrepeatableBody = Code("unrepeatableBody")
        /// The request must say who sends it, and there are no credentials for that: it was not sent,
        /// or the server refused its token, which could not be renewed.
        public static let missingCredentials = Code("missingCredentials")
        /// The response is not HTTP.
        public static let invalidResponse = Code("invalidResponse")
        /// The server sends from one address to the next without end.
        public static let tooManyRedirects = Code("tooManyRedirects")
        /// The server redirects to where a client must not follow.
        public static let unsafeRedirect = Code("unsafeRedirect")
        /// The response is larger than the session accepts.
        public static let tooLarge = Code("tooLarge")
        /// No secure connection could be made.
        public static let untrusted = Code("untrusted")
        /// The mock environment was asked, and there is no example.
        public static let noExample = Code("noExample")
        /// Anything else.
        public static let unknown = Code("unknown")
    }

    /// What kind of failure it is.
    public var code: Code
    /// What happened, in a sentence.
    public var message: String
    /// What was asked, such as `GET /messages/1`.
    public var operation: String
    /// Whether the same request may succeed later, and sending it again does no harm.
    ///
    /// A POST or PATCH that may have arrived is not retryable, unless it has an idempotency key: the
    /// server may have carried it out.
    public var isRetryable: Bool
    /// Whether the server may have carried out a write although no answer came.
    public var isAmbiguous: Bool
    /// How many times the request was sent, or begun to be.
    public var attempts = 1
    /// The error below, without addresses.
    public var cause: (any Error)?

    /// Creates an error of a request.
    ///
    /// What can be retried and what is ambiguous follows from the kind and the method.
    ///
    /// - Parameters:
    ///   - code: The kind.
    ///   - request: The request that failed.
    ///   - message: What happened; a sentence for the kind by default.
    ///   - cause: The error below.
    public init(
        _ code: Code,
        during request: NetworkingRequest,
        message: String? = nil,
        cause: (any Error)? = nil
    ) {
        self.code = code
        let isProduced = code == .unreadableBody && request.source?.produced != nil
        self.message =
            message ?? (isProduced ? "The stream of the body has failed." : code.sentence)
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
    /// The operation, the message, the kind, and how many attempts were made if not one.
    public var description: String {
        "\(operation): \(message) (\(code)\(attempts > 1 ? ", \(attempts) attempts" : ""))"
    }
}

extension NetworkingError {
    /// Failures that happen before a byte of the request has left, and may pass.
    private static let neverSent: Set<Code> = [.cannotConnect, .cannotFindHost, .offline]
    /// Failures that may pass.
    private static let transient: Set<Code> = [.timedOut, .connectionLost, .truncated]
    /// Failures after which the server may have done what was asked.
    private static let afterSending: Set<Code> = [
        .timedOut, .connectionLost, .truncated, .cancelled, .tooLarge, .invalidResponse, .unknown,
    ]
}

extension NetworkingError.Code {
    fileprivate var sentence: String {
        switch self {
        case .timedOut: "The server did not answer in time."
        case .cannotConnect: "The server does not accept connections."
        case .cannotFindHost: "The name of the host has no address."
        case .offline: "There is no network."
        case .connectionLost: "The connection broke before the response came."
        case .truncated: "The response ended before its announced end."
        case .cancelled: "The task was cancelled."
        case .invalidURL: "The address is no URL that can be asked."
        case .noBaseURL: "The API has no base URL for this environment."
        case .invalidRequest: "The request cannot be sent as it is."
        case .unreadableBody: "A file that is to be sent cannot be read, or has changed."
        case .unrepeatableBody:
            "The body is a stream, which can be sent once: make a new one for another request."
        case .missingCredentials: "The request needs credentials, and there are none."
        case .invalidResponse: "The response is not HTTP."
        case .tooManyRedirects: "The server redirected too often."
        case .unsafeRedirect: "The server redirected to where a client must not follow."
        case .tooLarge: "The response is larger than the session accepts."
        case .untrusted: "No secure connection could be made."
        case .noExample: "The mock environment has no example to answer with."
        default: "The request failed."
        }
    }
}
