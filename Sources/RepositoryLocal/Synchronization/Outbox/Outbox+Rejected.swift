public import Foundation

/// A write that the server rejected, with its response.
public struct RejectedWrite: Hashable, Sendable, Identifiable {
    /// The outbox entry; its `failure` has the status code, the body and the message.
    public var entry: OutboxEntry
    /// The local record with its base; nil if there is none.
    public var record: StoredRecord?

    /// The identity of the outbox entry.
    public var id: OutboxEntry.ID { entry.id }

    /// Decodes the local state of the entity: the rejected values, to be edited and written again.
    ///
    /// - Parameter type: The type of the entity.
    /// - Returns: The entity; nil if there is no record, or the write is of another collection.
    /// - Throws: `JSONError` if the local state does not match the type.
    public func entity<Value: Entity>(
        as type: Value.Type = Value.self
    ) throws(JSONError) -> Value? {
        guard entry.key.collection == Value.schema.name, let document = record?.document
        else { return nil }
        return try Value(jsonData: document)
    }

    /// Decodes the body of the server's response.
    ///
    /// - Parameter type: The type of the body.
    /// - Returns: The body; nil if there was none.
    /// - Throws: `JSONError` if the body does not match the type.
    public func answer<Value: JSONDecodable>(
        as type: Value.Type = Value.self
    ) throws(JSONError) -> Value? {
        guard let body = entry.failure?.body else { return nil }
        return try Value(jsonData: body)
    }
}

extension Synchronizer {
    /// Returns the writes that the server rejected, oldest first, as counted by ``summary()``.
    ///
    ///     for write in try await synchronizer.rejectedWrites() {
    ///         guard var message = try write.entity(as: Message.self) else { continue }
    ///         message.text = await ask(about: try write.answer(as: Problem.self))
    ///         try await messages.update(message)      // replaces the rejected write
    ///     }
    ///
    /// - Parameter limit: The maximum number of writes.
    /// - Returns: The writes.
    /// - Throws: `StorageError` if the store cannot be read.
    public nonisolated func rejectedWrites(
        limit: Int = .max
    ) async throws(StorageError) -> [RejectedWrite] {
        try await storage.read { store throws(StorageError) in
            try store.rejectedWrites(limit: limit)
        }
    }

    /// Makes a rejected write pending again, unchanged.
    ///
    /// - Parameter write: The write; one that is no longer rejected is not changed.
    /// - Throws: `StorageError` if the store cannot be written.
    public nonisolated func retry(_ write: RejectedWrite) async throws(StorageError) {
        let id = write.id
        try await storage.write { store throws(StorageError) in try store.retry(rejected: id) }
    }

    /// Discards a rejected write: the record returns to the last confirmed state.
    ///
    /// Later writes to the record are discarded, too. A record that the server never had is
    /// removed.
    ///
    /// - Parameter write: The write; one that is no longer rejected is not changed.
    /// - Throws: `StorageError` if the store cannot be written.
    public nonisolated func discard(_ write: RejectedWrite) async throws(StorageError) {
        let id = write.id
        try await storage.write { store throws(StorageError) in try store.discard(rejected: id) }
    }
}

extension StorageReader {
    /// Returns the writes that the server rejected, oldest first.
    ///
    /// - Parameter limit: The maximum number of writes.
    /// - Returns: The writes.
    /// - Throws: `StorageError` if the store cannot be read.
    public func rejectedWrites(limit: Int = .max) throws(StorageError) -> [RejectedWrite] {
        var found: [RejectedWrite] = []
        for entry in try entries(in: [.rejected], after: 0, limit: limit) {
            found.append(RejectedWrite(entry: entry, record: try record(entry.key)))
        }
        return found
    }
}

extension StorageWriter {
    /// Makes a rejected write pending again, unchanged.
    ///
    /// To send another state, write it to the outbox: it replaces the rejected one.
    ///
    /// - Parameter id: The identity of the entry; one that is not rejected is not changed.
    /// - Throws: `StorageError` if the store cannot be written.
    public func retry(rejected id: OutboxEntry.ID) throws(StorageError) {
        if let key = try entry(id)?.key { try takeServerSide(of: key) }
        guard let entry = try entry(id), entry.state == .rejected else { return }
        try put(entry.renewed())
        guard var record = try record(entry.key) else { return }
        record.state = entry.operation == .delete ? .deleted : .waiting
        try put(record)
    }

    /// Discards a rejected write: the record returns to the last confirmed state.
    ///
    /// Later writes to the record are discarded, too. A record that the server never had is
    /// removed.
    ///
    /// - Parameter id: The identity of the entry; one that is not rejected is not changed.
    /// - Throws: `StorageError` if the store cannot be written.
    public func discard(rejected id: OutboxEntry.ID) throws(StorageError) {
        if let key = try entry(id)?.key { try takeServerSide(of: key) }
        guard let entry = try entry(id), entry.state == .rejected else { return }
        try end(entries(of: entry.key))
        guard var record = try record(entry.key) else { return }
        guard let base = record.base else { return try abandon(record.key) }
        // The next listing restores an entity whose confirmed state is damaged.
        guard (try? DocumentMembers.read(base)) != nil else { return try remove(record.key) }
        record.document = base
        record.state = .synchronized
        try put(record)
    }

    /// Makes the server's state of an open conflict the base of the next write.
    ///
    /// A caller that writes now has seen both states.
    func takeServerSide(of key: RecordKey) throws(StorageError) {
        guard var record = try record(key), record.state == .conflicted,
            var entry = try entries(of: key).first, entry.state == .rejected
        else { return }
        record.base = entry.failure?.body
        if entry.operation == .patch, let base = record.base, let changes = entry.changed?.object {
            // Only these properties differ from the server's state.
            let members = DocumentMembers.applying(changes, to: try DocumentMembers.read(base))
            record.document = try DocumentMembers.write(members)
        }
        record.entityTag = entry.baseTag
        record.state = .rejected
        try put(record)
        guard record.base == nil else { return }
        entry.operation = .create
        entry.changed = nil
        try put(entry)
    }
}
