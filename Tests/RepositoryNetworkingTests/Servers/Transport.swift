import RepositoryAsyncHTTPClient
import RepositoryRuntime

/// The transports of a session, which must behave in the same way.
enum Transport: CaseIterable, Sendable {
    case urlSession
    case asyncHTTPClient
}

extension NetworkingSession {
    /// Returns the same session on a transport.
    func over(_ transport: Transport) -> NetworkingSession {
        switch transport {
        case .urlSession: self
        case .asyncHTTPClient: using(AsyncHTTPClientTransport.shared)
        }
    }
}
