/// A repository.
package struct CheckedRepository: Hashable, Sendable {
    /// The operations of a repository.
    package enum Kind: Hashable, Sendable {
        /// A function for each operation, at least one, in schema order.
        case endpoints([Operation])
        /// The operations on one entity.
        case entity(EntityOperations)
    }

    /// A function and the endpoint it calls.
    package struct Operation: Hashable, Sendable {
        /// The name of the function in the schema.
        package let name: String
        /// The name of the endpoint.
        package let endpoint: String
        /// The documentation.
        package let doc: String?
    }

    /// The operations on one entity.
    package struct EntityOperations: Hashable, Sendable {
        /// The name of the entity.
        package let entity: String
        /// The path of the collection, without leading and trailing slashes.
        package let path: String
        /// The operations on the server, in the order of ``RemoteOperation``; at least one.
        package let remote: [RemoteOperation]
        /// The local store of its entities.
        package let local: LocalStore
        /// The strategy of each operation; nil if the schema declares none.
        package let strategy: CheckedStrategy?
        /// How a conflict between a local and a remote change is resolved; nil if the schema does
        /// not declare it.
        package let conflicts: ConflictPolicy?
        /// The entities that the local store keeps; nil for all.
        package var keep: CheckedKeep?
        /// The conventions of the service for this repository; nil if they are those of the API.
        package let conventions: CheckedConventions?
        /// The bodies of failures: by ascending status, then of classes, then of all others.
        package var failures: [CheckedEndpoint.Failure] = []
    }

    /// The local store of entities.
    package enum LocalStore: String, Hashable, Sendable, CaseIterable {
        /// In a file.
        case sqlite
        /// In memory, until the process exits.
        case memory
        /// No local store.
        case nowhere = "none"
    }

    /// How a conflict between a local and a remote change is resolved.
    package enum ConflictPolicy: String, Hashable, Sendable, CaseIterable {
        case serverWins, clientWins, merge, fail
    }

    /// An operation on the server.
    package enum RemoteOperation: String, Hashable, Sendable, CaseIterable {
        /// `POST path`
        case create
        /// `GET path` and `GET path/:id`
        case read
        /// `PUT path/:id`
        case update
        /// `PATCH path/:id`
        case patch
        /// `DELETE path/:id`
        case delete
        /// `POST path/collection`
        case synchronize
    }

    /// Name, schema and documentation; its API is that of its endpoints or of its entity.
    package let head: DeclarationHead
    /// Its operations.
    package let kind: Kind
}

extension CheckedRepository.EntityOperations {
    /// The conventions in effect for the repository: its own, merged with those of its API.
    ///
    /// - Parameter api: The API; nil if there is none.
    /// - Returns: The conventions; those of plain REST if neither declares any.
    package func conventions(over api: CheckedAPI?) -> CheckedConventions {
        let base = api?.conventions ?? CheckedConventions()
        guard let conventions else { return base }
        return conventions.beginsAnew ? conventions : conventions.overriding(base)
    }
}
