import Foundation

/// The entities on the server that may be the result of a creation without a response.
package struct FoundCreation: Sendable {
    /// The entities that match the content sent; exact matches first.
    var candidates: [RemoteState] = []
    /// Whether there can be no others.
    var isWhole = true
    /// Why the creation is rejected if the server does not have it; nil to send it again.
    var refusal: RepositoryError?

    /// Stores the result of a creation; if there is none, decides the next step.
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
                    The server has an entity with the same content. The store has only part of the \
                    collection, so it is unknown whether that entity existed before.
                    """
            )
            let id = attempt.entry.id
            return .end(try store.reject(unknown: id, because: error, at: ledger.now))
        case .none: break
        }
        guard isWhole else {
            let error = RepositoryError(
                .unreadableResponse,
                during: attempt.request.operation,
                message: "The listing is incomplete; it is unknown what the server has created."
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
        entry.idempotencyKey = entry.keyOutOfBatch ?? UUID().uuidString
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

/// A creation of a batch that was sent, with its outcome.
package struct BatchPart: Sendable {
    enum Fate: Sendable {
        /// The server has created it.
        case created(RemoteState, received: [String: JSON])
        /// It is postponed.
        case postponed(Postponement)
        /// It is sent again on its own, to get its own response.
        case alone(RepositoryError?)
        /// The batch was rejected as a whole: the result is one of these entities, or none, and
        /// then it is sent again.
        case refused(RepositoryError, FoundCreation)
    }

    let attempt: WriteAttempt
    var fate: Fate

    /// Stores the fate, and returns the outcome.
    func outcome(in ledger: Ledger) throws(StorageError) -> DeliveryOutcome {
        switch fate {
        case .created(let state, let received):
            // If the response is about an existing entity, the result is unknown.
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
            // If it contains its identity, the entity is fetched by it; a possibly existing result
            // is resolved separately.
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
    /// The result of searching for a created entity.
    enum Finding {
        case settled(DeliveryOutcome)
        /// The entity may be the result of another creation whose outcome is still to come, or may
        /// have been deleted since.
        case uncertain
        /// The entity may have existed before: with a partial replica, that is unknown.
        case unknowable
        case none
    }

    /// Stores the first of some candidates that can be the result of a creation, which was marked
    /// before they were requested.
    func settle(
        _ attempt: WriteAttempt,
        among states: [RemoteState]
    ) throws(StorageError) -> Finding {
        guard var sent = try? collection.draft(asSent: attempt.sent) else { return .none }
        sent[schema.identityKey] = nil
        for state in states {
            if let id = state.members[schema.identityKey]?.identityText, id != attempt.entry.key.id
            {
                let key = RecordKey(collection: schema.name, id: id)
                guard try mayBeOutcome(key, of: sent) else { continue }
                // It was known, and was deleted while the candidates were requested.
                switch try Departures(of: schema.name, in: store)
                    .standing(of: id, listedAt: attempt.date, now: now)
                {
                case .there: break
                case .gone: continue
                case .unclear: return .uncertain
                }
                if try mayBeOutcomeOfAnother(state.members, than: attempt.entry.id) {
                    return .uncertain
                }
                if try !isKnownUnlessNew(key, state.members) { return .unknowable }
            }
            return .settled(try Settlement(self).settle(attempt, confirmed: state))
        }
        return .none
    }

    /// Whether an entity on the server may be the result of a creation: it is unknown locally, or
    /// has the identity of another entity that was deleted locally.
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

    /// Whether the entity would be known locally if it had existed before.
    private func isKnownUnlessNew(
        _ key: RecordKey,
        _ members: [String: JSON]
    ) throws(StorageError) -> Bool {
        guard let selection = collection.keeping, try store.record(key) == nil else { return true }
        return try ReplicaState(of: schema.name, selection, in: store)?
            .holds(members, by: selection) ?? false
    }

    /// Whether an entity may be the result of another creation: one sent directly that is in
    /// flight, or one that is repeated under its key.
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

    /// Whether an entity matches the content of a creation.
    private func mayBecome(_ members: [String: JSON], by entry: OutboxEntry) -> Bool {
        guard let document = entry.changed?.object,
            let sent = try? collection.draft(asSent: document)
        else { return false }
        return collection.likeness(of: members, to: sent) != .different
    }

    /// Whether the response to a creation contains an entity that is already stored in this state,
    /// and that differs from the content sent: it existed before.
    func isAnother(
        _ received: [String: JSON],
        than document: [String: JSON]
    ) throws(StorageError) -> Bool {
        guard let sent = try? collection.draft(asSent: document),
            received.contains(where: { key, value in sent[key].map { $0 != value } ?? false }),
            let members = try? collection.normalized(received),
            let id = members[schema.identityKey]?.identityText
        else { return false }
        let key = RecordKey(collection: schema.name, id: id)
        return try store.record(key)?.isConfirmed(as: members) ?? false
    }

    // MARK: - Creations to recognize

    /// Whether an entity matches the content of a creation without a response.
    func isSought(_ members: [String: JSON]) throws(StorageError) -> Bool {
        try collection.soughtCreations(in: store, at: now).contains { mayBecome(members, by: $0) }
    }

    /// Looks for the results of creations without a response among entities just received, and
    /// returns the outcomes of those found.
    ///
    /// Such an entity may be changed before the next synchronization. It would then no longer match
    /// the content sent, and the creation would be sent again.
    func recognize(
        _ states: [RemoteState],
        requestedAt date: Date
    ) throws(StorageError) -> [(entry: OutboxEntry, outcome: DeliveryOutcome)] {
        var found: [(entry: OutboxEntry, outcome: DeliveryOutcome)] = []
        for entry in try collection.soughtCreations(in: store, at: now) {
            guard let document = entry.changed?.object,
                let attempt = try? WriteAttempt(
                    repeating: entry,
                    sending: document,
                    collection,
                    at: date
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
