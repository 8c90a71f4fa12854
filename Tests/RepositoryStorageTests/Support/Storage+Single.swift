import Foundation
import RepositoryRuntime

// Transactions with a single step, and records of the collection `Note`.
extension Storage {
    func put(_ id: String, _ document: String = "{}") async throws {
        let record = StoredRecord(key: RecordKey(note: id), document: Data(document.utf8))
        try await write { store throws(StorageError) in try store.put(record) }
    }

    func ids(_ criteria: Criteria = .all) async throws -> [String] {
        try await read { store throws(StorageError) in
            try store.records(in: "Note", matching: criteria).map(\.key.id)
        }
    }

    func value(_ key: String) async throws -> Data? {
        try await read { store throws(StorageError) in try store.value(forKey: key) }
    }
}

extension RecordKey {
    init(note id: String) {
        self.init(collection: "Note", id: id)
    }
}

/// Returns the code of a thrown error; nil if nothing is thrown.
func storageErrorCode(_ body: () async throws -> Void) async throws -> StorageError.Code? {
    do {
        try await body()
        return nil
    } catch let error as StorageError {
        return error.code
    }
}
