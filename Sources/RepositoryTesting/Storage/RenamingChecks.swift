import Foundation
import RepositoryRuntime

/// The requirements of a store for renamed collections.
enum RenamingChecks {
    static let all: [StorageContract.Check] = [
        .init("renames a collection, or throws and is unchanged") { makeStore in
            let store = try await makeStore()
            try await store.prepare(EntitySchema(name: "Note"))
            try await store.prepare(EntitySchema(name: "Memo"))
            let records = (0..<5).reversed().map { StoredRecord("\($0)", #"{"a":\#($0)}"#) }
            try await store.put(records)
            let entry = try await store.put(OutboxEntry(key: .init(note: "1"), operation: .patch))
            let other = try await store.put(
                OutboxEntry(key: RecordKey(collection: "Other", id: "1"), operation: .patch)
            )
            do {
                try await store.rename("Note", "Memo")
            } catch let error as StorageError where error.code == .unsupported {
                try expectEqual(try await store.records("Note"), records, "the records")
                return
            }
            let renamed = try await store.records("Memo")
            try expectEqual(renamed.map(\.key.id), records.map(\.key.id), "the identities")
            try expectEqual(renamed.map(\.document), records.map(\.document), "the documents")
            try expectEqual(Set(renamed.map(\.key.collection)), ["Memo"], "the collections")
            try expect(try await store.records("Note").isEmpty, "the old name has records")
            var moved = entry
            moved.key = RecordKey(collection: "Memo", id: "1")
            try expectEqual(try await store.entries(), [moved, other], "the entries")
            let names = try await store.read { store throws(StorageError) in
                try store.collections()
            }
            try expect(!names.contains("Note"), "the old name is still a collection")
            // Both remain usable.
            try await store.put(StoredRecord("9"))
            try await store.put(StoredRecord(key: moved.key, document: Data(#"{"a":9}"#.utf8)))
            try expectEqual(try await store.ids("Note"), ["9"], "the identities under the old name")
            try expectEqual(try await store.ids("Memo"), records.map(\.key.id), "the identities")
        },
        .init("replaces an empty collection on renaming, but never mixes two") { makeStore in
            let store = try await makeStore()
            try await store.put(StoredRecord("1"))
            try await store.prepare(EntitySchema(name: "Memo"))
            do {
                try await store.rename("Memo", "Note")
            } catch let error as StorageError where error.code == .unsupported {
                return
            }
            try expectEqual(try await store.ids("Note"), ["1"], "the identities")
            let key = RecordKey(collection: "Memo", id: "1")
            try await store.put(StoredRecord(key: key, document: Data("{}".utf8)))
            do {
                try await store.rename("Memo", "Note")
                throw StorageContract.Failure(description: "records of two collections were mixed")
            } catch let error as StorageError {
                try expectEqual(error.code, .invalid, "the error code")
            }
            try expectEqual(try await store.ids("Note"), ["1"], "the identities")
            try expectEqual(try await store.ids("Memo"), ["1"], "the identities")
        },
        .init("rolls a renaming back with its transaction, or throws") { makeStore in
            let store = try await makeStore()
            try await store.put(StoredRecord("1"))
            let entry = try await store.put(OutboxEntry(key: .init(note: "1"), operation: .patch))
            do {
                try await store.write { store throws(StorageError) in
                    try store.rename("Note", to: "Memo")
                    throw StorageError(.cancelled, message: "The body fails.")
                }
            } catch let error as StorageError {
                try expect([.cancelled, .unsupported].contains(error.code), "\(error)")
            }
            try expectEqual(try await store.ids("Note"), ["1"], "the identities")
            try expectEqual(try await store.ids("Memo"), [], "the identities")
            try expectEqual(try await store.entries(), [entry], "the entries")
        },
        .init("lists metadata keys by prefix, or throws") { makeStore in
            let store = try await makeStore()
            let names = ["a", "a/", "a/1", "a/\u{301}", "a/\u{1F600}", "ab", "b/1", "A/1"]
            try await store.write { store throws(StorageError) in
                for name in names { try store.set(Data([1]), forKey: name) }
                try store.set(nil, forKey: "a/1")
            }
            func keys(_ prefix: String) async throws -> Set<[UInt8]> {
                let found = try await store.read { store throws(StorageError) in
                    try store.keys(withPrefix: prefix)
                }
                return Set(found.map { Array($0.utf8) })
            }
            do {
                let found = try await keys("a/")
                let wanted = Set(["a/", "a/\u{301}", "a/\u{1F600}"].map { Array($0.utf8) })
                try expectEqual(found, wanted, "the names")
                try expect(try await keys("c").isEmpty, "there are unknown keys")
            } catch let error as StorageError where error.code == .unsupported {
                return
            }
        },
    ]
}

extension Storage {
    fileprivate func rename(_ collection: String, _ other: String) async throws {
        try await write { store throws(StorageError) in
            try store.rename(collection, to: other)
        }
    }
}
