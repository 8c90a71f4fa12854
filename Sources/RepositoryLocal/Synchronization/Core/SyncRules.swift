#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The settings of one run.
package struct SyncRules: Sendable {
    /// All collections, in the order in which they were registered.
    let collections: [RemoteCollection]
    /// How long a write waits before it is sent again.
    let backoff: Backoff
    /// How often a creation is sent that the server fails with and does not have.
    let creationAttempts: Int
    /// Whether the user started the run: it ignores its own backoff, and waits only where the server asked for it.
    let isByHand: Bool
    /// The place of the bytes of a file, by its name; nil if the store keeps none.
    let place: @Sendable (String) -> URL?
    /// Hears how far the transfer of a file is.
    let tellsProgress: @Sendable (SyncProgress) -> Void

    /// Makes the rules of a run.
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

    /// The collection with a name; nil where none is registered.
    func collection(_ name: String) -> RemoteCollection? {
        collections.first { $0.schema.name == name }
    }

    /// The names of all collections of the service that has one.
    func neighbors(of name: String) -> [String] {
        guard let api = collection(name)?.api else { return [name] }
        return collections.filter { ObjectIdentifier($0.api) == ObjectIdentifier(api) }
            .map(\.schema.name)
    }
}

/// What one part of a run hands on to the next.
struct RunState: Sendable {
    let rules: SyncRules
    /// The pace for the next run.
    var pace: Pace
    var report = SyncReport()
    var notices: [SyncNotice] = []
    /// Whether the run is to end as soon as what is begun is stored.
    var isStopped = false

    /// Notes that a service has asked for a pause; returns the names of its collections.
    @discardableResult
    mutating func pause(_ name: String, for duration: Duration, at now: Date) -> [String] {
        let names = rules.neighbors(of: name)
        for other in names { pace.wait(with: other, at: now, for: duration) }
        return names
    }

    /// Adds an error to the problems of the report.
    mutating func note(_ error: RepositoryError, in collection: String, id: String? = nil) {
        report.add(SyncProblem(error.message, collection: collection, id: id, cause: error))
    }
}

/// The durable half of the synchronizer's state, in one transaction: what is stored of one collection.
///
/// ``SyncTransaction`` says which transactions there are.
struct Ledger {
    let store: any StorageWriter
    let collection: RemoteCollection
    let rules: SyncRules
    let now: Date

    var schema: EntitySchema { collection.schema }
}
