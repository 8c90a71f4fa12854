#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Delivery {
    /// What comes with a write that the server has carried out.
    struct Settlement: Sendable {
        /// Where the entity is kept now; nil where that is the place it had before.
        var key: RecordKey?
        /// The writes that have waited for it.
        var released: [OutboxEntry.ID] = []
        /// Whether another change was together with it in what was sent.
        var isMerged = false
        /// Whether it was settled meanwhile: what has come of the write was found in a listing.
        var isLate = false
        /// The writes of an entity that had this identity before, which have ended with it.
        var ended: [OutboxEntry] = []
    }

    /// Stores that the server has carried out a write, with what it answered.
    func acknowledge(
        _ attempt: Attempt,
        by response: NetworkingResponse
    ) async throws(StorageError) -> Step {
        guard attempt.entry.operation != .delete else {
            return .done(Outcome(try await settle(attempt, confirmed: nil)))
        }
        do throws(RepositoryError) {
            let confirmed = try await confirmed(
                attempt,
                returning: try response.members(for: attempt.request) ?? [:],
                createdID: response.createdID,
                tag: response.entityTag
            )
            if let state = try await carriedOut(attempt, confirmed) {
                if try await sendsWhole(after: attempt, state) { return .again }
                let settlement = try await stored { () async throws(StorageError) in
                    try await settle(attempt, confirmed: state)
                }
                return .done(Outcome(settlement))
            }
        } catch {
            if let cause = error.cause as? StorageError { throw cause }
            // The server has done something: that must not be done again before it is known what.
            return .done(try await postpone(attempt, after: error))
        }
        return try await setAside(ignored: attempt)
    }

    /// What a server has done in the place of what it was asked for; nil where nothing tells.
    func trap(
        _ attempt: Attempt,
        _ response: NetworkingResponse
    ) async throws(StorageError) -> RepositoryError? {
        let (entry, request) = (attempt.entry, attempt.request)
        do throws(RepositoryError) {
            if entry.operation == .create {
                let sent = try draft(attempt.sent)
                try response.checkCreation(of: sent, by: request)
                if !attempt.isRepeated, !response.followsAmbiguousAttempt,
                    let received = try response.members(for: request),
                    try await isAnother(received, than: sent)
                {
                    return RepositoryError(existing: response, to: request)
                }
            } else if request.form?.operation == .update,
                let received = try response.members(for: request),
                // In the one form that it has here.
                let written = try? collection.normalized(attempt.sent.merging(received) { $1 }),
                let id = written[collection.schema.identityKey]?.identityText, id != entry.key.id
            {
                return RepositoryError(identityOf: response, to: request)
            }
        } catch {
            if let cause = error.cause as? StorageError { throw cause }
            return error.code == .conflict ? error : nil
        }
        return nil
    }

    /// Whether a creation is answered with an entity that is known here as just that, and has another
    /// content than was sent: it was there before.
    func isAnother(
        _ received: [String: JSON],
        than sent: [String: JSON]
    ) async throws(RepositoryError) -> Bool {
        guard received.contains(where: { key, value in sent[key].map { $0 != value } ?? false }),
            let members = try? collection.normalized(received),
            let id = members[collection.schema.identityKey]?.identityText
        else { return false }
        let key = RecordKey(collection: collection.schema.name, id: id)
        return try await stored { () async throws(StorageError) in
            try await storage.read { store throws(StorageError) in
                try store.record(key)?.isConfirmed(as: members) ?? false
            }
        }
    }

    /// The entity after a write: what was sent, overlaid with what came back.
    func confirmed(
        _ attempt: Attempt,
        returning members: [String: JSON],
        createdID: String? = nil,
        tag entityTag: String?
    ) async throws(RepositoryError) -> RemoteState {
        let request = attempt.request
        let key = collection.schema.identityKey
        let schema = collection.schema
        let received = schema.returned(members)
        let isCreation = attempt.entry.operation == .create
        if received[key] == nil, received.isEmpty || isCreation {
            // What the server has added is to be read.
            let id = isCreation ? createdID : attempt.entry.key.id
            if let id, let state = try? await collection.read(id) { return state }
        }
        // Null can also mean that the response leaves the property out: only a read can tell.
        let isDoubtful = try !schema.doubtful(in: received, over: draft(attempt.sent)).isEmpty
        let id = received[key]?.identityText ?? (isCreation ? nil : attempt.entry.key.id)
        if isDoubtful, let id, let state = try await collection.read(id) { return state }
        var candidates = [attempt.sent.merging(received) { _, new in new }]
        if isCreation, received[key] == nil, collection.creationCheck != .identity {
            guard let id = createdID else {
                throw RepositoryError(
                    .unreadableResponse,
                    during: request.operation,
                    message: "The server does not say the identity of what it has created."
                )
            }
            let identities = [JSON.string(id)] + (JSON.Number(id).map { [.number($0)] } ?? [])
            candidates = identities.map { identity in
                candidates[0].merging([key: identity]) { _, new in new }
            }
        }
        var failure: JSONError?
        for candidate in candidates {
            do throws(JSONError) {
                let members = try collection.normalized(candidate)
                // A tag would guard what is not known.
                let isWhole = schema.unreturned.allSatisfy { members[$0] ?? .null != .null }
                return RemoteState(members: members, tag: isWhole ? entityTag : nil)
            } catch {
                failure = failure ?? error
            }
        }
        throw RepositoryError(
            .unreadableResponse,
            during: request.operation,
            message: "The answer is no entity: \(failure.map { "\($0)" } ?? "nothing").",
            cause: failure
        )
    }

    /// Stores what the server confirmed of a write, below what was written since.
    @discardableResult
    func settle(
        _ attempt: Attempt,
        confirmed: RemoteState?
    ) async throws(StorageError) -> Settlement {
        let now = clock.now
        let settlement = try await storage.write { store throws(StorageError) in
            try settle(attempt, confirmed: confirmed, at: now, in: store)
        }
        checkpoint()
        return settlement
    }

    /// The same in a transaction.
    @discardableResult
    func settle(
        _ attempt: Attempt,
        confirmed: RemoteState?,
        at now: Date,
        in store: any StorageWriter
    ) throws(StorageError) -> Settlement {
        var key = attempt.entry.key
        guard let entry = try store.entry(attempt.entry.id), entry.state == .inFlight else {
            return Settlement(isLate: true)
        }
        var settlement = Settlement()
        settlement.isMerged = try store.end(entry.id).isMerged
        guard var record = try store.record(key) else { return settlement }
        guard let confirmed else {
            try settleDeletion(of: record, at: now, in: store)
            return settlement
        }
        let referrers = Referrers(in: store)
        // What was there before, with changes that wait.
        var found: StoredRecord?
        let identityKey = collection.schema.identityKey
        let identity = confirmed.members[identityKey] ?? .null
        if let id = identity.identityText, id != key.id {
            let other = RecordKey(collection: key.collection, id: id)
            settlement.ended = try store.endWritesOfPredecessor(
                of: other,
                with: confirmed.members,
                isNew: !attempt.isRepeated
            )
            if try !store.entries(of: other).isEmpty { found = try store.record(other) }
            try move(key, to: other, identity, in: store)
            key = other
            settlement.key = key
        }
        let waiting = entry.operation == .create ? try referrers.take(entry.key) : []
        if key != entry.key {
            for source in waiting { try replace(entry.key, by: identity, in: source, store) }
            // It may have referred to itself.
            record = try store.record(key) ?? record
        }
        let local = try DocumentMembers.read(record.document)
        try referrers.forget(entry.key, in: local, collection.schema)
        let known = try found.map { found throws(StorageError) in
            try DocumentMembers.read(found.document)
        }
        var merged = ThreeWayMerge(
            base: attempt.sent,
            local: local,
            remote: known ?? confirmed.members
        ).members
        merged[identityKey] = identity
        record.document = try DocumentMembers.write(merged)
        record.base = try DocumentMembers.write(confirmed.members)
        record.entityTag = confirmed.tag
        record.confirmedAt = now
        record.state = try store.stateOfEntries(of: key)
        try store.put(record)
        if entry.operation == .create { try sendLater(attempt, local, key, in: store) }
        if try !store.entries(of: key).isEmpty {
            try referrers.note(key, in: local, collection.schema)
        }
        for source in waiting {
            guard let entry = try store.entries(of: source).first else { continue }
            settlement.released.append(entry.id)
        }
        return settlement
    }

    private func settleDeletion(
        of record: StoredRecord,
        at now: Date,
        in store: any StorageWriter
    ) throws(StorageError) {
        guard try !store.entries(of: record.key).isEmpty else {
            return try store.removeDeparted(record.key, at: now)
        }
        var record = record
        (record.base, record.entityTag) = (nil, nil)
        try store.put(record)
        try store.updateState(of: record.key)
    }

    /// Lets references follow that a creation was sent without.
    private func sendLater(
        _ attempt: Attempt,
        _ local: [String: JSON],
        _ key: RecordKey,
        in store: any StorageWriter
    ) throws(StorageError) {
        var withheld: [String: JSON] = [:]
        for property in collection.schema.referringKeys {
            guard let value = local[property], value != attempt.sent[property] ?? .null else {
                continue
            }
            withheld[property] = value
        }
        for entry in try store.entries(of: key) {
            // What was written since has them.
            guard entry.operation == .patch else { return }
            for property in entry.changed?.object?.keys ?? [:].keys { withheld[property] = nil }
        }
        guard !withheld.isEmpty else { return }
        try Outbox(collection.schema, in: store).patch(id: key.id, with: withheld)
    }

    /// Gives a record the identity that the server gave.
    private func move(
        _ key: RecordKey,
        to other: RecordKey,
        _ identity: JSON,
        in store: any StorageWriter
    ) throws(StorageError) {
        // Either somebody who knew it has written it, or its predecessor is gone.
        if try store.record(other) != nil { try store.remove(other) }
        try store.rekey(key, to: other)
        try IdentityAliases.note(identity, inPlaceOf: key, in: store)
    }

    /// Puts the server's identity in the place of a temporary one, in a record and what waits for it.
    private func replace(
        _ key: RecordKey,
        by identity: JSON,
        in source: RecordKey,
        _ store: any StorageWriter
    ) throws(StorageError) {
        guard
            let schema = collections.first(where: { $0.schema.name == source.collection })?.schema,
            var record = try store.record(source)
        else { return }
        // Else `nil` would be null of JSON.
        func current(_ other: RecordKey) -> JSON? { other == key ? identity : Optional.none }
        let old = try StoredDocument.members(of: record.document, keys: schema.referringKeys)
        let new = schema.replacingReferences(in: old, current)
        if new != old {
            let members = try DocumentMembers.read(record.document)
            record.document = try DocumentMembers.write(members.merging(new) { $1 })
            try store.put(record)
        }
        for var entry in try store.entries(of: source) {
            guard let changed = entry.changed?.object else { continue }
            let replaced = schema.replacingReferences(in: changed, current)
            guard replaced != changed else { continue }
            entry.changed = .object(replaced)
            try store.put(entry)
        }
    }
}
