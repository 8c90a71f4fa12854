/// Where an app keeps the tokens of its user from one start to the next, such as a keychain.
///
/// ```swift
/// struct KeychainTokens: OAuthTokenStore {
///     func tokens() throws -> OAuthTokens? {
///         try Keychain.data("tokens").map { try JSONDecoder().decode(OAuthTokens.self, from: $0) }
///     }
///
///     func save(_ tokens: OAuthTokens?) throws {
///         try Keychain.set("tokens", to: tokens.map { try JSONEncoder().encode($0) })
///     }
/// }
/// ```
///
/// An app and its extensions may share one. A source looks into it again before it renews a token, and
/// uses what another process has saved there.
public protocol OAuthTokenStore: Sendable {
    /// Reads the tokens.
    ///
    /// - Returns: The tokens; nil where nobody is logged in.
    /// - Throws: Any error; it becomes the cause of an ``OAuthError``.
    func tokens() async throws -> OAuthTokens?

    /// Keeps tokens in place of those before. Calls come one after the other.
    ///
    /// A server that rotates refresh tokens accepts none but the last: keep each.
    ///
    /// - Parameter tokens: The tokens; nil deletes those that are kept.
    /// - Throws: Any error; renewed tokens are then used, and saved again before the next request.
    func save(_ tokens: OAuthTokens?) async throws
}
