import HTTPTypes

/// Why a repository could not do what it was asked.
///
/// The message holds no data of the user. The whole answer of the server is in `response`, what it says
/// in the service's own words in `service`, and what its body means, where the schema declares it, in
/// `failure`:
///
///     do {
///         try await messages.create(draft)
///     } catch {
///         let problem = error.failure as? Problem
///         …
///     }
public struct RepositoryError: Error, Sendable {
    /// What kind of failure it is; more kinds may follow, and a repository may add its own.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the kind.
        public let description: String

        /// Creates a kind of failure.
        ///
        /// - Parameter name: Its name, in camel case.
        public init(_ name: String) {
            self.description = name
        }

        /// No whole answer came; `cause` is the `NetworkingError`.
        public static let network = Code("network")
        /// The task that waited was cancelled.
        public static let cancelled = Code("cancelled")
        /// The server does not understand the request: 400.
        public static let badRequest = Code("badRequest")
        /// The server does not know who asks: 401.
        public static let unauthorized = Code("unauthorized")
        /// The request must say who asks, and the session has no credentials; it was not sent.
        public static let missingCredentials = Code("missingCredentials")
        /// The server knows who asks, and refuses: 403.
        public static let forbidden = Code("forbidden")
        /// There is no such thing: 404 or 410.
        public static let notFound = Code("notFound")
        /// The server has another state than the request assumes, or wants to know which one that is: 409,
        /// 412 or 428.
        public static let conflict = Code("conflict")
        /// The server has carried out the write, but on an entity with another identity.
        public static let identityMismatch = Code("identityMismatch")
        /// The server understands what was sent, and does not accept it: 422.
        public static let invalid = Code("invalid")
        /// The server was asked too often: 429.
        public static let tooManyRequests = Code("tooManyRequests")
        /// The server failed: 500 and above.
        public static let server = Code("server")
        /// The server answered with another status that is no success.
        public static let unexpectedStatus = Code("unexpectedStatus")
        /// The server says that all is well, but its answer is not what was declared.
        public static let unreadableResponse = Code("unreadableResponse")
        /// The server says that all is well, but its answer is empty.
        public static let emptyResponse = Code("emptyResponse")
        /// The request could not be made of what was given.
        public static let invalidRequest = Code("invalidRequest")
        /// The mock environment has no example to answer with.
        public static let noExample = Code("noExample")
        /// A mock was not told what to answer.
        public static let notTold = Code("notTold")
        /// The local store failed; `cause` is the `StorageError`.
        public static let storage = Code("storage")
        /// What is in the local store is not what the schema says; `cause` says why.
        public static let unreadableDocument = Code("unreadableDocument")
    }

    /// What kind of failure it is.
    public var code: Code
    /// What happened, in a sentence.
    public var message: String
    /// What was asked, such as `GET /messages/1`.
    public var operation: String
    /// The answer of the server, where there was one.
    public var response: NetworkingResponse?
    /// The body of the answer as the endpoint declares it for this status; nil where it declares none, or
    /// the body is something else, and then ``cause`` is the `JSONError` that says where.
    public var failure: (any Sendable)?
    /// What the service says in the body of its answer, whatever the form of its errors; nil where it says
    /// nothing.
    public var service: ServiceFailure?
    /// Whether the same operation may succeed later, and doing it again does no harm.
    public var isRetryable: Bool
    /// Whether the server may have carried out a write although no answer came.
    public var isAmbiguous: Bool
    /// How long the server asks to wait.
    public var retryAfter: Duration?
    /// Which of a batch failed, counted from 0.
    ///
    /// Those before it are done, those after it are not; of a batch in a local store, none is.
    public var index: Int?
    /// The error below.
    public var cause: (any Error)?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind.
    ///   - operation: What was asked.
    ///   - message: What happened, in a sentence, without data of the user.
    ///   - cause: The error below.
    public init(
        _ code: Code,
        during operation: String,
        message: String,
        cause: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.operation = operation
        self.isRetryable = false
        self.isAmbiguous = false
        self.cause = cause
    }

    /// The status of the answer, where there was one.
    public var status: Int? {
        response?.status
    }

    /// How many times the request was sent, or begun to be.
    public var attempts: Int {
        response?.attempts ?? (cause as? NetworkingError)?.attempts ?? 1
    }
}

extension RepositoryError: CustomStringConvertible {
    /// The operation, the message, the kind, the status where there is one, and how many attempts
    /// were made if not one.
    public var description: String {
        let status = status.map { ", status \($0)" } ?? ""
        let attempts = attempts > 1 ? ", \(attempts) attempts" : ""
        return "\(operation): \(message) (\(code)\(status)\(attempts))"
    }
}

extension RepositoryError {
    /// Wraps an error of the network.
    init(_ error: NetworkingError) {
        let code: Code
        switch error.code {
        case .cancelled: code = .cancelled
        case .noExample: code = .noExample
        case .invalidRequest: code = .invalidRequest
        case .missingCredentials: code = .missingCredentials
        default: code = .network
        }
        self.init(code, during: error.operation, message: error.message, cause: error)
        self.isRetryable = error.isRetryable
        self.isAmbiguous = error.isAmbiguous
    }

    /// Says what a status that is no success means.
    ///
    /// - Parameters:
    ///   - response: The answer.
    ///   - request: What was asked.
    package init(status response: NetworkingResponse, to request: NetworkingRequest) {
        let (code, message) = Self.meaning(of: response.status)
        self.init(code, during: request.operation, message: message)
        self.response = response
        let form = request.form?.conventions.errors ?? request.api.conventions.errors
        self.service = (try? JSON(jsonData: response.body)).flatMap { ServiceFailure($0, form) }
        self.retryAfter = RetryAfter.duration(of: response)
        switch response.status {
        // The server says that it has not carried out the request.
        case 425, 429, 503: self.isRetryable = true
        case 408, 500, 502, 504: self.isRetryable = request.isIdempotent
        default: self.isRetryable = false
        }
        if !request.isRepeatable { self.isRetryable = false }
        self.isAmbiguous =
            response.isAmbiguous(for: request) || response.followsAmbiguousAttempt
    }

    private static func meaning(of status: Int) -> (Code, String) {
        switch status {
        case 400: (.badRequest, "The server does not understand the request.")
        case 401: (.unauthorized, "The server does not know who asks.")
        case 403: (.forbidden, "The server refuses the request.")
        case 404, 410: (.notFound, "The server has nothing there.")
        case 409, 412: (.conflict, "The server has another state than the request assumes.")
        case 428:
            (
                .conflict,
                """
                The server wants to know which version is changed (If-Match), and no entity tag is known \
                here: read the entity first.
                """
            )
        case 422: (.invalid, "The server does not accept what was sent.")
        case 429: (.tooManyRequests, "The server was asked too often.")
        case 500...: (.server, "The server failed.")
        default: (.unexpectedStatus, "The server answered with an unexpected status.")
        }
    }
}
