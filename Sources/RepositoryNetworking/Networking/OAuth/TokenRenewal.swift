import Foundation

/// Replaces tokens with new ones: by the refresh token, or else by the grant of the source.
struct TokenRenewal: Sendable {
    let client: OAuthClient
    let grant: OAuthGrant?
    let vault: TokenVault
    let clock: any SyncClock
    let margin: TimeInterval

    /// Returns whether tokens do not expire soon.
    func isFresh(_ tokens: OAuthTokens) -> Bool {
        tokens.isFresh(at: clock.now, margin: margin)
    }

    /// Returns whether tokens have expired.
    func isExpired(_ tokens: OAuthTokens) -> Bool {
        tokens.isExpired(at: clock.now)
    }

    /// Obtains tokens from the server.
    func tokens(for grant: OAuthGrant) async throws(OAuthError) -> OAuthTokens {
        try await client.tokens(for: grant, now: { clock.now })
    }

    /// Renews tokens and saves the new ones.
    ///
    /// - Parameters:
    ///   - old: The tokens; nil if there are none.
    ///   - login: The login that they belong to.
    /// - Returns: The new access token or the error; nil if the user has logged out, or has changed
    ///   meanwhile, because requests from before must not use the new user's token.
    func result(
        replacing old: OAuthTokens?,
        of login: Int
    ) async -> Result<String?, OAuthError> {
        guard vault.login == login else { return .success(nil) }
        do throws(OAuthError) {
            guard let new = try await renewed(old) else { return .success(nil) }
            // Tokens read from the store are saved already.
            let isKept = vault.tokens == new
            if !isKept {
                // In another process, the user may have logged out meanwhile, or another one in.
                switch await vault.adopt(insteadOf: vault.tokens) {
                case .deleted where grant == nil: return .success(nil)
                case .replaced(let stored) where isFresh(stored):
                    return .success(stored.accessToken)
                case .none, .deleted, .replaced: break
                }
            }
            guard vault.renew(new, of: login) else { return .success(nil) }
            if !isKept { _ = await vault.save() }
            return .success(new.accessToken)
        } catch {
            return vault.login == login ? .failure(error) : .success(nil)
        }
    }

    /// Returns new tokens; nil if the user has logged out in another process.
    private func renewed(_ old: OAuthTokens?) async throws(OAuthError) -> OAuthTokens? {
        var old = old
        // Another process may have renewed them.
        switch await vault.adopt(insteadOf: old) {
        case .replaced(let stored) where isFresh(stored): return stored
        case .replaced(let stored): old = stored
        case .deleted where grant == nil: return nil
        case .deleted: old = nil
        case .none: break
        }
        guard let old, let token = old.refreshToken else {
            return try await granted(
                instead: "The user must log in again: there is no refresh token."
            )
        }
        do {
            var new = try await tokens(for: .refreshToken(token))
            // A server that issues no new refresh token still accepts the old one.
            new.refreshToken = new.refreshToken ?? token
            new.scopes = new.scopes.isEmpty ? old.scopes : new.scopes
            return new
        } catch {
            guard error.reason == .invalidGrant else { throw error }
            // Another process may have used the refresh token and received a new one.
            switch await vault.adopt(insteadOf: old) {
            case .replaced(let stored) where isFresh(stored): return stored
            case .deleted where grant == nil: return nil
            case .none, .replaced, .deleted: break
            }
            return try await granted(
                instead: "The user must log in again: the server refused the refresh token.",
                after: error
            )
        }
    }

    /// Obtains tokens without a user, if the source has a grant for that.
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
