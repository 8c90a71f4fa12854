import Foundation

/// How a service is verified.
package struct VerificationSettings: Sendable {
    /// Where the service is: an origin, to which the path of each API is added, or a URL with a path, which
    /// takes its place.
    package var url: String
    /// Whether entities are created, changed and deleted.
    package var writes = false
    /// Header fields of every request, by name.
    package var headers: [String: String] = [:]
    /// What requests say about who sends them: a token, `user:password`, or a key; nil for nothing.
    package var credential: String?
    /// The values of parameters, by `name` or `Endpoint.name`.
    package var parameters: [String: String] = [:]
    /// The endpoints that are called although they may change something.
    package var calls: Set<String> = []
    /// The repositories and endpoints that are verified; empty for all.
    package var names: Set<String> = []
    /// How many requests are sent in a second at most; 0 for as many as the service answers.
    package var rate = 20.0
    /// How many requests are sent at most.
    package var maximumRequests = 2_000
    /// How long the service may be silent, and how long one request may take.
    package var timeout = Duration.seconds(30)
    /// How many bytes a response may have.
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
