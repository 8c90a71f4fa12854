/// A source of the token that requests carry, which can also renew it.
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
/// For OAuth 2, use ``OAuthTokenSource``.
///
/// Requests that a source sends through the same stack carry no token, because waiting for one
/// would deadlock. Log in and renew with endpoints that do not authenticate.
public protocol TokenSource: Sendable {
    /// Returns the token for the next request; called before each request.
    ///
    /// - Returns: The token; nil if there is none, for example because no user is logged in.
    /// - Throws: Any error; it becomes the cause of the request's error.
    func token() async throws -> String?

    /// Obtains a new token to replace one that the server rejected; afterwards ``token()`` returns
    /// it.
    ///
    /// Called once, however many requests were rejected, and not cancelled with them.
    ///
    /// - Parameter refused: The rejected token.
    /// - Returns: The new token; nil if there is none and the user has to log in again.
    /// - Throws: Any error; it becomes the cause of the errors of all waiting requests.
    func renewedToken(replacing refused: String) async throws -> String?

    /// Returns whether a token belongs to the user who is logged in now.
    ///
    /// A request with the token of a previous user is not repeated with the token of the current
    /// one: it would be carried out in the name of another user.
    ///
    /// - Parameter token: A token that the source has returned.
    /// - Returns: Whether it does; by default true, for sources with a single user.
    func isOfCurrentUser(_ token: String) async -> Bool
}

extension TokenSource {
    /// Returns true.
    ///
    /// - Parameter token: The token.
    /// - Returns: True.
    public func isOfCurrentUser(_ token: String) async -> Bool { true }
}
