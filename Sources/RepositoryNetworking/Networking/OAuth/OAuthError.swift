/// An error because no tokens could be obtained.
///
/// Neither message nor description contains a token, code, password or text from the server.
public struct OAuthError: Error, Sendable {
    /// The code of an error; later versions may add codes.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code.
        public let description: String

        /// Creates a code.
        ///
        /// - Parameter name: Its name, in camel case.
        public init(_ name: String) {
            self.description = name
        }

        /// The user must log in again: the tokens have expired or were revoked.
        public static let loginRequired = Code("loginRequired")
        /// The server refused; `reason` is its error code.
        public static let refused = Code("refused")
        /// The response of the token endpoint contains neither tokens nor an OAuth error.
        public static let unreadableResponse = Code("unreadableResponse")
        /// No complete response was received from the token endpoint; `cause` is the
        /// `NetworkingError`.
        public static let network = Code("network")
        /// The token store failed; `cause` is its error.
        public static let store = Code("store")
        /// The URL of an endpoint is invalid.
        public static let invalidURL = Code("invalidURL")
        /// The redirect URL is not a response to the authorization.
        public static let invalidRedirect = Code("invalidRedirect")
        /// The redirect belongs to another authorization; this may be an attack.
        public static let stateMismatch = Code("stateMismatch")
    }

    /// The error code of a server; servers may send codes that are not listed here.
    public struct Reason: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
        /// The code, such as `invalid_grant`.
        public let rawValue: String

        /// Creates an error code.
        ///
        /// - Parameter rawValue: The code.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The code.
        public var description: String { rawValue }

        /// A parameter of the request is missing or wrong.
        public static let invalidRequest = Reason(rawValue: "invalid_request")
        /// The server does not know the client, or the secret is wrong.
        public static let invalidClient = Reason(rawValue: "invalid_client")
        /// The password, the code or the refresh token is wrong, expired or revoked.
        public static let invalidGrant = Reason(rawValue: "invalid_grant")
        /// The client may not use this kind of grant.
        public static let unauthorizedClient = Reason(rawValue: "unauthorized_client")
        /// The server does not offer this kind of grant.
        public static let unsupportedGrantType = Reason(rawValue: "unsupported_grant_type")
        /// A scope is unknown, or exceeds the granted scopes.
        public static let invalidScope = Reason(rawValue: "invalid_scope")
        /// The user, or the server, has denied the authorization.
        public static let accessDenied = Reason(rawValue: "access_denied")
        /// The server does not support this response type.
        public static let unsupportedResponseType = Reason(rawValue: "unsupported_response_type")
        /// The server failed.
        public static let serverError = Reason(rawValue: "server_error")
        /// The server is temporarily overloaded.
        public static let temporarilyUnavailable = Reason(rawValue: "temporarily_unavailable")
    }

    /// The code of the error.
    public var code: Code
    /// What happened, in a sentence.
    public var message: String
    /// The error code of the server, if it sent one.
    public var reason: Reason?
    /// The `error_description` of the server, with sent secrets removed; for developers, not for
    /// users.
    public var serverDescription: String?
    /// The status code, if there was a response.
    public var status: Int?
    /// Whether the same request may succeed later.
    public var isRetryable = false
    /// The underlying error.
    public var cause: (any Error)?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - message: What happened, in a sentence, without tokens.
    ///   - cause: The underlying error.
    public init(_ code: Code, message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}

extension OAuthError: CustomStringConvertible {
    /// The message, the code, and the server's error code and status if there are any.
    public var description: String {
        let details = [code.description, reason?.rawValue, status.map { "status \($0)" }]
        return "\(message) (\(details.compactMap(\.self).joined(separator: ", ")))"
    }
}

extension OAuthError {
    /// Creates the error for a refusal of the server.
    ///
    /// - Parameters:
    ///   - reason: Its error code.
    ///   - description: Its error description.
    ///   - secrets: The secrets sent to it.
    init(refusal reason: String, _ description: String?, hiding secrets: [String]) {
        // A code is short and printable (RFC 6749, section 5.2), and must not contain a secret.
        let isCode =
            1...100 ~= reason.utf8.count && reason.utf8.allSatisfy { 0x21...0x7E ~= $0 }
            && !secrets.contains { !$0.isEmpty && reason.contains($0) }
        self.init(.refused, message: "The server refused to issue tokens.")
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
    /// The OAuth error that is the reason for a missing token; nil for any other error, or if the
    /// tokens do not come from an ``OAuthTokenSource``.
    public var oauth: OAuthError? { cause as? OAuthError }
}

extension RepositoryError {
    /// The OAuth error that is the reason for a missing token; nil for any other error, or if the
    /// tokens do not come from an ``OAuthTokenSource``.
    public var oauth: OAuthError? { (cause as? NetworkingError)?.oauth }
}
