import RepositoryNetworking

/// A request that a mock knows, and what it does with it.
struct Route: Sendable {
    /// What is done.
    enum Action: Hashable, Sendable {
        /// An operation of a collection, by its position.
        case collection(Int, ServiceOperation)
        /// An endpoint, by its position.
        case endpoint(Int)
        /// Requests within one request, of the collection at a position.
        case batch(Int)
    }

    let method: String
    let pattern: RoutePattern
    /// The query parameters that say which entity it is about.
    let identity: [String: TextPattern]
    let action: Action

    /// The parameters of a request; nil where it is for another route.
    func match(_ request: MockRequest) -> [String: String]? {
        guard var values = pattern.match(request.segments) else { return nil }
        for (name, pattern) in identity {
            guard let id = request[name].flatMap(pattern.match), !id.isEmpty else { return nil }
            values["id"] = id
        }
        return values
    }
}
