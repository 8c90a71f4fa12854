import RepositoryRuntime

extension NetworkingSession {
    /// Creates a session with a server in this process, with timeouts for busy machines.
    init(local url: String, headers: [String: String] = [:]) {
        let patience = Configuration(timeout: .seconds(3600), totalTimeout: .seconds(3600))
        self.init(url: url, headers: headers, configuration: patience)
    }
}
