public import Foundation

/// The tokens of one login.
///
/// `Codable` encodes the tokens in clear text: store them where secrets belong, such as a keychain.
/// Descriptions, mirrors and dumps do not contain the tokens.
public struct OAuthTokens: Hashable, Sendable, Codable {
    /// The token that requests carry.
    public var accessToken: String
    /// The token that obtains new ones; nil if the server issued none.
    public var refreshToken: String?
    /// When the server issued the tokens.
    public var issuedAt: Date
    /// When the access token expires; nil if the server does not specify it.
    public var expiresAt: Date?
    /// The granted scopes; the requested ones if the server does not specify them.
    public var scopes: [String]

    /// Creates tokens that were obtained in another way.
    ///
    /// - Parameters:
    ///   - accessToken: The token that requests carry.
    ///   - refreshToken: The token that obtains new ones.
    ///   - issuedAt: When the server issued the tokens.
    ///   - expiresAt: When the access token expires; nil if unknown.
    ///   - scopes: The granted scopes.
    public init(
        accessToken: String,
        refreshToken: String? = nil,
        issuedAt: Date = Date(),
        expiresAt: Date? = nil,
        scopes: [String] = []
    ) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.scopes = scopes
    }

    /// Returns whether the access token is valid and does not expire soon.
    ///
    /// - Parameters:
    ///   - date: The current time.
    ///   - margin: How many seconds before its expiry a token is renewed; limited to half of its
    ///     lifetime, so that a short-lived token is not renewed before each request.
    /// - Returns: Whether it is.
    func isFresh(at date: Date, margin: TimeInterval) -> Bool {
        guard let expiresAt else { return true }
        let life = max(0, expiresAt.timeIntervalSince(issuedAt))
        return date < expiresAt.addingTimeInterval(-min(margin, life / 2))
    }

    /// Returns whether the access token has expired.
    func isExpired(at date: Date) -> Bool {
        expiresAt.map { $0 <= date } ?? false
    }
}

extension OAuthTokens: CustomStringConvertible, CustomReflectable {
    /// The expiry and the scopes, without the tokens.
    public var description: String { Redacted.description(of: self) }

    /// A mirror without the tokens.
    public var customMirror: Mirror {
        Redacted.mirror(
            of: self,
            [
                "accessToken": Redacted(), "refreshToken": refreshToken.map { _ in Redacted() },
                "issuedAt": issuedAt, "expiresAt": expiresAt, "scopes": scopes,
            ]
        )
    }
}
