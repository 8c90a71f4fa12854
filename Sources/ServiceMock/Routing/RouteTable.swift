import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// The requests that a mock supports.
struct RouteTable: Sendable {
    /// The routes by method and first segment; those that start with a parameter have no segment.
    private var routes: [String: [Route]] = [:]
    /// All routes, in schema order.
    private(set) var all: [Route] = []

    init(_ model: ServiceModel) {
        for (index, collection) in model.collections.enumerated() {
            for operation in collection.operations { add(operation, of: collection, index) }
            if let path = collection.conventions.batch.path,
                collection.operations.contains(.createAll)
            {
                let absolute = (collection.api?.basePath ?? "") + "/" + path.trimmingSlashes
                add(Route("POST", absolute, .batch(index)))
            }
        }
        for (index, endpoint) in model.schema.endpoints.enumerated() {
            let base = endpoint.head.api.flatMap { model.api($0) }?.basePath ?? ""
            let method = HTTPMethod(endpoint.method).rawValue
            // The path `/` is the base URL itself.
            let isBase = endpoint.path == "/" && !base.isEmpty
            add(Route(method, isBase ? base : base + endpoint.path, .endpoint(index)))
            // A session keeps the slash at the end of its own URL.
            if isBase { insert(Route(method, base + "/", .endpoint(index))) }
        }
        for key in routes.keys {
            routes[key] = routes[key]?.enumerated().sorted { first, second in
                let (one, other) = (first.element, second.element)
                if one.identity.count != other.identity.count {
                    return one.identity.count > other.identity.count
                }
                if one.pattern.parameterCount != other.pattern.parameterCount {
                    return one.pattern.parameterCount < other.pattern.parameterCount
                }
                return first.offset < second.offset
            }.map(\.element)
        }
    }

    private mutating func add(
        _ operation: ServiceOperation,
        of collection: ServiceCollection,
        _ index: Int
    ) {
        let conventions = collection.conventions
        let form = conventions.form(of: operation)
        let path = form.path(in: collection.path)
        let parameters = conventions.parameters[operation] ?? [:]
        let identity = parameters.filter { $0.value.contains("{id}") }
            .mapValues { TextPattern($0, place: "{id}") }
        let action = Route.Action.collection(index, operation)
        // An update and a patch, or a single and a batch create, may share a request: the first one
        // counts.
        add(Route(form.method.rawValue, path, identity: identity, action))
    }

    private mutating func add(_ route: Route) {
        all.append(route)
        insert(route)
    }

    private mutating func insert(_ route: Route) {
        routes[Self.key(route.method, route.pattern.first), default: []].append(route)
    }

    private static func key(_ method: String, _ segment: String?) -> String {
        "\(method) \(segment ?? "{")"
    }

    /// The routes for a request, the most specific one first, with its path parameters.
    ///
    /// A GET route also responds to HEAD, unless another route does.
    func matches(_ request: MockRequest) -> [(route: Route, parameters: [String: String])] {
        let found = matches(request, method: request.method)
        return found.isEmpty && request.method == "HEAD" ? matches(request, method: "GET") : found
    }

    private func matches(
        _ request: MockRequest,
        method: String
    ) -> [(route: Route, parameters: [String: String])] {
        let own = routes[Self.key(method, request.segments.first)] ?? []
        let others = routes[Self.key(method, nil)] ?? []
        return (own + others).compactMap { route in
            route.match(request).map { (route, $0) }
        }
    }

    /// The requests that several APIs declare: only the first API of each can get it.
    ///
    /// - Parameter model: The schema of the routes.
    /// - Returns: A message for each request.
    func conflicts(in model: ServiceModel) -> [String] {
        var owners: [String: [String]] = [:]
        var order: [String] = []
        for route in all {
            let request = "\(route.method) \(route.pattern.shape)"
            guard route.identity.isEmpty, let api = route.api(in: model) else { continue }
            if owners[request] == nil { order.append(request) }
            if owners[request]?.contains(api) != true { owners[request, default: []].append(api) }
        }
        return order.compactMap { request in
            guard let apis = owners[request], apis.count > 1 else { return nil }
            return "\(apis.joined(separator: " and ")) have \(request): \(apis[0]) gets it"
        }
    }

    /// The methods supported for the path of a request.
    func methods(of request: MockRequest) -> [String] {
        var methods: [String] = []
        for route in all
        where !methods.contains(route.method) && route.pattern.match(request.segments) != nil {
            methods.append(route.method)
        }
        return methods
    }

    /// The path with or without a trailing slash, if a route has it; nil if none has.
    func otherSpelling(of request: MockRequest) -> String? {
        let segments =
            request.segments.last == ""
            ? Array(request.segments.dropLast()) : request.segments + [""]
        guard all.contains(where: { $0.pattern.match(segments) != nil }) else { return nil }
        return request.path.hasSuffix("/") ? String(request.path.dropLast()) : request.path + "/"
    }
}

extension Route {
    /// The name of its API; nil if the schema names none.
    fileprivate func api(in model: ServiceModel) -> String? {
        switch action {
        case .collection(let index, _), .batch(let index):
            model.collections[index].api?.head.name
        case .endpoint(let index): model.schema.endpoints[index].head.api
        }
    }

    fileprivate init(
        _ method: String,
        _ path: String,
        identity: [String: TextPattern] = [:],
        _ action: Action
    ) {
        let decoded = path.split(separator: "/", omittingEmptySubsequences: false)
            .map { PercentEncoding.decode($0) ?? String($0) }.joined(separator: "/")
        self.init(
            method: method,
            pattern: RoutePattern(decoded),
            identity: identity,
            action: action
        )
    }
}

extension String {
    fileprivate var trimmingSlashes: String {
        var text = self[...]
        while text.hasPrefix("/") { text = text.dropFirst() }
        while text.hasSuffix("/") { text = text.dropLast() }
        return String(text)
    }
}
