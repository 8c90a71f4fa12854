#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Brings all writes to the server that can be sent, in their order for each entity.
///
/// A write that fails keeps only those back that are of the same entity, or refer to it. Where a server
/// fails with one write after another, it is not asked for the others.
struct Push {
    /// How many writes are looked at together; no fewer than go together.
    private let pageSize: Int
    private let deliveries: [String: Delivery]
    /// The collections in the order in which they were registered.
    private let names: [String]
    private let storage: (any Storage)?
    private var pausedCollections: Set<String>
    private var outage = Outage()
    /// What was tried in this run, and waits.
    private var tried: Set<OutboxEntry.ID> = []
    private var done = 0

    /// What comes of the run for the next ones.
    private(set) var pace: Pace
    /// Whether the server cannot be reached, so that nothing else need be tried.
    private(set) var isUnreachable = false

    init(_ deliveries: [Delivery], _ pace: Pace) {
        self.deliveries = Dictionary(
            deliveries.map { ($0.collection.schema.name, $0) },
            uniquingKeysWith: { _, last in last }
        )
        names = deliveries.map(\.collection.schema.name)
        self.storage = deliveries.first?.storage
        pageSize = min(max(100, deliveries.map(\.collection.batchSize).max() ?? 0), 1_000)
        self.pace = pace
        let held = deliveries.filter {
            pace.holds($0.collection.schema.name, at: $0.clock.now, isByHand: $0.isByHand)
        }
        pausedCollections = Set(held.map(\.collection.schema.name))
    }

    /// Sends until nothing more can be sent, and counts in a report.
    mutating func run(
        from first: Int64,
        _ report: inout SyncReport,
        progress: @Sendable (_ done: Int, _ count: Int) async -> Void
    ) async throws(StorageError) {
        guard let storage else { return }
        let count = try await storage.read { store throws(StorageError) in
            try store.entryCount(in: OutboxEntry.State.open)
        }
        guard count > 0 else { return }
        let origin = max(first - 1, 0)
        var start = origin
        if first == 0 { swap(&start, &pace.front) }
        // Again, as long as something came of it: a write may have waited for another one's identity.
        var rings: KnownRings?
        while !isUnreachable, !Task.isCancelled {
            let before = done
            try await pass(storage, from: start, rings, &report) { await progress($0, count) }
            // Where nothing goes on, some may wait for one another.
            if done == before, start == origin, rings != nil || !pace.hasBlocked { break }
            rings = done == before ? KnownRings() : nil
            start = origin
        }
        report.postponed += try await storage.read { store throws(StorageError) in
            try store.entryCount(in: OutboxEntry.State.open)
        }
    }

    private mutating func pass(
        _ storage: any Storage,
        from start: Int64,
        _ rings: KnownRings?,
        _ report: inout SyncReport,
        progress: @Sendable (_ done: Int) async -> Void
    ) async throws(StorageError) {
        var sequence = start
        while let page = try await page(storage, after: sequence), let last = page.entries.last {
            sequence = last.sequence
            let entries = page.entries.filter { page.ends[$0.id] == nil }
            let triedBefore = tried
            try await sendBatches(of: entries, &report)
            await progress(done)
            for entry in entries where !pausedCollections.contains(entry.key.collection) {
                guard !isUnreachable, !Task.isCancelled else { return }
                // It was in a batch just now, of which nobody knows what came.
                if tried.contains(entry.id), !triedBefore.contains(entry.id) { continue }
                try await send(entry, rings, storage, &report, progress: progress)
            }
            for end in page.ends.values { pace.note(due: end) }
        }
    }

    /// Reads writes, and until when those of them wait that are not due.
    private func page(
        _ storage: any Storage,
        after sequence: Int64
    ) async throws(StorageError) -> (entries: [OutboxEntry], ends: [OutboxEntry.ID: Date])? {
        guard let delivery = deliveries.values.first else { return nil }
        let (now, isByHand) = (delivery.clock.now, delivery.isByHand)
        let longest = delivery.backoff.longest
        let (tried, pageSize) = (tried, pageSize)
        let read = { @Sendable (store: any StorageReader) throws(StorageError) in
            let entries = try store.entries(
                in: OutboxEntry.State.open,
                after: sequence,
                limit: pageSize
            )
            var ends: [OutboxEntry.ID: Date] = [:]
            for entry in entries where entry.notBefore.map({ $0 > now }) ?? false {
                // Once in a run is enough, also by hand.
                let isByHand = isByHand && !tried.contains(entry.id)
                let hold = try WriteHold(of: entry, in: store)
                ends[entry.id] = hold.end(at: now, isByHand: isByHand)
            }
            return (entries, ends)
        }
        let page = try await storage.read(read)
        let late = page.1.filter { $0.value.timeIntervalSince(now) > longest.inSeconds }.map(\.key)
        guard !late.isEmpty else { return page }
        return try await storage.write { store throws(StorageError) in
            try store.shortenHolds(of: late, at: now, longest: longest)
            return try read(store)
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
            heedPause(askedBy: delivery)
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

    /// Sends the creations of a page together, where the server takes many at once: those that refer to
    /// others of the page when these have their identities.
    private mutating func sendBatches(
        of page: [OutboxEntry],
        _ report: inout SyncReport
    ) async throws(StorageError) {
        var sent: Set<OutboxEntry.ID> = []
        var before = 0
        repeat {
            before = sent.count
            let rest = page.filter { $0.isNewCreation && !sent.contains($0.id) }
            sent.formUnion(try await sendBatch(of: rest, &report))
        } while sent.count > before
    }

    /// Sends those together of some creations that refer to nothing which the server does not know.
    private mutating func sendBatch(
        of creations: [OutboxEntry],
        _ report: inout SyncReport
    ) async throws(StorageError) -> [OutboxEntry.ID] {
        var sent: [OutboxEntry.ID] = []
        for name in names {
            guard let delivery = deliveries[name], delivery.collection.createsMany else { continue }
            var rest = creations.filter { $0.key.collection == name }[...]
            while rest.count > 1, !isUnreachable, !pausedCollections.contains(name),
                !Task.isCancelled
            {
                let batch = rest.prefix(delivery.collection.batchSize)
                rest = rest.dropFirst(batch.count)
                let delivered = try await delivery.deliver(batch: batch.map(\.id))
                for (entry, outcome) in delivered {
                    sent.append(entry.id)
                    count(outcome, of: entry, &report)
                }
                heedPause(askedBy: delivery)
            }
        }
        return sent
    }

    /// Sends nothing more to a service that has asked to be left alone.
    private mutating func heedPause(askedBy delivery: Delivery) {
        let names = pace.wait(
            asAskedBy: delivery.collection,
            among: deliveries.values.map(\.collection),
            at: delivery.clock.now
        )
        pausedCollections.formUnion(names)
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
        note(outcome, of: entry, &report)
        guard let error = outcome.error else { return }
        let problem = SyncProblem(
            error.message,
            collection: entry.key.collection,
            id: entry.key.id,
            cause: error
        )
        report.add(problem)
    }

    /// Notes what an outcome says of other writes.
    private mutating func note(
        _ outcome: Delivery.Outcome,
        of entry: OutboxEntry,
        _ report: inout SyncReport
    ) {
        let name = entry.key.collection
        guard let now = deliveries[name]?.clock.now else { return }
        if let until = outcome.until {
            tried.insert(entry.id)
            pace.note(due: until)
        }
        guard let error = outcome.error else {
            if outcome.isFinal {
                pace.noteSuccess(in: name)
                outage.noteSuccess(of: pace.servers[name] ?? name)
            } else if case .postponed = outcome.kind, outcome.until == nil {
                pace.hasBlocked = true
            }
            return
        }
        if error.response != nil { pace.noteAnswer() }
        switch outcome.pause {
        case .entry:
            let server = pace.server(of: name, in: error)
            guard outage.note(error, of: server) else { return }
            for other in deliveries.keys where pace.servers[other] ?? other == server {
                guard pausedCollections.insert(other).inserted else { continue }
                pace.pause(other, at: now)
            }
            // Others are sent first when it goes on.
            pace.front = entry.sequence
            report.add(Outage.problem(in: name, cause: error))
        case .collection:
            pausedCollections.insert(name)
            pace.pause(name, at: now, retryAfter: error.retryAfter)
        case .everything:
            isUnreachable = true
            // A run that was ended says nothing of the server.
            if !Task.isCancelled { pace.pauseEverything(at: now) }
        }
    }
}
