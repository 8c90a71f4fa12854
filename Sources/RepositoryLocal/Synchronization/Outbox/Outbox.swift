public import Foundation

/// The queue of local writes: each write is stored in one transaction with the intent to send it.
///
///     try await storage.write { store throws(StorageError) in
///         try Outbox(Message.schema, in: store).update(document, id: "m1")
///     }
///
/// An entry is an intent, not a request: the request is created just before it is sent. The pending
/// intents of one record are combined:
///
/// | pending | then | result |
/// |---|---|---|
/// | create | update, patch | the create, with the newest document |
/// | create | delete | nothing |
/// | update | update, patch | the update, with the newest document |
/// | patch | patch | one patch |
/// | patch | update | the update |
/// | update, patch | delete | the delete |
/// | delete | create, update | the update |
///
/// A rejected intent becomes pending again with the new content. An intent in flight is never
/// changed: a new one is added after it.
public struct Outbox {
    let store: any StorageWriter
    let schema: EntitySchema

    /// Opens the outbox for the entities of one type.
    ///
    /// - Parameters:
    ///   - schema: The schema of the entities.
    ///   - store: The transaction; the outbox is invalid after its end.
    public init(_ schema: EntitySchema, in store: any StorageWriter) {
        self.store = store
        self.schema = schema
    }

    /// Stores a new record, with the intent to create it.
    ///
    /// - Parameters:
    ///   - document: The entity, with its identity, which is temporary if the server assigns it.
    ///   - id: The text of the identity.
    /// - Returns: The record.
    /// - Throws: `StorageError` if the store cannot be written.
    @discardableResult
    public func create(_ document: Data, id: String) throws(StorageError) -> StoredRecord {
        try write(document, id: id, as: .create)
    }

    /// Stores the new state of a record, with the intent to replace it.
    ///
    /// - Parameters:
    ///   - document: The new state of the entity.
    ///   - id: The text of the identity; it may be a temporary one that the server has replaced.
    /// - Returns: The record.
    /// - Throws: `StorageError` if the store cannot be written.
    @discardableResult
    public func update(_ document: Data, id: String) throws(StorageError) -> StoredRecord {
        try write(document, id: id, as: .update)
    }

    /// Changes some properties of a record, with the intent to patch it.
    ///
    /// - Parameters:
    ///   - id: The text of the identity; it may be a temporary one that the server has replaced.
    ///   - changes: The new values by JSON key; null for a removed one.
    /// - Returns: The record; nil if there is none, or it is deleted.
    /// - Throws: `StorageError` if the store cannot be written.
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

    /// Hides a record, and stores the intent to delete it.
    ///
    /// A record that the server never had is removed immediately. Referring records are deleted or
    /// changed first, by the rules of the schema.
    ///
    /// - Parameter id: The text of the identity; it may be a temporary one that the server has
    ///   replaced.
    /// - Throws: `StorageError`: `.restricted` if a record that refers to it prevents the deletion.
    public func delete(id: String) throws(StorageError) {
        try Deletion(of: [try currentKey(id)], schema, in: store).perform(in: store, isLocal: false)
    }

    /// Hides a record, and stores the intent to delete it; referring records are not changed.
    func hide(_ key: RecordKey) throws(StorageError) {
        try store.takeServerSide(of: key)
        let entries = try store.entries(of: key)
        var open = entries.filter { $0.state != .inFlight }
        // Another device may have created it already, so it must be created and deleted.
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

    /// Stores a write that was sent directly and whose outcome is unknown.
    ///
    /// It is not sent again until its outcome is known: by the idempotency key, or by reading the
    /// entity.
    ///
    /// - Parameters:
    ///   - operation: The kind of the write.
    ///   - document: The entity as it was sent; for a patch, its intended state; nil for a
    ///     deletion.
    ///   - changes: The properties that a patch sent.
    ///   - id: The text of the identity, which is temporary if the server assigns it.
    ///   - idempotencyKey: The idempotency key that was sent; nil if there was none.
    ///   - sentAt: When it was first sent; if that is unknown, the server is not assumed to still
    ///     recognize the idempotency key of a creation.
    /// - Throws: `StorageError`: `.invalid` if the record has pending intents.
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
            throw StorageError(.invalid, message: "The record has other pending writes.")
        }
        var record = try store.record(key)
        var content: JSON?
        if let document { content = .object(try DocumentMembers.read(document)) }
        let entry = OutboxEntry(
            key: key,
            operation: operation,
            baseTag: record?.entityTag,
            changed: operation == .patch ? changes.map { .object($0) } : content,
            // Without a key, mark it so that the server is not asked by key, as for a batch.
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
        try store.readmit(key)
        let operation = try isNew(key, by: operation) ? OutboxEntry.Operation.create : .update
        try intend(operation, key: key, changes: nil, tag: record.entityTag)
        record.document = document
        record.state = try store.stateOfEntries(of: key)
        try store.put(record)
        try noteReferences(of: record)
        return record
    }

    /// Records the references of a record to entities that the server does not know yet.
    private func noteReferences(of record: StoredRecord) throws(StorageError) {
        guard schema.hasReferences else { return }
        let keys = schema.referringKeys
        let members = try StoredDocument.members(of: record.document, keys: keys)
        try Referrers(in: store).note(record.key, in: members, schema)
    }

    /// Whether a write is a creation that another device may carry out.
    private func isExportedCreation(_ entry: OutboxEntry) throws(StorageError) -> Bool {
        guard entry.operation == .create else { return false }
        return try !WriteHistory.of(entry.id, in: store).exported.isEmpty
    }

    /// Whether a record is new to the server: creating an existing one replaces it.
    private func isNew(
        _ key: RecordKey,
        by operation: OutboxEntry.Operation
    ) throws(StorageError) -> Bool {
        guard let record = try store.record(key) else { return operation == .create }
        guard let last = try store.entries(of: key).last else { return record.base == nil }
        return last.operation == .delete && last.state == .inFlight
    }

    /// Combines an intent with the last one that is not in flight, or adds it.
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
        // Another device may send it under this key, and it must be carried out only once. A
        // creation that the service has rejected would be rejected again under its key.
        if entry.state == .waiting, try isExportedCreation(entry) {
            renewed.idempotencyKey = entry.idempotencyKey
        }
        try store.put(renewed)
    }
}

extension StorageReader {
    /// Returns the state of a record that follows from its entries.
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
    /// Combines this intent with a later write, by the table of ``Outbox``.
    mutating func coalesce(with operation: Operation, _ changes: [String: JSON]) {
        if self.operation == .patch, operation == .patch {
            changed = .object((changed?.object ?? [:]).merging(changes) { _, new in new })
        } else {
            if self.operation != .create { self.operation = .update }
            changed = nil
        }
    }

    /// This intent with new content: pending, with a new idempotency key.
    ///
    /// A server that honors keys would return the old outcome for the old key.
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
    /// The states of entries that are still to be sent, or whose outcome is to be resolved.
    static let open: Set<OutboxEntry.State> = [.waiting, .inFlight]
}

extension StorageReader {
    /// Returns the number of writes to a record that are still to be sent, without rejected ones.
    func openEntryCount(of key: RecordKey) throws(StorageError) -> Int {
        try entries(of: key).count { OutboxEntry.State.open.contains($0.state) }
    }
}

extension OutboxEntry {
    /// The prefix of the idempotency keys of creations that were sent in a batch.
    static let batchMark = "batch/"

    /// Whether it was sent in a batch, so that the server does not know its key.
    var isOfBatch: Bool { idempotencyKey.hasPrefix(Self.batchMark) }

    /// The key to send it on its own, the same on each device; nil if it was not sent in a batch.
    var keyOutOfBatch: String? {
        isOfBatch ? String(idempotencyKey.dropFirst(Self.batchMark.count)) : nil
    }

    /// Whether it is a creation that was never sent.
    var isNewCreation: Bool { operation == .create && state == .waiting && attempts == 0 }
}
