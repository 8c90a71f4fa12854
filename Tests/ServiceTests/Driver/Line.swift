import Foundation
import HTTPTypes
import RepositoryRuntime
import Synchronization

/// A connection to a server, which can be cut.
final class Line: Networking {
    private let session: NetworkingSession
    private let isCut = Mutex(false)
    private let asked = Mutex<[String]>([])

    init(_ session: NetworkingSession) {
        self.session = session
    }

    func cut() { isCut.withLock { $0 = true } }
    func mend() { isCut.withLock { $0 = false } }

    /// Returns the requested paths with queries since the last call.
    func takeReadings() -> [String] {
        asked.withLock { asked in
            defer { asked = [] }
            return asked
        }
    }

    func send(
        _ request: NetworkingRequest
    ) async throws(NetworkingError) -> NetworkingResponse {
        guard !isCut.withLock({ $0 }) else { throw NetworkingError(.offline, during: request) }
        if request.head.method == .get { asked.withLock { $0.append(request.head.path ?? "") } }
        return try await session.send(request)
    }
}
