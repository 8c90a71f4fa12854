extension Conventions {
    /// The method and path of a request.
    public struct RequestForm: Hashable, Sendable {
        /// The method.
        public var method: HTTPMethod
        /// The percent-encoded path; `{path}` stands for that of the collection, `{id}` for the
        /// identity.
        ///
        /// A creation has `{id}` if a new entity is sent to the path of an identity that the client
        /// assigns.
        public var path: String

        /// Creates a form.
        ///
        /// - Parameters:
        ///   - method: The method.
        ///   - path: The percent-encoded path, with `{path}` and `{id}`.
        public init(_ method: HTTPMethod, _ path: String) {
            self.method = method
            self.path = path
        }

        /// Returns the method and path in plain REST.
        static func plain(_ operation: ServiceOperation) -> RequestForm {
            switch operation {
            case .list: RequestForm(.get, "{path}")
            case .create: RequestForm(.post, "{path}")
            case .createAll: RequestForm(.post, "{path}/collection")
            case .read: RequestForm(.get, "{path}/{id}")
            case .update: RequestForm(.put, "{path}/{id}")
            case .patch: RequestForm(.patch, "{path}/{id}")
            case .delete: RequestForm(.delete, "{path}/{id}")
            }
        }

        /// Returns the path of a request.
        ///
        /// - Parameter collection: The percent-encoded path of the collection.
        /// - Returns: The path, in which `{id}` is not replaced.
        package func path(in collection: String) -> String {
            // A trailing slash of the collection, as in `posts/`, is kept only at the end of the
            // path.
            let trimmed = path == "{path}" ? collection : collection.droppingTrailingSlashes
            // Checked for speed: all common forms begin with it, and searching the string is slow.
            let place = "{path}"
            return path.hasPrefix(place)
                ? trimmed + path.dropFirst(place.count) : path.replacing(place, with: trimmed)
        }
    }
}

extension Conventions {
    /// Whether an entity is created at a path with its identity.
    package var createsAtIdentity: Bool { form(of: .create).path.contains("{id}") }

    /// The way to find out whether a creation without a response has succeeded; by default, an
    /// entity with its own path is read there.
    package var checkOfCreation: CreationCheck {
        createsAtIdentity && creationCheck == .comparison ? .identity : creationCheck
    }

    /// Returns the fixed query parameters of a request.
    ///
    /// - Parameters:
    ///   - operation: The operation.
    ///   - id: The identity of the requested entity, not yet encoded; nil if there is none.
    /// - Returns: The parameters with the identity inserted, not yet encoded.
    package func parameters(of operation: ServiceOperation, id: String?) -> [String: String] {
        let parameters = parameters[operation] ?? [:]
        guard let id else { return parameters }
        return parameters.mapValues { $0.replacing("{id}", with: id) }
    }

    /// Returns whether the query of a request contains the identity.
    func saysIdentityInQuery(of operation: ServiceOperation) -> Bool {
        parameters[operation]?.values.contains { $0.contains("{id}") } ?? false
    }

    /// Returns the method and path of an operation.
    package func form(of operation: ServiceOperation) -> RequestForm {
        requests[operation] ?? .plain(operation)
    }
}

extension String {
    /// The string without trailing slashes.
    fileprivate var droppingTrailingSlashes: String {
        var text = self
        while text.hasSuffix("/") { text.removeLast() }
        return text
    }
}
