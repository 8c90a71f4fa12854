import Foundation
import RepositoryRuntime

// Transactions with a single step, which most checks need.
extension Storage {
    func put(_ records: StoredRecord...) async throws {
        try await put(records)
    }

    func put(_ records: [StoredRecord]) async throws {
        try await write { store throws(StorageError) in
            for record in records { try store.put(record) }
        }
    }

    @discardableResult
    func put(_ entry: OutboxEntry) async throws -> OutboxEntry {
        try await write { store throws(StorageError) in try store.put(entry) }
    }

    func remove(_ key: RecordKey) async throws {
        try await write { store throws(StorageError) in try store.remove(key) }
    }

    func record(_ key: RecordKey) async throws -> StoredRecord? {
        try await read { store throws(StorageError) in try store.record(key) }
    }

    func records(_ collection: String, _ criteria: Criteria = .all) async throws -> [StoredRecord] {
        try await read { store throws(StorageError) in
            try store.records(in: collection, matching: criteria)
        }
    }

    func ids(_ collection: String, _ criteria: Criteria = .all) async throws -> [String] {
        try await records(collection, criteria).map(\.key.id)
    }

    func entries() async throws -> [OutboxEntry] {
        try await read { store throws(StorageError) in try store.entries() }
    }

    func value(_ key: String) async throws -> Data? {
        try await read { store throws(StorageError) in try store.value(forKey: key) }
    }
}

extension StoredRecord {
    /// Creates a record of the collection `Note`.
    init(_ id: String, _ document: String = "{}", state: SyncState = .synchronized) {
        self.init(
            key: RecordKey(note: id),
            document: Data(document.utf8),
            state: state
        )
    }
}

extension RecordKey {
    init(note id: String) {
        self.init(collection: "Note", id: id)
    }
}
