/// The tokens of a source, in memory and in the store.
final class TokenVault: Sendable {
    private struct State: Sendable {
        var tokens: OAuthTokens?
        var isRead = false
        var isUnsaved = false
        var saving: Task<(any Error)?, Never>?
        var login = 0
        /// The last access tokens of this login.
        var used: [String] = []

        /// Whether the store may have tokens that memory does not have: without any, another process
        /// may have logged in.
        var mustRead: Bool { !isRead || tokens == nil && !isUnsaved && saving == nil }

        mutating func use(_ tokens: OAuthTokens?) {
            self.tokens = tokens
            guard let token = tokens?.accessToken, used.last != token else { return }
            // Responses to requests with older ones have long been received.
            used = used.suffix(15) + [token]
        }
    }

    /// What another process has done to the tokens in the store.
    enum Change {
        case none
        case deleted
        case replaced(OAuthTokens)
    }

    private let store: (any OAuthTokenStore)?
    private let state = Locked(State())

    init(_ store: (any OAuthTokenStore)?) {
        self.store = store
    }

    /// The tokens in memory.
    var tokens: OAuthTokens? { state.withLock { $0.tokens } }

    /// Counts the logins and logouts.
    var login: Int { state.withLock { $0.login } }

    /// Whether an access token belongs to the current login.
    func isOfLogin(_ accessToken: String) -> Bool {
        state.withLock { $0.used.contains(accessToken) }
    }

    /// Loads the tokens of the store into memory, and saves tokens that are not saved yet.
    ///
    /// - Returns: The error of reading the store; nil on success.
    func prepare() async -> (any Error)? {
        let isUnsaved = state.withLock { $0.isUnsaved && $0.saving == nil }
        if isUnsaved { _ = await save() }
        let (mustRead, login) = state.withLock { ($0.mustRead, $0.login) }
        guard let store, mustRead else { return nil }
        do {
            let stored = try await store.tokens()
            state.withLock { state in
                guard state.mustRead, state.login == login else { return }
                state.use(stored)
                state.isRead = true
            }
            return nil
        } catch {
            // Another task may have read them, or logged in, meanwhile.
            return state.withLock { $0.isRead } ? nil : error
        }
    }

    /// Loads the tokens of the store if another process has replaced or deleted them.
    ///
    /// - Returns: The change, compared with the old tokens.
    func adopt(insteadOf old: OAuthTokens?) async -> Change {
        let login = login
        guard let store else { return .none }
        let stored: OAuthTokens?
        do {
            stored = try await store.tokens()
        } catch {
            return .none
        }
        guard stored?.accessToken != old?.accessToken else { return .none }
        return state.withLock { state in
            guard state.login == login, state.tokens == old, !state.isUnsaved, state.saving == nil
            else { return .none }
            if let stored {
                state.use(stored)
                return .replaced(stored)
            }
            (state.tokens, state.used) = (nil, [])
            return .deleted
        }
    }

    /// Sets the tokens of another user, or of none, in memory; the caller saves them.
    func replace(with tokens: OAuthTokens?) {
        state.withLock { state in
            state.login += 1
            // Until then, the store has those of the previous user, which must not be read again.
            state.isUnsaved = store != nil
            state.used = []
            state.use(tokens)
            state.isRead = true
        }
    }

    /// Sets renewed tokens in memory.
    ///
    /// - Returns: Whether the user is still the one of that login.
    func renew(_ tokens: OAuthTokens, of login: Int) -> Bool {
        state.withLock { state in
            guard state.login == login else { return false }
            state.use(tokens)
            state.isRead = true
            return true
        }
    }

    /// Saves the tokens; calls are serialized, so that the last tokens win.
    ///
    /// - Returns: The error; the tokens are then saved again before the next request.
    func save() async -> (any Error)? {
        guard let store else { return nil }
        let task = state.withLock { state in
            let (before, tokens) = (state.saving, state.tokens)
            let task = Task { () -> (any Error)? in
                _ = await before?.value
                do {
                    try await store.save(tokens)
                    return nil
                } catch {
                    return error
                }
            }
            state.saving = task
            return task
        }
        let error = await task.value
        state.withLock { state in
            guard state.saving == task else { return }
            state.saving = nil
            state.isUnsaved = error != nil
        }
        return error
    }
}
