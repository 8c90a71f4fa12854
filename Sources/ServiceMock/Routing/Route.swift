import RepositoryNetworking

/// A request that a mock supports, and its effect.
struct Route: Sendable {
    /// The effect.
    enum Action: Hashable, Sendable {
        /// An operation of a collection, by its index.
        case collection(Int, ServiceOperation)
        /// An endpoint, by its index.
        case endpoint(Int)
        /// A batch of requests, of the collection at an index.
        case batch(Int)
    }

    let method: String
    let pattern: RoutePattern
    /// The query parameters that identify the entity.
    let identity: [String: TextPattern]
    let action: Action

    /// The parameters of a request; nil if it belongs to another route.
    func match(_ request: MockRequest) -> [String: String]? {
        guard var values = pattern.match(request.segments) else { return nil }
        for (name, pattern) in identity {
            guard let id = request[name].flatMap(pattern.match), !id.isEmpty else { return nil }
            values["id"] = id
        }
        return values
    }
}
