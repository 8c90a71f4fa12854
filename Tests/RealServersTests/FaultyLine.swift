import Foundation
import HTTPTypes
import RepositoryRuntime
import Synchronization
import TestSupport

/// The way to a server on which things go wrong, the same in each run with one seed.
final class FaultyLine: Networking {
    /// What goes wrong with a request.
    enum Fault: CaseIterable {
        /// The connection is refused: nothing arrives.
        case refused
        /// It breaks before the request arrives, which the client cannot know.
        case resetBefore
        /// It breaks after the server has acted.
        case resetAfter
        /// The answer ends too early.
        case cut
        /// A gateway in between answers in its own words, after the server has acted.
        case wrongBody
        /// The server is busy: nothing happens, and it says when to come again.
        case busy, unavailable
        /// It takes its time.
        case slow
    }

    private let session: NetworkingSession
    private let random: Mutex<SeededGenerator>
    private let isFaulty = Mutex(true)

    private let faults = Mutex(0)

    init(_ session: NetworkingSession, seed: UInt64) {
        self.session = session
        random = Mutex(SeededGenerator(state: seed))
    }

    /// How many faults there were.
    var count: Int { faults.withLock { $0 } }

    /// From now on all goes well.
    func heal() { isFaulty.withLock { $0 = false } }

    func send(
        _ request: NetworkingRequest
    ) async throws(NetworkingError) -> NetworkingResponse {
        switch nextFault() {
        case nil: return try await session.send(request)
        case .refused: throw NetworkingError(.cannotConnect, during: request)
        case .resetBefore: throw NetworkingError(.connectionLost, during: request)
        case .resetAfter:
            _ = try await session.send(request)
            throw NetworkingError(.connectionLost, during: request)
        case .cut:
            _ = try await session.send(request)
            throw NetworkingError(.truncated, during: request)
        case .wrongBody:
            _ = try await session.send(request)
            let body = Data("<html><body>Bad Gateway</body></html>".utf8)
            return NetworkingResponse(status: 502, headers: [.contentType: "text/html"], body: body)
        case .busy: return NetworkingResponse(status: 429, headers: [.retryAfter: "0"])
        case .unavailable: return NetworkingResponse(status: 503, headers: [.retryAfter: "0"])
        case .slow:
            try? await Task.sleep(for: .milliseconds(5))
            return try await session.send(request)
        }
    }

    private func nextFault() -> Fault? {
        guard isFaulty.withLock({ $0 }) else { return nil }
        let fault = random.withLock { random in
            random.once(in: 3) ? random.element(of: Fault.allCases) : nil
        }
        if fault != nil { faults.withLock { $0 += 1 } }
        return fault
    }
}
