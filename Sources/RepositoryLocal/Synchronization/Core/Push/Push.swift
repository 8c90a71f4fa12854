import Foundation

/// Sends all writes that can be sent, in order for each entity: a state machine.
///
/// A failed write blocks only writes of the same entity, or that refer to it. If a server fails
/// repeatedly, it gets no more requests.
struct Push: SyncPart {
    /// The effect that the push waits for.
    private indirect enum Phase {
        case counting
        case paging(isShortened: Bool)
        case sendingBatch(BatchDelivery)
        case sending(WriteDelivery, OutboxEntry)
        case countingRest
    }

    /// The number of writes read at once, at least the batch size.
    private let pageSize: Int
    private var phase = Phase.counting
    /// The sequence number after which to start.
    private let origin: Int64
    private var count = 0
    private var done = 0

    // The current pass, which goes through all open writes once, in pages.
    private var start: Int64 = 0
    private var sequence: Int64 = 0
    private var doneBefore = 0
    private var rings: KnownRings?

    // The current page.
    private var entries: ArraySlice<OutboxEntry> = []
    private var batches = BatchQueue()
    private var ends: [Date] = []
    /// The postponed writes in batches of this page.
    private var triedInBatches: Set<OutboxEntry.ID> = []

    // The current write of the page, and earlier writes that only waited for it.
    private var current: OutboxEntry?
    private var released: [OutboxEntry] = []

    /// The writes that were tried in this run and postponed.
    private var tried: Set<OutboxEntry.ID> = []
    var run: RunState
    private var rules: SyncRules { run.rules }

    init(from first: Int64, _ run: RunState) {
        self.run = run
        origin = max(first - 1, 0)
        start = origin
        pageSize = min(max(100, run.rules.collections.map(\.batchSize).max() ?? 0), 1_000)
    }

    mutating func next(after event: SyncEvent, at now: Date) -> SyncStep<Void> {
        switch (phase, event) {
        case (.counting, .answered(.count(let count))):
            self.count = count
            guard count > 0 else { return .end(()) }
            if origin == 0 { swap(&start, &run.pace.front) }
            return beginPass(at: now)
        case (.counting, _):
            return .perform(.ask(.openCount))
        case (.paging(let isShortened), .answered(.writes(let writes, let ends))):
            return open(writes, ends, isShortened: isShortened, at: now)
        case (.paging, _):
            return askForPage(isShortened: true)
        case (.sendingBatch(var delivery), _):
            switch delivery.next(after: event, at: now) {
            case .perform(let effect):
                if isPastEnd(effect) { return end() }
                phase = .sendingBatch(delivery)
                return .perform(effect)
            case .end(let outcomes):
                for (entry, outcome) in outcomes { note(outcome, of: entry, entry, at: now) }
                triedInBatches.formUnion(
                    outcomes.filter { tried.contains($0.entry.id) }.map(\.entry.id)
                )
                batches.noteSent(outcomes.map(\.entry.id))
                progress()
                return goOn(at: now)
            }
        case (.sending(var delivery, let entry), _):
            switch delivery.next(after: event, at: now) {
            case .perform(let effect):
                if isPastEnd(effect) {
                    run.report.conflicts += delivery.conflicts
                    return end()
                }
                phase = .sending(delivery, entry)
                return .perform(effect)
            case .end(let outcome):
                note(outcome, of: entry, delivery.entry, at: now)
                progress()
                // Later ones are reached anyway.
                let place = current?.sequence ?? 0
                released += outcome.released.reversed().filter { $0.sequence < place }
                return goOn(at: now)
            }
        case (.countingRest, .answered(.count(let count))):
            run.report.postponed += count
            return .end(())
        case (.countingRest, _):
            return .perform(.ask(.openCount))
        }
    }

    // MARK: - Passes and pages

    private var isOver: Bool { run.isUnreachable || run.isStopped }

    /// Whether a stopped run leaves an effect to the next one: a search may have many pages, and a
    /// write may be sent again after a conflict.
    private func isPastEnd(_ effect: SyncEffect) -> Bool {
        guard run.isStopped else { return false }
        switch effect {
        case .exchange(.list), .store(.prepare): return true
        default: return false
        }
    }

    private mutating func beginPass(at now: Date) -> SyncStep<Void> {
        guard !isOver else { return end() }
        (sequence, doneBefore) = (start, done)
        return askForPage(isShortened: false)
    }

    /// Starts another pass as long as there is progress: a write may have waited for the identity
    /// of another one.
    private mutating func endPass(at now: Date) -> SyncStep<Void> {
        let isIdle = done == doneBefore
        // Without progress, some may depend on one another.
        if isIdle, start == origin, rings != nil || !run.pace.hasBlocked { return end() }
        rings = isIdle ? KnownRings() : nil
        start = origin
        return beginPass(at: now)
    }

    private mutating func end() -> SyncStep<Void> {
        phase = .countingRest
        return .perform(.ask(.openCount))
    }

    private mutating func askForPage(isShortened: Bool) -> SyncStep<Void> {
        phase = .paging(isShortened: isShortened)
        return .perform(.ask(.openWrites(after: sequence, limit: pageSize, tried: tried)))
    }

    private mutating func open(
        _ writes: [OutboxEntry],
        _ ends: [OutboxEntry.ID: Date],
        isShortened: Bool,
        at now: Date
    ) -> SyncStep<Void> {
        guard let last = writes.last else { return endPass(at: now) }
        // The clock may have been wrong when they failed, and set back since.
        let longest = rules.backoff.longest.inSeconds
        let late = ends.filter { $0.value.timeIntervalSince(now) > longest }.map(\.key)
        if !isShortened, !late.isEmpty { return .perform(.store(.shortenHolds(late))) }
        sequence = last.sequence
        self.ends = Array(ends.values)
        let due = writes.filter { ends[$0.id] == nil }
        entries = due[...]
        triedInBatches = []
        batches = BatchQueue(of: due, in: rules.collections)
        progress()
        return goOn(at: now)
    }

    /// Sends the next write of the page, batches first.
    private mutating func goOn(at now: Date) -> SyncStep<Void> {
        guard !isOver else { return end() }
        if let (collection, ids) = batches.next(besides: run.paused) {
            var delivery = BatchDelivery(of: ids, in: collection)
            guard case .perform(let effect) = delivery.next(after: .began, at: now) else {
                return goOn(at: now)
            }
            phase = .sendingBatch(delivery)
            return .perform(effect)
        }
        while let entry = released.popLast() ?? nextOfPage() {
            guard !run.paused.contains(entry.key.collection),
                let collection = rules.collection(entry.key.collection)
            else { continue }
            var delivery = WriteDelivery(of: entry.id, in: collection, rules, breaking: rings)
            guard case .perform(let effect) = delivery.next(after: .began, at: now) else {
                continue
            }
            phase = .sending(delivery, entry)
            return .perform(effect)
        }
        for end in ends { run.pace.note(due: end) }
        return askForPage(isShortened: false)
    }

    private mutating func nextOfPage() -> OutboxEntry? {
        while let entry = entries.popFirst() {
            // It was just sent in a batch, with an unknown outcome.
            if triedInBatches.contains(entry.id) { continue }
            current = entry
            return entry
        }
        return nil
    }

    private mutating func progress() {
        run.notices.append(.progress(.pushing(done: done, of: count)))
    }

    // MARK: - Outcomes

    /// Counts the outcome of a write.
    private mutating func note(
        _ outcome: DeliveryOutcome,
        of entry: OutboxEntry,
        _ found: OutboxEntry?,
        at now: Date
    ) {
        if let found, let collection = rules.collection(found.key.collection) {
            let told = WriteOutcome.all(of: outcome, for: found, in: collection, at: now)
            run.notices += told.map(SyncNotice.outcome)
        }
        run.report.count(outcome)
        if outcome.isFinal { done += 1 + outcome.ended.count }
        noteOthers(outcome, of: entry, at: now)
        guard let error = outcome.error else { return }
        run.note(error, in: entry.key.collection, id: entry.key.id)
    }

    /// Records the consequences of an outcome for other writes.
    private mutating func noteOthers(
        _ outcome: DeliveryOutcome,
        of entry: OutboxEntry,
        at now: Date
    ) {
        let name = entry.key.collection
        if let until = outcome.until {
            tried.insert(entry.id)
            run.pace.note(due: until)
        }
        guard let error = outcome.error else {
            if outcome.isFinal {
                run.noteSuccess(in: name, at: now)
            } else if case .postponed = outcome.kind, outcome.until == nil {
                run.pace.hasBlocked = true
            }
            return
        }
        if error.response != nil { run.pace.noteAnswer() }
        guard run.note(error, pausing: outcome.pause, in: name, at: now) else { return }
        // The next run sends others first.
        run.pace.front = entry.sequence
        let message = "The server fails repeatedly; the other writes are sent later."
        run.report.add(SyncProblem(message, collection: name, cause: error))
    }
}
