import Foundation

/// A token source that provides the access token of a login, and renews it before it expires or
/// when a server rejects it.
///
/// ```swift
/// let tokens = OAuthTokenSource(client, store: KeychainTokens())       // a user, who logs in
/// try await tokens.logIn(login.grant(from: redirect))
///
/// let machine = OAuthTokenSource(client, grant: .clientCredentials())  // without a user
/// ```
///
/// However many requests need a new token at a time, the server is asked once. A new refresh token
/// replaces the old one, in the store, too. If the server no longer accepts the refresh token,
/// requests fail with ``OAuthError/Code/loginRequired``, without further requests to the server,
/// until ``logIn(_:)``.
public actor OAuthTokenSource: TokenSource {
    private typealias Renewal = Task<Result<String?, OAuthError>, Never>

    private let renewing: TokenRenewal
    private let vault: TokenVault
    /// The running renewal, shared by all waiting requests.
    private var renewal: Renewal?
    /// Counts renewals and logins.
    private var round = 0
    /// The error with which the server refused the current tokens.
    private var refusal: OAuthError?

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - client: The OAuth client.
    ///   - grant: The grant to obtain tokens without a user; nil if a user logs in.
    ///   - store: Persists the tokens between launches; nil keeps them in memory.
    ///   - margin: How long before its expiry an access token is renewed, at most half of its
    ///     lifetime.
    ///   - clock: The clock.
    public init(
        _ client: OAuthClient,
        grant: OAuthGrant? = nil,
        store: (any OAuthTokenStore)? = nil,
        margin: Duration = .seconds(60),
        clock: any SyncClock = SystemClock()
    ) {
        vault = TokenVault(store)
        renewing = TokenRenewal(
            client: client,
            grant: grant,
            vault: vault,
            clock: clock,
            // Limited so that the sum of seconds cannot overflow.
            margin: min(max(margin, .zero), .seconds(31_536_000)).inSeconds
        )
    }

    // MARK: - The user

    /// Obtains tokens for a user, replacing those of any other.
    ///
    /// - Parameter grant: The grant: a password, or one read from a redirect.
    /// - Throws: `OAuthError`; with the code `.store` the user is logged in, but only until the app
    ///   terminates.
    public func logIn(_ grant: OAuthGrant) async throws(OAuthError) {
        try await replace(with: try await renewing.tokens(for: grant))
    }

    /// Sets tokens that were obtained in another way.
    ///
    /// - Parameter tokens: The tokens.
    /// - Throws: `OAuthError` with the code `.store`; the tokens are used nevertheless.
    public func logIn(with tokens: OAuthTokens) async throws(OAuthError) {
        try await replace(with: tokens)
    }

    /// Deletes the tokens, including those in the store.
    ///
    /// No request is sent to the server.
    ///
    /// - Throws: `OAuthError` with the code `.store`; the tokens are deleted in memory
    ///   nevertheless.
    public func logOut() async throws(OAuthError) {
        try await replace(with: nil)
    }

    private func replace(with tokens: OAuthTokens?) async throws(OAuthError) {
        vault.replace(with: tokens)
        // A running renewal belongs to the previous user.
        round += 1
        renewal = nil
        refusal = nil
        if let error = await vault.save() {
            throw OAuthError(.store, message: "The tokens could not be saved.", cause: error)
        }
    }

    // MARK: - Tokens for requests

    /// Returns the access token for the next request, renewed if it expires soon.
    ///
    /// - Returns: The token; nil if no user is logged in.
    /// - Throws: `OAuthError`.
    public func token() async throws(OAuthError) -> String? {
        try await prepare()
        if let renewal { return try await renewal.value.get() }
        let tokens = vault.tokens
        if let refusal {
            if case .none = await vault.adopt(insteadOf: tokens) { throw refusal }
            self.refusal = nil
            return try await token()
        }
        guard let tokens else { return renewing.grant == nil ? nil : try await renewed(nil) }
        if renewing.isFresh(tokens) { return tokens.accessToken }
        do {
            return try await renewed(tokens)
        } catch {
            // If renewal is impossible, the token is used until it expires.
            guard refusal == nil, vault.tokens == tokens, !renewing.isExpired(tokens) else {
                throw error
            }
            return tokens.accessToken
        }
    }

    /// Obtains a new access token to replace one that a server rejected.
    ///
    /// - Parameter refused: The rejected token.
    /// - Returns: The new token; nil if no user is logged in anymore, or if the rejected token is not
    ///   of the current login.
    /// - Throws: `OAuthError`; with the code `.loginRequired` if the user must log in again.
    public func renewedToken(replacing refused: String) async throws(OAuthError) -> String? {
        try await prepare()
        guard vault.isOfLogin(refused) else { return nil }
        guard renewal == nil, refusal == nil, let tokens = vault.tokens,
            tokens.accessToken == refused
        else { return try await token() }
        return try await renewed(tokens)
    }

    /// Returns whether an access token was obtained since the last login.
    ///
    /// - Parameter token: The token of a request.
    /// - Returns: Whether it was.
    public func isOfCurrentUser(_ token: String) async -> Bool {
        vault.isOfLogin(token)
    }

    private func prepare() async throws(OAuthError) {
        guard let cause = await vault.prepare() else { return }
        let message = "The tokens could not be read from their store."
        var error = OAuthError(.store, message: message, cause: cause)
        error.isRetryable = true
        throw error
    }

    /// Renews tokens in an unstructured task, which waiting requests cannot cancel.
    private func renewed(_ tokens: OAuthTokens?) async throws(OAuthError) -> String? {
        round += 1
        let (round, renewing, login) = (round, renewing, vault.login)
        let task = Renewal {
            let result = await renewing.result(replacing: tokens, of: login)
            // Ended before the result is delivered: later requests then find the renewed token.
            end(round, result)
            return result
        }
        renewal = task
        return try await task.value.get()
    }

    private func end(_ round: Int, _ result: Result<String?, OAuthError>) {
        guard round == self.round else { return }
        renewal = nil
        // Remembered only if the server refused; without a refusal, a new attempt is allowed.
        if case .failure(let error) = result, error.code == .loginRequired, error.reason != nil {
            refusal = error
        }
    }
}
