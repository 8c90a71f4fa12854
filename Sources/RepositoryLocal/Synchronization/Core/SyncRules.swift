#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

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

/// The state that one part of a run passes on to the next.
struct RunState: Sendable {
    let rules: SyncRules
    /// The pace for the next run.
    var pace: Pace
    var report = SyncReport()
    var notices: [SyncNotice] = []
    /// Whether the run must end as soon as the results of completed requests are stored.
    var isStopped = false
    /// Whether nothing is reachable, so that nothing else needs to be tried.
    var isUnreachable = false
    /// The collections whose service does not accept writes and files in this run.
    var paused: Set<String> = []
    var outage = Outage()

    /// Records that a service has requested a pause: it gets no more requests.
    mutating func pause(_ name: String, for duration: Duration, at now: Date) {
        for other in rules.neighbors(of: name) {
            pace.wait(with: other, at: now, for: duration)
            paused.insert(other)
        }
    }

    /// Adds an error to the problems of the report.
    mutating func note(_ error: RepositoryError, in collection: String, id: String? = nil) {
        report.add(SyncProblem(error.message, collection: collection, id: id, cause: error))
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
