import RepositoryRuntime

#if os(Linux)
import RepositoryAsyncHTTPClient
#endif

extension NetworkingSession {
    /// Creates a session with the demo's server, on the recommended transport of the platform.
    init(demo url: String) {
        #if os(Linux)
        self = NetworkingSession(url: url).using(AsyncHTTPClientTransport.shared)
        #else
        self = NetworkingSession(url: url)
        #endif
    }
}
