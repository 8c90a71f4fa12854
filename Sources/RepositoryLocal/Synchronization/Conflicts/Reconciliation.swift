#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A write set against what the server has, in one transaction.
struct Reconciliation {
    let delivery: Delivery
    let entry: OutboxEntry
    let cause: Delivery.Cause
    let now: Date
    /// What the two sides disagree about.
    private(set) var conflict: SyncConflict?
    /// Whether something of the other change is together with the write.
    private(set) var isMerged = false
    /// What the write has gone through.
    private var history = WriteHistory()
    private var policy: ConflictPolicy { delivery.collection.conflicts }

    init(_ delivery: Delivery, entry: OutboxEntry, cause: Delivery.Cause, at now: Date) {
        self.delivery = delivery
        self.entry = entry
        self.cause = cause
        self.now = now
    }

    /// Resolves the write with an entity that the server has.
    mutating func resolve(
        with remote: RemoteState,
        in store: any StorageWriter
    ) throws(StorageError) -> Delivery.Step {
        let entries = try store.entries(of: entry.key)
        // What has taken its place is delivered for itself.
        guard let entry = entries.first, entry.id == self.entry.id else {
            return .done(.init(.absent))
        }
        guard var record = try store.record(entry.key) else {
            guard case .refusal(let error) = cause else {
                return try sendAgain(entries, in: store)
            }
            return .done(try store.reject(entry, OutboxFailure(error, at: now)))
        }
        try record.learnUnlisted(delivery.collection.schema.partial, from: remote.members)
        var confirmed = try record.base.map { data throws(StorageError) in
            try DocumentMembers.read(data)
        }
        // Where nothing was known, what the server has is what it had, or what was sent.
        if case .ambiguity = cause { confirmed = confirmed ?? remote.members }
        let own = try ownState(of: entry, over: confirmed, in: remote, store)
        var divergence = Divergence(
            policy: policy,
            cause: cause.kind,
            deletes: entries.last?.operation == .delete,
            base: own ?? confirmed,
            local: try DocumentMembers.read(record.document),
            remote: remote.members,
            isUnchanged: false,
            isSameVersion: remote.tag == record.entityTag,
            patches: entries.allSatisfy { $0.operation == .patch }
                ? entries.map { $0.changed?.object ?? [:] } : nil,
            unansweredKeys: history.unansweredKeys,
            draft: { [delivery] in try? delivery.draft($0) }
        )
        divergence.isUnchanged =
            if let own {
                // What the server itself has set with it is no change of somebody else either.
                divergence.isEqual(own, remote.members)
            } else {
                confirmed.map { delivery.collection.has($0, of: record, in: remote) } ?? false
            }
        if divergence.deletes, !divergence.isUnchanged, let confirmed,
            try delivery.isSought(remote.members, in: store),
            try !delivery.isSought(confirmed, in: store)
        {
            // Another entity has the identity: what was known is gone.
            try store.end(entries)
            try store.remove(entry.key)
            return .done(.init(.acknowledged))
        }
        return try settle(divergence, remote, record, entries, in: store)
    }

    /// Stores what was decided.
    private mutating func settle(
        _ divergence: Divergence,
        _ remote: RemoteState,
        _ record: StoredRecord,
        _ entries: [OutboxEntry],
        in store: any StorageWriter
    ) throws(StorageError) -> Delivery.Step {
        let resolution = divergence.resolution
        conflict = resolution.conflict.map { decision in
            // Of a deletion, what somebody else has changed is the conflict.
            let properties =
                divergence.deletes
                ? delivery.collection.changes(from: divergence.base ?? [:], to: remote.members)
                : resolution.properties
            return SyncConflict(key: entry.key, resolution: decision, properties: properties)
        }
        isMerged = resolution.isMerged
        if isMerged {
            history.isMerged = true
            try history.note(for: entry.id, in: store)
        }
        var (record, first) = (record, entries[0])
        if resolution.next == .reject, case .refusal(let error) = cause {
            return .done(try store.reject(first, OutboxFailure(error, at: now)))
        }
        let oldBase = record.base
        record.base = try DocumentMembers.write(remote.members)
        record.entityTag = remote.tag
        record.confirmedAt = now
        switch resolution.next {
        case .reject, .delete:
            try store.put(record)
            return try sendAgain(entries, in: store)
        case .ask where divergence.deletes:
            record.document = try DocumentMembers.write(remote.members)
            try store.put(record)
            try store.end(entries.dropLast())
            return .done(.init(.rejected(try fail(entries.last ?? first, remote, in: store))))
        case .ask:
            record.base = oldBase
            try store.put(record)
            return .done(.init(.rejected(try fail(first, remote, in: store))))
        case .end(let end, let members):
            record.document = try DocumentMembers.write(members)
            record.state = .synchronized
            try store.end(entries)
            try store.put(record)
            return .done(Delivery.Outcome(ending: end))
        case .send(let members, let changes):
            record.document = try DocumentMembers.write(members)
            try store.put(record)
            first.operation = changes == nil ? .update : .patch
            first.changed = changes.map(JSON.object)
            try store.end(entries.dropFirst())
            let isSame = divergence.isUnchanged && entries.count == 1
            try store.put(waiting(first, isUnchanged: isSame))
            try store.updateState(of: record.key)
            return .again
        }
    }

    /// Resolves the write with the server having no such entity.
    mutating func resolveGone(
        in store: any StorageWriter
    ) throws(StorageError) -> Delivery.Step {
        let entries = try store.entries(of: entry.key)
        guard let entry = entries.first, entry.id == self.entry.id else {
            return .done(.init(.absent))
        }
        guard var record = try store.record(entry.key) else {
            try store.end(entries)
            return .done(.init(entries.last?.operation == .delete ? .acknowledged : .superseded))
        }
        if try delivery.wantsGone(record, by: entries.last) {
            try store.end(entries)
            try store.removeDeparted(record.key, at: now)
            return .done(.init(.acknowledged))
        }
        if entry.operation == .delete {
            // What was written since is for a new one.
            try store.end(entry.id)
            (record.base, record.entityTag) = (nil, nil)
            record.state = try store.stateOfEntries(of: record.key)
            try store.put(record)
            return .done(.init(.acknowledged))
        }
        switch policy {
        case .serverWins:
            conflict = SyncConflict(key: entry.key, resolution: .server, properties: [])
            try store.end(entries)
            try store.removeDeparted(record.key, at: now)
            return .done(.init(.superseded))
        case .fail:
            conflict = SyncConflict(key: entry.key, resolution: .open, properties: [])
            return .done(.init(.rejected(try fail(entries[0], nil, in: store))))
        case .clientWins, .merge:
            conflict = SyncConflict(key: entry.key, resolution: .local, properties: [])
            (record.base, record.entityTag) = (nil, nil)
            try store.put(record)
            var entry = entry
            entry.operation = .create
            entry.changed = nil
            try store.end(entries.dropFirst())
            try store.put(waiting(entry, isUnchanged: false))
            try store.updateState(of: record.key)
            return .again
        }
    }
}

extension Reconciliation {
    /// The base with what the server has of what it was sent without an answer: that is no change of
    /// somebody else.
    ///
    /// - Returns: The state; nil where the server has nothing of it, or there is no base. What it does not
    ///   have may arrive yet, and is noted.
    private mutating func ownState(
        of entry: OutboxEntry,
        over base: [String: JSON]?,
        in remote: RemoteState,
        _ store: any StorageWriter
    ) throws(StorageError) -> [String: JSON]? {
        history = try WriteHistory.of(entry.id, in: store)
        let known = history.unanswered
        var candidates = known
        if let base, let sent = delivery.sent(by: entry, over: base) {
            switch cause {
            case .check: break
            case .ambiguity:
                history.unanswered.append(sent)
                candidates.append(sent)
            // What sends a request twice on its way gives back the refusal of the second.
            case .refusal: candidates.append(sent)
            }
        }
        // The server may keep it in another form: trimmed, say, or with fewer digits.
        let has = DocumentMembers.has(sent:in:besides:)
        let arrived = candidates.last { has($0, remote.members, []) }
        history.unanswered.removeAll { has($0, remote.members, []) }
        if history.unanswered != known { try history.note(for: entry.id, in: store) }
        guard let base, let arrived else { return nil }
        // As the server has it: null is said so by one, and left out by another.
        return arrived.keys.reduce(into: base) { own, key in own[key] = remote.members[key] }
    }

    /// The write as one that waits.
    ///
    /// What was not carried out and is the same again keeps its idempotency key; to another the server could
    /// answer with the outcome of the first.
    private func waiting(_ entry: OutboxEntry, isUnchanged: Bool) -> OutboxEntry {
        guard case .ambiguity = cause, isUnchanged else { return entry.renewed() }
        var entry = entry
        entry.state = .waiting
        return entry
    }

    private mutating func sendAgain(
        _ entries: [OutboxEntry],
        in store: any StorageWriter
    ) throws(StorageError) -> Delivery.Step {
        guard var last = entries.last else { return .done(.init(.absent)) }
        try store.end(entries.dropLast())
        last = waiting(last, isUnchanged: entries.count == 1)
        try store.put(last)
        if last.id != entry.id { history.isMerged = false }
        try history.note(for: last.id, in: store)
        try store.updateState(of: last.key)
        // Another entry than the one in hand is delivered for itself.
        return last.id == entry.id ? .again : .done(.init(.superseded))
    }

    /// Keeps a write for the user to decide, with the server's side as the answer.
    private func fail(
        _ entry: OutboxEntry,
        _ remote: RemoteState?,
        in store: any StorageWriter
    ) throws(StorageError) -> RejectedWrite {
        var failure = OutboxFailure(
            message: remote == nil
                ? "The server has no such entity any more."
                : "The server has another state than the write assumes.",
            date: now
        )
        if case .refusal(let error) = cause { failure.status = error.status }
        if let remote { failure.body = try DocumentMembers.write(remote.members) }
        var kept = try store.fold(entriesOf: entry.key) ?? entry
        kept.failure = failure
        kept.baseTag = remote?.tag
        return try store.keep(kept, as: .conflicted)
    }
}
