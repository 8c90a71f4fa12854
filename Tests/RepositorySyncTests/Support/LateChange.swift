import HTTPTypes
import RepositoryRuntime

/// A change that reaches the server before a request of a method does, once.
final class LateChange: Sendable {
    private let method: String
    private let state = Locked<(change: (@Sendable () async -> Void)?, hasHappened: Bool)>(
        (nil, false)
    )

    init(_ method: String) {
        self.method = method
    }

    var hasHappened: Bool { state.withLock { $0.hasHappened } }

    func arm(_ change: @escaping @Sendable () async -> Void) {
        state.withLock { $0.change = change }
    }

    /// Creates the session of a client.
    func session(_ url: String) -> any Networking {
        Session(base: NetworkingSession(local: url), late: self)
    }

    private struct Session: Networking {
        let base: NetworkingSession
        let late: LateChange

        func send(
            _ request: NetworkingRequest
        ) async throws(NetworkingError) -> NetworkingResponse {
            if request.head.method.rawValue == late.method, let change = late.take() {
                await change()
            }
            return try await base.send(request)
        }
    }

    private func take() -> (@Sendable () async -> Void)? {
        state.withLock { state in
            defer { state.change = nil }
            if state.change != nil { state.hasHappened = true }
            return state.change
        }
    }
}
