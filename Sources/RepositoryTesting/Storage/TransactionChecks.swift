import Foundation
import RepositoryRuntime

/// The requirements of a store for transactions.
enum TransactionChecks {
    static let all: [StorageContract.Check] = [
        .init("writes a transaction completely or not at all") { makeStore in
            let store = try await makeStore()
            let entry = try await store.put(OutboxEntry(key: .init(note: "1"), operation: .create))
            try await store.put(StoredRecord("1", #"{"a":1}"#), StoredRecord("2"))
            try await store.write { store throws(StorageError) in
                try store.set(Data([1]), forKey: "a")
            }
            do {
                try await store.write { store throws(StorageError) in
                    try store.put(StoredRecord("1", #"{"a":2}"#))
                    try store.put(StoredRecord("1", #"{"a":3}"#))
                    try store.remove(RecordKey(note: "2"))
                    try store.put(StoredRecord("3"))
                    try store.rekey(RecordKey(note: "1"), to: RecordKey(note: "4"))
                    let key = RecordKey(collection: "New", id: "1")
                    try store.put(StoredRecord(key: key, document: Data("{}".utf8)))
                    try store.remove(entry: entry.id)
                    try store.put(OutboxEntry(key: key, operation: .create))
                    try store.set(nil, forKey: "a")
                    try store.set(Data([2]), forKey: "b")
                    throw StorageError(.cancelled, message: "Stop.")
                }
                throw StorageContract.Failure(description: "the error of the body was lost")
            } catch let error as StorageError {
                try expectEqual(error.message, "Stop.", "the error")
            }
            let records = try await store.records("Note")
            let expected = [StoredRecord("1", #"{"a":1}"#), StoredRecord("2")]
            try expectEqual(records, expected, "the records")
            try expectEqual(try await store.records("New"), [], "the new collection")
            try expectEqual(try await store.entries(), [entry], "the entries")
            try expectEqual(try await store.value("a"), Data([1]), "the first value")
            try expectEqual(try await store.value("b"), nil, "the second value")
            // A rollback must not prevent later writes.
            try await store.put(
                StoredRecord(key: .init(collection: "New", id: "1"), document: Data("{}".utf8))
            )
            try expectEqual(try await store.ids("New"), ["1"], "the recreated collection")
        },
        .init("lets a transaction read its own writes") { makeStore in
            let store = try await makeStore()
            let found = try await store.write { store throws(StorageError) in
                try store.put(StoredRecord("1", #"{"likes":1}"#))
                try store.put(StoredRecord("2", #"{"likes":2}"#))
                try store.remove(RecordKey(note: "1"))
                try store.put(OutboxEntry(key: RecordKey(note: "2"), operation: .create))
                try store.set(Data([1]), forKey: "a")
                let criteria: Criteria = ["likes": 2]
                return (
                    try store.records(in: "Note", matching: criteria).map(\.key.id),
                    try store.entries(of: RecordKey(note: "2")).count,
                    try store.value(forKey: "a")
                )
            }
            try expectEqual(found.0, ["2"], "the records")
            try expectEqual(found.1, 1, "the number of entries")
            try expectEqual(found.2, Data([1]), "the value")
        },
        .init("continues after a failed operation inside a transaction") { makeStore in
            let store = try await makeStore()
            try await store.write { store throws(StorageError) in
                try store.put(StoredRecord("1"))
                do throws(StorageError) {
                    try store.put(StoredRecord("2", "no JSON"))
                } catch {
                    try store.put(StoredRecord("3"))
                }
            }
            try expectEqual(try await store.ids("Note"), ["1", "3"], "the records")
        },
        .init("serializes writes") { makeStore in
            let store = try await makeStore()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        for _ in 0..<25 {
                            try await store.write { store throws(StorageError) in
                                let count = try store.value(forKey: "count")?.count ?? 0
                                try store.set(Data(count: count + 1), forKey: "count")
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            try expectEqual(try await store.value("count")?.count, 200, "the count")
        },
        .init("gives a reader a consistent snapshot during writes") { makeStore in
            let store = try await makeStore()
            try await store.put(StoredRecord("a"), StoredRecord("b"))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for number in 0..<100 {
                        let document = "{\"n\":\(number)}"
                        try await store.put(
                            StoredRecord("a", document),
                            StoredRecord("b", document)
                        )
                    }
                }
                for _ in 0..<4 {
                    group.addTask {
                        for _ in 0..<50 {
                            let (a, b) = try await store.read { store throws(StorageError) in
                                let a = try store.record(RecordKey(note: "a"))
                                return (a, try store.record(RecordKey(note: "b")))
                            }
                            try expectEqual(a?.document, b?.document, "the two documents")
                        }
                    }
                }
                try await group.waitForAll()
            }
        },
        .init("supports concurrent writers, readers and subscribers") { makeStore in
            let store = try await makeStore()
            try await store.prepare(RandomNotes.schema)
            let likes = Field<Int>("likes")
            let liked = Criteria(filter: likes >= 0, order: [likes.descending], limit: 3)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<8 {
                    group.addTask {
                        for number in 0..<20 {
                            let key = RecordKey(note: "\(writer)-\(number)")
                            let document = Data("{\"likes\":\(writer * 20 + number)}".utf8)
                            try await store.write { store throws(StorageError) in
                                try store.put(StoredRecord(key: key, document: document))
                                try store.put(OutboxEntry(key: key, operation: .create))
                            }
                        }
                    }
                    group.addTask {
                        for _ in 0..<20 {
                            let (records, entries) = try await store.read {
                                store throws(StorageError) in
                                (try store.count(in: "Note"), try store.entryCount())
                            }
                            try expectEqual(records, entries, "the number of records")
                            let found = try await store.records("Note", liked)
                            try expect(found.count <= 3, "\(found.count) records are found")
                        }
                    }
                }
                for _ in 0..<2 {
                    let changes = store.changes()
                    group.addTask {
                        for await change in changes {
                            // The last write of one writer is reported, regardless of the others.
                            if change.touches(RecordKey(note: "0-19")) { return }
                        }
                    }
                }
                try await group.waitForAll()
            }
            let best = try await store.ids("Note", liked)
            try expectEqual(best, ["7-19", "7-18", "7-17"], "the records with the most likes")
        },
        .init("shows a write as soon as it has returned") { makeStore in
            let store = try await makeStore()
            for number in 0..<50 {
                try await store.put(StoredRecord("\(number)"))
                let record = try await store.record(RecordKey(note: "\(number)"))
                try expect(record != nil, "record \(number) is not seen")
            }
        },
    ]
}
