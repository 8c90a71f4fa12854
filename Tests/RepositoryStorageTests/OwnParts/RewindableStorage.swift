import Foundation
import RepositoryRuntime

/// A store in memory that can be reset to a checkpoint, for previews and tests of screens.
///
/// Its content is one value: a transaction changes a copy, which replaces it on success.
/// It searches arrays, so it is meant for hundreds of records, not for thousands.
actor RewindableStorage: Storage {
    /// All records and outbox entries, in the order of their insertion.
    struct Contents: Sendable {
        var records: [String: [StoredRecord]] = [:]
        var entries: [OutboxEntry] = []
        var values: [String: Data] = [:]
        var lastSequence: Int64 = 0
    }

    private var contents = Contents()
    private var isClosed = false
    private let broadcast = StorageBroadcast()

    deinit {
        broadcast.finish()
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageReader) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try requireOpen()
        return try body(Transaction(contents))
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageWriter) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try requireOpen()
        let transaction = Transaction(contents)
        // If this throws, nothing changes. A persistent store saves before the next line.
        let value = try body(transaction)
        contents = transaction.contents
        broadcast.publish(transaction.change)
        return value
    }

    func prepare(_ schema: EntitySchema) async throws(StorageError) {
        try requireOpen()
        contents.records[schema.name, default: []] += []
    }

    func wipe() async throws(StorageError) {
        isClosed = true
        contents = Contents()
        broadcast.finish()
    }

    private func requireOpen() throws(StorageError) {
        guard !isClosed else { throw StorageError(.closed, message: "The store was closed.") }
    }

    nonisolated func changes() -> StorageChanges {
        broadcast.changes()
    }

    /// The current content, for ``restore(_:)``.
    func checkpoint() -> Contents {
        contents
    }

    /// Resets the content to a checkpoint, and notifies all observers.
    func restore(_ checkpoint: Contents) {
        guard !isClosed else { return }
        let lastSequence = contents.lastSequence
        contents = checkpoint
        // A sequence number is never used again.
        contents.lastSequence = lastSequence
        broadcast.publish(.everything)
    }
}

/// A transaction on its own copy.
private nonisolated final class Transaction {
    var contents: RewindableStorage.Contents
    var change = StorageChange()

    init(_ contents: RewindableStorage.Contents) {
        self.contents = contents
    }
}

nonisolated extension Transaction: StorageReader {
    func record(_ key: RecordKey) -> StoredRecord? {
        contents.records[key.collection]?.first { $0.key == key }
    }

    func records(
        in collection: String,
        matching criteria: Criteria
    ) throws(StorageError) -> [StoredRecord] {
        // This defines the semantics of criteria; a database may be faster.
        let all = contents.records[collection] ?? []
        return try criteria.chosen(among: all.filter { $0.state != .deleted })
    }

    func count(in collection: String, matching criteria: Criteria) throws(StorageError) -> Int {
        try records(in: collection, matching: criteria).count
    }

    func records(in collection: String, states: Set<SyncState>) -> [StoredRecord] {
        (contents.records[collection] ?? []).filter { states.contains($0.state) }
    }

    func records(in collection: String, after id: String?, limit: Int) -> [StoredRecord] {
        let start = id.map { RecordKey(collection: collection, id: $0) }
        let rest = (contents.records[collection] ?? [])
            .filter { record in start.map { $0 < record.key } ?? true }
            .sorted { $0.key < $1.key }
        return Array(rest.prefix(max(0, limit)))
    }

    func collections() -> [String] {
        contents.records.keys.sorted()
    }

    func entry(_ id: OutboxEntry.ID) -> OutboxEntry? {
        contents.entries.first { $0.id == id }
    }

    func entries(of key: RecordKey) -> [OutboxEntry] {
        contents.entries.filter { $0.key == key }
    }

    func entries(
        in states: Set<OutboxEntry.State>,
        after sequence: Int64,
        limit: Int
    ) -> [OutboxEntry] {
        let rest = contents.entries.filter { states.contains($0.state) && $0.sequence > sequence }
        return Array(rest.prefix(max(0, limit)))
    }

    func entryCount(in states: Set<OutboxEntry.State>) -> Int {
        contents.entries.count { states.contains($0.state) }
    }

    func value(forKey key: String) -> Data? {
        contents.values[key]
    }
}

nonisolated extension Transaction: StorageWriter {
    func put(_ record: StoredRecord) throws(StorageError) {
        guard case .object? = try? JSON(jsonData: record.document) else {
            throw StorageError(.invalid, message: "The document is not a JSON object.")
        }
        var records = contents.records[record.key.collection] ?? []
        if let place = records.firstIndex(where: { $0.key == record.key }) {
            records[place] = record
        } else {
            records.append(record)
        }
        contents.records[record.key.collection] = records
        change.insert(record.key)
    }

    func remove(_ key: RecordKey) {
        guard record(key) != nil else { return }
        contents.records[key.collection]?.removeAll { $0.key == key }
        change.insert(key)
    }

    func put(_ entry: OutboxEntry) -> OutboxEntry {
        var entry = entry
        if let place = contents.entries.firstIndex(where: { $0.id == entry.id }) {
            change.insert(entriesOf: contents.entries[place].key)
            entry.sequence = contents.entries[place].sequence
            contents.entries[place] = entry
        } else {
            contents.lastSequence += 1
            entry.sequence = contents.lastSequence
            contents.entries.append(entry)
        }
        change.insert(entriesOf: entry.key)
        return entry
    }

    func remove(entry id: OutboxEntry.ID) {
        guard let place = contents.entries.firstIndex(where: { $0.id == id }) else { return }
        change.insert(entriesOf: contents.entries.remove(at: place).key)
    }

    func set(_ value: Data?, forKey key: String) {
        contents.values[key] = value
    }

    func rekey(_ key: RecordKey, to other: RecordKey) throws(StorageError) {
        guard key != other else { return }
        guard key.collection == other.collection, record(other) == nil else {
            throw StorageError(.invalid, message: "The new key exists, or has another collection.")
        }
        let places = contents.records[key.collection, default: []].indices
        for place in places where contents.records[key.collection]?[place].key == key {
            contents.records[key.collection]?[place].key = other
            change.insert(key)
            change.insert(other)
        }
        for var entry in entries(of: key) {
            entry.key = other
            _ = put(entry)
        }
    }
}
