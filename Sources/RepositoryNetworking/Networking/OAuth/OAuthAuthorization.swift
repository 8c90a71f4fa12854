public import Foundation

/// One login in a browser: the URL to open, and how to read its redirect (RFC 6749, section 4.1,
/// with PKCE, RFC 7636).
///
/// ```swift
/// let login = try client.authorization(
///     at: "https://id.example.com/authorize", redirect: "com.example.shop:/login", scopes: ["orders"])
/// let redirect = try await browser.open(login.url)        // such as ASWebAuthenticationSession
/// try await tokens.logIn(login.grant(from: redirect))
/// ```
public struct OAuthAuthorization: Sendable {
    /// The URL to open in the user's browser.
    public let url: URL
    private let redirect: URLComponents
    private let redirectText: String
    private let scopes: [String]
    private let state: String
    private let verifier = CodeVerifier()

    fileprivate init(
        client: OAuthClient,
        endpoint: String,
        redirect: String,
        scopes: [String],
        parameters: [String: String]
    ) throws(OAuthError) {
        guard BaseURL(endpoint) != nil, var parts = URLComponents(string: endpoint),
            let redirectParts = URLComponents(string: redirect), redirectParts.scheme != nil,
            redirectParts.fragment == nil
        else {
            let message = "The URL of the authorization endpoint or of the redirect is invalid."
            throw OAuthError(.invalidURL, message: message)
        }
        state = CodeVerifier.random(bytes: 16)
        var fields = parameters
        fields["response_type"] = "code"
        fields["client_id"] = client.id
        fields["redirect_uri"] = redirect
        fields["state"] = state
        fields["code_challenge"] = verifier.challenge
        fields["code_challenge_method"] = "S256"
        if !scopes.isEmpty { fields["scope"] = scopes.joined(separator: " ") }
        let query = fields.sorted { $0.key < $1.key }.map { name, value in
            "\(PercentEncoding.encode(name))=\(PercentEncoding.encode(value))"
        }
        // The query of the endpoint is kept.
        let own = [parts.percentEncodedQuery].compactMap(\.self).filter { !$0.isEmpty }
        parts.percentEncodedQuery = (own + query).joined(separator: "&")
        guard let url = parts.url else {
            throw OAuthError(.invalidURL, message: "The URL of the authorization is invalid.")
        }
        self.url = url
        self.redirect = redirectParts
        self.redirectText = redirect
        self.scopes = scopes
    }

    /// Reads the URL that the browser was redirected to.
    ///
    /// - Parameter url: The URL, with its query.
    /// - Returns: The grant to exchange for tokens, once and soon.
    /// - Throws: `OAuthError`: `.refused` if the server or the user denied, with the `reason`;
    ///   `.stateMismatch` if the redirect belongs to another authorization; `.invalidRedirect` if
    ///   it is not a redirect of an authorization.
    public func grant(from url: URL) throws(OAuthError) -> OAuthGrant {
        guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
            parts.isSamePlace(as: redirect)
        else {
            throw Self.invalidRedirect("The URL is not the redirect URL.")
        }
        let fields = try Self.fields(of: parts.percentEncodedQuery ?? "")
        guard fields["state"] == state else {
            let message = "The redirect belongs to another authorization: its state differs."
            throw OAuthError(.stateMismatch, message: message)
        }
        if let reason = fields["error"] {
            let description = fields["error_description"]
            var error = OAuthError(refusal: reason, description, hiding: [verifier.text])
            error.message =
                error.reason == .accessDenied
                ? "The user or the server denied the authorization."
                : "The server refused the authorization."
            throw error
        }
        guard let code = fields["code"], !code.isEmpty else {
            throw Self.invalidRedirect("The redirect has neither a code nor an error.")
        }
        return .code(code, redirect: redirectText, verifier: verifier, scopes: scopes)
    }

    /// Returns the parameters of a query; none may occur twice (RFC 6749, section 3.1).
    private static func fields(of query: String) throws(OAuthError) -> [String: String] {
        var fields: [String: String] = [:]
        for item in query.split(separator: "&") {
            let halves = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { PercentEncoding.decode($0.replacing("+", with: "%20")) }
            guard let name = halves[0], let value = halves.count > 1 ? halves[1] : "" else {
                throw invalidRedirect("The query of the redirect is not percent-encoded correctly.")
            }
            guard fields.updateValue(value, forKey: name) == nil else {
                throw invalidRedirect("The redirect contains a parameter twice.")
            }
        }
        return fields
    }

    private static func invalidRedirect(_ message: String) -> OAuthError {
        OAuthError(.invalidRedirect, message: message)
    }
}

extension OAuthAuthorization: CustomStringConvertible, CustomReflectable {
    /// A redacted description.
    public var description: String { Redacted().description }

    /// An empty mirror, which hides the value from dumps.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension OAuthClient {
    /// Begins a login in a browser.
    ///
    /// - Parameters:
    ///   - endpoint: The URL of the authorization endpoint.
    ///   - redirect: The redirect URL registered with the server, such as
    ///     `com.example.shop:/login`.
    ///   - scopes: The scopes to request; if empty, the server chooses.
    ///   - parameters: More parameters for the server, such as `["prompt": "login"]`.
    /// - Returns: The authorization, with the URL to open.
    /// - Throws: `OAuthError` with the code `.invalidURL`.
    public func authorization(
        at endpoint: String,
        redirect: String,
        scopes: [String] = [],
        parameters: [String: String] = [:]
    ) throws(OAuthError) -> OAuthAuthorization {
        try OAuthAuthorization(
            client: self,
            endpoint: endpoint,
            redirect: redirect,
            scopes: scopes,
            parameters: parameters
        )
    }
}

extension URLComponents {
    /// Returns whether two URLs are equal except for query and fragment.
    ///
    /// Browsers write an empty path of a web address as a slash, and leave out its default port.
    fileprivate func isSamePlace(as other: URLComponents) -> Bool {
        if let origin = Origin(self) {
            return origin == Origin(other) && webPath == other.webPath
        }
        return scheme?.lowercased() == other.scheme?.lowercased()
            && (host ?? "").lowercased() == (other.host ?? "").lowercased()
            && port == other.port && percentEncodedPath == other.percentEncodedPath
    }

    private var webPath: String { percentEncodedPath.isEmpty ? "/" : percentEncodedPath }
}
