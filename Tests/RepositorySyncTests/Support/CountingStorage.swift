import Foundation
import RepositoryRuntime

/// A store that counts the records and entries handled by one transaction.
struct CountingStorage: Storage {
    let base: any Storage
    private let greatest = Locked(0)
    private let total = Locked(0)
    private let queries = Locked(0)

    init(_ base: any Storage) {
        self.base = base
    }

    /// The greatest number so far.
    var greatestNumber: Int { greatest.withLock { $0 } }

    /// The number in all transactions so far.
    var totalNumber: Int { total.withLock { $0 } }

    /// The number of queries by criteria so far.
    var queryCount: Int { queries.withLock { $0 } }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageReader) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        // A writer reads as well; a reading body cannot write.
        try await base.read { store throws(StorageError) in
            let counter = CountingReader(store)
            defer { note(counter) }
            return try body(counter)
        }
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageWriter) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try await base.write { store throws(StorageError) in
            let counter = CountingWriter(store)
            defer { note(counter) }
            return try body(counter)
        }
    }

    func prepare(_ schema: EntitySchema) async throws(StorageError) {
        try await base.prepare(schema)
    }

    func changes() -> StorageChanges {
        base.changes()
    }

    private func note(_ counter: CountingReader) {
        greatest.withLock { $0 = max($0, counter.count) }
        total.withLock { $0 += counter.count }
        queries.withLock { $0 += counter.queryCount }
    }
}

/// Counts reads.
private class CountingReader: StorageReader {
    private let store: any StorageReader
    fileprivate(set) var count = 0
    fileprivate(set) var queryCount = 0

    init(_ store: any StorageReader) {
        self.store = store
    }

    private func counted<Element>(_ elements: [Element]) -> [Element] {
        count += elements.count
        return elements
    }

    func record(_ key: RecordKey) throws(StorageError) -> StoredRecord? {
        let record = try store.record(key)
        if record != nil { count += 1 }
        return record
    }

    func records(
        in collection: String,
        matching criteria: Criteria
    ) throws(StorageError) -> [StoredRecord] {
        queryCount += 1
        return counted(try store.records(in: collection, matching: criteria))
    }

    func count(in collection: String, matching criteria: Criteria) throws(StorageError) -> Int {
        try store.count(in: collection, matching: criteria)
    }

    func records(
        in collection: String,
        states: Set<SyncState>
    ) throws(StorageError) -> [StoredRecord] {
        counted(try store.records(in: collection, states: states))
    }

    func records(
        in collection: String,
        after id: String?,
        limit: Int
    ) throws(StorageError) -> [StoredRecord] {
        counted(try store.records(in: collection, after: id, limit: limit))
    }

    func collections() throws(StorageError) -> [String] {
        try store.collections()
    }

    func entry(_ id: OutboxEntry.ID) throws(StorageError) -> OutboxEntry? {
        let entry = try store.entry(id)
        if entry != nil { count += 1 }
        return entry
    }

    func entries(of key: RecordKey) throws(StorageError) -> [OutboxEntry] {
        counted(try store.entries(of: key))
    }

    func entries(
        in states: Set<OutboxEntry.State>,
        after sequence: Int64,
        limit: Int
    ) throws(StorageError) -> [OutboxEntry] {
        counted(try store.entries(in: states, after: sequence, limit: limit))
    }

    func entryCount(in states: Set<OutboxEntry.State>) throws(StorageError) -> Int {
        try store.entryCount(in: states)
    }

    func value(forKey key: String) throws(StorageError) -> Data? {
        try store.value(forKey: key)
    }
}

/// Counts reads and writes.
private final class CountingWriter: CountingReader, StorageWriter {
    private let writer: any StorageWriter

    init(_ writer: any StorageWriter) {
        self.writer = writer
        super.init(writer)
    }

    func put(_ record: StoredRecord) throws(StorageError) {
        count += 1
        try writer.put(record)
    }

    func remove(_ key: RecordKey) throws(StorageError) {
        try writer.remove(key)
    }

    func put(_ entry: OutboxEntry) throws(StorageError) -> OutboxEntry {
        count += 1
        return try writer.put(entry)
    }

    func remove(entry id: OutboxEntry.ID) throws(StorageError) {
        try writer.remove(entry: id)
    }

    func set(_ value: Data?, forKey key: String) throws(StorageError) {
        try writer.set(value, forKey: key)
    }

    func rekey(_ key: RecordKey, to other: RecordKey) throws(StorageError) {
        try writer.rekey(key, to: other)
    }
}
