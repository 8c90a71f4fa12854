import Foundation
import HTTPTypes

/// An OAuth 2 client (RFC 6749): an app that obtains tokens from an authorization server.
///
/// ```swift
/// let client = OAuthClient(id: "shop-app", tokenURL: "https://id.example.com/oauth/token")
/// let tokens = OAuthTokenSource(client, store: KeychainTokens())
/// let networking = NetworkingSession(api: Shop.self).with(.bearer(tokens))
/// ```
///
/// Token requests follow no redirect and are never sent twice: both could disclose secrets.
public struct OAuthClient: Sendable {
    /// How a client with a secret authenticates (RFC 6749, section 2.3.1).
    public enum Authentication: Sendable {
        /// With `Authorization: Basic …`, which every server must support.
        case basic
        /// With the fields `client_id` and `client_secret` of the body.
        case body
    }

    /// The client identifier.
    public let id: String
    private let secret: String?
    private let authentication: Authentication
    private let parameters: [String: String]
    private let path: String
    /// Sends token requests; nil if the token URL is invalid.
    private let networking: (any Networking)?

    /// Creates a client.
    ///
    /// If the string is not a valid URL, every token request fails with `.invalidURL`.
    ///
    /// - Parameters:
    ///   - id: The client identifier issued by the server.
    ///   - secret: The client secret; nil for an app on users' devices, which cannot keep a secret.
    ///   - authentication: How a client with a secret authenticates.
    ///   - tokenURL: The URL of the token endpoint; `https`, except in tests.
    ///   - parameters: More parameters for each token request, such as `["audience":
    ///     "https://api.example.com"]`.
    ///   - networking: Creates the networking for the origin of the token endpoint.
    public init(
        id: String,
        secret: String? = nil,
        authentication: Authentication = .basic,
        tokenURL: String,
        parameters: [String: String] = [:],
        networking: @Sendable (_ url: String) -> any Networking = { NetworkingSession(url: $0) }
    ) {
        self.id = id
        self.secret = secret
        self.authentication = authentication
        self.parameters = parameters
        guard BaseURL(tokenURL) != nil, let parts = URLComponents(string: tokenURL),
            let origin = Origin(parts)
        else {
            self.path = ""
            self.networking = nil
            return
        }
        self.path = parts.percentEncodedPath + (parts.percentEncodedQuery.map { "?\($0)" } ?? "")
        self.networking = networking(origin.text)
    }

    /// Obtains tokens.
    ///
    /// - Parameter grant: The grant to exchange for tokens.
    /// - Returns: The tokens.
    /// - Throws: `OAuthError`.
    public func tokens(for grant: OAuthGrant) async throws(OAuthError) -> OAuthTokens {
        try await tokens(for: grant, now: { Date() })
    }

    /// Obtains tokens, with a given clock.
    func tokens(
        for grant: OAuthGrant,
        now: @Sendable () -> Date
    ) async throws(OAuthError) -> OAuthTokens {
        guard let networking else {
            let message = "The URL of the token endpoint is invalid."
            throw OAuthError(.invalidURL, message: message)
        }
        // The lifetime starts before the request, so that it is never overestimated.
        let start = now()
        let response: NetworkingResponse
        do {
            response = try await networking.send(request(for: grant))
        } catch {
            let message = "The token endpoint did not respond: \(error.message)"
            var failure = OAuthError(.network, message: message, cause: error)
            failure.isRetryable = Self.transient.contains(error.code)
            throw failure
        }
        let secrets = grant.secrets + [secret].compactMap(\.self)
        return try TokenAnswer(response).tokens(scopes: grant.scopes, at: start, hiding: secrets)
    }

    private func request(for grant: OAuthGrant) -> NetworkingRequest {
        var fields = parameters.merging(grant.fields) { _, own in own }
        if grant.sendsScopes { fields["scope"] = grant.scopes.joined(separator: " ") }
        var headers: HTTPFields = [
            .accept: "application/json", .contentType: FormEncoding.mediaType,
        ]
        switch (secret, authentication) {
        case (nil, _):
            fields["client_id"] = id
        case (let secret?, .body):
            fields["client_id"] = id
            fields["client_secret"] = secret
        case (let secret?, .basic):
            // Both are form-encoded, so the first colon is the separator.
            let pair = "\(PercentEncoding.encode(id)):\(PercentEncoding.encode(secret))"
            headers[.authorization] = "Basic \(Data(pair.utf8).base64EncodedString())"
        }
        let body = fields.sorted { $0.key < $1.key }.map { name, value in
            "\(PercentEncoding.encode(name))=\(PercentEncoding.encode(value))"
        }
        var request = NetworkingRequest(
            method: .post,
            path: path,
            headers: headers,
            body: Data(body.joined(separator: "&").utf8)
        )
        request.authenticates = false
        request.context.followsRedirects = false
        return request
    }

    /// Transient failures: the same grant can be sent again, even if the server has received it.
    private static let transient: Set<NetworkingError.Code> = [
        .timedOut, .cannotConnect, .cannotFindHost, .offline, .connectionLost, .truncated,
        // A captive portal intercepts the connection.
        .untrusted,
    ]
}

extension OAuthClient: CustomStringConvertible, CustomReflectable {
    /// The client identifier.
    public var description: String { Redacted.description(of: self) }

    /// A mirror with the client identifier only.
    public var customMirror: Mirror { Redacted.mirror(of: self, ["id": id]) }
}
