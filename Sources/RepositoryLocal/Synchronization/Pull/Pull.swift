#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Brings what the server has into the store.
///
/// All that is listed is stored, unless a write waits for it, and gets the time at which the pull
/// began. What is older then was not listed: it is removed, where the listing is proven whole. So
/// nothing but a page is held in memory.
///
/// A service that can be asked for what has changed is asked for the whole once. From then on only its
/// tombstones remove anything, and how far a listing went is kept only where all of it has arrived.
struct Pull: Sendable {
    let storage: any Storage
    let collection: RemoteCollection
    let clock: any SyncClock
    /// Called between all steps: a test ends the process there.
    let checkpoint: @Sendable () -> Void
    /// Why a listing did not come; nil where it has.
    private(set) var failure: RepositoryError?

    private static let sweepSize = 500
    /// For how many entities that a listing without pages leaves out the server is asked: one that
    /// silently lists a part only has some of them.
    private static let questionCount = 20

    init(
        storage: any Storage,
        collection: RemoteCollection,
        clock: any SyncClock,
        checkpoint: @escaping @Sendable () -> Void
    ) {
        self.storage = storage
        self.collection = collection
        self.clock = clock
        self.checkpoint = checkpoint
    }

    /// Brings the entities of one collection, and counts in a report.
    mutating func run(_ report: inout SyncReport) async throws(StorageError) {
        guard collection.listing != .none else { return }
        let (name, began) = (collection.schema.name, clock.now)
        let open = try await storage.read { store throws(StorageError) in
            try store.ambiguousCreations(in: name, limit: 1).first
        }
        // Some new entity in the listing may be the one that was created, perhaps: it is held back.
        if let open {
            let message =
                "It is not known whether the server has created this; new entities are held back."
            report.add(SyncProblem(message, collection: name, id: open.key.id))
        }
        guard let kept = ChangeCursor(collection) else {
            _ = try await bring(RemotePages(collection), at: began, &report)
            return
        }
        let cursor = try await storage.read { store throws(StorageError) in
            try kept.read(from: store)
        }
        if let cursor {
            let changes = RemotePages(collection, since: cursor)
            let isRefused = try await bring(changes, keeping: kept, at: began, &report)
            guard isRefused else { return }
            try await storage.write { store throws(StorageError) in
                try kept.write(nil, to: store)
            }
        }
        _ = try await bring(RemotePages(collection), keeping: kept, at: began, &report)
    }

    /// Brings a listing.
    ///
    /// Returns whether the service does not know from where it was asked for changes.
    private mutating func bring(
        _ listing: RemotePages,
        keeping kept: ChangeCursor? = nil,
        at date: Date,
        _ report: inout SyncReport
    ) async throws(StorageError) -> Bool {
        let name = collection.schema.name
        var pages = listing
        var isStoredWhole = true
        var isKept = false
        do throws(RepositoryError) {
            while let page = try await pages.next() {
                checkpoint()
                // Behind the last page all of it has arrived, where all of it could be read and stored.
                let cursor =
                    pages.isOfChanges && pages.isWhole && isStoredWhole ? pages.cursor : nil
                do throws(StorageError) {
                    let stored = try await store(page, at: date, cursor, kept, &report)
                    isStoredWhole = stored.isWhole && isStoredWhole
                    isKept = stored.isKept
                } catch {
                    throw RepositoryError(error, during: name)
                }
            }
        } catch {
            if let cause = error.cause as? StorageError { throw cause }
            if pages.isOfChanges, [400, 410, 412].contains(error.status) { return true }
            report.add(SyncProblem(error.message, collection: name, cause: error))
            failure = error
            return false
        }
        if let problem = pages.problem {
            report.add(SyncProblem(problem.message, collection: name, cause: problem))
        }
        guard pages.isWhole else {
            if pages.problem == nil { report.add(Self.partOfAll(in: name)) }
            return false
        }
        if !pages.isOfChanges {
            let questions = pages.isPaged ? Int.max : Self.questionCount
            let isSwept = try await sweep(before: date, asking: questions, &report)
            // Nobody would remove later what is left now.
            isStoredWhole = isStoredWhole && isSwept
        }
        if let kept, let cursor = pages.cursor, isStoredWhole, !isKept {
            checkpoint()
            try await storage.write { store throws(StorageError) in
                try kept.write(cursor, to: store)
            }
        }
        return false
    }

    private static func partOfAll(in name: String) -> SyncProblem {
        SyncProblem(
            """
            The listing is not whole: a page came again, or there were fewer entities than the service \
            said. Nothing was removed.
            """,
            collection: name
        )
    }

    /// Stores a part of a listing, and how far the listing goes where that is its last.
    ///
    /// Returns whether nothing of it was passed over, because a write waits or may be it; and whether it
    /// is kept how far the listing goes.
    private func store(
        _ page: [RemoteElement],
        at date: Date,
        _ cursor: String?,
        _ kept: ChangeCursor?,
        _ report: inout SyncReport
    ) async throws(StorageError) -> (isWhole: Bool, isKept: Bool) {
        let schema = collection.schema
        let counts = try await storage.write { store throws(StorageError) in
            let confirmations = Confirmations(schema, in: store, at: date, now: clock.now)
            var (pulled, removed, isWhole) = (0, 0, true)
            for element in page {
                switch element {
                case .tombstone(let id, _):
                    if try confirmations.remove(id: id, heardAt: clock.now) {
                        removed += 1
                    } else if kept != nil {
                        let key = RecordKey(collection: schema.name, id: id)
                        isWhole = try store.record(key) == nil && isWhole
                    }
                case .entity(let state):
                    guard let id = state.members[schema.identityKey]?.identityText else { continue }
                    let document = try DocumentMembers.write(state.members)
                    if try confirmations.put(listed: document, id: id, entityTag: state.tag) {
                        pulled += 1
                    } else {
                        isWhole = false
                    }
                }
            }
            let isKept = isWhole && cursor != nil && kept != nil
            if isKept { try kept?.write(cursor, to: store) }
            return (pulled: pulled, removed: removed, isWhole: isWhole, isKept: isKept)
        }
        report.pulled += counts.pulled
        report.removed += counts.removed
        return (counts.isWhole, counts.isKept)
    }

    /// Removes what was not listed.
    private func sweep(
        before date: Date,
        asking questions: Int,
        _ report: inout SyncReport
    ) async throws(StorageError) -> Bool {
        // Set back meanwhile, the clock does not tell what was confirmed since.
        guard clock.now >= date else { return false }
        var last: String?
        var isWhole = true
        var questions = questions
        let name = collection.schema.name
        while true {
            let start = last
            let page = try await storage.read { store throws(StorageError) in
                try store.records(in: name, after: start, limit: Self.sweepSize)
            }
            // What a write holds may be gone, and is left if the write is taken back.
            let now = clock.now
            isWhole = isWhole && !page.contains { $0.isHeldUnlisted(since: date, now: now) }
            for record in page where record.wasNotListed(since: date, now: now) {
                if questions > 0 {
                    questions -= 1
                    do throws(RepositoryError) {
                        guard try await collection.read(record.key.id) == nil else {
                            // The listing has missed it, and others perhaps.
                            isWhole = false
                            questions = .max
                            continue
                        }
                    } catch  where [405, 501].contains(error.status) {
                        // It cannot be asked for single ones.
                        questions = 0
                    } catch {
                        let problem = SyncProblem(error.message, collection: name, cause: error)
                        report.add(problem)
                        return false
                    }
                }
                checkpoint()
                let schema = collection.schema
                let isRemoved = try await storage.write { store throws(StorageError) in
                    // It may have been written or confirmed since.
                    guard let record = try store.record(record.key),
                        record.wasNotListed(since: date, now: clock.now)
                    else { return false }
                    return try Confirmations(schema, in: store, at: date)
                        .remove(id: record.key.id, heardAt: clock.now)
                }
                if isRemoved { report.removed += 1 }
            }
            guard let end = page.last, page.count == Self.sweepSize else { return isWhole }
            last = end.key.id
        }
    }
}

extension StoredRecord {
    /// Whether the server had it, and did not list it.
    ///
    /// One that was never confirmed is local alone.
    fileprivate func wasNotListed(since date: Date, now: Date) -> Bool {
        state == .synchronized && isUnlisted(since: date, now: now)
    }

    /// Whether the server had it and did not list it, and a write waits for it.
    fileprivate func isHeldUnlisted(since date: Date, now: Date) -> Bool {
        state != .synchronized && isUnlisted(since: date, now: now)
    }

    /// One that was confirmed later than now was so while the clock was wrong: nobody knows when.
    private func isUnlisted(since date: Date, now: Date) -> Bool {
        base != nil && (confirmedAt.map { $0 < date || $0 > now } ?? true)
    }
}
