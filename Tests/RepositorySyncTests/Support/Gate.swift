import RepositoryRuntime

/// A network that can be away, and counts what is tried.
final class Gate: Sendable {
    /// What becomes of requests.
    enum State: Sendable {
        /// They reach the server.
        case open
        /// They fail so, before or after the server has done anything.
        case closed(NetworkingError.Code)
    }

    private let state = Locked<(state: State, tries: Int)>((.open, 0))

    /// How many requests were made.
    var tries: Int { state.withLock { $0.tries } }

    func set(_ new: State) {
        state.withLock { $0.state = new }
    }

    /// Makes the session of a client.
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
