package import Foundation

/// The settings of one run.
package struct SyncRules: Sendable {
    /// All collections, in the order of registration.
    let collections: [RemoteCollection]
    /// The delays before a write is sent again.
    let backoff: Backoff
    /// The number of attempts to create an entity while the server fails and does not have it.
    let creationAttempts: Int
    /// Whether the run was requested explicitly: it ignores backoff, but honors pauses requested by
    /// the server.
    let isByHand: Bool
    /// Returns the location of a file by its name; nil if the store does not support files.
    let place: @Sendable (String) -> URL?
    /// Receives the progress of file transfers.
    let tellsProgress: @Sendable (SyncProgress) -> Void

    /// Creates the rules of a run.
    package init(
        collections: [RemoteCollection],
        backoff: Backoff,
        creationAttempts: Int = 20,
        isByHand: Bool,
        place: @escaping @Sendable (String) -> URL? = { _ in nil },
        tellsProgress: @escaping @Sendable (SyncProgress) -> Void = { _ in }
    ) {
        self.place = place
        self.tellsProgress = tellsProgress
        self.collections = collections
        self.backoff = backoff
        self.creationAttempts = creationAttempts
        self.isByHand = isByHand
    }

    /// Returns the collection with a name; nil if none is registered.
    func collection(_ name: String) -> RemoteCollection? {
        collections.first { $0.schema.name == name }
    }

    /// Returns the names of all collections of the same service.
    func neighbors(of name: String) -> [String] {
        guard let api = collection(name)?.api else { return [name] }
        return collections.filter { ObjectIdentifier($0.api) == ObjectIdentifier(api) }
            .map(\.schema.name)
    }
}

/// The durable state of one collection, in one transaction.
///
/// The transactions are listed in ``SyncTransaction``.
struct Ledger {
    let store: any StorageWriter
    let collection: RemoteCollection
    let rules: SyncRules
    let now: Date

    var schema: EntitySchema { collection.schema }
}
