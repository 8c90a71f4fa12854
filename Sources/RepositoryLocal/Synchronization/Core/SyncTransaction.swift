#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// One change of the durable state: all of it is stored, or nothing.
///
/// These are all transactions of a run. The process may end before or after each of them: what they leave in the
/// store is all that the next process knows.
package enum SyncTransaction: Sendable {
    // MARK: One write
    /// Inspects a write, and marks it as in flight if it can be sent.
    case prepare(OutboxEntry.ID, isChecked: Bool, KnownRings?)
    /// Stores that the server has carried out a write; without a state, a deletion.
    case settle(WriteAttempt, RemoteState?, unless: ExistingEntity?)
    /// Lets a write wait that the server has carried out in a way that nobody knows yet.
    case setAside(WriteAttempt, RepositoryError, unless: ExistingEntity?)
    /// Stores what a creation without a response has become.
    case settleFound(WriteAttempt, FoundCreation)
    /// Joins a write with what the server has; nil where it has nothing.
    case reconcile(OutboxEntry, Divergence.Cause, RepositoryError?, with: RemoteState?)
    /// Lets a write wait, each time longer.
    case postpone(Postponement)
    /// Keeps a write that the server has refused, for the user to decide.
    case reject(OutboxEntry.ID, RepositoryError)
    /// Keeps a creation, for the user to decide, of which nobody can find out what has become of it.
    case rejectUnknown(OutboxEntry.ID, RepositoryError)

    // MARK: Creations that go together
    /// Marks creations as in flight, as many as can be sent together.
    case prepareBatch([OutboxEntry.ID], of: String)
    /// Stores what has become of each creation of a batch.
    case settleBatch([BatchPart])

    // MARK: Files
    /// Looks whether a file is still to be sent.
    case prepareFile(PendingFile)
    /// Stores that the server has a file, and what the entity said of it at a time; nil if that is not known.
    case settleFile(PendingFile, RemoteState?, readAt: Date)
    /// Lets a file wait, each time longer if only this file could not be sent.
    case postponeFile(PendingFile, RepositoryError, isHeld: Bool)
    /// Keeps a file that the server has refused, for the user to decide.
    case rejectFile(PendingFile, RepositoryError)

    // MARK: Holds
    /// Lets writes wait no longer from now on than they would have had to when they failed.
    case shortenHolds([OutboxEntry.ID])

    // MARK: Pulling
    /// Stores a part of a listing; and how far it goes, where that is its last part and all of it is stored.
    case storePage([RemoteElement], of: String, listedAt: Date, cursor: String?)
    /// Removes an entity that was not listed, unless it was written or confirmed since.
    case removeUnlisted(RecordKey, listedAt: Date)
    /// Keeps how far a listing went; nil forgets it.
    case keepCursor(String?, of: String)
    /// Removes entities that the local store does not keep.
    case trim(ReplicaTrim)
    /// Keeps what the store has of a collection of which it keeps a part.
    case keepReplica(of: String, ReplicaEnd)

    /// Carries the transaction out.
    ///
    /// - Parameters:
    ///   - store: The transaction of the store.
    ///   - rules: The rules of the run.
    ///   - now: The time.
    /// - Returns: What was decided.
    /// - Throws: `StorageError` where the store cannot be written.
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
                return .write(WriteRuling(.end(DeliveryOutcome(.absent))))
            }
            return .write(
                try Preparation(ledger).ruling(on: entry, isChecked: isChecked, rings)
            )
        case .settle(let attempt, let state, let existing):
            guard let ledger = ledger(attempt.entry.key.collection) else { break }
            let settlement = Settlement(ledger)
            return .write(WriteRuling(try settlement.course(of: attempt, state, unless: existing)))
        case .setAside(let attempt, let error, let existing):
            guard let ledger = ledger(attempt.entry.key.collection) else { break }
            let settlement = Settlement(ledger)
            return .write(
                WriteRuling(try settlement.course(of: attempt, after: error, unless: existing))
            )
        case .settleFound(let attempt, let found):
            guard let ledger = ledger(attempt.entry.key.collection) else { break }
            return .write(WriteRuling(try found.course(of: attempt, in: ledger)))
        case .reconcile(let entry, let cause, let refusal, let state):
            guard let ledger = ledger(entry.key.collection) else { break }
            var reconciliation = Reconciliation(ledger, entry, because: cause, refusal)
            return .write(try reconciliation.ruling(with: state))
        case .postpone(let postponement):
            let outcome = try postponement.perform(in: store, by: rules.backoff, at: now)
            return .write(WriteRuling(.end(outcome)))
        case .reject(let id, let error):
            guard let entry = try store.entry(id) else { break }
            let failure = OutboxFailure(error, at: now)
            return .write(WriteRuling(.end(try store.reject(entry, failure))))
        case .rejectUnknown(let id, let error):
            let outcome = try store.reject(unknown: id, because: error, at: now)
            return .write(WriteRuling(.end(outcome)))
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
        case .storePage(let elements, let name, let date, let cursor):
            guard let ledger = ledger(name) else { break }
            let page = PulledPage(elements: elements, listedAt: date, cursor: cursor)
            return .page(try page.store(in: ledger))
        case .removeUnlisted(let key, let date):
            guard let ledger = ledger(key.collection) else { break }
            return .removed(try ledger.removeUnlisted(key, listedAt: date))
        case .keepCursor(let cursor, let name):
            guard let collection = rules.collection(name) else { break }
            try ChangeCursor(collection)?.write(cursor, at: now, to: store)
        case .trim(let trim):
            guard let ledger = ledger(trim.collection) else { break }
            return .trimmed(try trim.perform(in: ledger))
        case .keepReplica(let name, let end):
            guard let ledger = ledger(name) else { break }
            try end.store(in: ledger)
        }
        return .done
    }
}

/// What a transaction has decided.
package enum Ruling: Sendable {
    /// There is nothing to say.
    case done
    /// How it goes on with a write.
    case write(WriteRuling)
    /// The creations that are sent together; none where fewer than two can be.
    case batch([WriteAttempt])
    /// What has become of the creations of a batch, in their order.
    case outcomes([DeliveryOutcome])
    /// What was stored of a part of a listing.
    case page(PulledPage.Result)
    /// Whether an entity was removed.
    case removed(Bool)
    /// A time of a file: when it was found to be sent, or when it is sent again; nil for neither.
    case file(Date?)
    /// What was removed because it is not kept.
    case trimmed(ReplicaTrim.Result)
}

/// How it goes on with a write, as a transaction has decided.
package struct WriteRuling: Sendable {
    /// What is done next.
    var course: Course
    /// The write as it was found; nil where that is known.
    var entry: OutboxEntry?
    /// What the two sides disagree about.
    var conflict: SyncConflict?
    /// Whether something of another change is together with the write.
    var isMerged = false

    init(_ course: Course, entry: OutboxEntry? = nil) {
        self.course = course
        self.entry = entry
    }
}

/// What is done with a write next.
package enum Course: Sendable {
    /// It is looked at again, and sent where it can be.
    case prepare
    /// It is sent; it is marked as in flight.
    case send(WriteAttempt)
    /// What the server has is read, and joined with the write; with the error of the server where it has
    /// refused the write.
    case read(OutboxEntry, Divergence.Cause, RepositoryError?)
    /// A creation was sent, and it is not known what has become of it: the server is searched.
    case find(WriteAttempt)
    /// Another entity may have the identity of a creation: the server is asked for it.
    case compare(WriteAttempt, RepositoryError)
    /// The creation was sent, and nothing tells what it is to be found by.
    case rejectUnknown(RepositoryError)
    /// That was all.
    case end(DeliveryOutcome)
}

/// A write that is marked as in flight.
package struct WriteAttempt: Sendable {
    var entry: OutboxEntry
    var request: NetworkingRequest
    /// The whole entity as it is here once the server has carried out the write.
    var sent: [String: JSON]
    /// What the server had before; nil where that is not known.
    var base: [String: JSON]?
    /// When it was marked.
    var date: Date
    /// Whether it was sent before, and nobody knows what came of it.
    var isRepeated = false
    /// Whether another device may have sent it under the same idempotency key.
    var isExported = false
    /// Whether the server has deleted again what it has created.
    var hasLeft = false

    /// Whether no other synchronizer can have found it in flight and sent it, as while this process was suspended.
    func maySend(at now: Date) -> Bool { now.timeIntervalSince(date) < SyncLease.duration / 3 }
}

/// What has become of a write in a run.
package struct DeliveryOutcome: Sendable {
    enum Kind: Sendable {
        case acknowledged, merged, superseded
        case rejected(RejectedWrite)
        case postponed
        /// It is not there any more, or others come before it.
        case absent
    }

    var kind: Kind
    /// The key that the entity has now; nil where that is the one that it had before.
    var key: RecordKey?
    var conflicts: [SyncConflict] = []
    var error: RepositoryError?
    var pause = Verdict.Pause.entry
    /// Until when it waits; nil where it is not for a time.
    var until: Date?
    /// The writes that have waited for it, and can be sent now.
    var released: [OutboxEntry] = []
    /// Whether a deletion, perhaps behind other writes, has lost against a change on the server.
    var isLostDeletion = false
    /// The writes of an entity whose identity it has now, which have ended with that entity.
    var ended: [OutboxEntry] = []

    /// Whether the write has ended.
    var isFinal: Bool {
        switch kind {
        case .postponed, .absent: false
        case .acknowledged, .merged, .superseded, .rejected: true
        }
    }

    init(_ kind: Kind) {
        self.kind = kind
    }

    /// What has become of a write that was resolved with what the server has.
    init(ending end: Divergence.End) {
        switch end {
        case .acknowledged: kind = .acknowledged
        case .merged: kind = .merged
        case .superseded: kind = .superseded
        case .deletionLost: (kind, isLostDeletion) = (.superseded, true)
        }
    }
}
