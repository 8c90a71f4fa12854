extension Conventions {
    /// Where a request goes.
    public struct RequestForm: Hashable, Sendable {
        /// The method.
        public var method: HTTPMethod
        /// The path, percent-encoded; `{path}` stands for that of the collection, `{id}` for the identity.
        ///
        /// A creation has `{id}` where a new entity is sent to a path of its own, under the identity that
        /// its client gives.
        public var path: String

        /// Creates a form.
        ///
        /// - Parameters:
        ///   - method: The method.
        ///   - path: The path, percent-encoded, with `{path}` and `{id}`.
        public init(_ method: HTTPMethod, _ path: String) {
            self.method = method
            self.path = path
        }

        /// The form by plain REST.
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

        /// The path of a request, with the place of the identity.
        ///
        /// - Parameter collection: The path of the collection, percent-encoded.
        /// - Returns: The path, which has `{id}` where the form has it.
        package func path(in collection: String) -> String {
            // A collection `posts/` has the slash where nothing follows, and once.
            let trimmed = path == "{path}" ? collection : collection.droppingTrailingSlashes
            // All usual forms begin with it; a search through the text takes longer than all the rest.
            let place = "{path}"
            return path.hasPrefix(place)
                ? trimmed + path.dropFirst(place.count) : path.replacing(place, with: trimmed)
        }
    }
}

extension Conventions {
    /// Whether an entity is created at a path of its own, which has the identity.
    package var createsAtIdentity: Bool { form(of: .create).path.contains("{id}") }

    /// How it is found out whether a creation without an answer has happened: what has a path of its own
    /// is looked for there, unless another way is said.
    package var checkOfCreation: CreationCheck {
        createsAtIdentity && creationCheck == .comparison ? .identity : creationCheck
    }

    /// What a request always says in its query.
    ///
    /// - Parameters:
    ///   - operation: What is asked for.
    ///   - id: The identity of the entity that is asked for, not yet encoded; nil where there is none.
    /// - Returns: The parameters with the identity in its place, not yet encoded.
    package func parameters(of operation: ServiceOperation, id: String?) -> [String: String] {
        let parameters = parameters[operation] ?? [:]
        guard let id else { return parameters }
        return parameters.mapValues { $0.replacing("{id}", with: id) }
    }

    /// Whether the query of a request says which entity it is about.
    func saysIdentityInQuery(of operation: ServiceOperation) -> Bool {
        parameters[operation]?.values.contains { $0.contains("{id}") } ?? false
    }

    /// Where a request goes.
    package func form(of operation: ServiceOperation) -> RequestForm {
        requests[operation] ?? .plain(operation)
    }
}

extension String {
    /// The text without slashes at its end.
    fileprivate var droppingTrailingSlashes: String {
        var text = self
        while text.hasSuffix("/") { text.removeLast() }
        return text
    }
}
