import Foundation

/// The examination of a write before it is sent.
///
/// If the write can be sent, it is marked as in flight in the same transaction. A write that is
/// already in flight may have been sent before: its outcome is resolved first.
struct Preparation {
    private let ledger: Ledger
    private let store: any StorageWriter
    private let collection: RemoteCollection
    private let now: Date

    init(_ ledger: Ledger) {
        self.ledger = ledger
        (store, collection, now) = (ledger.store, ledger.collection, ledger.now)
    }

    /// Decides the next step for a write; `isChecked` means that it was compared with the server's
    /// state.
    ///
    /// Entities that refer to one another are postponed, unless `rings` is given to break the
    /// cycles.
    func ruling(
        on entry: OutboxEntry,
        isChecked: Bool,
        _ rings: KnownRings?
    ) throws(StorageError) -> Ruling {
        guard entry.state != .rejected, try store.entries(of: entry.key).first?.id == entry.id
        else {
            return .write(.end(DeliveryOutcome(.absent)))
        }
        if let date = try WriteHold(of: entry, in: store)
            .end(at: now, isByHand: ledger.rules.isByHand)
        {
            var outcome = DeliveryOutcome(.postponed)
            outcome.until = date
            return .write(.end(outcome), of: entry)
        }
        do {
            return .write(try course(of: entry, isChecked: isChecked, rings), of: entry)
        } catch let error as StorageError where !(error.cause is JSONError) {
            throw error
        } catch {
            // The other writes do not wait for one whose document is damaged.
            let error = error as? RepositoryError ?? invalid("\(error)")
            // A creation that was sent could be corrected and created a second time.
            let outcome =
                entry.operation == .create && entry.state == .inFlight
                ? try store.reject(unknown: entry.id, because: error, at: now)
                : try store.reject(entry, OutboxFailure(error, at: now))
            return .write(.end(outcome), of: entry)
        }
    }

    private func course(
        of entry: OutboxEntry,
        isChecked: Bool,
        _ rings: KnownRings?
    ) throws -> Course {
        let record = try store.record(entry.key)
        // A deletion sends no document, and a creation that was sent is repeated as it was.
        let isSent = entry.operation == .create && entry.state == .inFlight && entry.changed != nil
        let read = { data throws(StorageError) in
            try DocumentMembers.read(data, isNeeded: entry.operation != .delete && !isSent)
        }
        let base = try record?.base.map(read)
        var document = try record.map { record in try read(record.document) } ?? [:]
        if entry.state == .inFlight {
            // A deletion that arrived may have freed the identity for another entity.
            let isReadBack = entry.operation == .delete ? base != nil : entry.operation != .create
            if isReadBack { return .read(entry, .ambiguity, nil) }
            if entry.operation == .create {
                // Repeat the content that was sent, regardless of later changes.
                let sent = entry.changed?.object ?? document
                let attempt = try WriteAttempt(repeating: entry, sending: sent, collection, at: now)
                // A server that recognizes the key carries it out at most once.
                return try collection.knowsKey(of: entry, in: store, at: now)
                    ? .send(attempt) : .find(attempt)
            }
        }
        if entry.operation != .delete {
            guard let sendable = try sendable(document, of: record, entry, rings) else {
                return .end(DeliveryOutcome(.postponed))
            }
            document = sendable
        } else if try ledger.areReferrersWaiting(before: entry) {
            return .end(DeliveryOutcome(.postponed))
        }
        return try mark(entry, record, base: base, document, isChecked: isChecked)
    }

    /// Returns the document to send, whose references are known to the server; nil if it must wait
    /// for them.
    private func sendable(
        _ document: [String: JSON],
        of record: StoredRecord?,
        _ entry: OutboxEntry,
        _ rings: KnownRings?
    ) throws -> [String: JSON]? {
        let document = try withCurrentReferences(document, of: record, entry)
        guard try !refersToAbandoned(document) else {
            throw invalid("It refers to an entity that was deleted before the server knew it.")
        }
        guard try refersToUnsent(document) else { return document }
        guard let rings, entry.operation == .create else { return nil }
        return try UnsentReferences(ledger, rings).members(document, of: entry.key)
    }

    /// Marks a write as in flight, unless there is nothing to send, or the server's state must be
    /// compared first.
    private func mark(
        _ entry: OutboxEntry,
        _ record: StoredRecord?,
        base: [String: JSON]?,
        _ document: [String: JSON],
        isChecked: Bool
    ) throws -> Course {
        var entry = entry
        entry.baseTag = record?.entityTag
        // The server has never received it with that key.
        if let key = entry.keyOutOfBatch { entry.idempotencyKey = key }
        let (sent, body) = try content(of: &entry, document, base: base)
        guard body != nil || entry.operation == .delete else {
            let isMerged = try store.end(entry.id).isMerged
            try takeBack(sent, over: base, of: entry.key)
            try store.updateState(of: entry.key)
            return .end(DeliveryOutcome(isMerged ? .merged : .acknowledged))
        }
        let isUnguarded =
            try entry.operation == .create
            ? collection.mayOverwriteByCreating
            : base != nil && isToCompare(record)
        if !isChecked, isUnguarded { return .read(entry, .check, nil) }
        let request = try collection.request(of: entry, body: body)
        entry.state = .inFlight
        entry.attempts += 1
        entry.notBefore = nil
        var isExported = false
        if entry.operation == .create, collection.knowsIdempotencyKeys {
            // Earlier requests were not carried out.
            isExported = try !store.noteSent(entry.id, at: now).exported.isEmpty
        }
        let marked = try store.put(entry)
        try store.updateState(of: entry.key)
        var attempt = WriteAttempt(
            entry: marked,
            request: request,
            sent: sent,
            base: base,
            date: now
        )
        attempt.isExported = isExported
        return .send(attempt)
    }

    /// Whether a write is to be compared with the server's state.
    ///
    /// Even a client that wins has not changed properties that listings omit. No version protects
    /// properties that an update of the app has added since.
    private func isToCompare(_ record: StoredRecord?) throws(StorageError) -> Bool {
        let mayWin = collection.conflicts == .clientWins && collection.schema.partial.isEmpty
        if record?.entityTag == nil, !mayWin { return true }
        let new = try NewProperties(of: collection.schema.name, in: store)
        return !new.keys(since: record?.confirmedAt).isEmpty
    }

    /// Returns the entity after the write, and the body to send; nil if there is nothing to send.
    private func content(
        of entry: inout OutboxEntry,
        _ document: [String: JSON],
        base: [String: JSON]?
    ) throws -> (sent: [String: JSON], body: [String: JSON]?) {
        let contested = try WriteHistory.of(entry.id, in: store).unansweredKeys
        switch entry.operation {
        case .create:
            try CurrentForm(collection).require(document)
            entry.changed = .object(document)
            return (document, try collection.drafted(document))
        case .update:
            // The base may lack a removed property without a change by the user.
            let changes = document.filter { key, value in
                base?[key].map { $0 != .null && $0 != value } ?? false
            }
            try CurrentForm(collection).require(changes, in: document, sendsAll: true)
            entry.changed = .object(document)
            let body = try collection.drafted(document)
            guard let base else { return (document, body) }
            // Both are in canonical form, so null and missing differ only where both are valid.
            let old = try collection.drafted(base)
            if old == body, contested.isEmpty { return (document, nil) }
            let (conventions, immutable) = (collection.conventions, collection.schema.immutable)
            return (document, conventions.update(body, over: old, immutable: immutable))
        case .patch:
            let changes = entry.changed?.object ?? [:]
            let sent = DocumentMembers.applying(changes, to: base ?? document)
            try CurrentForm(collection)
                .require(changes, in: sent, sendsAll: !collection.isPatchable)
            guard collection.isPatchable else {
                return (document, try collection.drafted(document))
            }
            return (sent, try patch(changes, base: base, document, contested: contested))
        case .delete:
            return (document, nil)
        }
    }

    /// Returns the body of a patch: the properties that differ from the server's state, or may
    /// still be changed there by earlier requests; nil if there are none.
    private func patch(
        _ changes: [String: JSON],
        base: [String: JSON]?,
        _ document: [String: JSON],
        contested: Set<String>
    ) throws -> [String: JSON]? {
        // Only properties that clients write, and that are not immutable.
        let known = try Set(collection.drafted(document).keys)
            .union(try base.map { base in try collection.drafted(base) }?.keys.map { $0 } ?? [])
            .subtracting(collection.schema.immutable)
        let body = changes.filter { key, value in
            known.contains(key)
                && (base == nil || contested.contains(key) || base?[key] ?? .null != value)
        }
        guard !body.isEmpty else { return nil }
        return base.map { collection.conventions.patch(body, over: $0) } ?? body
    }

    /// Reverts local changes to properties that a client may not write, since the server will never
    /// have them.
    private func takeBack(
        _ sent: [String: JSON],
        over base: [String: JSON]?,
        of key: RecordKey
    ) throws {
        guard let base, var record = try store.record(key) else { return }
        let local = try DocumentMembers.read(record.document)
        let kept = ThreeWayMerge(base: sent, local: local, remote: base).members
        guard kept != local else { return }
        record.document = try DocumentMembers.write(kept)
        try store.put(record)
    }

    private func invalid(_ message: String) -> RepositoryError {
        RepositoryError(.invalidRequest, during: collection.schema.name, message: message)
    }
}

// MARK: - References

extension Preparation {
    /// Replaces temporary identities in a document, and stores the result.
    ///
    /// Needed, for example, if another version of the app wrote it without recording its
    /// references. References that a patch does not send stay as they are on the server.
    private func withCurrentReferences(
        _ document: [String: JSON],
        of record: StoredRecord?,
        _ entry: OutboxEntry
    ) throws(StorageError) -> [String: JSON] {
        guard collection.schema.hasReferences else { return document }
        let patch = entry.operation == .patch ? entry.changed?.object ?? [:] : nil
        let sent = document.filter { member in patch.map { $0[member.key] != nil } ?? true }
        let current = try document.merging(
            Outbox(collection.schema, in: store).withCurrentReferences(sent)
        ) { $1 }
        if current != document, var record {
            record.document = try DocumentMembers.write(current)
            try store.put(record)
        }
        return current
    }

    /// Whether an entity refers to one that was discarded before the server knew it.
    private func refersToAbandoned(_ members: [String: JSON]) throws(StorageError) -> Bool {
        let aliases = IdentityAliases(in: store)
        for target in collection.schema.references(in: members) {
            if try aliases.isAbandoned(target) { return true }
        }
        return false
    }

    private func refersToUnsent(_ members: [String: JSON]) throws(StorageError) -> Bool {
        try store.hasUnsent(among: collection.schema.references(in: members))
    }
}

// MARK: - Batches

extension Preparation {
    /// Marks creations that were never sent as in flight, as many as can be sent in one request.
    ///
    /// - Returns: The creations, the first with the common request; empty if there are fewer than
    ///   two.
    func attempts(together ids: [OutboxEntry.ID]) throws(StorageError) -> [WriteAttempt] {
        var attempts: [WriteAttempt] = []
        var bodies: [JSON] = []
        for id in ids {
            guard var entry = try store.entry(id), entry.isNewCreation,
                try store.entries(of: entry.key).first?.id == id, try !mayBeSentElsewhere(entry),
                let record = try store.record(entry.key),
                let stored = try? DocumentMembers.read(record.document)
            else { continue }
            let document = try withCurrentReferences(stored, of: record, entry)
            guard try !refersToUnsent(document), try !refersToAbandoned(document),
                (try? CurrentForm(collection).require(document)) != nil,
                let body = try? collection.draft(document)
            else { continue }
            let request = collection.collectionRequest(.createAll, "")
            entry.state = .inFlight
            entry.attempts += 1
            entry.changed = .object(document)
            entry.idempotencyKey = OutboxEntry.batchMark + UUID().uuidString
            attempts.append(
                WriteAttempt(entry: entry, request: request, sent: document, date: now)
            )
            bodies.append(.object(body))
        }
        // Creations that cannot be encoded as an array may still be encodable one by one.
        guard attempts.count > 1, (try? attempts[0].request.setBody(JSON.array(bodies))) != nil
        else { return [] }
        for index in attempts.indices {
            attempts[index].entry = try store.put(attempts[index].entry)
            try store.updateState(of: attempts[index].entry.key)
        }
        return attempts
    }

    /// Whether another device may send the same creation.
    ///
    /// It must then use its own idempotency key to be carried out only once, which creations in a
    /// batch do not have.
    private func mayBeSentElsewhere(_ entry: OutboxEntry) throws(StorageError) -> Bool {
        guard collection.knowsIdempotencyKeys else { return false }
        return try !WriteHistory.of(entry.id, in: store).exported.isEmpty
    }
}
