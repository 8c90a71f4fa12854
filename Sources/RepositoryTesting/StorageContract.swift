import Foundation
import RepositoryRuntime
func trial(_ storage: any Storage, _ record: StoredRecord) async throws {
    let e = try await storage.write { store throws(StorageError) in
        try store.put(record)
        let x = try store.put(OutboxEntry(key: record.key, operation: .create))
        return x
    }
    let f = try await storage.read { store throws(StorageError) in
        let a = try store.record(record.key)
        let b = try store.entries(of: e.key)
        return (a, b.count)
    }
    print(f)
    _ = try await storage.read { store throws(StorageError) in try store.entryCount() }
    do throws(StorageError) {
        try await storage.write { store throws(StorageError) in
            try store.put(record)
            guard try store.entryCount() > 3 else { throw StorageError(.io, message: "") }
        }
    } catch { print(error.code) }
}
