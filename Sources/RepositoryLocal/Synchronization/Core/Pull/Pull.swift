#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Brings what the server has of one collection into the store: a state machine.
///
/// All that is listed is stored, unless a write waits for it, and gets the time at which the pull
/// began. What is older then was not listed: it is removed, where the listing is proven whole. So
/// nothing but a page is held in memory.
///
/// A service that can be asked for what has changed is asked for the whole once. From then on only its
/// tombstones remove anything, and how far a listing went is kept only where all of it has arrived.
struct Pull: Sendable {
    /// What the pull waits for.
    private enum Phase {
        case beginning
        /// A part of a listing, of all there is or of what has changed.
        case listing(isOfChanges: Bool, isSelected: Bool)
        /// The transaction that stores a part of a listing.
        case storing(RemotePages)
        /// The transaction that forgets how far the last listing went.
        case forgetting
        /// Stored entities that may not have been listed.
        case sweeping
        /// The server's word on one that was not listed.
        case asking(StoredRecord)
        /// The transaction that removes one that was not listed.
        case removing
        /// The transaction that keeps how far the listing went.
        case keepingCursor
        /// The transaction that stores the state of an entity that has left the selection.
        case refreshing
        /// A transaction that removes what is not kept.
        case trimming
        /// The transaction that keeps what the store has of the collection.
        case keepingReplica
    }

    private static let sweepSize = 500
    /// For how many entities that a listing without pages leaves out the server is asked: one that
    /// silently lists a part only has some of them.
    private static let questionCount = 20

    let collection: RemoteCollection
    private let name: String
    private let keepsCursor: Bool
    private let began: Date
    private var phase = Phase.beginning
    private var isStoredWhole = true
    private var isCursorKept = false

    /// How far the listing goes; nil where the service does not say.
    private var cursor: String?

    // Where the store keeps a part of the collection.
    private var isOfChanges = false
    private var isSelectionSaid = true
    /// What the listing should have had.
    private var range: ListedRange
    /// Whether the server was not asked for all that the listing should have had, and did not.
    private var hasUnasked = false
    /// Whether no entity was found that the listing has missed.
    private var isTrusted = true
    private var trims: ArraySlice<ReplicaTrim> = []
    private var newestRemoved: JSON?

    // The sweep.
    private var questions = 0
    private var unlisted: ArraySlice<StoredRecord> = []
    /// The identity behind which the sweep goes on; nil behind the last.
    private var sweepPlace: String?

    /// What the next part of the run goes on with.
    var run: RunState
    /// Why a listing did not come; nil where it has.
    private(set) var failure: RepositoryError?

    init(_ collection: RemoteCollection, _ run: RunState, at now: Date) {
        self.run = run
        self.collection = collection
        name = collection.schema.name
        keepsCursor = ChangeCursor(collection) != nil
        began = now
        range = ListedRange(date: now, criteria: nil, last: nil)
    }

    /// Returns the next effect after an event, or ends.
    mutating func next(after event: SyncEvent, at now: Date) -> SyncStep<Void> {
        switch (phase, event) {
        case (.beginning, .answered(.pullStart(let openCreation, let cursor))):
            // Some new entity in the listing may be the one that was created, perhaps: it is held back.
            if let openCreation {
                let message =
                    "It is not known whether the server has created this; new entities are held back."
                run.report.add(SyncProblem(message, collection: name, id: openCreation.id))
            }
            return list(RemotePages(collection, since: cursor, keeping: asked))
        case (.beginning, _):
            return collection.listing == .none ? .end(()) : .perform(.ask(.pullStart(of: name)))
        case (.listing(let isOfChanges, let isSelected), .listed(let result)):
            return heed(result, isOfChanges: isOfChanges, isSelected: isSelected, at: now)
        case (.storing(let pages), .stored(.page(let stored))):
            run.report.pulled += stored.pulled
            run.report.removed += stored.removed
            isStoredWhole = isStoredWhole && stored.isWhole
            isCursorKept = stored.isCursorKept
            return list(pages)
        case (.forgetting, .stored):
            (isStoredWhole, isCursorKept) = (true, false)
            return list(RemotePages(collection, keeping: asked))
        case (.sweeping, .answered(.records(let records))):
            return sweep(records, at: now)
        case (.asking(let record), .entity(let read)):
            return heed(read, of: record)
        case (.removing, .stored(let ruling)):
            // What was written meanwhile stays, and no later listing of changes would say that it has left.
            if case .removed(true) = ruling {
                run.report.removed += 1
            } else {
                isStoredWhole = false
            }
            return sweepNext()
        case (.refreshing, .stored):
            return sweepNext()
        case (.keepingCursor, .stored):
            return trim()
        case (.trimming, .stored(.trimmed(let result))):
            return heed(result)
        default:
            return .end(())
        }
    }

    // MARK: - The listing

    private mutating func list(_ pages: RemotePages) -> SyncStep<Void> {
        phase = .listing(isOfChanges: pages.isOfChanges, isSelected: pages.isSelected)
        return .perform(.exchange(.list(pages, of: name)))
    }

    private mutating func heed(
        _ result: Result<ListingPart, RepositoryError>,
        isOfChanges: Bool,
        isSelected: Bool,
        at now: Date
    ) -> SyncStep<Void> {
        switch result {
        case .failure(let error) where isOfChanges && [400, 410, 412].contains(error.status):
            // The service does not know the place from which it was asked for changes.
            phase = .forgetting
            return .perform(.store(.keepCursor(nil, of: name)))
        case .failure(let error) where isSelected && [400, 422].contains(error.status):
            // The service does not know the condition or the order: what is kept is decided here.
            isSelectionSaid = false
            return list(RemotePages(collection))
        case .failure(let error):
            run.note(error, in: name)
            failure = error
            return .end(())
        case .success(let part):
            guard let elements = part.elements else { return end(part.pages, at: now) }
            // Behind the last page all of it has arrived, where all of it could be read and stored.
            let pages = part.pages
            let isLast = pages.isOfChanges && pages.isWhole && isStoredWhole
            phase = .storing(pages)
            let last = isLast ? pages.cursor : nil
            return .perform(.store(.storePage(elements, of: name, listedAt: began, cursor: last)))
        }
    }

    /// Ends a listing that has come to its end.
    private mutating func end(_ pages: RemotePages, at now: Date) -> SyncStep<Void> {
        if let problem = pages.problem {
            run.note(problem, in: name)
        }
        guard pages.isWhole else {
            if pages.problem == nil {
                let message = """
                    The listing is not whole: a page came again, or there were fewer entities than the \
                    service said. Nothing was removed.
                    """
                run.report.add(SyncProblem(message, collection: name))
            }
            return .end(())
        }
        (cursor, isOfChanges) = (pages.cursor, pages.isOfChanges)
        guard !pages.isOfChanges else { return keepCursor() }
        let isPart = pages.isSelected || pages.lastKept != nil
        range = ListedRange(
            date: began,
            criteria: isPart ? collection.keeping?.criteria(at: began) : nil,
            last: pages.lastKept
        )
        // Set back meanwhile, the clock does not tell what was confirmed since.
        guard now >= began else {
            isStoredWhole = false
            return keepCursor()
        }
        // Many may have left a selection, and it does no harm to list one of them again.
        questions = pages.isPaged && !isPart ? .max : Self.questionCount
        return askForRecords()
    }

    private mutating func keepCursor() -> SyncStep<Void> {
        // Of a part, it is stored together with what is known of that.
        guard keepsCursor, isStoredWhole, !isCursorKept, let cursor,
            isOfChanges || collection.keeping == nil
        else { return trim() }
        phase = .keepingCursor
        return .perform(.store(.keepCursor(cursor, of: name)))
    }

    // MARK: - The sweep

    private mutating func askForRecords() -> SyncStep<Void> {
        phase = .sweeping
        let limit = Self.sweepSize
        return .perform(.ask(.records(of: name, after: sweepPlace, limit: limit)))
    }

    private mutating func sweep(_ records: [StoredRecord], at now: Date) -> SyncStep<Void> {
        sweepPlace = records.count == Self.sweepSize ? records.last?.key.id : nil
        let sought = records.filter(range.has)
        // What a write holds may be gone, and is left if the write is taken back. The other side of a conflict may be
        // in the selection where this one is not.
        let isHeld = records.contains {
            $0.isHeldUnlisted(since: began, now: now) && ($0.state == .conflicted || range.has($0))
        }
        // What another request has brought since may be gone by this listing, which has not removed it.
        let isUnclear = sought.contains { $0.wasConfirmed(after: began, now: now) }
        isStoredWhole = isStoredWhole && !isHeld && !isUnclear
        unlisted = sought.filter { $0.wasNotListed(since: began, now: now) }[...]
        return sweepNext()
    }

    private mutating func sweepNext() -> SyncStep<Void> {
        guard let record = unlisted.first else {
            return sweepPlace == nil ? keepCursor() : askForRecords()
        }
        if questions > 0 {
            questions -= 1
            phase = .asking(record)
            return .perform(.exchange(.read(record.key)))
        }
        guard range.criteria == nil else { return leaveUnasked() }
        return remove(record)
    }

    /// Ends the sweep of a part: the others may have left the selection, or the server.
    private mutating func leaveUnasked() -> SyncStep<Void> {
        (hasUnasked, isStoredWhole) = (true, false)
        return keepCursor()
    }

    private mutating func heed(
        _ read: Result<RemoteState?, RepositoryError>,
        of record: StoredRecord
    ) -> SyncStep<Void> {
        switch read {
        case .success(nil):
            return remove(record)
        case .success(let state?) where !isKept(state):
            unlisted.removeFirst()
            phase = .refreshing
            return .perform(
                .store(.storePage([.entity(state)], of: name, listedAt: began, cursor: nil))
            )
        case .success(let state?) where range.mayEnd(before: state.members):
            unlisted.removeFirst()
            return sweepNext()
        case .success:
            // The listing has missed it, and others perhaps.
            (isStoredWhole, isTrusted) = (false, false)
            if range.criteria == nil { questions = .max }
            unlisted.removeFirst()
            return sweepNext()
        case .failure(let error) where [405, 501].contains(error.status):
            // It cannot be asked for single ones.
            questions = 0
            return sweepNext()
        case .failure(let error):
            run.note(error, in: name)
            return .end(())
        }
    }

    private mutating func remove(_ record: StoredRecord) -> SyncStep<Void> {
        unlisted.removeFirst()
        phase = .removing
        return .perform(.store(.removeUnlisted(record.key, listedAt: began)))
    }

    // MARK: - What is kept

    /// What the service is asked for; nil for everything.
    private var asked: (criteria: Criteria, count: Int?)? {
        guard isSelectionSaid else { return nil }
        return collection.keeping.map { ($0.criteria(at: began), $0.count) }
    }

    private func isKept(_ state: RemoteState) -> Bool {
        collection.keeping?.filter(at: began).holds { state.members[$0] } ?? true
    }

    /// Removes what is not kept.
    private mutating func trim() -> SyncStep<Void> {
        guard collection.keeping != nil else { return .end(()) }
        let parts: [ReplicaTrim.Part] =
            (hasUnasked && isTrusted ? [.unlisted(after: nil)] : []) + [
                .unselected, .older(kept: nil),
            ]
        trims = parts.map { ReplicaTrim($0, of: name, range) }[...]
        return trimNext()
    }

    private mutating func trimNext() -> SyncStep<Void> {
        guard let trim = trims.popFirst() else {
            phase = .keepingReplica
            let end = ReplicaEnd(
                range: range,
                isWhole: isStoredWhole,
                isOfChanges: isOfChanges,
                newestRemoved: newestRemoved,
                cursor: keepsCursor && isStoredWhole ? cursor : nil
            )
            return .perform(.store(.keepReplica(of: name, end)))
        }
        phase = .trimming
        return .perform(.store(.trim(trim)))
    }

    private mutating func heed(_ result: ReplicaTrim.Result) -> SyncStep<Void> {
        run.report.dropped += result.removed
        newestRemoved = newestRemoved ?? result.newestRemoved
        if let next = result.next { trims = [next] + trims }
        return trimNext()
    }
}
