import Foundation
import RepositoryRuntime

/// A store that counts queries for records.
final class CountingStorage: Storage {
    let queries = Locked(0)
    /// The number of queries by criteria.
    let searches = Locked(0)
    private let storage: any Storage

    init(_ storage: any Storage) {
        self.storage = storage
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageReader) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try await storage.read { [queries, searches] store throws(StorageError) in
            try body(CountingReader(store: store, queries: queries, searches: searches))
        }
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageWriter) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try await storage.write(body)
    }

    func prepare(_ schema: EntitySchema) async throws(StorageError) {
        try await storage.prepare(schema)
    }

    func changes() -> StorageChanges {
        storage.changes()
    }
}

/// Counts the reads of a transaction.
private struct CountingReader: StorageReader {
    let store: any StorageReader
    let queries: Locked<Int>
    let searches: Locked<Int>

    private func count() {
        queries.withLock { $0 += 1 }
    }

    func record(_ key: RecordKey) throws(StorageError) -> StoredRecord? {
        count()
        return try store.record(key)
    }

    func records(
        in collection: String,
        matching criteria: Criteria
    ) throws(StorageError) -> [StoredRecord] {
        count()
        searches.withLock { $0 += 1 }
        return try store.records(in: collection, matching: criteria)
    }

    func count(in collection: String, matching criteria: Criteria) throws(StorageError) -> Int {
        count()
        return try store.count(in: collection, matching: criteria)
    }

    func records(
        in collection: String,
        states: Set<SyncState>
    ) throws(StorageError) -> [StoredRecord] {
        count()
        return try store.records(in: collection, states: states)
    }

    func records(
        in collection: String,
        after id: String?,
        limit: Int
    ) throws(StorageError) -> [StoredRecord] {
        count()
        return try store.records(in: collection, after: id, limit: limit)
    }

    func collections() throws(StorageError) -> [String] {
        try store.collections()
    }

    func entry(_ id: OutboxEntry.ID) throws(StorageError) -> OutboxEntry? {
        try store.entry(id)
    }

    func entries(of key: RecordKey) throws(StorageError) -> [OutboxEntry] {
        try store.entries(of: key)
    }

    func entries(
        in states: Set<OutboxEntry.State>,
        after sequence: Int64,
        limit: Int
    ) throws(StorageError) -> [OutboxEntry] {
        try store.entries(in: states, after: sequence, limit: limit)
    }

    func entryCount(in states: Set<OutboxEntry.State>) throws(StorageError) -> Int {
        try store.entryCount(in: states)
    }

    func value(forKey key: String) throws(StorageError) -> Data? {
        try store.value(forKey: key)
    }
}
