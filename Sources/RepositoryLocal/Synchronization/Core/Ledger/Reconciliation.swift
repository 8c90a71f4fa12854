import Foundation

/// Merges a write with the server's state, in one transaction.
struct Reconciliation {
    private let ledger: Ledger
    private let store: any StorageWriter
    private let collection: RemoteCollection
    private let entry: OutboxEntry
    private let cause: Divergence.Cause
    /// The server's error, if it has rejected the write.
    private let refusal: RepositoryError?
    private let now: Date
    /// The conflict between the two sides.
    private var conflict: SyncConflict?
    /// The history of the write.
    private var history = WriteHistory()
    private var policy: ConflictPolicy { collection.conflicts }

    init(
        _ ledger: Ledger,
        _ entry: OutboxEntry,
        because cause: Divergence.Cause,
        _ refusal: RepositoryError?
    ) {
        self.ledger = ledger
        (store, collection, now) = (ledger.store, ledger.collection, ledger.now)
        (self.entry, self.cause, self.refusal) = (entry, cause, refusal)
    }

    /// Decides the next step for the write; without a state, the server has no such entity.
    mutating func ruling(with remote: RemoteState?) throws(StorageError) -> Ruling {
        let course = if let remote { try resolve(with: remote) } else { try resolveGone() }
        return .write(course, conflict: conflict)
    }

    /// Resolves the write against an entity on the server.
    private mutating func resolve(with remote: RemoteState) throws(StorageError) -> Course {
        var entries = try store.entries(of: entry.key)
        // A write that replaced it is delivered separately.
        guard let entry = entries.first, entry.id == self.entry.id else {
            return .end(DeliveryOutcome(.absent))
        }
        guard var record = try store.record(entry.key) else {
            guard let refusal else { return try sendAgain(entries) }
            return .end(try store.reject(entry, OutboxFailure(refusal, at: now)))
        }
        let new = try NewProperties(of: collection.schema.name, in: store)
            .keys(since: record.confirmedAt)
        history = try WriteHistory.of(entry.id, in: store)
        var changes = entries.map { $0.changed?.object ?? [:] } + history.unanswered
        let isLearned = try record.learn(
            collection.schema.partial,
            new: new,
            from: remote.members,
            completing: &changes
        )
        history.unanswered = Array(changes.dropFirst(entries.count))
        changes = Array(changes.prefix(entries.count))
        // Otherwise they would be lost if the user decides about a conflict.
        for (index, entry) in entries.enumerated()
        where entry.operation == .patch && entry.changed?.object != changes[index] {
            entries[index].changed = .object(changes[index])
            entries[index] = try store.put(entries[index])
        }
        // A damaged one is unknown.
        var confirmed = record.base.flatMap { try? DocumentMembers.read($0) }
        // Without a base, the server's state is the previous one or the one that was sent.
        if cause == .ambiguity { confirmed = confirmed ?? remote.members }
        var sent = entry
        // What an earlier version of the app has sent lacks the new properties.
        if let changed = sent.changed?.object, sent.operation != .create {
            let unset = new.filter { sent.operation == .update && changed[$0] == nil }
            let kept = confirmed?.filter { unset.contains($0.key) } ?? [:]
            sent.changed = .object(changes[0].merging(kept) { own, _ in own })
        }
        let own = try ownState(of: sent, over: confirmed, in: remote)
        let deletes = entries.last?.operation == .delete
        var divergence = Divergence(
            policy: policy,
            cause: cause,
            deletes: deletes,
            base: own ?? confirmed,
            local: try DocumentMembers.read(record.document, isNeeded: !deletes),
            remote: remote.members,
            isUnchanged: false,
            isSameVersion: remote.tag == record.entityTag,
            patches: entries.allSatisfy { $0.operation == .patch } ? changes : nil,
            unansweredKeys: history.unansweredKeys,
            draft: { [collection] in try? collection.draft($0) }
        )
        divergence.isUnchanged =
            if let own {
                // Properties that the server set together with the write are not another change.
                divergence.isEqual(own, remote.members)
            } else if let confirmed, !isLearned {
                // The same version has new properties that the base lacks.
                collection.changes(from: confirmed, to: remote.members).isEmpty
            } else {
                confirmed.map { collection.has($0, of: record, in: remote) } ?? false
            }
        if divergence.deletes, !divergence.isUnchanged, let confirmed,
            try ledger.isSought(remote.members),
            try !ledger.isSought(confirmed)
        {
            // Another entity has taken the identity, so the old one no longer exists.
            try store.end(entries)
            // References to this identity now refer to the other entity.
            try store.noteDeparture(of: entry.key, at: now)
            return .end(DeliveryOutcome(.acknowledged))
        }
        return try settle(divergence, remote, record, entries)
    }

    /// Stores the decision.
    private mutating func settle(
        _ divergence: Divergence,
        _ remote: RemoteState,
        _ record: StoredRecord,
        _ entries: [OutboxEntry]
    ) throws(StorageError) -> Course {
        let resolution = divergence.resolution
        conflict = resolution.conflict.map { decision in
            // The conflict of a deletion consists of the changes on the server.
            let properties =
                divergence.deletes
                ? collection.changes(from: divergence.base ?? [:], to: remote.members)
                : resolution.properties
            return SyncConflict(key: entry.key, resolution: decision, properties: properties)
        }
        if resolution.isMerged {
            history.isMerged = true
            try history.note(for: entry.id, in: store)
        }
        var (record, first) = (record, entries[0])
        if resolution.next == .reject, let refusal {
            return .end(try store.reject(first, OutboxFailure(refusal, at: now)))
        }
        let oldBase = record.base
        record.base = try DocumentMembers.write(remote.members)
        record.entityTag = remote.tag
        record.confirmedAt = now
        switch resolution.next {
        case .reject, .delete:
            try store.put(record)
            return try sendAgain(entries)
        case .ask where divergence.deletes:
            record.document = try DocumentMembers.write(remote.members)
            try store.put(record)
            try store.end(entries.dropLast())
            return .end(try ask(entries.last ?? first, remote))
        case .ask:
            record.base = oldBase
            try store.put(record)
            return .end(try ask(first, remote))
        case .end(let end, let members):
            record.document = try DocumentMembers.write(members)
            record.state = .synchronized
            try store.end(entries)
            try store.put(record)
            // It may have been merged in an earlier round, too.
            let isMerged = history.isMerged && end == .acknowledged
            return .end(DeliveryOutcome(isMerged ? .merged : end))
        case .send(let members, let changes):
            record.document = try DocumentMembers.write(members)
            try store.put(record)
            first.operation = changes == nil ? .update : .patch
            first.changed = changes.map(JSON.object)
            try store.end(entries.dropFirst())
            let isSame = divergence.isUnchanged && entries.count == 1
            try store.put(waiting(first, isUnchanged: isSame))
            try store.updateState(of: record.key)
            return .prepare
        }
    }

    /// Resolves the write if the server has no such entity.
    private mutating func resolveGone() throws(StorageError) -> Course {
        let entries = try store.entries(of: entry.key)
        guard let entry = entries.first, entry.id == self.entry.id else {
            return .end(DeliveryOutcome(.absent))
        }
        let isDeletion = entries.last?.operation == .delete
        guard var record = try store.record(entry.key) else {
            try store.end(entries)
            return .end(DeliveryOutcome(isDeletion ? .acknowledged : .superseded))
        }
        let document = isDeletion ? [:] : try DocumentMembers.read(record.document)
        if isDeletion || collection.isTombstone(document) {
            try store.end(entries)
            try store.removeDeparted(record.key, collection.schema, at: now)
            return .end(DeliveryOutcome(.acknowledged))
        }
        if entry.operation == .delete {
            // Later writes are meant for a new entity.
            try store.end(entry.id)
            (record.base, record.entityTag) = (nil, nil)
            record.state = try store.stateOfEntries(of: record.key)
            try store.put(record)
            return .end(DeliveryOutcome(.acknowledged))
        }
        switch policy {
        case _ where record.base == nil:
            // It is unknown to the server, as after a deletion and a creation before the first run.
            return try createAgain(record, entries)
        case .serverWins:
            conflict = SyncConflict(key: entry.key, resolution: .server, properties: [])
            try store.end(entries)
            try store.removeDeparted(record.key, collection.schema, at: now)
            return .end(DeliveryOutcome(.superseded))
        case .fail:
            conflict = SyncConflict(key: entry.key, resolution: .open, properties: [])
            return .end(try ask(entries[0], nil))
        case .clientWins, .merge:
            conflict = SyncConflict(key: entry.key, resolution: .local, properties: [])
            (record.base, record.entityTag) = (nil, nil)
            return try createAgain(record, entries)
        }
    }

    private func createAgain(
        _ record: StoredRecord,
        _ entries: [OutboxEntry]
    ) throws(StorageError) -> Course {
        try store.put(record)
        var entry = entries[0]
        entry.operation = .create
        entry.changed = nil
        try store.end(entries.dropFirst())
        try store.put(waiting(entry, isUnchanged: false))
        try store.updateState(of: record.key)
        return .prepare
    }
}

extension Reconciliation {
    /// Returns the base, updated with changes sent without a response that have arrived: they are
    /// not another client's changes.
    ///
    /// - Returns: The state; nil if no such change has arrived, or if there is no base. Changes
    ///   that have not arrived may still do so, and are recorded.
    private mutating func ownState(
        of entry: OutboxEntry,
        over base: [String: JSON]?,
        in remote: RemoteState
    ) throws(StorageError) -> [String: JSON]? {
        let known = try WriteHistory.of(entry.id, in: store).unanswered
        var candidates = history.unanswered
        if let base, let sent = collection.sent(by: entry, over: base) {
            switch cause {
            case .check: break
            case .ambiguity:
                if !history.unanswered.contains(sent) { history.unanswered.append(sent) }
                candidates.append(sent)
            // If a request was duplicated in transit, this is the rejection of the second one.
            case .refusal: candidates.append(sent)
            }
        }
        // The server may store values in another form: trimmed, for example, or rounded.
        let has = DocumentMembers.has(sent:in:besides:)
        // Requests may overlap, so each one that may have arrived counts.
        let arrived = Set(candidates.filter { has($0, remote.members, []) }.flatMap(\.keys))
        history.unanswered.removeAll { has($0, remote.members, []) }
        if history.unanswered != known { try history.note(for: entry.id, in: store) }
        guard let base, !arrived.isEmpty else { return nil }
        // Take the server's form: null or missing.
        return arrived.reduce(into: base) { own, key in own[key] = remote.members[key] }
    }

    /// Returns the write, made pending again.
    ///
    /// An unchanged write that was not carried out keeps its idempotency key. A changed one gets a
    /// new key, or the server could return the outcome of the first.
    private func waiting(_ entry: OutboxEntry, isUnchanged: Bool) -> OutboxEntry {
        guard cause == .ambiguity, isUnchanged else { return entry.renewed() }
        var entry = entry
        entry.state = .waiting
        return entry
    }

    private mutating func sendAgain(
        _ entries: [OutboxEntry]
    ) throws(StorageError) -> Course {
        guard var last = entries.last else { return .end(DeliveryOutcome(.absent)) }
        try store.end(entries.dropLast())
        last = waiting(last, isUnchanged: entries.count == 1)
        try store.put(last)
        if last.id != entry.id {
            var own = try WriteHistory.of(last.id, in: store)
            own.unanswered = history.unanswered + own.unanswered
            history = own
        }
        try history.note(for: last.id, in: store)
        try store.updateState(of: last.key)
        // A write other than the current one is delivered separately.
        return last.id == entry.id ? .prepare : .end(DeliveryOutcome(.superseded))
    }

    /// Keeps a write for the user's decision, with the server's state as the response.
    private func ask(
        _ entry: OutboxEntry,
        _ remote: RemoteState?
    ) throws(StorageError) -> DeliveryOutcome {
        var failure = OutboxFailure(
            message: remote == nil
                ? "The entity no longer exists on the server."
                : "The state on the server differs from the expected one.",
            date: now
        )
        failure.status = refusal?.status
        if let remote { failure.body = try DocumentMembers.write(remote.members) }
        var kept = try store.fold(entriesOf: entry.key) ?? entry
        kept.failure = failure
        kept.baseTag = remote?.tag
        return DeliveryOutcome(.rejected(try store.keep(kept, as: .conflicted)))
    }
}
