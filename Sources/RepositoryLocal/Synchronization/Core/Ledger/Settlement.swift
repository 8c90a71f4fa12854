import Foundation

/// Stores the confirmed result of a write without overwriting later writes.
struct Settlement {
    private let ledger: Ledger
    private let store: any StorageWriter
    private let collection: RemoteCollection

    init(_ ledger: Ledger) {
        self.ledger = ledger
        (store, collection) = (ledger.store, ledger.collection)
    }

    /// Settles a write after a successful response, unless the response is about another entity.
    ///
    /// `result` is the state of the entity after the write, nil after a deletion; or an error if
    /// the response was incomplete, and the write is postponed.
    func course(
        of attempt: WriteAttempt,
        _ result: Result<RemoteState?, RepositoryError>
    ) throws(StorageError) -> Course {
        if let outcome = try rejection(of: attempt) { return .end(outcome) }
        switch result {
        case .failure(let error):
            return .end(try Postponement(attempt, after: error).perform(in: ledger))
        case .success(let state):
            if let state, try sendsWhole(after: attempt, state) { return .prepare }
            return .end(try settle(attempt, confirmed: state))
        }
    }

    /// Rejects a creation whose response contains an existing entity; nil if it does not.
    private func rejection(of attempt: WriteAttempt) throws(StorageError) -> DeliveryOutcome? {
        guard let existing = attempt.existing,
            try ledger.isAnother(existing.received, than: attempt.sent)
        else { return nil }
        guard let entry = try store.entry(attempt.entry.id) else { return DeliveryOutcome(.absent) }
        // Another device may have created it in an exported state.
        for exported in try WriteHistory.of(entry.id, in: store).exported
        where try !ledger.isAnother(existing.received, than: exported) {
            return nil
        }
        return try store.reject(entry, OutboxFailure(existing.error, at: ledger.now))
    }

    /// Stores the confirmed result of a write: an entity, or nothing after a deletion.
    ///
    /// The outcome is `.absent` if a listing has resolved the write meanwhile.
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
        // An existing entity with pending changes.
        var found: StoredRecord?
        if entry.operation == .create, let id = identity.identityText, id != key.id {
            key = RecordKey(collection: key.collection, id: id)
            outcome.key = key
            let isKnown = try store.record(key)?.isConfirmed(as: confirmed.members) ?? false
            // Another device may have created it with the same key: then it has no predecessor.
            let isImported = try ImportedWrite(of: entry.id, in: store) != nil
            if !attempt.isExported, !isImported {
                outcome.ended = try store.endWritesOfPredecessor(
                    of: key,
                    with: confirmed.members,
                    isNew: !attempt.isRepeated
                )
            }
            if try !store.entries(of: key).isEmpty { found = try store.record(key) }
            // As with pending changes, the files of the same entity stay.
            try move(entry.key, to: key, identity, keepingFiles: isKnown || found != nil)
        }
        let waiting = entry.operation == .create ? try referrers.take(entry.key) : []
        if key != entry.key {
            for source in waiting { try replace(entry.key, by: identity, in: source) }
            // It may refer to itself.
            record = try store.record(key) ?? record
        }
        // The server's state replaces a damaged document.
        let local = (try? DocumentMembers.read(record.document)) ?? attempt.sent
        try referrers.forget(entry.key, in: local, ledger.schema)
        let known = try found.map { found throws(StorageError) in
            try DocumentMembers.read(found.document)
        }
        let unheeded = unheeded(attempt, history, confirmed.members)
        var sent = attempt.sent
        if attempt.isRepeated { sent.merge(try unsetSince(attempt, local, key)) { $1 } }
        var merged = ThreeWayMerge(
            base: unheeded.keys.reduce(into: sent) { base, key in
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
        if entry.operation == .create { try sendLater(local, key, unheeded, sent: sent) }
        if try !store.entries(of: key).isEmpty { try referrers.note(key, in: local, ledger.schema) }
        for source in waiting {
            if let entry = try store.entries(of: source).first { outcome.released.append(entry) }
        }
        if attempt.hasLeft {
            let rest = try store.entries(of: key)
            // They would end without a request, and the deletion would remain unknown.
            if areEqual(merged, confirmed.members) {
                try store.end(rest)
                outcome.ended += rest
            }
            if try store.entries(of: key).isEmpty {
                try store.removeDeparted(key, ledger.schema, at: ledger.now)
            }
        }
        return outcome
    }

    /// Whether two states of an entity are sent in the same form.
    private func areEqual(_ first: [String: JSON], _ second: [String: JSON]) -> Bool {
        guard let draft = try? collection.drafted(first) else { return false }
        return draft == (try? collection.drafted(second))
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

    /// Returns the properties of a new entity that only differ from what was sent by the defaults
    /// of properties that an update of the app has added since.
    private func unsetSince(
        _ attempt: WriteAttempt,
        _ local: [String: JSON],
        _ key: RecordKey
    ) throws(StorageError) -> [String: JSON] {
        guard let whole = try? collection.normalized(attempt.sent) else { return [:] }
        let changes = try store.entries(of: key).compactMap(\.changed?.object)
        return local.filter { property, value in
            value == whole[property] && !changes.contains { $0[property] != nil }
        }
    }

    /// Returns the changes to a new entity since its export that are missing in the response: the
    /// service has returned the result of another device's request with the same key.
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
                // The other device may have left out references to send them later.
                let mayDiffer =
                    value != exported[key] ?? .null || ledger.schema.referringKeys.contains(key)
                guard mayDiffer, !value.isKept(as: confirmed[key] ?? .null) else { continue }
                unheeded[key] = value
            }
        }
        return unheeded
    }

    /// Adds a write for references and changes that the creation did not contain.
    private func sendLater(
        _ local: [String: JSON],
        _ key: RecordKey,
        _ unheeded: [String: JSON],
        sent: [String: JSON]
    ) throws(StorageError) {
        var withheld = local.filter { property, value in
            ledger.schema.referringKeys.contains(property) && value != sent[property] ?? .null
        }
        withheld.merge(unheeded) { own, _ in own }
        for entry in try store.entries(of: key) {
            // A later write already contains them.
            guard entry.operation == .patch else { return }
            for property in entry.changed?.object?.keys ?? [:].keys { withheld[property] = nil }
        }
        guard !withheld.isEmpty else { return }
        try Outbox(ledger.schema, in: store).patch(id: key.id, with: withheld)
    }

    /// Changes the identity of a record to the one from the server.
    private func move(
        _ key: RecordKey,
        to other: RecordKey,
        _ identity: JSON,
        keepingFiles: Bool
    ) throws(StorageError) {
        // The record is either the same entity, fetched and edited meanwhile, or a predecessor that
        // no longer exists.
        if try store.record(other) != nil { try store.remove(other) }
        if !keepingFiles { try store.forgetFiles(of: ledger.schema, other) }
        try store.rekey(key, to: other)
        try store.moveFiles(of: ledger.schema, key, to: other)
        try IdentityAliases.note(identity, inPlaceOf: key, in: store)
    }

    /// Replaces a temporary identity by the server's in a record and its pending writes.
    private func replace(
        _ key: RecordKey,
        by identity: JSON,
        in source: RecordKey
    ) throws(StorageError) {
        guard let schema = ledger.rules.collection(source.collection)?.schema,
            var record = try store.record(source)
        else { return }
        func current(_ other: RecordKey) -> JSON? { other == key ? identity : nil }
        let keys = schema.referringKeys
        let old = (try? StoredDocument.members(of: record.document, keys: keys)) ?? [:]
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

    /// Sends the whole entity next if a server has merged a nested object of a patch with the
    /// existing one, so that removed properties of it still exist.
    private func sendsWhole(
        after attempt: WriteAttempt,
        _ state: RemoteState
    ) throws(StorageError) -> Bool {
        // For services that declare this behavior, null has removed them.
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

/// An existing entity that the response to a creation may contain instead of the created one.
package struct ExistingEntity: Sendable {
    /// The properties of the entity in the response.
    let received: [String: JSON]
    /// The error if the entity existed before.
    let error: RepositoryError
}

extension JSON {
    /// Whether this object lacks a property of an older one that a newer one still has, at any
    /// depth.
    fileprivate func lacks(memberOf old: JSON, keptIn new: JSON) -> Bool {
        guard let sent = object, let old = old.object, let new = new.object else { return false }
        return old.contains { key, value in
            guard value != .null, let kept = new[key], kept != .null else { return false }
            guard let own = sent[key], own != .null else { return kept == value }
            return own.lacks(memberOf: value, keptIn: kept)
        }
    }
}
