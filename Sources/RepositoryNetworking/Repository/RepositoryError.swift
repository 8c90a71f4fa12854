import HTTPTypes

/// The error of a failed operation of a repository.
///
/// The message contains no user data. `response` is the whole response of the server, `service` the
/// error that the service describes in it, and `failure` its decoded body, if the schema declares
/// one:
///
///     do {
///         try await messages.create(draft)
///     } catch {
///         let problem = error.failure as? Problem
///         …
///     }
public struct RepositoryError: Error, Sendable {
    /// The code of an error; later versions may add codes, and a repository may define its own.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code.
        public let description: String

        /// Creates a code.
        ///
        /// - Parameter name: Its name, in camel case.
        public init(_ name: String) {
            self.description = name
        }

        /// No complete response was received; `cause` is the `NetworkingError`.
        public static let network = Code("network")
        /// The task was cancelled.
        public static let cancelled = Code("cancelled")
        /// The server does not understand the request: 400.
        public static let badRequest = Code("badRequest")
        /// The server could not authenticate the request: 401.
        public static let unauthorized = Code("unauthorized")
        /// The request needs credentials, and the session has none; it was not sent.
        public static let missingCredentials = Code("missingCredentials")
        /// The user may not make the request: 403.
        public static let forbidden = Code("forbidden")
        /// The entity or resource does not exist: 404 or 410.
        public static let notFound = Code("notFound")
        /// The state on the server differs from the one that the request expects, or the server
        /// requires a precondition: 409, 412 or 428.
        public static let conflict = Code("conflict")
        /// The server carried out the write on an entity with another identity.
        public static let identityMismatch = Code("identityMismatch")
        /// The server understands the request but rejects its content: 422.
        public static let invalid = Code("invalid")
        /// Too many requests: 429.
        public static let tooManyRequests = Code("tooManyRequests")
        /// The server failed: 500 and above.
        public static let server = Code("server")
        /// The server responded with another error status.
        public static let unexpectedStatus = Code("unexpectedStatus")
        /// The response has a success status, but not the declared content.
        public static let unreadableResponse = Code("unreadableResponse")
        /// The response has a success status, but no content.
        public static let emptyResponse = Code("emptyResponse")
        /// The request could not be created from its arguments, or the stream of its body failed.
        public static let invalidRequest = Code("invalidRequest")
        /// The mock environment has no example for the request.
        public static let noExample = Code("noExample")
        /// A mock has no result for the call.
        public static let notTold = Code("notTold")
        /// The local store failed; `cause` is the `StorageError`.
        public static let storage = Code("storage")
        /// A document in the local store does not match the schema; `cause` has the reason.
        public static let unreadableDocument = Code("unreadableDocument")
    }

    // `failure` is no part of the content: without a value of unknown size in the error itself, the
    // compiler (6.3) crashes at asynchronous closures in generic code.

    /// The body of the response, decoded as declared for this status.
    ///
    /// Nil if nothing is declared, or if the body does not match: ``cause`` is then the `JSONError`
    /// with its position.
    public var failure: (any Sendable)?

    /// The other properties, stored outside the structure: an error is part of most results, and
    /// would otherwise make each of them large, and expensive to copy.
    private struct Content: Sendable {
        var code: Code
        var message: String
        var operation: String
        var response: NetworkingResponse?
        var service: ServiceFailure?
        var isRetryable = false
        var isAmbiguous = false
        var retryAfter: Duration?
        var index: Int?
        var cause: (any Error)?
    }

    @Indirect private var content: Content

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - operation: The operation.
    ///   - message: What happened, in a sentence, without user data.
    ///   - cause: The underlying error.
    public init(
        _ code: Code,
        during operation: String,
        message: String,
        cause: (any Error)? = nil
    ) {
        content = Content(code: code, message: message, operation: operation, cause: cause)
    }

    /// The code of the error.
    public var code: Code {
        get { content.code }
        set { content.code = newValue }
    }

    /// What happened, in a sentence.
    public var message: String {
        get { content.message }
        set { content.message = newValue }
    }

    /// The operation, such as `GET /messages/1`.
    public var operation: String {
        get { content.operation }
        set { content.operation = newValue }
    }

    /// The response of the server, if there was one.
    public var response: NetworkingResponse? {
        get { content.response }
        set { content.response = newValue }
    }

    /// The error that the service describes in its response, in any of the supported formats; nil
    /// if there is none.
    public var service: ServiceFailure? {
        get { content.service }
        set { content.service = newValue }
    }

    /// Whether the same operation may succeed later and is safe to repeat.
    public var isRetryable: Bool {
        get { content.isRetryable }
        set { content.isRetryable = newValue }
    }

    /// Whether the server may have carried out a write although the operation failed.
    public var isAmbiguous: Bool {
        get { content.isAmbiguous }
        set { content.isAmbiguous = newValue }
    }

    /// The delay that the server asks for.
    public var retryAfter: Duration? {
        get { content.retryAfter }
        set { content.retryAfter = newValue }
    }

    /// The index of the failed element of a batch, starting at 0.
    ///
    /// The elements before it were written, and those after it were not. A local store has written
    /// none.
    public var index: Int? {
        get { content.index }
        set { content.index = newValue }
    }

    /// The underlying error.
    public var cause: (any Error)? {
        get { content.cause }
        set { content.cause = newValue }
    }

    /// The status code of the response, if there was one.
    public var status: Int? {
        response?.status
    }

    /// The number of attempts, including an unfinished one.
    public var attempts: Int {
        response?.attempts ?? (cause as? NetworkingError)?.attempts ?? 1
    }
}

extension RepositoryError: CustomStringConvertible {
    /// The operation, the message, the code, the status if there is one, and the number of attempts
    /// if there were several.
    public var description: String {
        let status = status.map { ", status \($0)" } ?? ""
        let attempts = attempts > 1 ? ", \(attempts) attempts" : ""
        return "\(operation): \(message) (\(code)\(status)\(attempts))"
    }
}

extension RepositoryError {
    /// Wraps a networking error.
    init(_ error: NetworkingError) {
        let code: Code
        switch error.code {
        case .cancelled: code = .cancelled
        case .noExample: code = .noExample
        case .invalidRequest: code = .invalidRequest
        case .unreadableBody where error.isOfBodyStream: code = .invalidRequest
        case .missingCredentials: code = .missingCredentials
        default: code = .network
        }
        self.init(code, during: error.operation, message: error.message, cause: error)
        self.isRetryable = error.isRetryable
        self.isAmbiguous = error.isAmbiguous
    }

    /// Creates the error for an error status.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - request: The request.
    package init(status response: NetworkingResponse, to request: NetworkingRequest) {
        let (code, message) = Self.meaning(of: response.status)
        self.init(code, during: request.operation, message: message)
        self.response = response
        let form = request.form?.conventions.errors ?? request.api.conventions.errors
        self.service = (try? JSON(jsonData: response.body)).flatMap { ServiceFailure($0, form) }
        self.retryAfter = RetryAfter.duration(of: response)
        switch response.status {
        // With these statuses the server has not carried out the request.
        case 425, 429, 503: self.isRetryable = true
        case 408, 500, 502, 504: self.isRetryable = request.isIdempotent
        default: self.isRetryable = false
        }
        let isUnrelated = response.followsAmbiguousAttempt
        if !request.isRepeatable || isUnrelated && !request.isIdempotent {
            self.isRetryable = false
        }
        self.isAmbiguous = response.isAmbiguous(for: request) || isUnrelated
    }

    private static func meaning(of status: Int) -> (Code, String) {
        switch status {
        case 400: (.badRequest, "The server does not understand the request.")
        case 401: (.unauthorized, "The request is not authenticated.")
        case 403: (.forbidden, "The server refuses the request.")
        case 404, 410: (.notFound, "Not found on the server.")
        case 409, 412: (.conflict, "The state on the server differs from the expected one.")
        case 428:
            (
                .conflict,
                """
                The server requires a version for this change (If-Match), and no entity tag is \
                known: read the entity first.
                """
            )
        case 422: (.invalid, "The server rejected the content of the request.")
        case 429: (.tooManyRequests, "The server received too many requests.")
        case 500...: (.server, "The server failed.")
        default: (.unexpectedStatus, "The server responded with an unexpected status code.")
        }
    }
}
