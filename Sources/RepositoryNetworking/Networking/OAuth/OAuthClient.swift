import Foundation
import HTTPTypes

/// An app, as the server that gives tokens knows it (OAuth 2, RFC 6749).
///
/// ```swift
/// let client = OAuthClient(id: "shop-app", tokenURL: "https://id.example.com/oauth/token")
/// let tokens = OAuthTokenSource(client, store: KeychainTokens())
/// let networking = NetworkingSession(api: Shop.self).with(.bearer(tokens))
/// ```
///
/// Requests for tokens follow no redirect, and are not sent twice: both would show secrets to whom they
/// are not for.
public struct OAuthClient: Sendable {
    /// How a client with a secret says who it is (RFC 6749, section 2.3.1).
    public enum Authentication: Sendable {
        /// By `Authorization: Basic …`, which each server must understand.
        case basic
        /// By the fields `client_id` and `client_secret` of the body.
        case body
    }

    /// The name of the client.
    public let id: String
    private let secret: String?
    private let authentication: Authentication
    private let parameters: [String: String]
    private let path: String
    /// Where requests for tokens go; nil where the address is none.
    private let networking: (any Networking)?

    /// Creates a client.
    ///
    /// A text that is no URL is no crash: every request for tokens fails with `.invalidURL`.
    ///
    /// - Parameters:
    ///   - id: The name that the server has given the client.
    ///   - secret: Its secret; nil for an app on devices of users, which can keep none.
    ///   - authentication: How a client with a secret says who it is.
    ///   - tokenURL: The address of the token endpoint; `https`, but for tests.
    ///   - parameters: What else the server wants to know in each request for tokens, such as
    ///     `["audience": "https://api.example.com"]`.
    ///   - networking: Makes what carries the requests, for the origin of the token endpoint.
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

    /// Gets tokens.
    ///
    /// - Parameter grant: What the client gives for them.
    /// - Returns: The tokens.
    /// - Throws: `OAuthError`.
    public func tokens(for grant: OAuthGrant) async throws(OAuthError) -> OAuthTokens {
        try await tokens(for: grant, now: { Date() })
    }

    /// Gets tokens, by another clock.
    func tokens(
        for grant: OAuthGrant,
        now: @Sendable () -> Date
    ) async throws(OAuthError) -> OAuthTokens {
        guard let networking else {
            let message = "The address of the token endpoint is no URL that can be asked."
            throw OAuthError(.invalidURL, message: message)
        }
        // Life is counted from before the request: no token is taken for younger than it is.
        let start = now()
        let response: NetworkingResponse
        do {
            response = try await networking.send(request(for: grant))
        } catch {
            let message = "The token endpoint gave no answer: \(error.message)"
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
            // Both are encoded as in a form, so that the first colon is between them.
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

    /// Failures that may pass; whatever the server has done, it is asked with the same grant again.
    private static let transient: Set<NetworkingError.Code> = [
        .timedOut, .cannotConnect, .cannotFindHost, .offline, .connectionLost, .truncated,
    ]
}

extension OAuthClient: CustomStringConvertible, CustomReflectable {
    /// The name of the client.
    public var description: String { Redacted.description(of: self) }

    /// A mirror with the name of the client.
    public var customMirror: Mirror { Redacted.mirror(of: self, ["id": id]) }
}
