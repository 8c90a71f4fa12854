#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A write that the server refused, with what it said.
public struct RejectedWrite: Hashable, Sendable, Identifiable {
    /// The intent; its `failure` has the status, the body and the message.
    public var entry: OutboxEntry
    /// The record as it is known here, with its base; nil where there is none.
    public var record: StoredRecord?

    /// The identity of the intent.
    public var id: OutboxEntry.ID { entry.id }

    /// Reads the entity as it is known here: what was refused, to be edited and written again.
    ///
    /// - Parameter type: The type of the entity.
    /// - Returns: The entity; nil where there is no record, or the write is of another collection.
    /// - Throws: `JSONError` where what is known here does not fit the type.
    public func entity<Value: Entity>(
        as type: Value.Type = Value.self
    ) throws(JSONError) -> Value? {
        guard entry.key.collection == Value.schema.name, let document = record?.document
        else { return nil }
        return try Value(jsonData: document)
    }

    /// Reads what the server has answered.
    ///
    /// - Parameter type: What its body means.
    /// - Returns: The body; nil where there was none.
    /// - Throws: `JSONError` where the body means something else.
    public func answer<Value: JSONDecodable>(
        as type: Value.Type = Value.self
    ) throws(JSONError) -> Value? {
        guard let body = entry.failure?.body else { return nil }
        return try Value(jsonData: body)
    }
}

extension Synchronizer {
    /// The writes that the server refused, the oldest first, as ``summary()`` counts them.
    ///
    ///     for write in try await synchronizer.rejectedWrites() {
    ///         guard var message = try write.entity(as: Message.self) else { continue }
    ///         message.text = await ask(about: try write.answer(as: Problem.self))
    ///         try await messages.update(message)      // takes the place of what was refused
    ///     }
    ///
    /// - Parameter limit: How many at most.
    /// - Returns: The writes.
    /// - Throws: `StorageError` where the store cannot be read.
    public nonisolated func rejectedWrites(
        limit: Int = .max
    ) async throws(StorageError) -> [RejectedWrite] {
        try await storage.read { store throws(StorageError) in
            try store.rejectedWrites(limit: limit)
        }
    }

    /// Lets a refused write be sent again as it is.
    ///
    /// - Parameter write: The write; one that is not refused any more stays as it is.
    /// - Throws: `StorageError` where the store cannot be written.
    public nonisolated func retry(_ write: RejectedWrite) async throws(StorageError) {
        let id = write.id
        try await storage.write { store throws(StorageError) in try store.retry(rejected: id) }
    }

    /// Gives a refused write up: the record becomes again what the server has confirmed.
    ///
    /// What was written to the record later is given up with it. A record that the server never
    /// had is removed.
    ///
    /// - Parameter write: The write; one that is not refused any more stays as it is.
    /// - Throws: `StorageError` where the store cannot be written.
    public nonisolated func discard(_ write: RejectedWrite) async throws(StorageError) {
        let id = write.id
        try await storage.write { store throws(StorageError) in try store.discard(rejected: id) }
    }
}

extension StorageReader {
    /// The writes that the server refused, the oldest first.
    ///
    /// - Parameter limit: How many at most.
    /// - Returns: The writes.
    /// - Throws: `StorageError` where the store cannot be read.
    public func rejectedWrites(limit: Int = .max) throws(StorageError) -> [RejectedWrite] {
        var found: [RejectedWrite] = []
        for entry in try entries(in: [.rejected], after: 0, limit: limit) {
            found.append(RejectedWrite(entry: entry, record: try record(entry.key)))
        }
        return found
    }
}

extension StorageWriter {
    /// Lets a refused write be sent again as it is.
    ///
    /// To send something else, write it to the outbox: that takes the place of what was refused.
    ///
    /// - Parameter id: The identity of the intent; one that was not refused stays as it is.
    /// - Throws: `StorageError` where the store cannot be written.
    public func retry(rejected id: OutboxEntry.ID) throws(StorageError) {
        if let key = try entry(id)?.key { try takeServerSide(of: key) }
        guard let entry = try entry(id), entry.state == .rejected else { return }
        try put(entry.renewed())
        guard var record = try record(entry.key) else { return }
        record.state = entry.operation == .delete ? .deleted : .waiting
        try put(record)
    }

    /// Gives a refused write up: the record becomes again what the server has confirmed.
    ///
    /// What was written to the record later is given up with it. A record that the server never
    /// had is removed.
    ///
    /// - Parameter id: The identity of the intent; one that was not refused stays as it is.
    /// - Throws: `StorageError` where the store cannot be written.
    public func discard(rejected id: OutboxEntry.ID) throws(StorageError) {
        if let key = try entry(id)?.key { try takeServerSide(of: key) }
        guard let entry = try entry(id), entry.state == .rejected else { return }
        try end(entries(of: entry.key))
        guard var record = try record(entry.key) else { return }
        guard let base = record.base else { return try abandon(record.key) }
        record.document = base
        record.state = .synchronized
        try put(record)
    }

    /// Takes the server's side of an open conflict as the state that what is written next comes from.
    ///
    /// Whoever writes now has seen both sides.
    func takeServerSide(of key: RecordKey) throws(StorageError) {
        guard var record = try record(key), record.state == .conflicted,
            var entry = try entries(of: key).first, entry.state == .rejected
        else { return }
        record.base = entry.failure?.body
        record.entityTag = entry.baseTag
        record.state = .rejected
        try put(record)
        guard record.base == nil else { return }
        entry.operation = .create
        entry.changed = nil
        try put(entry)
    }
}
