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
struct Pull: Sendable {
    let storage: any Storage
    let collection: RemoteCollection
    let clock: any SyncClock
    /// Called between all steps: a test ends the process there.
    let checkpoint: @Sendable () -> Void

    private static let sweepSize = 500

    /// Brings the entities of one collection, and counts in a report.
    func run(_ report: inout SyncReport) async throws(StorageError) {
        let name = collection.schema.name
        guard collection.listing != .none else { return }
        let began = clock.now
        let isOpen = try await storage.read { store throws(StorageError) in
            try !store.ambiguousCreations(in: name, limit: 1).isEmpty
        }
        // Some entity in the listing may be the one that was created, perhaps.
        guard !isOpen else { return }
        var pages = RemotePages(collection)
        do throws(RepositoryError) {
            while let page = try await pages.next() {
                checkpoint()
                do throws(StorageError) {
                    try await store(page, at: began, &report)
                } catch {
                    throw RepositoryError(error, during: name)
                }
            }
        } catch {
            if let cause = error.cause as? StorageError { throw cause }
            report.problems.append(SyncProblem(error.message, collection: name, cause: error))
            return
        }
        if let problem = pages.problem {
            report.problems.append(SyncProblem(problem.message, collection: name, cause: problem))
        }
        guard pages.isWhole else { return }
        report.removed += try await sweep(before: began, asking: pages.isPaged, &report)
    }

    private func store(
        _ page: [RemoteElement],
        at date: Date,
        _ report: inout SyncReport
    ) async throws(StorageError) {
        let schema = collection.schema
        let (pulled, removed) = try await storage.write { store throws(StorageError) in
            let confirmations = Confirmations(schema, in: store, at: date)
            var (pulled, removed) = (0, 0)
            for element in page {
                switch element {
                case .tombstone(let id):
                    if try confirmations.remove(id: id) { removed += 1 }
                case .entity(let members, let tag):
                    guard let id = members[schema.identityKey]?.identityText else { continue }
                    let document = try DocumentMembers.write(members)
                    if try confirmations.put(document, id: id, entityTag: tag) { pulled += 1 }
                }
            }
            return (pulled, removed)
        }
        report.pulled += pulled
        report.removed += removed
    }

    /// Removes what was not listed.
    ///
    /// - Parameters:
    ///   - date: When the pull began.
    ///   - isAsked: Whether the server is asked for each: an entity can slip from one page to
    ///     another that was read already.
    ///   - report: Where it is told what could not be asked for.
    /// - Returns: How many were removed.
    /// - Throws: `StorageError` where the store cannot be written.
    private func sweep(
        before date: Date,
        asking isAsked: Bool,
        _ report: inout SyncReport
    ) async throws(StorageError) -> Int {
        var removed = 0
        var last: String?
        let name = collection.schema.name
        while true {
            let start = last
            let page = try await storage.read { store throws(StorageError) in
                try store.records(in: name, after: start, limit: Self.sweepSize)
            }
            for record in page where record.wasNotListed(since: date) {
                if isAsked {
                    do throws(RepositoryError) {
                        guard try await collection.read(record.key.id) == nil else { continue }
                    } catch {
                        let problem = SyncProblem(error.message, collection: name, cause: error)
                        report.problems.append(problem)
                        return removed
                    }
                }
                checkpoint()
                let schema = collection.schema
                let isRemoved = try await storage.write { store throws(StorageError) in
                    // It may have been written or confirmed since.
                    guard let now = try store.record(record.key), now.wasNotListed(since: date)
                    else { return false }
                    return try Confirmations(schema, in: store, at: date).remove(id: now.key.id)
                }
                if isRemoved { removed += 1 }
            }
            guard let end = page.last, page.count == Self.sweepSize else { return removed }
            last = end.key.id
        }
    }
}

extension StoredRecord {
    /// Whether the server had it, and did not list it.
    ///
    /// One that was never confirmed is local alone.
    fileprivate func wasNotListed(since date: Date) -> Bool {
        guard state == .synchronized, base != nil else { return false }
        return confirmedAt.map { $0 < date } ?? true
    }
}
