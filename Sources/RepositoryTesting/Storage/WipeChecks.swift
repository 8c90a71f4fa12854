import Foundation
import RepositoryRuntime

/// The requirements of a store for wiping.
enum WipeChecks {
    static let all: [StorageContract.Check] = [
        .init("erases everything and closes, or throws and is unchanged") { makeStore in
            let store = try await makeStore()
            try await store.put(StoredRecord("1", #"{"a":1}"#))
            let entry = try await store.put(OutboxEntry(key: .init(note: "1"), operation: .create))
            try await store.write { store throws(StorageError) in
                try store.set(Data([1]), forKey: "a")
            }
            var changes = store.changes().makeAsyncIterator()
            do {
                try await store.wipe()
            } catch let error as StorageError where error.code == .unsupported {
                let records = try await store.records("Note")
                try expectEqual(records, [StoredRecord("1", #"{"a":1}"#)], "the records")
                try expectEqual(try await store.entries(), [entry], "the entries")
                try expectEqual(try await store.value("a"), Data([1]), "the value")
                return
            }
            while await changes.next() != nil {}
            try await expectClosed(store)
            // If it was interrupted, repeat it.
            try await store.wipe()
            try await expectClosed(store)
        },
        .init("stops writers while it is wiped") { makeStore in
            let store = try await makeStore()
            let ends = try await withThrowingTaskGroup(of: StorageError.Code?.self) { group in
                for writer in 0..<8 {
                    group.addTask {
                        for number in 0... where !Task.isCancelled {
                            do {
                                try await store.put(StoredRecord("\(writer)-\(number)"))
                                let key = RecordKey(note: "\(writer)-\(number)")
                                if try await store.record(key) == nil { return nil }
                            } catch let error as StorageError {
                                return error.code
                            }
                        }
                        return nil
                    }
                }
                do {
                    try await store.wipe()
                } catch let error as StorageError where error.code == .unsupported {
                    group.cancelAll()
                    return Set<StorageError.Code?>()
                }
                return try await group.reduce(into: []) { $0.insert($1) }
            }
            guard !ends.isEmpty else { return }
            try expectEqual(ends, [.closed], "the errors of the writers")
        },
    ]

    /// Fails if the store can still be used.
    private static func expectClosed(_ store: any Storage) async throws {
        let uses: [(String, @Sendable () async throws(StorageError) -> Void)] = [
            (
                "a read",
                { () throws(StorageError) in
                    try await store.read { store throws(StorageError) in
                        _ = try store.collections()
                    }
                }
            ),
            (
                "a write",
                { () throws(StorageError) in
                    try await store.write { store throws(StorageError) in
                        try store.set(Data(), forKey: "b")
                    }
                }
            ),
            (
                "a declaration",
                { () throws(StorageError) in
                    try await store.prepare(EntitySchema(name: "Other", indexed: []))
                }
            ),
        ]
        for (name, use) in uses {
            do {
                try await use()
            } catch {
                try expectEqual(error.code, .closed, "the error of \(name)")
                continue
            }
            throw StorageContract.Failure(description: "\(name) after the wipe throws no error")
        }
        var changes = store.changes().makeAsyncIterator()
        try expect(await changes.next() == nil, "changes are published after the wipe")
    }
}
