import Foundation
import RepositoryRuntime
import Synchronization

/// The way to a server, which can be cut.
final class Line: Networking {
    private let session: NetworkingSession
    private let isCut = Mutex(false)

    init(_ session: NetworkingSession) {
        self.session = session
    }

    func cut() { isCut.withLock { $0 = true } }
    func mend() { isCut.withLock { $0 = false } }

    func send(
        _ request: NetworkingRequest
    ) async throws(NetworkingError) -> NetworkingResponse {
        guard !isCut.withLock({ $0 }) else { throw NetworkingError(.offline, during: request) }
        return try await session.send(request)
    }
}
