/// Persistent storage for the tokens of a user, such as a keychain.
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
/// An app and its extensions may share a store. A source reads it again before it renews a token,
/// and uses tokens that another process has saved.
public protocol OAuthTokenStore: Sendable {
    /// Reads the tokens.
    ///
    /// - Returns: The tokens; nil if no user is logged in.
    /// - Throws: Any error; it becomes the cause of an ``OAuthError``.
    func tokens() async throws -> OAuthTokens?

    /// Saves tokens, replacing the previous ones; calls are serialized.
    ///
    /// A server that rotates refresh tokens accepts only the latest, so save each.
    ///
    /// - Parameter tokens: The tokens; nil deletes the stored ones.
    /// - Throws: Any error; renewed tokens are then used, and saved again before the next request.
    func save(_ tokens: OAuthTokens?) async throws
}
