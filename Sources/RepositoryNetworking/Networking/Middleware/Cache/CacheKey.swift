import Foundation
import HTTPTypes

/// Whose answer from where: what two requests must share for one to have the other's answer.
struct CacheKey: Hashable, Sendable {
    /// Where the answer is from.
    let place: CachePlace
    private let path: String?
    private let api: ObjectIdentifier
    private let environment: APIEnvironment?
    private let authenticates: Bool
    private let credential: Credential?
    private let cookies: String?
    private let headers: [String?]

    init(_ request: NetworkingRequest) {
        place = CachePlace(request)
        path = request.head.path
        api = ObjectIdentifier(request.api)
        environment = request.environment
        authenticates = request.authenticates
        credential = request.credential
        cookies = request.context.cookies
        // Keys that somebody has put into the request by hand.
        let names = Self.alwaysCompared + request.api.authentication.headerNames
        headers = names.map { request.head.headerFields[$0] }
    }

    /// What says who asks, and what for, also where the server forgets to name it in `Vary`.
    private static let alwaysCompared: [HTTPField.Name] =
        [.authorization, .proxyAuthorization, .cookie, .accept, .acceptLanguage]
        + ["X-API-Key"].compactMap { HTTPField.Name($0) }
}

/// The address of an answer, by the segments of its path.
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

    /// Whether a write at another place may change what is here: at the same, below, or above.
    func isTouched(by other: CachePlace) -> Bool {
        guard scope == other.scope else { return false }
        // A path that begins at the host, and one that begins at the base URL, cannot be compared.
        guard authority == other.authority else { return true }
        let count = min(segments.count, other.segments.count)
        return segments.prefix(count) == other.segments.prefix(count)
    }
}
