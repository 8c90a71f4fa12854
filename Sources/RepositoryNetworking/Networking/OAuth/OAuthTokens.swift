#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The tokens of one login, for an app to keep.
///
/// They encode with `Codable`, with the tokens in clear text: keep them where secrets belong, such as a
/// keychain. Descriptions, mirrors and dumps do not show the tokens.
public struct OAuthTokens: Hashable, Sendable, Codable {
    /// The token that requests carry.
    public var accessToken: String
    /// The token that gets new ones; nil where the server gave none.
    public var refreshToken: String?
    /// When the server gave the tokens.
    public var issuedAt: Date
    /// When the access token expires; nil where the server does not tell.
    public var expiresAt: Date?
    /// What the tokens allow; those that were asked for where the server does not tell.
    public var scopes: [String]

    /// Creates tokens that were obtained in another way.
    ///
    /// - Parameters:
    ///   - accessToken: The token that requests carry.
    ///   - refreshToken: The token that gets new ones.
    ///   - issuedAt: When the server gave the tokens.
    ///   - expiresAt: When the access token expires; nil where nobody knows.
    ///   - scopes: What the tokens allow.
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

    /// Whether the access token can be sent, and does not expire soon.
    ///
    /// - Parameters:
    ///   - date: The time.
    ///   - margin: How many seconds before its end a token is renewed; at most half of its life, or one
    ///     with a short life would be renewed before each request.
    /// - Returns: Whether it can.
    func isFresh(at date: Date, margin: TimeInterval) -> Bool {
        guard let expiresAt else { return true }
        let life = max(0, expiresAt.timeIntervalSince(issuedAt))
        return date < expiresAt.addingTimeInterval(-min(margin, life / 2))
    }

    /// Whether the access token has expired.
    func isExpired(at date: Date) -> Bool {
        expiresAt.map { $0 <= date } ?? false
    }
}

extension OAuthTokens: CustomStringConvertible, CustomReflectable {
    /// When they expire and what they allow, without the tokens.
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
