import RepositoryAsyncHTTPClient
import RepositoryRuntime

/// What a session sends its requests by: it must behave alike on each.
enum Transport: CaseIterable, Sendable {
    case urlSession
    case asyncHTTPClient
}

extension NetworkingSession {
    /// The same session on a transport.
    func over(_ transport: Transport) -> NetworkingSession {
        switch transport {
        case .urlSession: self
        case .asyncHTTPClient: using(AsyncHTTPClientTransport.shared)
        }
    }
}
