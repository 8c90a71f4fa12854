public import Foundation

/// One login in a browser: the address to open, and what the redirect from there means (RFC 6749, section
/// 4.1, with PKCE, RFC 7636).
///
/// ```swift
/// let login = try client.authorization(
///     at: "https://id.example.com/authorize", redirect: "com.example.shop:/login", scopes: ["orders"])
/// let redirect = try await browser.open(login.url)        // such as ASWebAuthenticationSession
/// try await tokens.logIn(login.grant(from: redirect))
/// ```
public struct OAuthAuthorization: Sendable {
    /// The address to open in the browser of the user.
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
            let message = "The address of the authorization endpoint or of the redirect is no URL."
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
        // The endpoint may have a query, which stays.
        let own = [parts.percentEncodedQuery].compactMap(\.self).filter { !$0.isEmpty }
        parts.percentEncodedQuery = (own + query).joined(separator: "&")
        guard let url = parts.url else {
            throw OAuthError(.invalidURL, message: "The authorization has no URL.")
        }
        self.url = url
        self.redirect = redirectParts
        self.redirectText = redirect
        self.scopes = scopes
    }

    /// Reads the address that the browser came back with.
    ///
    /// - Parameter url: The address, with its query.
    /// - Returns: What gets the tokens, once and soon.
    /// - Throws: `OAuthError`: `.refused` where the server or the user denied, with the `reason`;
    ///   `.stateMismatch` where the redirect answers another authorization; `.invalidRedirect` where it
    ///   is none.
    public func grant(from url: URL) throws(OAuthError) -> OAuthGrant {
        guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
            parts.isSamePlace(as: redirect)
        else {
            throw Self.invalidRedirect("The address is not the one for the redirect.")
        }
        let fields = try Self.fields(of: parts.percentEncodedQuery ?? "")
        guard fields["state"] == state else {
            let message = "The redirect does not answer this authorization: its state is another."
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

    /// The parameters of a query, of which none may be there twice (RFC 6749, section 3.1).
    private static func fields(of query: String) throws(OAuthError) -> [String: String] {
        var fields: [String: String] = [:]
        for item in query.split(separator: "&") {
            let halves = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { PercentEncoding.decode($0.replacing("+", with: "%20")) }
            guard let name = halves[0], let value = halves.count > 1 ? halves[1] : "" else {
                throw invalidRedirect("The query of the redirect is not encoded right.")
            }
            guard fields.updateValue(value, forKey: name) == nil else {
                throw invalidRedirect("A parameter of the redirect is there twice.")
            }
        }
        return fields
    }

    private static func invalidRedirect(_ message: String) -> OAuthError {
        OAuthError(.invalidRedirect, message: message)
    }
}

extension OAuthAuthorization: CustomStringConvertible, CustomReflectable {
    /// Nothing of what it is.
    public var description: String { Redacted().description }

    /// A mirror that shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension OAuthClient {
    /// Begins a login in a browser.
    ///
    /// - Parameters:
    ///   - endpoint: The address of the authorization endpoint.
    ///   - redirect: The address that the browser comes back to, as the server knows it, such as
    ///     `com.example.shop:/login`.
    ///   - scopes: What the tokens are to allow; the server chooses where there are none.
    ///   - parameters: What else the server wants to know, such as `["prompt": "login"]`.
    /// - Returns: The authorization, with the address to open.
    /// - Throws: `OAuthError` of the kind `.invalidURL`.
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
    /// Whether two addresses differ in nothing but query and fragment.
    fileprivate func isSamePlace(as other: URLComponents) -> Bool {
        scheme?.lowercased() == other.scheme?.lowercased()
            && (host ?? "").lowercased() == (other.host ?? "").lowercased()
            && port == other.port && percentEncodedPath == other.percentEncodedPath
    }
}
