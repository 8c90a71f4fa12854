// In the form of generated code: a service for each kind of credentials.

import RepositoryRuntime

nonisolated enum BearerService: APIDefinition {
    static let baseURLs: [APIEnvironment: String] = [:]
    static let authentication = Authentication.bearer
}

nonisolated enum BasicService: APIDefinition {
    static let baseURLs: [APIEnvironment: String] = [:]
    static let authentication = Authentication.basic
}

nonisolated enum HeaderService: APIDefinition {
    static let baseURLs: [APIEnvironment: String] = [:]
    static let authentication = Authentication.header("X-API-Key")
}

nonisolated enum QueryService: APIDefinition {
    static let baseURLs: [APIEnvironment: String] = [:]
    static let authentication = Authentication.query("api key")
}

nonisolated enum CookieService: APIDefinition {
    static let baseURLs: [APIEnvironment: String] = [:]
    static let authentication = Authentication.cookie("session")
}

nonisolated enum OpenService: APIDefinition {
    static let baseURLs: [APIEnvironment: String] = [:]
}

extension Endpoint {
    /// Returns the user whose credentials the server received.
    nonisolated struct WhoAmI<API: APIDefinition>: EndpointDefinition {
        typealias Response = SingleResponse<String>

        static var path: String { "/me" }
        static var method: HTTPMethod { .get }
        static var example: String? { "\"example\"" }
    }

    /// Logs in, which needs no credentials.
    nonisolated struct LogIn: EndpointDefinition {
        typealias API = BearerService
        typealias Response = SingleResponse<String>

        static let path = "/login"
        static let method = HTTPMethod.post
        static let authenticates = false
    }
}

nonisolated enum SeveralService: APIDefinition {
    static let baseURLs: [APIEnvironment: String] = [:]
    static let authentication = Authentication.all([.bearer, .header("X-API-Key")])
}

nonisolated enum KeysService: APIDefinition {
    static let baseURLs: [APIEnvironment: String] = [:]
    static let authentication = Authentication.all([
        .basic, .header("X-Org"), .query("app"), .query("user"), .cookie("session"),
    ])
}
