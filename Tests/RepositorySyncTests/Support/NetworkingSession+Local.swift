import RepositoryRuntime

extension NetworkingSession {
    /// A session with a server in this process, which is waited for however busy the machine is.
    init(local url: String, headers: [String: String] = [:]) {
        let patience = Configuration(timeout: .seconds(3600), totalTimeout: .seconds(3600))
        self.init(url: url, headers: headers, configuration: patience)
    }
}
