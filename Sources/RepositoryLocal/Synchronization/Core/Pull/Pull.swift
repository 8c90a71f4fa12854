import Foundation

/// Stores the server's entities of one collection: a state machine.
///
/// All listed entities are stored with the start of the pull as their confirmation date, unless
/// they have pending writes. Entities with older dates were not listed: they are removed if the
/// listing is complete. So only one page is in memory.
///
/// If the service supports incremental listings, everything is listed once. From then on only
/// tombstones remove entities, and the position of a listing is stored only after all of it was
/// stored.
struct Pull: SyncPart {
    /// The effect that the pull waits for.
    private indirect enum Phase {
        case beginning
        /// A part of a full or incremental listing.
        case listing(isOfChanges: Bool, isSelected: Bool)
        /// The transaction that stores a part of a listing.
        case storing(RemotePages)
        /// The transaction that deletes the position of the last listing.
        case forgetting
        /// The query for stored entities that may be missing from the listing.
        case sweeping
        /// The request for an entity missing from the listing.
        case asking(StoredRecord)
        /// The transaction that removes an entity missing from the listing.
        case removing
        /// The transaction that stores the position of the listing.
        case keepingCursor
        /// The transaction that stores the state of an entity that has left the selection.
        case refreshing
        /// A transaction that removes entities outside of the replica.
        case trimming
        /// The transaction that stores the completeness of the replica.
        case keepingReplica
    }

    private static let sweepSize = 500
    /// The number of entities missing from an unpaged listing that are fetched to verify it.
    private static let questionCount = 20

    let collection: RemoteCollection
    private let name: String
    private let keepsCursor: Bool
    private let began: Date
    private var phase = Phase.beginning
    private var isStoredWhole = true

    /// The position of the listing; nil if the service returns none.
    private var cursor: String?

    // For a partial replica.
    private var isOfChanges = false
    private var isSelectionSaid = true
    /// The range of the listing.
    private var range: ListedRange
    /// Whether some entities missing from the listing were not fetched.
    private var hasUnasked = false
    /// Whether no entity was found that the listing has missed.
    private var isTrusted = true
    private var trims: ArraySlice<ReplicaTrim> = []
    /// The floor of the replica, if known, and whether the listing depends on it.
    private var (floor, usesFloor): (JSON?, Bool) = (nil, false)
    /// Values of the order's property, from the newest of which on entities may be missing.
    private var missing: [JSON] = []

    // The sweep.
    private var questions = 0
    private var unlisted: ArraySlice<StoredRecord> = []
    /// The identity after which the sweep continues; nil after the last.
    private var sweepPlace: String?

    var run: RunState
    /// The error if a listing, or a request for an entity missing from it, failed.
    private(set) var failure: RepositoryError?

    init(_ collection: RemoteCollection, _ run: RunState, at now: Date) {
        self.run = run
        self.collection = collection
        name = collection.schema.name
        keepsCursor = collection.conventions.changes != nil
        began = now
        range = ListedRange(date: now, criteria: nil, last: nil)
    }

    mutating func next(after event: SyncEvent, at now: Date) -> SyncStep<Void> {
        switch (phase, event) {
        case (.beginning, .answered(.pullStart(let openCreation, let cursor, let floor))):
            self.floor = floor
            // A new entity in the listing may be the result of that creation, so new entities are
            // held back.
            if let openCreation {
                let message =
                    "It is unknown whether the server has created this; new entities are held back."
                run.report.add(SyncProblem(message, collection: name, id: openCreation.id))
            }
            return list(RemotePages(collection, since: cursor, keeping: part))
        case (.beginning, _):
            return collection.listing == .none ? .end(()) : .perform(.ask(.pullStart(of: name)))
        case (.listing(let isOfChanges, let isSelected), .listed(let result)):
            return heed(result, isOfChanges: isOfChanges, isSelected: isSelected, at: now)
        case (.storing(let pages), .stored(.page(let stored))):
            run.report.pulled += stored.pulled
            run.report.removed += stored.removed
            isStoredWhole = isStoredWhole && stored.isWhole
            return list(pages)
        case (.forgetting, .stored):
            isStoredWhole = true
            return list(RemotePages(collection, keeping: part))
        case (.sweeping, .answered(.records(let records))):
            return sweep(records, at: now)
        case (.asking(let record), .entity(let read)):
            return heed(read, of: record)
        case (.removing, .stored(.page(let stored))):
            run.report.removed += stored.removed
            // An entity that was written meanwhile stays, and a later incremental listing would not
            // report its deletion.
            isStoredWhole = isStoredWhole && stored.removed > 0
            return sweepNext()
        case (.refreshing, .stored): return sweepNext()
        case (.keepingCursor, .stored): return trim()
        case (.trimming, .stored(.trimmed(let result))):
            return heed(result)
        case (.keepingReplica, .stored(.kept(isDepleted: true))):
            (floor, usesFloor, hasUnasked) = (nil, false, false)
            (isStoredWhole, isTrusted) = (true, true)
            return list(RemotePages(collection, keeping: part))
        default: return .end(())
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
        case .failure(let error) where isOfChanges && ChangeCursor.isUnknown(error):
            phase = .forgetting
            return .perform(.store(.keepCursor(nil, of: name)))
        case .failure(let error) where isSelected && [400, 422].contains(error.status):
            // The service does not support the condition or the order, so the selection is applied
            // locally.
            isSelectionSaid = false
            return list(RemotePages(collection, keeping: part))
        case .failure(let error):
            run.note(error, in: name)
            failure = error
            return .end(())
        case .success(let part):
            guard let elements = part.elements else { return end(part.pages, at: now) }
            // An empty page of all entities proves that none exists.
            let isProof = keepsCursor && !part.pages.isOfChanges
            guard !elements.isEmpty || isProof else { return list(part.pages) }
            phase = .storing(part.pages)
            return .perform(.store(.storePage(elements, of: name, listedAt: began)))
        }
    }

    /// Finishes a complete listing.
    private mutating func end(_ pages: RemotePages, at now: Date) -> SyncStep<Void> {
        if let problem = pages.problem { run.note(problem, in: name) }
        guard pages.isWhole else {
            if pages.problem == nil {
                let message = """
                    The listing is incomplete: a page was repeated, or there were fewer entities \
                    than announced. Nothing was removed.
                    """
                run.report.add(SyncProblem(message, collection: name))
            }
            return .end(())
        }
        (cursor, isOfChanges) = (pages.cursor, pages.isOfChanges)
        (missing, usesFloor) = (pages.missing, pages.usesFloor)
        guard !pages.isOfChanges else { return keepCursor() }
        let isPart = pages.isSelected || pages.last != nil
        range = ListedRange(
            date: began,
            criteria: isPart ? collection.keeping?.criteria(at: began) : nil,
            last: pages.last
        )
        // If the clock was set back meanwhile, confirmation dates cannot be compared.
        guard now >= began else {
            isStoredWhole = false
            return keepCursor()
        }
        // Many may have left a selection, and listing one of them again does no harm.
        questions = pages.isPaged && !isPart ? .max : Self.questionCount
        return askForRecords()
    }

    private mutating func keepCursor() -> SyncStep<Void> {
        // For a partial replica, the position is stored together with its completeness.
        guard keepsCursor, isStoredWhole, let cursor,
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
        // An entity with a pending write may be deleted on the server, and remains if the write is
        // discarded. In a conflict, the server's state may be in the selection while the local one
        // is not.
        let isHeld = records.contains {
            $0.isHeldUnlisted(since: began, now: now) && ($0.state == .conflicted || range.has($0))
        }
        // An entity fetched by another request meanwhile may be deleted as of this listing, which
        // has not removed it.
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

    /// Ends the sweep of a partial replica: the others may have left the selection, or were
    /// deleted.
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
            return .perform(.store(.storePage([.entity(state)], of: name, listedAt: began)))
        case .success(let state?) where range.mayEnd(before: state.members):
            unlisted.removeFirst()
            return sweepNext()
        case .success:
            // The listing has missed it, and possibly others.
            (isStoredWhole, isTrusted) = (false, false)
            if range.criteria == nil { questions = .max }
            unlisted.removeFirst()
            return sweepNext()
        case .failure(let error) where [405, 501].contains(error.status):
            // The service does not support fetching single entities.
            questions = 0
            return sweepNext()
        case .failure(let error):
            failure = error
            run.note(error, in: name)
            return .end(())
        }
    }

    private mutating func remove(_ record: StoredRecord) -> SyncStep<Void> {
        unlisted.removeFirst()
        phase = .removing
        let tombstone = RemoteElement.tombstone(record.key.id, nil)
        return .perform(.store(.storePage([tombstone], of: name, listedAt: began)))
    }

    // MARK: - Partial replica

    /// The part of the collection to list; nil for everything.
    private var part: KeptPart? {
        collection.keeping.map {
            KeptPart(selection: $0, date: began, floor: floor, isRequested: isSelectionSaid)
        }
    }

    private func isKept(_ state: RemoteState) -> Bool {
        collection.keeping?.filter(at: began).holds { state.members[$0] } ?? true
    }

    /// Removes entities outside of the replica.
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
                isRefill: floor == nil,
                usesFloor: usesFloor,
                missing: missing,
                cursor: keepsCursor && isStoredWhole ? cursor : nil
            )
            return .perform(.store(.keepReplica(of: name, end)))
        }
        phase = .trimming
        return .perform(.store(.trim(trim)))
    }

    private mutating func heed(_ result: ReplicaTrim.Result) -> SyncStep<Void> {
        run.report.dropped += result.removed
        missing += result.newestRemoved.map { [$0] } ?? []
        if let next = result.next { trims = [next] + trims }
        return trimNext()
    }
}
