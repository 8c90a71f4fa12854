import Foundation

/// Gives requests the access token of a login, and renews it: before it expires, and when a server
/// refuses it.
///
/// ```swift
/// let tokens = OAuthTokenSource(client, store: KeychainTokens())       // a user, who logs in
/// try await tokens.logIn(login.grant(from: redirect))
///
/// let machine = OAuthTokenSource(client, grant: .clientCredentials())  // no user: it logs in by itself
/// ```
///
/// However many requests want a new token at one time, the server is asked once. Where the server gives
/// a new refresh token, it takes the place of the old one, also in the store. Where the server no longer
/// accepts the refresh token, requests fail with ``OAuthError/Code/loginRequired``, without asking again,
/// until ``logIn(_:)``.
public actor OAuthTokenSource: TokenSource {
    private typealias Renewal = Task<Result<String?, OAuthError>, Never>

    private let renewing: TokenRenewal
    private let vault: TokenVault
    /// The renewal that is running, for all who wait.
    private var renewal: Renewal?
    /// How many renewals and users there were.
    private var round = 0
    /// Why the server refused the tokens that are kept.
    private var refusal: OAuthError?

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - client: The app, as the server knows it.
    ///   - grant: What gets tokens without a user, whenever there are none; nil where a user logs in.
    ///   - store: Where the tokens are kept from one start to the next; nil keeps them in memory.
    ///   - margin: How long before its end an access token is renewed, at most half of its life.
    ///   - clock: What tells the time.
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
            // No sum of seconds may overflow, whatever a user asks for.
            margin: min(max(margin, .zero), .seconds(31_536_000)).inSeconds
        )
    }

    // MARK: - The user

    /// Gets tokens for a user, in place of those of any other.
    ///
    /// - Parameter grant: What the user gives: a password, or what a redirect means.
    /// - Throws: `OAuthError`; of the kind `.store` where the user is logged in, but only until the app
    ///   ends.
    public func logIn(_ grant: OAuthGrant) async throws(OAuthError) {
        try await replace(with: try await renewing.tokens(for: grant))
    }

    /// Takes tokens that were obtained in another way.
    ///
    /// - Parameter tokens: The tokens.
    /// - Throws: `OAuthError` of the kind `.store`; the tokens are used nevertheless.
    public func logIn(with tokens: OAuthTokens) async throws(OAuthError) {
        try await replace(with: tokens)
    }

    /// Forgets the tokens, also in the store.
    ///
    /// The server is not told.
    ///
    /// - Throws: `OAuthError` of the kind `.store`; the tokens are forgotten in memory nevertheless.
    public func logOut() async throws(OAuthError) {
        try await replace(with: nil)
    }

    private func replace(with tokens: OAuthTokens?) async throws(OAuthError) {
        vault.replace(with: tokens)
        // What is running belongs to the user before.
        round += 1
        renewal = nil
        refusal = nil
        if let error = await vault.save() {
            throw OAuthError(.store, message: "The tokens could not be saved.", cause: error)
        }
    }

    // MARK: - Tokens for requests

    /// The access token for the next request: a new one where the last expires soon.
    ///
    /// - Returns: The token; nil where no user is logged in.
    /// - Throws: `OAuthError`.
    public func token() async throws(OAuthError) -> String? {
        try await prepare()
        if let renewal { return try await renewal.value.get() }
        let tokens = vault.tokens
        if let refusal {
            guard await vault.adopt(insteadOf: tokens) != nil else { throw refusal }
            self.refusal = nil
            return try await token()
        }
        guard let tokens else { return renewing.grant == nil ? nil : try await renewed(nil) }
        if renewing.isFresh(tokens) { return tokens.accessToken }
        do {
            return try await renewed(tokens)
        } catch {
            // What nobody can renew now is good until its end.
            guard refusal == nil, vault.tokens == tokens, !renewing.isExpired(tokens) else {
                throw error
            }
            return tokens.accessToken
        }
    }

    /// Gets a new access token in place of one that a server refused.
    ///
    /// - Parameter refused: The token that was refused.
    /// - Returns: The new token; nil where the user is not logged in any longer.
    /// - Throws: `OAuthError`; of the kind `.loginRequired` where the user must log in again.
    public func renewedToken(replacing refused: String) async throws(OAuthError) -> String? {
        try await prepare()
        guard renewal == nil, refusal == nil, let tokens = vault.tokens,
            tokens.accessToken == refused
        else { return try await token() }
        return try await renewed(tokens)
    }

    private func prepare() async throws(OAuthError) {
        guard let cause = await vault.prepare() else { return }
        let message = "The tokens could not be read from their store."
        var error = OAuthError(.store, message: message, cause: cause)
        error.isRetryable = true
        throw error
    }

    /// Renews tokens, in a task of its own: it ends with none of those who wait.
    private func renewed(_ tokens: OAuthTokens?) async throws(OAuthError) -> String? {
        round += 1
        let (round, renewing) = (round, renewing)
        let task = Renewal {
            let result = await renewing.result(replacing: tokens)
            // Before the result is known: who comes later finds the token renewed.
            end(round, result)
            return result
        }
        renewal = task
        return try await task.value.get()
    }

    private func end(_ round: Int, _ result: Result<String?, OAuthError>) {
        guard round == self.round else { return }
        renewal = nil
        // The server would refuse the next one as well. Where it was not asked, a new try costs nothing.
        if case .failure(let error) = result, error.code == .loginRequired, error.reason != nil {
            refusal = error
        }
    }
}
