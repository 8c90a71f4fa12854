import Foundation
import HTTPTypes

/// The URL and the user of a cached response: two requests must agree on both to share one.
struct CacheKey: Hashable, Sendable {
    /// The URL of the response.
    let place: CachePlace
    private let path: String?
    private let api: ObjectIdentifier
    private let environment: APIEnvironment?
    private let authenticates: Bool
    private let credential: Credential?
    private let cookies: String?
    private let fields: Set<HTTPField>

    init(_ request: NetworkingRequest) {
        place = CachePlace(request)
        path = request.head.path
        api = ObjectIdentifier(request.api)
        environment = request.environment
        authenticates = request.authenticates
        credential = request.credential
        cookies = request.context.cookies
        // Header fields with keys may have been set directly on the request, or by a middleware.
        let names = Self.alwaysCompared + request.api.authentication.headerNames
        fields = Set(
            request.head.headerFields.filter {
                names.contains($0.name) || Self.mayIdentifyUser($0.name)
            }
        )
    }

    /// Fields that identify the user or the requested form, even if the server omits them from
    /// `Vary`.
    private static let alwaysCompared: [HTTPField.Name] =
        [.authorization, .proxyAuthorization, .cookie, .accept, .acceptLanguage]

    /// Whether a field looks like one with a key, a session or a user, such as `X-Auth-Token`.
    private static func mayIdentifyUser(_ name: HTTPField.Name) -> Bool {
        ["account", "auth", "credential", "key", "secret", "session", "tenant", "token", "user"]
            .contains { name.canonicalName.contains($0) }
    }
}

/// The URL of a response, split into path segments.
struct CachePlace: Hashable, Sendable {
    private let scope: UUID?
    private let authority: String?
    private let segments: [String]

    init(_ request: NetworkingRequest) {
        scope = request.context.scope
        authority = request.head.authority?.lowercased()
        let path = (request.head.path ?? "").prefix { $0 != "?" }
        segments = path.split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
    }

    /// Returns whether a write to another URL may change this resource: the same, below, or above.
    func isTouched(by other: CachePlace) -> Bool {
        guard scope == other.scope else { return false }
        // A path relative to the host and one relative to the base URL cannot be compared.
        guard authority == other.authority else { return true }
        let count = min(segments.count, other.segments.count)
        return segments.prefix(count) == other.segments.prefix(count)
    }
}
