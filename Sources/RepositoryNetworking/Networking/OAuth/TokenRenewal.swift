import Foundation

/// Gets new tokens in place of old ones: by the refresh token, and else by the grant of the source.
struct TokenRenewal: Sendable {
    let client: OAuthClient
    let grant: OAuthGrant?
    let vault: TokenVault
    let clock: any SyncClock
    let margin: TimeInterval

    /// Whether tokens do not expire soon.
    func isFresh(_ tokens: OAuthTokens) -> Bool {
        tokens.isFresh(at: clock.now, margin: margin)
    }

    /// Whether tokens have expired.
    func isExpired(_ tokens: OAuthTokens) -> Bool {
        tokens.isExpired(at: clock.now)
    }

    /// Gets tokens from the server.
    func tokens(for grant: OAuthGrant) async throws(OAuthError) -> OAuthTokens {
        try await client.tokens(for: grant, now: { clock.now })
    }

    /// Renews tokens, and keeps the new ones.
    ///
    /// - Parameter old: The tokens; nil where there are none.
    /// - Returns: The new access token, or why there is none; nil where the user has changed meanwhile,
    ///   whose token is not for requests from before.
    func result(replacing old: OAuthTokens?) async -> Result<String?, OAuthError> {
        let login = vault.login
        do throws(OAuthError) {
            let new = try await renewed(old)
            // Those of the store are kept already.
            let isKept = vault.tokens == new
            guard vault.renew(new, of: login) else { return .success(nil) }
            if !isKept { _ = await vault.save() }
            return .success(new.accessToken)
        } catch {
            return vault.login == login ? .failure(error) : .success(nil)
        }
    }

    private func renewed(_ old: OAuthTokens?) async throws(OAuthError) -> OAuthTokens {
        // Another process may have renewed them.
        let stored = await vault.adopt(insteadOf: old)
        if let stored, isFresh(stored) { return stored }
        guard let old = stored ?? old, let token = old.refreshToken else {
            return try await granted(
                instead: "The user must log in again: there is no refresh token."
            )
        }
        do {
            var new = try await tokens(for: .refreshToken(token))
            // A server that gives no new refresh token goes on with the old one.
            new.refreshToken = new.refreshToken ?? token
            new.scopes = new.scopes.isEmpty ? old.scopes : new.scopes
            return new
        } catch {
            guard error.reason == .invalidGrant else { throw error }
            // Another process may have used the token, and got another one for it.
            if let stored = await vault.adopt(insteadOf: old), isFresh(stored) { return stored }
            return try await granted(
                instead: "The user must log in again: the server refused the refresh token.",
                after: error
            )
        }
    }

    /// Gets tokens without a user, where the source can.
    private func granted(
        instead message: String,
        after refusal: OAuthError? = nil
    ) async throws(OAuthError) -> OAuthTokens {
        if let grant { return try await tokens(for: grant) }
        var error = refusal ?? OAuthError(.loginRequired, message: message)
        error.code = .loginRequired
        error.message = message
        error.isRetryable = false
        throw error
    }
}
