/// Where the token comes from that requests carry, and how it is renewed.
///
/// ```swift
/// actor Account: TokenSource {
///     private var tokens: Tokens?
///
///     func token() -> String? {
///         tokens?.access
///     }
///
///     func renewedToken(replacing refused: String) async throws -> String? {
///         guard let refresh = tokens?.refresh else { return nil }
///         tokens = try await login.request(Endpoint.Refresh(token: refresh))
///         return tokens?.access
///     }
/// }
/// ```
///
/// For a server of OAuth 2 there is ``OAuthTokenSource``.
///
/// What it asks through the same stack goes without a token, as waiting for one would be waiting for
/// itself: log in and renew by endpoints that do not authenticate.
public protocol TokenSource: Sendable {
    /// The token for the next request; asked before each.
    ///
    /// - Returns: The token; nil where there is none, as for a user who is not logged in.
    /// - Throws: Any error; it becomes the cause of that of the request.
    func token() async throws -> String?

    /// Gets a new token in place of one that the server refused; from then on ``token()`` gives it.
    ///
    /// It is called once, however many requests were refused, and is not cancelled with them.
    ///
    /// - Parameter refused: The token that was refused.
    /// - Returns: The new token; nil where there is none, and somebody has to log in again.
    /// - Throws: Any error; it becomes the cause of those of all requests that wait.
    func renewedToken(replacing refused: String) async throws -> String?
}
