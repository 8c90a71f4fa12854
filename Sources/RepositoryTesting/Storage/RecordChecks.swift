import Foundation
import RepositoryRuntime

/// The requirements of a store for records.
enum RecordChecks {
    static let all: [StorageContract.Check] = [
        .init("returns records exactly as they were stored") { makeStore in
            let store = try await makeStore()
            let full = StoredRecord(
                key: RecordKey(note: "1"),
                document: Data(#"{"text":"é\u0000😀","n":1.50,"deep":{"a":[1,null]}}"#.utf8),
                base: Data([0, 0xFF, 0x7B]),
                entityTag: "W/\"é\u{0}1\"",
                state: .conflicted,
                confirmedAt: Date(timeIntervalSinceReferenceDate: 1.0 / 3)
            )
            try await store.put(full, StoredRecord("2"))
            try expectEqual(try await store.record(full.key), full, "the full record")
            let plain = try await store.record(RecordKey(note: "2"))
            try expectEqual(plain, StoredRecord("2"), "the plain record")
            try expectEqual(try await store.record(RecordKey(note: "3")), nil, "a missing record")
            for state in SyncState.allCases {
                try await store.put(StoredRecord("1", state: state))
                try expectEqual(try await store.record(full.key)?.state, state, "the state")
            }
        },
        .init("distinguishes an empty base or tag from a missing one") { makeStore in
            let store = try await makeStore()
            var record = StoredRecord("1")
            record.base = Data()
            record.entityTag = ""
            try await store.put(record)
            try expectEqual(try await store.record(record.key), record, "the record")
        },
        .init("compares identities byte by byte") { makeStore in
            let store = try await makeStore()
            let ids = [
                "", "a", "A", "a ", "\u{E9}", "e\u{301}", "\u{0}", "a\u{0}", "a\u{0}b", "'", "\"",
                "1", "01", "1.0", "-1", "%", "😀", "\u{10FFFF}", "NULL",
                String(repeating: "x", count: 5000),
            ]
            try await store.put(ids.map { StoredRecord($0) })
            for id in ids {
                let found = try await store.record(RecordKey(note: id))?.key.id
                try expect(
                    found?.utf8.elementsEqual(id.utf8) ?? false,
                    "the identity \(id.debugDescription) gives \(found.debugDescription)"
                )
            }
            try expectEqual(try await store.ids("Note").count, ids.count, "the number of records")
        },
        .init("separates collections with any names") { makeStore in
            let store = try await makeStore()
            let names = [
                "Note", "note", "", "No te", "\"; DROP TABLE", "😀", "select", "sqlite_master", "_1",
            ]
            try await store.write { store throws(StorageError) in
                for name in names {
                    let key = RecordKey(collection: name, id: "1")
                    try store.put(StoredRecord(key: key, document: Data("{}".utf8)))
                }
            }
            for name in names {
                try expectEqual(try await store.ids(name), ["1"], "the records of '\(name)'")
            }
            let found = try await store.read { store throws(StorageError) in
                try store.collections()
            }
            try expectEqual(found, names.sorted(), "the names")
            try expectEqual(try await store.ids("Nobody"), [], "a missing collection")
        },
        .init("replaces and removes records") { makeStore in
            let store = try await makeStore()
            try await store.put(StoredRecord("1", #"{"a":1}"#), StoredRecord("2"))
            try await store.put(StoredRecord("1", #"{"a":2}"#))
            let document = try await store.record(RecordKey(note: "1"))?.document
            try expectEqual(document, Data(#"{"a":2}"#.utf8), "the replaced document")
            try await store.remove(RecordKey(note: "1"))
            try await store.remove(RecordKey(note: "1"))
            try expectEqual(try await store.ids("Note"), ["2"], "the remaining ones")
        },
        .init("rejects a document that is not a JSON object, and writes nothing") { makeStore in
            let store = try await makeStore()
            for document in ["", "[1]", "1", "{", "{}{}", "{\"a\":}", "\u{0}"] {
                do {
                    try await store.put(StoredRecord("1"), StoredRecord("2", document))
                    throw StorageContract.Failure(
                        description: "the document '\(document)' was accepted"
                    )
                } catch let error as StorageError {
                    try expectEqual(error.code, .invalid, "the error code")
                }
            }
            try expectEqual(try await store.ids("Note"), [], "the records")
        },
        .init("stores large documents and many records") { makeStore in
            let store = try await makeStore()
            let large = #"{"text":""# + String(repeating: "0123456789", count: 200_000) + "\"}"
            try await store.put(StoredRecord("large", large))
            let count = try await store.record(RecordKey(note: "large"))?.document.count
            try expectEqual(count, large.utf8.count, "the bytes of the document")
            try await store.put((0..<3000).map { StoredRecord("\($0)") })
            let found = try await store.read { store throws(StorageError) in
                try store.count(in: "Note")
            }
            try expectEqual(found, 3001, "the number of records")
        },
        .init("pages through all records by the bytes of their identities") { makeStore in
            let store = try await makeStore()
            let ids = ["b", "\u{E9}", "e\u{301}", "", "a\u{0}", "a", "B", "😀", "10", "9"]
            try await store.put(
                ids.map { StoredRecord($0, state: $0 == "a" ? .deleted : .waiting) }
            )
            var found: [String] = []
            var last: String?
            while true {
                let start = last
                let page = try await store.read { store throws(StorageError) in
                    try store.records(in: "Note", after: start, limit: 3)
                }
                found += page.map(\.key.id)
                guard page.count == 3 else { break }
                last = page.last?.key.id
            }
            let sorted = ids.map { RecordKey(note: $0) }.sorted()
            try expectEqual(found.map { RecordKey(note: $0) }, sorted, "the identities")
        },
        .init("stores metadata values") { makeStore in
            let store = try await makeStore()
            try await store.write { store throws(StorageError) in
                try store.set(Data([1]), forKey: "a")
                try store.set(Data(), forKey: "b\u{0}")
                try store.set(Data([2]), forKey: "a")
                try store.set(Data([3]), forKey: "c")
                try store.set(nil, forKey: "c")
                try store.set(nil, forKey: "d")
            }
            try expectEqual(try await store.value("a"), Data([2]), "the value that was replaced")
            try expectEqual(try await store.value("b\u{0}"), Data(), "the empty value")
            try expectEqual(try await store.value("c"), nil, "the value that was removed")
        },
        .init("moves a record and its entries to another identity") { makeStore in
            let store = try await makeStore()
            let old = RecordKey(note: "-1")
            let new = RecordKey(note: "42")
            try await store.put(
                StoredRecord("1"),
                StoredRecord("-1", #"{"a":1}"#, state: .waiting),
                StoredRecord("2")
            )
            let first = try await store.put(OutboxEntry(key: old, operation: .create))
            try await store.put(OutboxEntry(key: RecordKey(note: "1"), operation: .delete))
            try await store.put(OutboxEntry(key: old, operation: .patch))
            try await store.write { store throws(StorageError) in
                try store.rekey(old, to: new)
                try store.rekey(RecordKey(note: "7"), to: RecordKey(note: "8"))
            }
            try expectEqual(try await store.ids("Note"), ["1", "42", "2"], "the identities")
            let record = try await store.record(new)
            try expectEqual(record?.document, Data(#"{"a":1}"#.utf8), "the document")
            try expectEqual(record?.state, .waiting, "the state")
            let entries = try await store.entries()
            try expectEqual(entries.map(\.key.id), ["42", "1", "42"], "the keys of the entries")
            try expectEqual(entries.first?.id, first.id, "the first entry")
            for target in [RecordKey(note: "1"), RecordKey(collection: "Other", id: "42")] {
                do {
                    try await store.write { store throws(StorageError) in
                        try store.rekey(new, to: target)
                    }
                    throw StorageContract.Failure(description: "a record was moved to \(target)")
                } catch let error as StorageError {
                    try expectEqual(error.code, .invalid, "the error code")
                }
            }
        },
    ]
}
