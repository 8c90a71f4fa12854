/// A repository.
package struct CheckedRepository: Hashable, Sendable {
    /// What a repository offers.
    package enum Kind: Hashable, Sendable {
        /// A function for each operation, at least one, in schema order.
        case endpoints([Operation])
        /// The operations on one entity.
        case entity(EntityOperations)
    }

    /// A function and the endpoint it calls.
    package struct Operation: Hashable, Sendable {
        /// The name of the function, as the schema writes it.
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
        /// The path of the collection, without slashes at its ends.
        package let path: String
        /// What the server offers, in the order of ``RemoteOperation``; at least one.
        package let remote: [RemoteOperation]
        /// Where its entities are kept on this side.
        package let local: LocalStore
        /// Which side each operation goes to; nil where the schema does not say.
        package let strategy: CheckedStrategy?
        /// What becomes of a write when the server's side has changed, too; nil where the schema does
        /// not say.
        package let conflicts: ConflictPolicy?
        /// Which entities the local store keeps; nil for all.
        package var keep: CheckedKeep?
        /// Where the service has other conventions for it than for others; nil where it has not.
        package let conventions: CheckedConventions?
        /// The bodies of failures: by ascending status, then of classes, and at the end of all others.
        package var failures: [CheckedEndpoint.Failure] = []
    }

    /// Where entities are kept on this side.
    package enum LocalStore: String, Hashable, Sendable, CaseIterable {
        /// In a file.
        case sqlite
        /// In memory, until the process ends.
        case memory
        /// Nowhere.
        case nowhere = "none"
    }

    /// What becomes of a write when the server's side has changed, too.
    package enum ConflictPolicy: String, Hashable, Sendable, CaseIterable {
        case serverWins, clientWins, merge, fail
    }

    /// What a server offers for an entity.
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
    /// What it offers.
    package let kind: Kind
}

extension CheckedRepository.EntityOperations {
    /// The conventions that hold for the repository: its own over those of its API.
    ///
    /// - Parameter api: The API; nil where there is none.
    /// - Returns: The conventions; those of plain REST where neither declares any.
    package func conventions(over api: CheckedAPI?) -> CheckedConventions {
        let base = api?.conventions ?? CheckedConventions()
        guard let conventions else { return base }
        return conventions.beginsAnew ? conventions : conventions.overriding(base)
    }
}
