#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Stores what the server has confirmed of a write, below what was written since.
struct Settlement {
    private let ledger: Ledger
    private let store: any StorageWriter
    private let collection: RemoteCollection

    init(_ ledger: Ledger) {
        self.ledger = ledger
        (store, collection) = (ledger.store, ledger.collection)
    }

    /// Settles a write that the server has answered with success, unless the response is about another entity.
    ///
    /// The state is that of the entity after the write; there is none after a deletion.
    func course(
        of attempt: WriteAttempt,
        _ state: RemoteState?,
        unless existing: ExistingEntity?
    ) throws(StorageError) -> Course {
        if let outcome = try rejection(of: attempt, existing) { return .end(outcome) }
        if let state, try sendsWhole(after: attempt, state) { return .prepare }
        return .end(try settle(attempt, confirmed: state))
    }

    /// Lets a write wait of which a response has not said enough, unless the response is about another entity.
    func course(
        of attempt: WriteAttempt,
        after error: RepositoryError,
        unless existing: ExistingEntity?
    ) throws(StorageError) -> Course {
        if let outcome = try rejection(of: attempt, existing) { return .end(outcome) }
        return .end(try Postponement(attempt, after: error).perform(in: ledger))
    }

    /// Rejects a creation that was answered with an entity that was there before; nil where it was not.
    private func rejection(
        of attempt: WriteAttempt,
        _ existing: ExistingEntity?
    ) throws(StorageError) -> DeliveryOutcome? {
        guard let existing, try ledger.isAnother(existing.received, than: attempt.sent) else {
            return nil
        }
        guard let entry = try store.entry(attempt.entry.id) else { return DeliveryOutcome(.absent) }
        // Another device may have created it as it was exported.
        for exported in try WriteHistory.of(entry.id, in: store).exported
        where try !ledger.isAnother(existing.received, than: exported) {
            return nil
        }
        return try store.reject(entry, OutboxFailure(existing.error, at: ledger.now))
    }

    /// Stores what the server has confirmed of a write: an entity, or nothing after a deletion.
    ///
    /// The write is absent where a listing has shown meanwhile what has become of it.
    func settle(
        _ attempt: WriteAttempt,
        confirmed: RemoteState?
    ) throws(StorageError) -> DeliveryOutcome {
        guard let entry = try store.entry(attempt.entry.id), entry.state == .inFlight else {
            return DeliveryOutcome(.absent)
        }
        let history = try store.end(entry.id)
        var outcome = DeliveryOutcome(history.isMerged ? .merged : .acknowledged)
        guard var record = try store.record(entry.key) else { return outcome }
        guard let confirmed else {
            try settleDeletion(of: record)
            return outcome
        }
        let referrers = Referrers(in: store)
        let identity = confirmed.members[ledger.schema.identityKey] ?? .null
        var key = entry.key
        // What was there before, with changes that wait.
        var found: StoredRecord?
        if entry.operation == .create, let id = identity.identityText, id != key.id {
            key = RecordKey(collection: key.collection, id: id)
            outcome.key = key
            outcome.ended = try store.endWritesOfPredecessor(
                of: key,
                with: confirmed.members,
                isNew: !attempt.isRepeated && !attempt.isExported
            )
            if try !store.entries(of: key).isEmpty { found = try store.record(key) }
            try move(entry.key, to: key, identity)
        }
        let waiting = entry.operation == .create ? try referrers.take(entry.key) : []
        if key != entry.key {
            for source in waiting { try replace(entry.key, by: identity, in: source) }
            // It may have referred to itself.
            record = try store.record(key) ?? record
        }
        let local = try DocumentMembers.read(record.document)
        try referrers.forget(entry.key, in: local, ledger.schema)
        let known = try found.map { found throws(StorageError) in
            try DocumentMembers.read(found.document)
        }
        let unheeded = unheeded(attempt, history, confirmed.members)
        var merged = ThreeWayMerge(
            base: unheeded.keys.reduce(into: attempt.sent) { base, key in
                base[key] = confirmed.members[key] ?? .null
            },
            local: local,
            remote: known ?? confirmed.members
        ).members
        merged[ledger.schema.identityKey] = identity
        record.document = try DocumentMembers.write(merged)
        record.base = try DocumentMembers.write(confirmed.members)
        record.entityTag = confirmed.tag
        record.confirmedAt = ledger.now
        record.state = try store.stateOfEntries(of: key)
        try store.put(record)
        if entry.operation == .create { try sendLater(attempt, local, key, unheeded) }
        if try !store.entries(of: key).isEmpty { try referrers.note(key, in: local, ledger.schema) }
        for source in waiting {
            if let entry = try store.entries(of: source).first { outcome.released.append(entry) }
        }
        if attempt.hasLeft, try store.entries(of: key).isEmpty {
            try store.removeDeparted(key, ledger.schema, at: ledger.now)
        }
        return outcome
    }

    private func settleDeletion(of record: StoredRecord) throws(StorageError) {
        guard try !store.entries(of: record.key).isEmpty else {
            return try store.removeDeparted(record.key, ledger.schema, at: ledger.now)
        }
        var record = record
        (record.base, record.entityTag) = (nil, nil)
        try store.put(record)
        try store.updateState(of: record.key)
    }

    /// What has changed in a new entity since it was exported, and is not in the response: the service has answered
    /// with what another device has sent under the same key.
    private func unheeded(
        _ attempt: WriteAttempt,
        _ history: WriteHistory,
        _ confirmed: [String: JSON]
    ) -> [String: JSON] {
        guard let draft = try? collection.draft(attempt.sent) else { return [:] }
        var unheeded: [String: JSON] = [:]
        for exported in history.exported {
            let old = (try? collection.draft(exported)) ?? [:]
            for key in Set(draft.keys).union(old.keys) where key != ledger.schema.identityKey {
                let value = attempt.sent[key] ?? .null
                // References may have been left to a later write there.
                let mayDiffer =
                    value != exported[key] ?? .null || ledger.schema.referringKeys.contains(key)
                guard mayDiffer, !value.isKept(as: confirmed[key] ?? .null) else { continue }
                unheeded[key] = value
            }
        }
        return unheeded
    }

    /// Lets references follow that a creation was sent without, and changes that it has not made.
    private func sendLater(
        _ attempt: WriteAttempt,
        _ local: [String: JSON],
        _ key: RecordKey,
        _ unheeded: [String: JSON]
    ) throws(StorageError) {
        var withheld = local.filter { property, value in
            ledger.schema.referringKeys.contains(property)
                && value != attempt.sent[property] ?? .null
        }
        withheld.merge(unheeded) { own, _ in own }
        for entry in try store.entries(of: key) {
            // What was written since has them.
            guard entry.operation == .patch else { return }
            for property in entry.changed?.object?.keys ?? [:].keys { withheld[property] = nil }
        }
        guard !withheld.isEmpty else { return }
        try Outbox(ledger.schema, in: store).patch(id: key.id, with: withheld)
    }

    /// Gives a record the identity that the server gave.
    private func move(
        _ key: RecordKey,
        to other: RecordKey,
        _ identity: JSON
    ) throws(StorageError) {
        // Either somebody who knew it has written it, or its predecessor is gone.
        if try store.record(other) != nil { try store.remove(other) }
        try store.forgetFiles(of: ledger.schema, other)
        try store.rekey(key, to: other)
        try store.moveFiles(of: ledger.schema, key, to: other)
        try IdentityAliases.note(identity, inPlaceOf: key, in: store)
    }

    /// Puts the server's identity in the place of a temporary one, in a record and what waits for it.
    private func replace(
        _ key: RecordKey,
        by identity: JSON,
        in source: RecordKey
    ) throws(StorageError) {
        guard let schema = ledger.rules.collection(source.collection)?.schema,
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

    /// Sends the whole entity next where a server has merged an object of a patch with the one that it had:
    /// members that were removed here are still there.
    private func sendsWhole(
        after attempt: WriteAttempt,
        _ state: RemoteState
    ) throws(StorageError) -> Bool {
        // Where services are known to merge, null has removed them.
        guard attempt.entry.operation == .patch, !collection.conventions.mergesObjects,
            let base = attempt.base, let changes = attempt.entry.changed?.object,
            changes.contains(where: { key, value in
                value.lacks(memberOf: base[key] ?? .null, keptIn: state.members[key] ?? .null)
            }),
            var entry = try store.entry(attempt.entry.id), entry.state == .inFlight,
            var record = try store.record(entry.key)
        else { return false }
        let local = try DocumentMembers.read(record.document)
        let known = try record.base.map { data throws(StorageError) in
            try DocumentMembers.read(data)
        }
        let merge = ThreeWayMerge(base: known ?? base, local: local, remote: state.members)
        record.document = try DocumentMembers.write(merge.members)
        record.base = try DocumentMembers.write(state.members)
        record.entityTag = state.tag
        try store.put(record)
        (entry.operation, entry.changed) = (.update, nil)
        try store.put(entry.renewed())
        try store.updateState(of: entry.key)
        return true
    }
}

/// An entity that a response to a creation may be about, in the place of the created one: it was there before.
package struct ExistingEntity: Sendable {
    /// What the response says of the entity.
    let received: [String: JSON]
    /// What the user is told if the entity was there before.
    let error: RepositoryError
}

extension JSON {
    /// Whether this object lacks a member of an older one that is still in a newer one, at any depth.
    fileprivate func lacks(memberOf old: JSON, keptIn new: JSON) -> Bool {
        guard let sent = object, let old = old.object, let new = new.object else { return false }
        return old.contains { key, value in
            guard value != .null, let kept = new[key], kept != .null else { return false }
            guard let own = sent[key], own != .null else { return kept == value }
            return own.lacks(memberOf: value, keptIn: kept)
        }
    }
}
