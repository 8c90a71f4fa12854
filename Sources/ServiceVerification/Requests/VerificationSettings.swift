import Foundation

/// The settings of a verification.
package struct VerificationSettings: Sendable {
    /// The URL of the service: an origin, to which the path of each API is added, or a URL with a
    /// path that replaces it.
    package var url: String
    /// Whether to create, change and delete entities.
    package var writes = false
    /// Additional header fields for every request.
    package var headers: [String: String] = [:]
    /// The credential: a token, `user:password`, or a key; nil for none.
    package var credential: String?
    /// The values of parameters, by `name` or `Endpoint.name`.
    package var parameters: [String: String] = [:]
    /// The endpoints to call even if they may change data.
    package var calls: Set<String> = []
    /// The repositories and endpoints to verify; empty for all.
    package var names: Set<String> = []
    /// The maximum number of requests per second; 0 for no limit.
    package var rate = 20.0
    /// The maximum number of requests.
    package var maximumRequests = 2_000
    /// The timeouts between bytes and for a whole request.
    package var timeout = Duration.seconds(30)
    /// The maximum size of a response in bytes.
    package var maximumBody = 16 * 1_024 * 1_024
    /// The seed of made-up values.
    package var seed: UInt64 = 0

    package init(url: String) {
        self.url = url
    }

    /// The base URL of the requests to an API.
    ///
    /// - Parameter basePath: The path of the API's own base URL.
    /// - Returns: The base URL.
    func base(_ basePath: String) -> String {
        let path = URLComponents(string: url)?.percentEncodedPath ?? ""
        var base = url
        while base.hasSuffix("/") { base.removeLast() }
        return path.isEmpty || path == "/" ? base + basePath : base
    }
}
