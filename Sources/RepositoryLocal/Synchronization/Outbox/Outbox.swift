#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Local writes, each with the intent to send it, in one transaction of a store.
///
///     try await storage.write { store throws(StorageError) in
///         try Outbox(Message.schema, in: store).update(document, id: "m1")
///     }
///
/// What waits is an intent, not a request: the request is made when it is sent. Intents for one
/// record become as few as they can:
///
/// | waiting | then | gives |
/// |---|---|---|
/// | create | update, patch | the create, with the newest document |
/// | create | delete | nothing |
/// | update | update, patch | the update, with the newest document |
/// | patch | patch | one patch |
/// | patch | update | the update |
/// | update, patch | delete | the delete |
/// | delete | create, update | the update |
///
/// A refused intent is one that waits, again, with the new content. Nothing is put into an intent
/// that is being sent: a new one waits behind it.
public struct Outbox {
    let store: any StorageWriter
    let schema: EntitySchema

    /// Opens the outbox for the entities of one type.
    ///
    /// - Parameters:
    ///   - schema: How they are stored.
    ///   - store: The transaction; the outbox is of no use behind its end.
    public init(_ schema: EntitySchema, in store: any StorageWriter) {
        self.store = store
        self.schema = schema
    }

    /// Writes a new record, and that it is to be created.
    ///
    /// - Parameters:
    ///   - document: The entity, with its identity: a temporary one where the server gives it.
    ///   - id: The text of the identity.
    /// - Returns: The record.
    /// - Throws: `StorageError` where the store cannot be written.
    @discardableResult
    public func create(_ document: Data, id: String) throws(StorageError) -> StoredRecord {
        try write(document, id: id, as: .create)
    }

    /// Writes a record as it should be, and that it is to be replaced.
    ///
    /// - Parameters:
    ///   - document: The entity as it should be.
    ///   - id: The text of the identity; also a temporary one that the server has replaced.
    /// - Returns: The record.
    /// - Throws: `StorageError` where the store cannot be written.
    @discardableResult
    public func update(_ document: Data, id: String) throws(StorageError) -> StoredRecord {
        try write(document, id: id, as: .update)
    }

    /// Changes some properties of a record, and writes that they are to be changed.
    ///
    /// - Parameters:
    ///   - id: The text of the identity; also a temporary one that the server has replaced.
    ///   - changes: The new values by their keys in JSON; null for one that is no more.
    /// - Returns: The record; nil where there is none, or it is deleted.
    /// - Throws: `StorageError` where the store cannot be written.
    @discardableResult
    public func patch(
        id: String,
        with changes: [String: JSON]
    ) throws(StorageError) -> StoredRecord? {
        let key = try currentKey(id)
        try store.takeServerSide(of: key)
        guard var record = try store.record(key), record.state != .deleted else { return nil }
        let changes = try withCurrentReferences(changes)
        guard !changes.isEmpty else { return record }
        let members = try DocumentMembers.read(record.document)
        let changed = DocumentMembers.applying(changes, to: members)
        record.document = try DocumentMembers.write(changed)
        try intend(.patch, key: key, changes: changes, tag: record.entityTag)
        record.state = try store.stateOfEntries(of: key)
        try store.put(record)
        try Referrers(in: store).note(key, in: changes, schema)
        return record
    }

    /// Hides a record, and writes that it is to be deleted.
    ///
    /// A record that the server never had is gone at once. What refers to it is deleted or changed before it,
    /// by the rules of the schema.
    ///
    /// - Parameter id: The text of the identity; also a temporary one that the server has replaced.
    /// - Throws: `StorageError`, of the kind `.restricted` where a record that refers to it forbids that.
    public func delete(id: String) throws(StorageError) {
        try Deletion(of: [try currentKey(id)], schema, in: store).perform(in: store, isLocal: false)
    }

    /// Hides a record, and writes that it is to be deleted; what refers to it stays.
    func hide(_ key: RecordKey) throws(StorageError) {
        try store.takeServerSide(of: key)
        let entries = try store.entries(of: key)
        var open = entries.filter { $0.state != .inFlight }
        // Another device may have created it by now, so that it is created and deleted.
        if let first = open.first, first.state == .waiting, try isExportedCreation(first) {
            open.removeFirst()
        }
        var history = WriteHistory()
        for entry in open { history.unanswered += try store.end(entry.id).unanswered }
        if entries.count == open.count, open.first?.operation == .create {
            return try store.abandon(key)
        }
        let record = try store.record(key)
        let deletion = OutboxEntry(key: key, operation: .delete, baseTag: record?.entityTag)
        try store.put(deletion)
        if !history.unanswered.isEmpty { try history.note(for: deletion.id, in: store) }
        guard var record else { return }
        record.state = .deleted
        try store.put(record)
    }

    /// Writes what was sent past the outbox when it is not known whether it has arrived.
    ///
    /// It is not sent again before that is known: by the idempotency key, or by reading.
    ///
    /// - Parameters:
    ///   - operation: What was sent.
    ///   - document: The entity as it was sent, nil for a deletion; of a patch, as it should become.
    ///   - changes: The properties that a patch sent.
    ///   - id: The text of the identity; a temporary one where the server gives it.
    ///   - idempotencyKey: The one that was sent; nil where there was none.
    ///   - sentAt: When it was sent first; where that is not known, nobody relies on the server still
    ///     knowing the key of a creation.
    /// - Throws: `StorageError`, of the kind `.invalid` where other intents wait for the record.
    public func keepAmbiguous(
        _ operation: OutboxEntry.Operation,
        document: Data?,
        changes: [String: JSON]? = nil,
        id: String,
        idempotencyKey: String? = nil,
        sentAt: Date? = nil
    ) throws(StorageError) {
        let key = try currentKey(id)
        guard try store.entries(of: key).isEmpty else {
            throw StorageError(.invalid, message: "Other writes wait for the record.")
        }
        var record = try store.record(key)
        var content: JSON?
        if let document { content = .object(try DocumentMembers.read(document)) }
        let entry = OutboxEntry(
            key: key,
            operation: operation,
            baseTag: record?.entityTag,
            changed: operation == .patch ? changes.map { .object($0) } : content,
            // Without a key, the server is not to be asked by one: as of a batch.
            idempotencyKey: idempotencyKey ?? OutboxEntry.batchMark + UUID().uuidString,
            state: .inFlight,
            attempts: 1
        )
        try store.put(entry)
        if operation == .create { try store.noteSent(entry.id, at: sentAt) }
        if let document {
            record = record ?? StoredRecord(key: key, document: document)
            record?.document = document
        }
        guard var record else { return }
        record.state = operation == .delete ? .deleted : .inFlight
        try store.put(record)
        try noteReferences(of: record)
    }
}

extension Outbox {
    private func write(
        _ document: Data,
        id: String,
        as operation: OutboxEntry.Operation
    ) throws(StorageError) -> StoredRecord {
        let key = try currentKey(id)
        try store.takeServerSide(of: key)
        let document = try withCurrentIdentities(document, id: id, key: key)
        var record =
            try store.record(key) ?? StoredRecord(key: key, document: document, state: .waiting)
        if operation == .create, try store.record(key)?.state ?? .deleted == .deleted {
            try store.forgetFiles(of: schema, key)
        }
        let operation = try isNew(key, by: operation) ? OutboxEntry.Operation.create : .update
        try intend(operation, key: key, changes: nil, tag: record.entityTag)
        record.document = document
        record.state = try store.stateOfEntries(of: key)
        try store.put(record)
        try noteReferences(of: record)
        return record
    }

    /// Notes what a record refers to that the server does not know yet.
    private func noteReferences(of record: StoredRecord) throws(StorageError) {
        guard schema.hasReferences else { return }
        let keys = schema.referringKeys
        let members = try StoredDocument.members(of: record.document, keys: keys)
        try Referrers(in: store).note(record.key, in: members, schema)
    }

    /// Whether a write is a creation that another device may perform.
    private func isExportedCreation(_ entry: OutboxEntry) throws(StorageError) -> Bool {
        guard entry.operation == .create else { return false }
        return try !WriteHistory.of(entry.id, in: store).exported.isEmpty
    }

    /// Whether the server is to create a record: whoever creates what it has already replaces it.
    private func isNew(
        _ key: RecordKey,
        by operation: OutboxEntry.Operation
    ) throws(StorageError) -> Bool {
        guard let record = try store.record(key) else { return operation == .create }
        guard let last = try store.entries(of: key).last else { return record.base == nil }
        return last.operation == .delete && last.state == .inFlight
    }

    /// Puts an intent into the last one that is not being sent, or behind all.
    private func intend(
        _ operation: OutboxEntry.Operation,
        key: RecordKey,
        changes: [String: JSON]?,
        tag: String?
    ) throws(StorageError) {
        guard var entry = try store.entries(of: key).last, entry.state != .inFlight else {
            let changed = changes.map { JSON.object($0) }
            let entry = OutboxEntry(
                key: key,
                operation: operation,
                baseTag: tag,
                changed: changed,
                state: .waiting
            )
            try store.put(entry)
            return
        }
        entry.coalesce(with: operation, changes ?? [:])
        var renewed = entry.renewed()
        // Another device may send it under this key, and it must not happen twice. What the service has refused, it
        // refuses again under this key.
        if entry.state == .waiting, try isExportedCreation(entry) {
            renewed.idempotencyKey = entry.idempotencyKey
        }
        try store.put(renewed)
    }
}

extension StorageReader {
    /// The state of a record by the entries that wait for it.
    func stateOfEntries(of key: RecordKey) throws(StorageError) -> SyncState {
        let entries = try entries(of: key)
        guard let first = entries.first else { return .synchronized }
        if entries.last?.operation == .delete, first.state != .rejected { return .deleted }
        switch first.state {
        case .inFlight: return .inFlight
        case .rejected: return .rejected
        case .waiting: return .waiting
        }
    }
}

extension OutboxEntry {
    /// Makes this intent and a write behind it one, by the table of ``Outbox``.
    mutating func coalesce(with operation: Operation, _ changes: [String: JSON]) {
        if self.operation == .patch, operation == .patch {
            changed = .object((changed?.object ?? [:]).merging(changes) { _, new in new })
        } else {
            if self.operation != .create { self.operation = .update }
            changed = nil
        }
    }

    /// This intent with another content: waiting, under another idempotency key.
    ///
    /// A server that honours keys would answer the old key with the old outcome.
    func renewed() -> OutboxEntry {
        var entry = self
        if attempts > 0 || state == .rejected {
            entry.idempotencyKey = UUID().uuidString
        }
        if state == .rejected {
            entry.attempts = 0
            entry.notBefore = nil
            entry.failure = nil
        }
        entry.state = .waiting
        return entry
    }
}

extension OutboxEntry.State {
    /// The states of what is still to be sent, or to be found out about.
    static let open: Set<OutboxEntry.State> = [.waiting, .inFlight]
}

extension StorageReader {
    /// How many writes of a record are still to be sent; what was refused is not.
    func openEntryCount(of key: RecordKey) throws(StorageError) -> Int {
        try entries(of: key).count { OutboxEntry.State.open.contains($0.state) }
    }
}
