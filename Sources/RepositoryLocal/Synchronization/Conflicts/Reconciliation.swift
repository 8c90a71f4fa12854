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
        let base = own ?? confirmed
        var isUnchanged =
            confirmed.map { delivery.collection.has($0, of: record, in: remote) } ?? false
        // What the server itself has set with it is no change of somebody else either.
        if let own { isUnchanged = try isEqual(own, remote.members) }
        if !isUnchanged, let confirmed, entries.last?.operation == .delete,
            try delivery.isSought(remote.members, in: store),
            try !delivery.isSought(confirmed, in: store)
        {
            // Another entity has the identity: what was known is gone.
            try store.end(entries)
            try store.remove(entry.key)
            return .done(.init(.acknowledged))
        }
        if case .refusal(let error) = cause, isUnchanged, remote.tag == record.entityTag {
            // The server has another reason.
            return .done(try store.reject(entry, OutboxFailure(error, at: now)))
        }
        let oldBase = record.base
        record.base = try DocumentMembers.write(remote.members)
        record.entityTag = remote.tag
        record.confirmedAt = now
        if entries.last?.operation == .delete {
            let old = isUnchanged ? nil : base
            return try resolveDeletion(record, entries, over: old, remote, in: store)
        }
        let local = try DocumentMembers.read(record.document)
        if policy == .fail, !isUnchanged, try !isEqual(local, remote.members) {
            record.base = oldBase
            try store.put(record)
            conflict = conflict(.open, base, local, remote)
            return .done(.init(.rejected(try fail(entry, remote, in: store))))
        }
        if policy == .serverWins, !isUnchanged {
            record.document = try DocumentMembers.write(remote.members)
            try store.end(entries)
            record.state = .synchronized
            try store.put(record)
            let isSame = try isEqual(local, remote.members)
            if !isSame { conflict = conflict(.server, base, local, remote) }
            return .done(.init(isSame ? .acknowledged : .superseded))
        }
        let merged = merge(base: base, local: local, remote: remote.members, entries)
        let isOnlyLocal = try isEqual(merged, local)
        isMerged = !isUnchanged && !isOnlyLocal
        if isMerged {
            history.isMerged = true
            try history.note(for: entry.id, in: store)
        }
        return try keep(
            merged,
            over: remote,
            record,
            entries,
            isUnchanged: isUnchanged,
            in: store
        )
    }

    /// Stores what both sides make together, and sends what the server lacks of it.
    private func keep(
        _ merged: [String: JSON],
        over remote: RemoteState,
        _ record: StoredRecord,
        _ entries: [OutboxEntry],
        isUnchanged: Bool,
        in store: any StorageWriter
    ) throws(StorageError) -> Delivery.Step {
        var record = record
        record.document = try DocumentMembers.write(merged)
        // What may still arrive must meet a newer version.
        if history.unanswered.isEmpty, try isEqual(merged, remote.members) {
            try store.end(entries)
            record.state = .synchronized
            try store.put(record)
            if case .ambiguity = cause { return .done(.init(.acknowledged)) }
            return .done(.init(isUnchanged ? .acknowledged : .merged))
        }
        try store.put(record)
        var entry = entries[0]
        let isPatch = entries.allSatisfy { $0.operation == .patch }
        (entry.operation, entry.changed) = (isPatch ? .patch : .update, .none)
        if isPatch {
            var changes = DocumentMembers.difference(from: remote.members, to: merged)
            for key in history.unansweredKeys { changes[key] = merged[key] ?? .null }
            entry.changed = .object(changes)
        }
        try store.end(entries.dropFirst())
        try store.put(waiting(entry, isUnchanged: isUnchanged && entries.count == 1))
        try store.updateState(of: record.key)
        return .again
    }

    /// Resolves a deletion with an entity that the server has, and has changed since a base, if there is one.
    private mutating func resolveDeletion(
        _ record: StoredRecord,
        _ entries: [OutboxEntry],
        over base: [String: JSON]?,
        _ remote: RemoteState,
        in store: any StorageWriter
    ) throws(StorageError) -> Delivery.Step {
        var record = record
        // What was never known here cannot have changed there.
        guard let base, policy != .clientWins else {
            try store.put(record)
            return try sendAgain(entries, in: store)
        }
        record.document = try DocumentMembers.write(remote.members)
        conflict = SyncConflict(
            key: entry.key,
            resolution: policy == .fail ? .open : .server,
            properties: delivery.collection.changes(from: base, to: remote.members)
        )
        if policy == .fail {
            try store.put(record)
            try store.end(entries.dropLast())
            return .done(.init(.rejected(try fail(entries.last ?? entry, remote, in: store))))
        }
        try store.end(entries)
        record.state = .synchronized
        try store.put(record)
        return .done(.lostDeletion)
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

    /// What both sides make together.
    private mutating func merge(
        base: [String: JSON]?,
        local: [String: JSON],
        remote: [String: JSON],
        _ entries: [OutboxEntry]
    ) -> [String: JSON] {
        if policy == .clientWins {
            // A patch is what was changed, and an update the whole.
            guard entries.allSatisfy({ $0.operation == .patch }) else { return local }
            return entries.reduce(remote) { members, entry in
                DocumentMembers.applying(entry.changed?.object ?? [:], to: members)
            }
        }
        let merge = ThreeWayMerge(base: base ?? [:], local: local, remote: remote)
        if !merge.conflicts.isEmpty {
            conflict = SyncConflict(
                key: entry.key,
                resolution: .local,
                properties: merge.conflicts
            )
        }
        return merge.members
    }

    private func conflict(
        _ resolution: SyncConflict.Resolution,
        _ base: [String: JSON]?,
        _ local: [String: JSON],
        _ remote: RemoteState
    ) -> SyncConflict {
        let merge = ThreeWayMerge(base: base ?? [:], local: local, remote: remote.members)
        return SyncConflict(key: entry.key, resolution: resolution, properties: merge.conflicts)
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

    /// Whether two states are the same to a client: what only the server writes does not count.
    private func isEqual(
        _ first: [String: JSON],
        _ second: [String: JSON]
    ) throws(StorageError) -> Bool {
        guard let one = try? delivery.draft(first), let other = try? delivery.draft(second) else {
            return DocumentMembers.difference(from: first, to: second).isEmpty
        }
        return one == other
    }
}
