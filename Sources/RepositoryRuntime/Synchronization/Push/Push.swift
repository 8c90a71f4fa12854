#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Brings all writes to the server that can be sent, in their order for each entity.
///
/// A write that fails keeps only those back that are of the same entity, or refer to it.
struct Push {
    private static let pageSize = 100

    private let deliveries: [String: Delivery]
    private let storage: (any Storage)?
    private var pausedCollections: Set<String> = []
    private var done = 0

    /// Whether the server cannot be reached, so that nothing else need be tried.
    private(set) var isUnreachable = false

    init(_ deliveries: [Delivery]) {
        self.deliveries = Dictionary(
            deliveries.map { ($0.collection.schema.name, $0) },
            uniquingKeysWith: { _, last in last }
        )
        self.storage = deliveries.first?.storage
    }

    /// Sends until nothing more can be sent, and counts in a report.
    mutating func run(
        _ report: inout SyncReport,
        progress: @Sendable (_ done: Int, _ count: Int) async -> Void
    ) async throws(StorageError) {
        guard let storage else { return }
        let count = try await storage.read { store throws(StorageError) in
            try store.entryCount(in: OutboxEntry.State.open)
        }
        guard count > 0 else { return }
        // Again, as long as something came of it: a write may have waited for another one's identity.
        var breaksRings = false
        while !isUnreachable, !Task.isCancelled {
            let before = done
            try await pass(storage, breaksRings, &report) { await progress($0, count) }
            if done == before, breaksRings { break }
            // Where nothing goes on, some may wait for one another.
            breaksRings = done == before
        }
        report.postponed += try await storage.read { store throws(StorageError) in
            try store.entryCount(in: OutboxEntry.State.open)
        }
    }

    private mutating func pass(
        _ storage: any Storage,
        _ breaksRings: Bool,
        _ report: inout SyncReport,
        progress: @Sendable (_ done: Int) async -> Void
    ) async throws(StorageError) {
        var sequence: Int64 = 0
        while true {
            let start = sequence
            let page = try await storage.read { store throws(StorageError) in
                try store.entries(
                    in: OutboxEntry.State.open,
                    after: start,
                    limit: Self.pageSize
                )
            }
            guard let last = page.last else { return }
            sequence = last.sequence
            try await sendBatches(of: page, &report)
            await progress(done)
            for entry in page {
                guard !isUnreachable, !Task.isCancelled else { return }
                let name = entry.key.collection
                guard let delivery = deliveries[name], !pausedCollections.contains(name) else {
                    continue
                }
                let outcome = try await delivery.deliver(entry.id, breakingRings: breaksRings)
                count(outcome, of: entry, &report)
                await progress(done)
            }
        }
    }

    /// Sends the creations of a page together, where the server takes many at once.
    private mutating func sendBatches(
        of page: [OutboxEntry],
        _ report: inout SyncReport
    ) async throws(StorageError) {
        for (name, delivery) in deliveries where delivery.collection.batchSize > 1 {
            var rest = page.filter { $0.key.collection == name && $0.isNewCreation }[...]
            while rest.count > 1, !isUnreachable, !pausedCollections.contains(name),
                !Task.isCancelled
            {
                let batch = rest.prefix(delivery.collection.batchSize)
                rest = rest.dropFirst(batch.count)
                let delivered = try await delivery.deliver(batch: batch.map(\.id))
                for (entry, outcome) in delivered { count(outcome, of: entry, &report) }
            }
        }
    }

    private mutating func count(
        _ outcome: Delivery.Outcome,
        of entry: OutboxEntry,
        _ report: inout SyncReport
    ) {
        switch outcome.kind {
        case .acknowledged: report.acknowledged += 1
        case .merged: report.merged += 1
        case .superseded: report.superseded += 1
        case .rejected(let write): report.rejected.append(write)
        case .postponed, .absent: break
        }
        if outcome.isFinal { done += 1 }
        report.conflicts += outcome.conflicts
        guard let error = outcome.error else { return }
        switch outcome.pause {
        case .entry: break
        case .collection: pausedCollections.insert(entry.key.collection)
        case .everything: isUnreachable = true
        }
        let problem = SyncProblem(
            error.message,
            collection: entry.key.collection,
            id: entry.key.id,
            cause: error
        )
        report.problems.append(problem)
    }
}
