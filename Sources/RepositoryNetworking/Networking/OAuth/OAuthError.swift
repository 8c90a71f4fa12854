/// Why there are no tokens.
///
/// Neither the message nor the description has a token, a code, a password or a text of the server.
public struct OAuthError: Error, Sendable {
    /// What kind of failure it is; more kinds may follow.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the kind.
        public let description: String

        /// Creates a kind of failure.
        ///
        /// - Parameter name: Its name, in camel case.
        public init(_ name: String) {
            self.description = name
        }

        /// The user must log in again: the tokens have expired, or the server has withdrawn them.
        public static let loginRequired = Code("loginRequired")
        /// The server refused; `reason` is its error.
        public static let refused = Code("refused")
        /// The answer of the token endpoint has no tokens, and no error of OAuth.
        public static let unreadableResponse = Code("unreadableResponse")
        /// No whole answer came from the token endpoint; `cause` is the `NetworkingError`.
        public static let network = Code("network")
        /// The store of the tokens failed; `cause` is its error.
        public static let store = Code("store")
        /// The address of an endpoint is not a URL that can be asked.
        public static let invalidURL = Code("invalidURL")
        /// The address that the browser came back with is not an answer to the authorization.
        public static let invalidRedirect = Code("invalidRedirect")
        /// The redirect answers another authorization than this one, and may be an attack.
        public static let stateMismatch = Code("stateMismatch")
    }

    /// The error code of a server; more codes exist than those here.
    public struct Reason: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
        /// The code, such as `invalid_grant`.
        public let rawValue: String

        /// Creates the code of a server.
        ///
        /// - Parameter rawValue: The code.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The code.
        public var description: String { rawValue }

        /// A parameter of the request is missing or wrong.
        public static let invalidRequest = Reason(rawValue: "invalid_request")
        /// The server does not know the client, or its secret is another.
        public static let invalidClient = Reason(rawValue: "invalid_client")
        /// The password, the code or the refresh token is wrong, expired or withdrawn.
        public static let invalidGrant = Reason(rawValue: "invalid_grant")
        /// The client may not use this kind of grant.
        public static let unauthorizedClient = Reason(rawValue: "unauthorized_client")
        /// The server does not offer this kind of grant.
        public static let unsupportedGrantType = Reason(rawValue: "unsupported_grant_type")
        /// A scope is unknown, or more than was granted.
        public static let invalidScope = Reason(rawValue: "invalid_scope")
        /// The user, or the server, has denied the authorization.
        public static let accessDenied = Reason(rawValue: "access_denied")
        /// The server does not give codes in this way.
        public static let unsupportedResponseType = Reason(rawValue: "unsupported_response_type")
        /// The server failed.
        public static let serverError = Reason(rawValue: "server_error")
        /// The server has no time now.
        public static let temporarilyUnavailable = Reason(rawValue: "temporarily_unavailable")
    }

    /// What kind of failure it is.
    public var code: Code
    /// What happened, in a sentence.
    public var message: String
    /// The error code of the server, where it gave one.
    public var reason: Reason?
    /// What the server says about it (`error_description`), without what was sent in secret; it is for
    /// developers, not for users.
    public var serverDescription: String?
    /// The status of the answer, where there was one.
    public var status: Int?
    /// Whether the same may succeed later.
    public var isRetryable = false
    /// The error below.
    public var cause: (any Error)?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind.
    ///   - message: What happened, in a sentence, without tokens.
    ///   - cause: The error below.
    public init(_ code: Code, message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}

extension OAuthError: CustomStringConvertible {
    /// The message, the kind, and the error code and the status of the server where there are any.
    public var description: String {
        let details = [code.description, reason?.rawValue, status.map { "status \($0)" }]
        return "\(message) (\(details.compactMap(\.self).joined(separator: ", ")))"
    }
}

extension OAuthError {
    /// Says that a server refused.
    ///
    /// - Parameters:
    ///   - reason: Its error code.
    ///   - description: What it says about it.
    ///   - secrets: What was sent to it.
    init(refusal reason: String, _ description: String?, hiding secrets: [String]) {
        // A code is short and printable (RFC 6749, section 5.2), and has no secret in it.
        let isCode =
            1...100 ~= reason.utf8.count && reason.utf8.allSatisfy { 0x21...0x7E ~= $0 }
            && !secrets.contains { !$0.isEmpty && reason.contains($0) }
        self.init(.refused, message: "The server refused to give tokens.")
        self.reason = isCode ? Reason(rawValue: reason) : nil
        self.serverDescription = description.map { text in
            secrets.filter { !$0.isEmpty }.reduce(text) {
                $0.replacing($1, with: Redacted().description)
            }
        }
        self.isRetryable = [.serverError, .temporarilyUnavailable].contains(self.reason)
    }
}

extension NetworkingError {
    /// Why there is no token for the request; nil where that is not the problem, or another source than
    /// ``OAuthTokenSource`` gives tokens.
    public var oauth: OAuthError? { cause as? OAuthError }
}

extension RepositoryError {
    /// Why there is no token for the request; nil where that is not the problem, or another source than
    /// ``OAuthTokenSource`` gives tokens.
    public var oauth: OAuthError? { (cause as? NetworkingError)?.oauth }
}
