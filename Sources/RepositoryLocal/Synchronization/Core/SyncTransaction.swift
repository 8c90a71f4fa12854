package import Foundation

/// An atomic change of the durable state.
///
/// These are all transactions of a run. The process may be killed before or after each of them; the
/// next process knows only what they have stored.
package indirect enum SyncTransaction: Sendable {
    // MARK: One write
    /// Examines a write, and marks it as in flight if it can be sent.
    case prepare(OutboxEntry.ID, isChecked: Bool, KnownRings?)
    /// Stores the result of a write, which is a deletion if the state is nil; or postpones a write
    /// that the server carried out with an unknown result.
    case settle(WriteAttempt, Result<RemoteState?, RepositoryError>)
    /// Stores the result of a search for a creation without a response.
    case settleFound(WriteAttempt, FoundCreation)
    /// Merges a write with the server's state; nil if the server has no such entity.
    case reconcile(OutboxEntry, Divergence.Cause, RepositoryError?, with: RemoteState?)
    /// Postpones a write, with an increasing delay.
    case postpone(Postponement)
    /// Keeps a write that the server rejected, for the user's decision.
    case reject(OutboxEntry.ID, RepositoryError)
    /// Keeps a creation whose outcome cannot be resolved, for the user's decision.
    case rejectUnknown(OutboxEntry.ID, RepositoryError)

    // MARK: Creations that go together
    /// Marks creations as in flight, as many as can be sent in one request.
    case prepareBatch([OutboxEntry.ID], of: String)
    /// Stores the outcome of each creation of a batch.
    case settleBatch([BatchPart])

    // MARK: Files
    /// Checks whether a file is still pending.
    case prepareFile(PendingFile)
    /// Stores that the server has a file, with the entity's state at a time; nil if that is
    /// unknown.
    case settleFile(PendingFile, RemoteState?, readAt: Date)
    /// Postpones a file, with an increasing delay if only this file failed.
    case postponeFile(PendingFile, RepositoryError, isHeld: Bool)
    /// Keeps a file that the server rejected, for the user's decision.
    case rejectFile(PendingFile, RepositoryError)

    // MARK: Holds
    /// Limits the remaining holds of writes to the durations set when they failed.
    case shortenHolds([OutboxEntry.ID])

    // MARK: Pulling
    /// Stores a part of a listing.
    case storePage([RemoteElement], of: String, listedAt: Date)
    /// Stores the cursor of a listing; nil deletes it.
    case keepCursor(String?, of: String)
    /// Removes entities that are not part of the replica.
    case trim(ReplicaTrim)
    /// Stores the completeness of a partial replica.
    case keepReplica(of: String, ReplicaEnd)

    /// Executes the transaction, and returns the decision.
    package func perform(
        in store: any StorageWriter,
        by rules: SyncRules,
        at now: Date
    ) throws(StorageError) -> Ruling {
        func ledger(_ name: String) -> Ledger? {
            rules.collection(name).map {
                Ledger(store: store, collection: $0, rules: rules, now: now)
            }
        }
        switch self {
        case .prepare(let id, let isChecked, let rings):
            guard let entry = try store.entry(id), let ledger = ledger(entry.key.collection) else {
                return .write(.end(DeliveryOutcome(.absent)))
            }
            return try Preparation(ledger).ruling(on: entry, isChecked: isChecked, rings)
        case .settle(let attempt, let result):
            guard let ledger = ledger(attempt.entry.key.collection) else { break }
            return .write(try Settlement(ledger).course(of: attempt, result))
        case .settleFound(let attempt, let found):
            guard let ledger = ledger(attempt.entry.key.collection) else { break }
            return .write(try found.course(of: attempt, in: ledger))
        case .reconcile(let entry, let cause, let refusal, let state):
            guard let ledger = ledger(entry.key.collection) else { break }
            var reconciliation = Reconciliation(ledger, entry, because: cause, refusal)
            return try reconciliation.ruling(with: state)
        case .postpone(let postponement):
            let outcome = try postponement.perform(in: store, by: rules.backoff, at: now)
            return .write(.end(outcome))
        case .reject(let id, let error):
            guard let entry = try store.entry(id) else { break }
            let failure = OutboxFailure(error, at: now)
            return .write(.end(try store.reject(entry, failure)))
        case .rejectUnknown(let id, let error):
            let outcome = try store.reject(unknown: id, because: error, at: now)
            return .write(.end(outcome))
        case .prepareBatch(let ids, let name):
            return .batch(
                try ledger(name).map { (ledger) throws(StorageError) in
                    try Preparation(ledger).attempts(together: ids)
                } ?? []
            )
        case .settleBatch(let parts):
            var outcomes: [DeliveryOutcome] = []
            for part in parts {
                guard let ledger = ledger(part.attempt.entry.key.collection) else { continue }
                outcomes.append(try part.outcome(in: ledger))
            }
            return .outcomes(outcomes)
        case .prepareFile(let file):
            return .file(try store.isSendable(file) ? now : nil)
        case .settleFile(let file, let state, let date):
            guard let ledger = ledger(file.key.collection) else { break }
            try FileSettlement(file, ledger).settle(state, readAt: date)
        case .postponeFile(let file, let error, let isHeld):
            guard let ledger = ledger(file.key.collection) else { break }
            return .file(try FileSettlement(file, ledger).postpone(after: error, isHeld: isHeld))
        case .rejectFile(let file, let error):
            guard let ledger = ledger(file.key.collection) else { break }
            try FileSettlement(file, ledger).reject(because: error)
        case .shortenHolds(let ids):
            try store.shortenHolds(of: ids, at: now, longest: rules.backoff.longest)
        case .storePage(let elements, let name, let date):
            guard let ledger = ledger(name) else { break }
            return .page(try PulledPage(elements: elements, listedAt: date).store(in: ledger))
        case .keepCursor(let cursor, let name):
            guard let collection = rules.collection(name) else { break }
            try ChangeCursor(collection)?.write(cursor, at: now, to: store)
        case .trim(let trim):
            guard let ledger = ledger(trim.collection) else { break }
            return .trimmed(try trim.perform(in: ledger))
        case .keepReplica(let name, let end):
            guard let ledger = ledger(name) else { break }
            return .kept(isDepleted: try end.store(in: ledger))
        }
        return .done
    }
}

/// The decision of a transaction.
package indirect enum Ruling: Sendable {
    /// No decision was needed.
    case done
    /// The next step for a write; the write as stored, nil if it is unchanged; and the conflict
    /// between the two sides.
    case write(Course, of: OutboxEntry? = nil, conflict: SyncConflict? = nil)
    /// The creations to send in one request; empty if there are fewer than two.
    case batch([WriteAttempt])
    /// The outcomes of the creations of a batch, in their order.
    case outcomes([DeliveryOutcome])
    /// The result of storing a part of a listing.
    case page(PulledPage.Result)
    /// A date for a file: when it was found ready to send, or when it is sent again; nil for
    /// neither.
    case file(Date?)
    /// The end of a pull of a partial replica; `isDepleted` if it must be listed again.
    case kept(isDepleted: Bool)
    /// The result of trimming the replica.
    case trimmed(ReplicaTrim.Result)
}

/// The next step for a write.
package indirect enum Course: Sendable {
    /// It is prepared again, and sent if possible.
    case prepare
    /// It is marked as in flight, and sent.
    case send(WriteAttempt)
    /// The server's state is fetched and merged with the write, given the error if the server has
    /// rejected it.
    case read(OutboxEntry, Divergence.Cause, RepositoryError?)
    /// A creation was sent with an unknown outcome: the server is searched for its result.
    case find(WriteAttempt)
    /// The write is finished for this run.
    case end(DeliveryOutcome)
}

/// A write marked as in flight.
package struct WriteAttempt: Sendable {
    var entry: OutboxEntry
    @Indirect var request: NetworkingRequest
    /// The complete local entity once the server has carried out the write.
    var sent: [String: JSON]
    /// The previous state on the server; nil if unknown.
    var base: [String: JSON]?
    /// When it was marked.
    var date: Date
    /// Whether it was sent before with an unknown outcome.
    var isRepeated = false
    /// Whether another device may have sent it with the same idempotency key.
    var isExported = false
    /// Whether the created entity was deleted on the server since.
    var hasLeft = false
    /// An existing entity that the response may contain instead of the created one.
    var existing: ExistingEntity?

    /// Whether no other synchronizer can have sent it meanwhile, for example while this process was
    /// suspended.
    func maySend(at now: Date) -> Bool { SyncLease.isHeld(since: date, at: now) }
}

/// The outcome of a write in a run.
package struct DeliveryOutcome: Sendable {
    enum Kind: Equatable, Sendable {
        case acknowledged, merged, superseded
        /// A deletion, possibly after other writes, lost against a change on the server.
        case deletionLost
        case rejected(RejectedWrite)
        case postponed
        /// The write no longer exists, or others come before it.
        case absent
    }

    var kind: Kind
    /// The current key of the entity; nil if it is unchanged.
    var key: RecordKey?
    var conflicts: [SyncConflict] = []
    var error: RepositoryError?
    var pause = Verdict.Pause.entry
    /// When the hold ends; nil if there is none.
    var until: Date?
    /// The writes that waited for this one, and can be sent now.
    var released: [OutboxEntry] = []
    /// The writes of a deleted entity: of the one whose identity this one has taken, or of this one.
    var ended: [OutboxEntry] = []

    /// Whether the write is finished.
    var isFinal: Bool {
        switch kind {
        case .postponed, .absent: false
        case .acknowledged, .merged, .superseded, .deletionLost, .rejected: true
        }
    }

    init(_ kind: Kind) {
        self.kind = kind
    }
}
