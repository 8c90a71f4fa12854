#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Delivery {
    /// Finds out whether a creation without an answer has happened, and goes on from there.
    func findOut(_ attempt: Attempt) async throws(StorageError) -> Step {
        let state: RemoteState?
        let knowsKey = try await storage.read { store throws(StorageError) -> Bool in
            try isKeyKnown(of: attempt.entry, in: store)
        }
        if knowsKey {
            // The server does it at most once. That it does not do it now says nothing of the first time.
            var none = Encounters()
            return try await send(attempt, &none)
        }
        do throws(RepositoryError) {
            state = try await look(for: attempt)
        } catch {
            if let cause = error.cause as? StorageError { throw cause }
            if collection.creationCheck != .identity, isUnsearchable(error) {
                return try await rejectUnknown(attempt.entry.id, because: error)
            }
            var pause = Verdict.Pause.entry
            if case .later(_, let wanted) = Verdict(reading: error) { pause = wanted }
            return .done(try await postpone(attempt, after: error, pause: pause))
        }
        checkpoint()
        guard let state else {
            let id = attempt.entry.id
            try await storage.write { store throws(StorageError) in
                guard var entry = try store.entry(id) else { return }
                entry.state = .waiting
                entry.idempotencyKey = UUID().uuidString
                try store.put(entry)
                try store.updateState(of: entry.key)
            }
            return .again
        }
        guard let settlement = try await settle(attempt, found: state) else {
            return .done(try await postpone(attempt, after: nil))
        }
        return .done(Outcome(settlement))
    }

    /// Finds, among what the server has just answered, what creations without an answer have become.
    ///
    /// Such an entity may be changed before the next synchronization: then nobody would find it by what
    /// was sent, and it would be created again.
    func recognize(
        _ states: () -> [RemoteState]
    ) async throws(StorageError) {
        let open = try await soughtCreations
        guard !open.isEmpty else { return }
        let (schema, answered) = (collection.schema, states())
        for entry in open {
            guard let sent = entry.changed?.object, let draft = try? draft(sent),
                let attempt = try? attempt(entry, sending: sent)
            else { continue }
            let found = try await storage.read { store throws(StorageError) -> RemoteState? in
                // Those that are the same come before those that the service may have made of it.
                let same = answered.filter { isSame($0.members, draft) }
                for state in same + answered where has(state.members, draft) {
                    guard let id = state.members[schema.identityKey]?.identityText else { continue }
                    let key = RecordKey(collection: schema.name, id: id)
                    if try mayBeOutcome(key, of: draft, in: store) { return state }
                }
                return nil
            }
            guard let found, let settlement = try await settle(attempt, found: found),
                !settlement.isLate
            else { continue }
            tell(Outcome(settlement), of: entry)
        }
    }

    /// The creations without an answer that are found by what was sent, and not by a key or an identity.
    var soughtCreations: [OutboxEntry] {
        get async throws(StorageError) {
            try await storage.read { store throws(StorageError) in try soughtCreations(in: store) }
        }
    }

    private func soughtCreations(
        in store: any StorageReader
    ) throws(StorageError) -> [OutboxEntry] {
        guard collection.creationCheck != .identity else { return [] }
        var sought: [OutboxEntry] = []
        for entry in try store.ambiguousCreations(in: collection.schema.name)
        where try !isKeyKnown(of: entry, in: store) {
            if let sent = entry.changed?.object, isFoundByIdentity(sent) { continue }
            sought.append(entry)
        }
        return sought
    }

    /// Whether what came of a creation, which says the identity though it need not, is found there, in
    /// whatever form the server keeps the rest.
    private func isFoundByIdentity(_ sent: [String: JSON]) -> Bool {
        guard collection.creationCheck == .comparison else { return false }
        return (try? draft(sent))?[collection.schema.identityKey]?.identityText != nil
    }

    /// Whether the server still answers a creation as the first time.
    private func isKeyKnown(
        of entry: OutboxEntry,
        in store: any StorageReader
    ) throws(StorageError) -> Bool {
        guard case .idempotencyKey(_, let lifetime) = collection.creationCheck, !entry.isOfBatch,
            let sent = try WriteHistory.of(entry.id, in: store).sent
        else { return false }
        // Sent in the future, it was so while the clock was wrong.
        return abs(clock.now.timeIntervalSince(sent)) < lifetime.inSeconds
    }

    /// Whether an entity has what a creation without an answer has sent.
    func isSought(
        _ members: [String: JSON],
        in store: any StorageReader
    ) throws(StorageError) -> Bool {
        try soughtCreations(in: store).contains { entry in
            guard let sent = entry.changed?.object, let draft = try? draft(sent) else {
                return false
            }
            return has(members, draft)
        }
    }

    /// What a write has changed on the server, if it has arrived; nil where that is nothing.
    func sent(by entry: OutboxEntry, over base: [String: JSON]) -> [String: JSON]? {
        guard let changed = entry.changed?.object, [.update, .patch].contains(entry.operation)
        else { return nil }
        let full =
            entry.operation == .patch ? DocumentMembers.applying(changed, to: base) : changed
        guard let old = try? draft(base), let new = try? draft(full)
        else { return nil }
        let immutable = collection.schema.immutable
        let sent = DocumentMembers.difference(from: old, to: new)
            .filter { !immutable.contains($0.key) }
        return sent.isEmpty ? nil : sent
    }

    /// Whether an entity has all that was sent, as a service may keep it; what listings leave out says
    /// nothing.
    private func has(_ members: [String: JSON], _ sent: [String: JSON]) -> Bool {
        guard let found = try? draft(members), mayBe(members, sent) else { return false }
        return DocumentMembers.has(sent: sent, in: found, besides: collection.schema.unlisted)
    }

    /// Whether an entity has all that was sent, as it was sent.
    private func isSame(_ members: [String: JSON], _ sent: [String: JSON]) -> Bool {
        guard let found = try? draft(members), mayBe(members, sent) else { return false }
        return DocumentMembers.has(sent, in: found)
    }

    /// Whether an entity is still there; what is no more, only who has written that can have created.
    private func mayBe(_ members: [String: JSON], _ sent: [String: JSON]) -> Bool {
        isTombstone(sent) || !isTombstone(members)
    }

    /// Whether an entity says that it is no more.
    func isTombstone(_ members: [String: JSON]) -> Bool {
        collection.conventions.tombstone?.marks(.object(members)) ?? false
    }

    /// Stores what a creation has become, unless what was found may be of another one: one that was on
    /// its way past the outbox while it was searched for: then nil.
    func settle(
        _ attempt: Attempt,
        found state: RemoteState
    ) async throws(StorageError) -> Settlement? {
        let now = clock.now
        let settlement = try await storage.write {
            store throws(StorageError) -> Settlement? in
            if let id = state.members[collection.schema.identityKey]?.identityText,
                id != attempt.entry.key.id
            {
                let name = collection.schema.name
                if try OpenCreations(of: name, in: store).areThere(at: now) { return nil }
                let other = RecordKey(collection: name, id: id)
                let draft = (try? draft(attempt.sent)) ?? [:]
                guard try mayBeOutcome(other, of: draft, in: store) else { return nil }
            }
            return try settle(attempt, confirmed: state, at: now, in: store)
        }
        checkpoint()
        return settlement
    }

    /// The entity on the server that a creation without an answer has become; nil where there is none.
    func look(for attempt: Attempt) async throws(RepositoryError) -> RemoteState? {
        let isNamed = isFoundByIdentity(attempt.sent)
        if isNamed || collection.creationCheck == .identity,
            let state = try await collection.read(attempt.entry.key.id)
        {
            return state
        }
        guard collection.creationCheck != .identity, !isNamed || collection.listing != .none else {
            return nil
        }
        // Where either side may give the identity, the service was perhaps asked without one.
        return try await search(for: attempt)
    }

    /// The entity on the server that is not known here and has what was sent, under whatever identity;
    /// nil where there is none.
    private func search(for attempt: Attempt) async throws(RepositoryError) -> RemoteState? {
        guard collection.listing != .none else {
            throw RepositoryError(
                .unknownOutcome,
                during: attempt.request.operation,
                message: "The entities of the collection cannot be listed."
            )
        }
        let key = collection.schema.identityKey
        let sent = try draft(attempt.sent).filter { $0.key != key }
        var pages = RemotePages(collection)
        var similar: RemoteState?
        while let page = try await pages.next() {
            for state in page.compactMap(\.state) {
                let isSame = isSame(state.members, sent)
                guard isSame || similar == nil && has(state.members, sent),
                    let id = state.members[collection.schema.identityKey]?.identityText
                else { continue }
                let key = RecordKey(collection: collection.schema.name, id: id)
                let mayBeOutcome = try await stored { () async throws(StorageError) in
                    try await storage.read { store throws(StorageError) in
                        try self.mayBeOutcome(key, of: sent, in: store)
                    }
                }
                guard mayBeOutcome else { continue }
                if isSame { return state }
                similar = state
            }
        }
        // It may be one that somebody else has created, while there is none that is the same.
        if let similar { return similar }
        guard pages.isWhole else {
            throw RepositoryError(
                .unreadableResponse,
                during: attempt.request.operation,
                message: "The listing is not whole; it is not known what the server has created."
            )
        }
        return nil
    }

    /// Whether an entity on the server may be what a creation has become: it is not known here, or another
    /// one had its identity that was deleted here.
    private func mayBeOutcome(
        _ key: RecordKey,
        of draft: [String: JSON],
        in store: any StorageReader
    ) throws(StorageError) -> Bool {
        guard let record = try store.record(key) else { return true }
        guard let base = record.base, record.confirmedAt != nil,
            try store.entries(of: key).last?.operation == .delete
        else { return false }
        return !has(try DocumentMembers.read(base), draft)
    }
}
