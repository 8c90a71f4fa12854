#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the server has that a creation without a response may have become.
package struct FoundCreation: Sendable {
    /// Entities that have what was sent, those first that have it as it was sent.
    var candidates: [RemoteState] = []
    /// Whether there can be no others.
    var isWhole = true
    /// Why the creation is refused if the server does not have it; nil where it is sent again then.
    var refusal: RepositoryError?

    /// Stores what a creation has become, and decides how it goes on where it has become nothing.
    func course(of attempt: WriteAttempt, in ledger: Ledger) throws(StorageError) -> Course {
        let store = ledger.store
        switch try ledger.settle(attempt, among: candidates) {
        case .settled(let outcome): return .end(outcome)
        case .uncertain:
            let postponement = Postponement(attempt, after: refusal)
            return .end(try postponement.perform(in: ledger))
        case .unknowable:
            let error = RepositoryError(
                .unknownOutcome,
                during: attempt.request.operation,
                message: """
                    The server has an entity with the same content. The store keeps a part of the collection, so \
                    it does not tell whether that entity was there before.
                    """
            )
            return .rejectUnknown(error)
        case .none: break
        }
        guard isWhole else {
            let error = RepositoryError(
                .unreadableResponse,
                during: attempt.request.operation,
                message: "The listing is not whole; it is not known what the server has created."
            )
            let postponement = Postponement(attempt, after: refusal ?? error)
            return .end(try postponement.perform(in: ledger))
        }
        guard var entry = try store.entry(attempt.entry.id) else {
            return .end(DeliveryOutcome(.absent))
        }
        if let refusal {
            return .end(try store.reject(entry, OutboxFailure(refusal, at: ledger.now)))
        }
        entry.state = .waiting
        entry.idempotencyKey = UUID().uuidString
        try store.put(entry)
        try store.updateState(of: entry.key)
        return .prepare
    }
}

extension Postponement {
    func perform(in ledger: Ledger) throws(StorageError) -> DeliveryOutcome {
        try perform(in: ledger.store, by: ledger.rules.backoff, at: ledger.now)
    }
}

/// A creation of a batch that was sent, and what is to become of it.
package struct BatchPart: Sendable {
    enum Fate: Sendable {
        /// The server has created it.
        case created(RemoteState, received: [String: JSON])
        /// It waits.
        case postponed(Postponement)
        /// It is sent again, alone: so it gets the response that is about itself.
        case alone(RepositoryError?)
        /// The batch was refused as a whole: it is one of these, or none, and then sent again.
        case refused(RepositoryError, FoundCreation)
    }

    let attempt: WriteAttempt
    var fate: Fate

    /// Stores what has become of it.
    func outcome(in ledger: Ledger) throws(StorageError) -> DeliveryOutcome {
        switch fate {
        case .created(let state, let received):
            // What it has become is not known where the response is about an entity that was there before.
            if try ledger.isAnother(received, than: attempt.sent) {
                return try Postponement(attempt, after: nil).perform(in: ledger)
            }
            return try Settlement(ledger).settle(attempt, confirmed: state)
        case .postponed(let postponement):
            return try postponement.perform(in: ledger)
        case .alone(let error):
            return try sendAlone(error, as: .waiting, in: ledger)
        case .refused(let error, let found):
            let result = try ledger.settle(attempt, among: found.candidates)
            if case .settled(let outcome) = result { return outcome }
            // What says its identity is read by it; of what may be there, it is found out once more.
            let isMissing = found.isWhole && found.candidates.isEmpty
            return try sendAlone(error, as: isMissing ? .waiting : .inFlight, in: ledger)
        }
    }

    private func sendAlone(
        _ error: RepositoryError?,
        as state: OutboxEntry.State,
        in ledger: Ledger
    ) throws(StorageError) -> DeliveryOutcome {
        let store = ledger.store
        if var entry = try store.entry(attempt.entry.id) {
            entry.state = state
            entry.failure = error.map { OutboxFailure($0, at: ledger.now) }
            try store.put(entry)
            try store.updateState(of: entry.key)
        }
        return DeliveryOutcome(.postponed)
    }
}

extension Ledger {
    /// What has become of a creation by what the server has.
    enum Finding {
        case settled(DeliveryOutcome)
        /// What was found may be what another creation has become, of which the server will tell.
        case uncertain
        /// What was found may have been there before: the store keeps a part of the collection.
        case unknowable
        case none
    }

    /// Stores that a creation has become the first of some entities that it may have become.
    func settle(
        _ attempt: WriteAttempt,
        among states: [RemoteState]
    ) throws(StorageError) -> Finding {
        guard var sent = try? collection.draft(attempt.sent) else { return .none }
        sent[schema.identityKey] = nil
        for state in states {
            if let id = state.members[schema.identityKey]?.identityText, id != attempt.entry.key.id
            {
                let key = RecordKey(collection: schema.name, id: id)
                guard try mayBeOutcome(key, of: sent) else { continue }
                if try mayBeOutcomeOfAnother(state.members, than: attempt.entry.id) {
                    return .uncertain
                }
                if try !isKnownUnlessNew(key, state.members) { return .unknowable }
            }
            return .settled(try Settlement(self).settle(attempt, confirmed: state))
        }
        return .none
    }

    /// Whether an entity on the server may be what a creation has become: it is not known here, or another
    /// one had its identity that was deleted here.
    private func mayBeOutcome(
        _ key: RecordKey,
        of draft: [String: JSON]
    ) throws(StorageError) -> Bool {
        guard let record = try store.record(key) else { return true }
        guard let base = record.base, record.confirmedAt != nil,
            try store.entries(of: key).last?.operation == .delete
        else { return false }
        let members = try DocumentMembers.read(base)
        return collection.likeness(of: members, to: draft) == .different
    }

    /// Whether an entity that was on the server before would be known here.
    private func isKnownUnlessNew(
        _ key: RecordKey,
        _ members: [String: JSON]
    ) throws(StorageError) -> Bool {
        guard let selection = collection.keeping, try store.record(key) == nil else { return true }
        return try ReplicaState(of: schema.name, selection, in: store)?
            .holds(members, by: selection) ?? false
    }

    /// Whether an entity on the server may be what another creation has become: one that is on its way past the
    /// outbox, or one that is repeated under its key.
    private func mayBeOutcomeOfAnother(
        _ members: [String: JSON],
        than id: OutboxEntry.ID
    ) throws(StorageError) -> Bool {
        if try OpenCreations(of: schema.name, in: store).areThere(at: now) { return true }
        for entry in try store.ambiguousCreations(in: schema.name)
        where entry.id != id && mayBecome(members, by: entry) {
            if try collection.knowsKey(of: entry, in: store, at: now) { return true }
        }
        return false
    }

    /// Whether an entity has what a creation has sent.
    private func mayBecome(_ members: [String: JSON], by entry: OutboxEntry) -> Bool {
        guard let document = entry.changed?.object, let sent = try? collection.draft(document)
        else { return false }
        return collection.likeness(of: members, to: sent) != .different
    }

    /// Whether a creation is answered with an entity that is known here as just that, and has another
    /// content than was sent: it was there before.
    func isAnother(
        _ received: [String: JSON],
        than document: [String: JSON]
    ) throws(StorageError) -> Bool {
        guard let sent = try? collection.draft(document),
            received.contains(where: { key, value in sent[key].map { $0 != value } ?? false }),
            let members = try? collection.normalized(received),
            let id = members[schema.identityKey]?.identityText
        else { return false }
        let key = RecordKey(collection: schema.name, id: id)
        return try store.record(key)?.isConfirmed(as: members) ?? false
    }

    // MARK: - Creations that are sought

    /// Whether an entity has what a creation without a response has sent.
    func isSought(_ members: [String: JSON]) throws(StorageError) -> Bool {
        try collection.soughtCreations(in: store, at: now).contains { mayBecome(members, by: $0) }
    }

    /// Finds, among what the server has just answered, what creations without a response have become.
    ///
    /// Such an entity may be changed before the next synchronization: then nobody would find it by what
    /// was sent, and it would be created again.
    ///
    /// - Returns: What has become of those that were found.
    func recognize(
        _ states: [RemoteState]
    ) throws(StorageError) -> [(entry: OutboxEntry, outcome: DeliveryOutcome)] {
        var found: [(entry: OutboxEntry, outcome: DeliveryOutcome)] = []
        for entry in try collection.soughtCreations(in: store, at: now) {
            guard let document = entry.changed?.object,
                let attempt = try? WriteAttempt(
                    repeating: entry,
                    sending: document,
                    collection,
                    at: now
                )
            else { continue }
            var search = CreationSearch(for: [attempt], in: collection, byIdentity: true)
            search.note(states)
            if case .settled(let outcome) = try settle(
                attempt,
                among: search.candidates(for: entry)
            ) {
                found.append((entry, outcome))
            }
        }
        return found
    }
}
