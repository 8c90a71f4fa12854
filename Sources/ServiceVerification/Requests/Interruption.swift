import RepositoryNetworking
import Synchronization

/// A request of the user to stop the verification.
///
/// Read requests are cancelled. Write requests complete, so that the created entities are known and
/// can be deleted.
package final class Interruption: Sendable {
    private struct State {
        var isInterrupted = false
        var requests: [Int: @Sendable () -> Void] = [:]
        var count = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// Asks the verification to stop.
    package func interrupt() {
        let requests = state.withLock { state in
            state.isInterrupted = true
            return Array(state.requests.values)
        }
        for cancel in requests { cancel() }
    }

    /// Whether it should stop.
    package var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

    /// Runs an operation that an interruption cancels.
    func cancelling<Value: Sendable>(
        _ body: @escaping @Sendable () async throws(NetworkingError) -> Value
    ) async -> Result<Value, NetworkingError> {
        let task = Task { () async -> Result<Value, NetworkingError> in
            do throws(NetworkingError) { return .success(try await body()) } catch {
                return .failure(error)
            }
        }
        let number = state.withLock { state in
            state.count += 1
            state.requests[state.count] = { task.cancel() }
            return state.count
        }
        if isInterrupted { task.cancel() }
        defer { state.withLock { _ = $0.requests.removeValue(forKey: number) } }
        return await task.value
    }
}
