import RepositoryRuntime

#if os(Linux)
import RepositoryAsyncHTTPClient
#endif

extension NetworkingSession {
    /// A session with the server of the demo, on the transport that is recommended for the system.
    init(demo url: String) {
        #if os(Linux)
        self = NetworkingSession(url: url).using(AsyncHTTPClientTransport.shared)
        #else
        self = NetworkingSession(url: url)
        #endif
    }
}
