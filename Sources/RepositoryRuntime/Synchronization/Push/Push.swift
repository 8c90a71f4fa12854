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
        var rings: KnownRings?
        while !isUnreachable, !Task.isCancelled {
            let before = done
            try await pass(storage, rings, &report) { await progress($0, count) }
            if done == before, rings != nil { break }
            // Where nothing goes on, some may wait for one another.
            rings = done == before ? KnownRings() : nil
        }
        report.postponed += try await storage.read { store throws(StorageError) in
            try store.entryCount(in: OutboxEntry.State.open)
        }
    }

    private mutating func pass(
        _ storage: any Storage,
        _ rings: KnownRings?,
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
                try await send(entry, rings, storage, &report, progress: progress)
            }
        }
    }

    /// Sends a write, and those before it that have waited for it alone.
    ///
    /// Those behind it come in their turn.
    private mutating func send(
        _ entry: OutboxEntry,
        _ rings: KnownRings?,
        _ storage: any Storage,
        _ report: inout SyncReport,
        progress: @Sendable (_ done: Int) async -> Void
    ) async throws(StorageError) {
        var open = [entry]
        while let next = open.popLast(), !isUnreachable, !Task.isCancelled {
            let name = next.key.collection
            guard let delivery = deliveries[name], !pausedCollections.contains(name) else {
                continue
            }
            let outcome = try await delivery.deliver(next.id, breaking: rings)
            count(outcome, of: next, &report)
            await progress(done)
            guard !outcome.released.isEmpty else { continue }
            open += try await storage.read { store throws(StorageError) in
                var released: [OutboxEntry] = []
                for id in outcome.released.reversed() {
                    guard let waiting = try store.entry(id), waiting.sequence < entry.sequence
                    else { continue }
                    released.append(waiting)
                }
                return released
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
        if outcome.isFinal { done += 1 + outcome.ended.count }
        for ended in outcome.ended {
            if case .acknowledged = WriteOutcome(ofPredecessor: ended).kind {
                report.acknowledged += 1
            } else {
                report.superseded += 1
            }
        }
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
