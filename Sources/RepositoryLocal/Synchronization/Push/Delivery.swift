#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Brings the writes of one collection to the server, one at a time.
///
/// A write goes through these steps, each one transaction, so that the process may end anywhere:
/// it is marked as in flight; it is sent; what came of it is stored. A write that is found in flight
/// was sent, perhaps: what came of it is found out first.
struct Delivery: Sendable {
    let storage: any Storage
    let collection: RemoteCollection
    /// All collections, for the references among them.
    let collections: [RemoteCollection]
    let clock: any SyncClock
    let backoff: Backoff
    /// How often a creation is sent that the server fails with, and does not have.
    let creationAttempts: Int
    /// Whether somebody has asked to send now: then only what the server asks for is waited for.
    let isByHand: Bool
    /// Tells how writes end.
    let outcomes: WriteOutcomeBroadcast
    /// Called between all steps: a test ends the process there.
    let checkpoint: @Sendable () -> Void

    /// What became of a write.
    struct Outcome {
        enum Kind {
            case acknowledged, merged, superseded
            case rejected(RejectedWrite)
            case postponed
            /// It is not there any more, or others come before it.
            case absent
        }

        var kind: Kind
        /// Where the entity is kept now; nil where that is the place it had before.
        var key: RecordKey?
        var conflicts: [SyncConflict] = []
        var error: RepositoryError?
        var pause = Verdict.Pause.entry
        /// Until when it waits; nil where it is not for a time.
        var until: Date?
        /// The writes that have waited for it, and can be sent now.
        var released: [OutboxEntry.ID] = []
        /// Whether a deletion, perhaps behind other writes, has lost against a change on the server.
        var isLostDeletion = false
        /// The writes of an entity whose identity it has now, which have ended with that entity.
        var ended: [OutboxEntry] = []

        /// Whether the write waits no more.
        var isFinal: Bool {
            switch kind {
            case .postponed, .absent: false
            case .acknowledged, .merged, .superseded, .rejected: true
            }
        }

        init(
            _ kind: Kind,
            error: RepositoryError? = nil,
            pause: Verdict.Pause = .entry,
            until: Date? = nil
        ) {
            self.kind = kind
            self.error = error
            self.pause = pause
            self.until = until
        }

        init(_ settlement: Settlement) {
            self.init(settlement.isLate ? .absent : settlement.isMerged ? .merged : .acknowledged)
            key = settlement.key
            released = settlement.released
            ended = settlement.ended
        }
    }

    /// What a write has met on its way.
    struct Encounters {
        /// What both sides have changed.
        var conflicts: [SyncConflict] = []
        /// Whether another change is together with it in what is sent.
        var isMerged = false
    }

    /// What comes next for a write.
    enum Step {
        case again
        case done(Outcome)
    }

    /// How often a write is set against a server's state that changes all the time.
    private static let maximumRounds = 6

    /// Brings one write to the server.
    func deliver(
        _ id: OutboxEntry.ID,
        breaking rings: KnownRings? = nil
    ) async throws(StorageError) -> Outcome {
        var met = Encounters()
        var isChecked = false
        for _ in 0..<Self.maximumRounds {
            checkpoint()
            let step: Step
            let (prepared, preparation) = try await prepare(id, isChecked: isChecked, rings)
            switch preparation {
            case .outcome(let outcome):
                step = .done(outcome)
            case .check(let entry):
                isChecked = true
                step = try await reconcile(entry, because: .check, &met)
            case .readBack(let entry):
                isChecked = true
                step = try await reconcile(entry, because: .ambiguity, &met)
            case .find(let attempt):
                step = try await findOut(attempt)
            case .unknown(let error):
                step = try await rejectUnknown(id, because: error)
            case .send(let attempt):
                step = try await send(attempt, &met)
            }
            if case .done(var outcome) = step {
                outcome.conflicts = met.conflicts
                if met.isMerged, case .acknowledged = outcome.kind { outcome.kind = .merged }
                if let prepared { tell(outcome, of: prepared) }
                return outcome
            }
        }
        let error = RepositoryError(
            .conflict,
            during: collection.schema.name,
            message: "The entity changes on the server with each attempt to write it."
        )
        return try await postpone(id, error: error, state: .waiting, isCounted: true)
    }

    /// Sends a write that is marked as in flight, and stores what came of it.
    func send(
        _ attempt: Attempt,
        _ met: inout Encounters
    ) async throws(StorageError) -> Step {
        checkpoint()
        guard mayBeSent(attempt) else { return .again }
        let entry = attempt.entry
        var verdict: Verdict
        do throws(RepositoryError) {
            let response = try await collection.send(attempt.request)
            verdict = Verdict(
                response,
                to: attempt.request,
                deletes: entry.operation == .delete
            )
        } catch {
            verdict = Verdict(error)
        }
        checkpoint()
        switch syncAttempt(attempt).next(after: verdict) {
        case .settle(let response):
            if let error = try await trap(attempt, response) {
                return error.code == .conflict
                    ? try await replaceExisting(attempt, after: error, &met)
                    : .done(try await reject(entry.id, error: error))
            }
            return try await acknowledge(attempt, by: response)
        case .wait(let error, let state, let pause):
            return .done(try await postpone(attempt, after: error, as: state, pause: pause))
        case .look(let error): return try await giveUp(attempt, after: error)
        case .reject(let error): return .done(try await reject(entry.id, error: error))
        case .compare(let error): return try await replaceExisting(attempt, after: error, &met)
        case .reconcile(let error):
            return try await reconcile(entry, because: .refusal(error), &met)
        case .settleGone: return try await settleGone(entry, &met)
        }
    }

    private func syncAttempt(_ attempt: Attempt) -> SyncAttempt {
        let entry = attempt.entry
        return SyncAttempt(
            operation: entry.operation,
            isRepeated: attempt.isRepeated,
            // One that is repeated is counted when it is stored what came of it.
            attempts: entry.attempts + (attempt.isRepeated ? 1 : 0),
            hasKnownKey: !entry.isOfBatch && collection.knowsIdempotencyKeys,
            attemptLimit: creationAttempts
        )
    }

    /// Whether no other synchronizer can have found a write in flight and sent it, as when this process was
    /// suspended since it was marked.
    func mayBeSent(_ attempt: Attempt) -> Bool {
        clock.now.timeIntervalSince(attempt.date) < SyncLease.duration / 3
    }

    /// Lets a write wait that was sent, each time longer.
    func postpone(
        _ attempt: Attempt,
        after error: RepositoryError?,
        as state: OutboxEntry.State = .inFlight,
        pause: Verdict.Pause = .entry
    ) async throws(StorageError) -> Outcome {
        try await postpone(
            attempt.entry.id,
            error: error,
            state: state,
            pause: pause,
            isCounted: !attempt.isRepeated
        )
    }

    /// Lets a write wait, each time longer.
    func postpone(
        _ id: OutboxEntry.ID,
        error: RepositoryError?,
        state: OutboxEntry.State,
        pause: Verdict.Pause = .entry,
        isCounted: Bool = false
    ) async throws(StorageError) -> Outcome {
        let now = clock.now
        let backoff = backoff
        let asked = error?.retryAfter.map { min($0, Backoff.longestAsked) }
        let until = try await storage.write { store throws(StorageError) -> Date? in
            guard var entry = try store.entry(id) else { return nil }
            entry.state = state
            entry.failure = error.map { OutboxFailure($0, at: now) }
            if !isCounted { entry.attempts += 1 }
            // Nothing was sent: a creation can still go together with others.
            if state == .waiting, pause == .everything, error?.response == nil, entry.attempts > 0 {
                entry.attempts -= 1
            }
            // Where nothing can be sent, nobody need wait once it can be.
            let isHeld = pause == .entry || asked != nil
            let delay = backoff.delay(afterAttempts: entry.attempts, retryAfter: asked)
            var hold = try WriteHold(of: entry, in: store)
            hold.end = isHeld ? now.addingTimeInterval(delay.inSeconds) : nil
            hold.asked = asked.map { now.addingTimeInterval($0.inSeconds) }
            try store.hold(entry, until: hold)
            try store.updateState(of: entry.key)
            return hold.end
        }
        return Outcome(.postponed, error: error, pause: pause, until: until)
    }

    /// Keeps a write that the server refused, with its answer.
    func reject(
        _ id: OutboxEntry.ID,
        error: RepositoryError
    ) async throws(StorageError) -> Outcome {
        let now = clock.now
        return try await storage.write { store throws(StorageError) in
            guard let entry = try store.entry(id) else { return Outcome(.absent) }
            return try store.reject(entry, OutboxFailure(error, at: now))
        }
    }
}

extension OutboxFailure {
    init(_ error: RepositoryError, at date: Date) {
        self.init(
            status: error.status,
            body: error.response?.body,
            message: error.message,
            date: date
        )
    }
}

extension StorageWriter {
    /// Gives a record the state that its entries say.
    func updateState(of key: RecordKey) throws(StorageError) {
        guard var record = try record(key) else { return }
        record.state = try stateOfEntries(of: key)
        try put(record)
    }

    /// Keeps an entry as refused; a record whose deletion was refused is to be seen again.
    ///
    /// Returns what is kept; where something else was written since, that is sent instead, or there is
    /// nothing left to send.
    func reject(
        _ entry: OutboxEntry,
        _ failure: OutboxFailure
    ) throws(StorageError) -> Delivery.Outcome {
        let isAlone = try entries(of: entry.key).count == 1
        guard var folded = try fold(entriesOf: entry.key) else { return .init(.superseded) }
        folded.failure = failure
        guard isAlone else {
            folded.state = .rejected
            try put(folded.renewed())
            try updateState(of: entry.key)
            return .init(.postponed)
        }
        return .init(.rejected(try keep(folded, as: .rejected)))
    }

    /// Keeps an entry for the user to decide.
    func keep(
        _ entry: OutboxEntry,
        as state: SyncState
    ) throws(StorageError) -> RejectedWrite {
        var entry = entry
        entry.state = .rejected
        entry.notBefore = nil
        try put(entry)
        var record = try record(entry.key)
        record?.state = state
        if let record { try put(record) }
        return RejectedWrite(entry: entry, record: record)
    }

    /// Makes one of all entries of a record, of which none is in flight any more.
    ///
    /// Returns the entry; nil where nothing is left, as of a creation and a deletion.
    func fold(entriesOf key: RecordKey) throws(StorageError) -> OutboxEntry? {
        let all = try entries(of: key)
        guard var first = all.first, let last = all.last else { return nil }
        guard all.count > 1 else { return first }
        try end(all.dropFirst())
        if last.operation == .delete, first.operation == .create {
            try end(first.id)
            try abandon(key)
            return nil
        }
        if last.operation == .delete {
            (first.operation, first.changed) = (.delete, nil)
        } else {
            for next in all.dropFirst() {
                first.coalesce(with: next.operation, next.changed?.object ?? [:])
            }
        }
        try put(first)
        return first
    }
}
