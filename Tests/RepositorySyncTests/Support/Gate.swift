import RepositoryRuntime

/// A network that can be unavailable, and counts attempts.
final class Gate: Sendable {
    /// The fate of requests.
    enum State: Sendable {
        /// They reach the server.
        case open
        /// They fail with this code, before or after the server has handled them.
        case closed(NetworkingError.Code)
    }

    private let state = Locked<(state: State, tries: Int)>((.open, 0))

    /// The number of attempted requests.
    var tries: Int { state.withLock { $0.tries } }

    func set(_ new: State) {
        state.withLock { $0.state = new }
    }

    /// Creates the session of a client.
    func session(_ url: String) -> any Networking {
        Session(base: NetworkingSession(local: url), gate: self)
    }

    private struct Session: Networking {
        let base: NetworkingSession
        let gate: Gate

        func send(
            _ request: NetworkingRequest
        ) async throws(NetworkingError) -> NetworkingResponse {
            let state = gate.state.withLock { state in
                state.tries += 1
                return state.state
            }
            if case .closed(let code) = state { throw NetworkingError(code, during: request) }
            return try await base.send(request)
        }
    }
}
