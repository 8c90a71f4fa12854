import Foundation
import RepositoryRuntime

/// The requirements of a store for queries.
enum QueryChecks {
    static let all: [StorageContract.Check] = [
        .init("finds records in the order in which they were first stored") { makeStore in
            let store = try await makeStore()
            try await store.put(["c", "a", "b", "d"].map { StoredRecord($0) })
            try await store.put(StoredRecord("a", #"{"n":1}"#))
            try await store.remove(RecordKey(note: "c"))
            try await store.put(StoredRecord("c"), StoredRecord("e"))
            let ids = ["a", "b", "d", "c", "e"]
            try expectEqual(try await store.ids("Note"), ids, "the identities")
            let part = Criteria(filter: .always, limit: 2, offset: 1)
            try expectEqual(try await store.ids("Note", part), ["b", "d"], "a page")
            let inStates = try await store.read { store throws(StorageError) in
                try store.records(in: "Note", states: [.synchronized, .waiting]).map(\.key.id)
            }
            try expectEqual(inStates, ids, "the identities by state")
        },
        .init("hides records with a pending deletion from queries only") { makeStore in
            let store = try await makeStore()
            try await store.prepare(RandomNotes.schema)
            try await store.put(
                StoredRecord("1", #"{"likes":1}"#),
                StoredRecord("2", #"{"likes":1}"#, state: .deleted),
                StoredRecord("3", #"{"likes":1}"#, state: .waiting)
            )
            let likes = Field<Int>("likes")
            let liked = Criteria(filter: likes == 1, order: [likes.ascending])
            try expectEqual(try await store.ids("Note"), ["1", "3"], "all")
            try expectEqual(try await store.ids("Note", liked), ["1", "3"], "those of a query")
            let (count, deleted) = try await store.read { store throws(StorageError) in
                (
                    try store.count(in: "Note", matching: liked),
                    try store.records(in: "Note", states: [.deleted])
                )
            }
            try expectEqual(count, 2, "the number")
            try expectEqual(deleted.map(\.key.id), ["2"], "the deleted record")
            let state = try await store.record(RecordKey(note: "2"))?.state
            try expectEqual(state, .deleted, "the state of the deleted record")
            try await store.put(StoredRecord("2", #"{"likes":1}"#))
            try expectEqual(try await store.ids("Note", liked), ["1", "2", "3"], "all again")
        },
        .init("counts the records found, limit and offset included") { makeStore in
            let store = try await makeStore()
            try await store.put((0..<20).map { StoredRecord("\($0)", "{\"n\":\($0)}") })
            let filter = Field<Int>("n") < 10
            for (limit, offset, expected) in [
                (nil, 0, 10), (nil, 7, 3), (4, 0, 4), (4, 8, 2), (4, 99, 0), (0, 0, 0),
            ] as [(Int?, Int, Int)] {
                let criteria = Criteria(filter: filter, limit: limit, offset: offset)
                let found = try await store.read { store throws(StorageError) in
                    try store.count(in: "Note", matching: criteria)
                }
                try expectEqual(found, expected, "limit \(limit as Any), offset \(offset)")
            }
        },
        .init("returns the same results regardless of indexes") { makeStore in
            let store = try await makeStore()
            let likes = Field<Int>("likes")
            let text = Field<String>("text")
            let criteria = Criteria(
                filter: likes > 2 && text != "t5",
                order: [text.descending],
                limit: 4
            )
            let documents = (0..<10).map { #"{"likes":\#($0),"text":"t\#($0)","other":1}"# }
            try await store.put(documents.enumerated().map { StoredRecord("\($0)", $1) })
            let expected = ["9", "8", "7", "6"]
            let indices: [[IndexedProperty]] = [
                [], [.init("likes", .integer)], [.init("likes", .integer)],
                [.init("text", .text), .init("likes", .integer)], [.init("text", .text)],
                // Another kind for the same key, and keys that differ in case only.
                [.init("text", .integer), .init("likes", .real)],
                [.init("likes", .integer), .init("Likes", .integer), .init("'\"\u{0}", .text)], [],
            ]
            for indexed in indices {
                try await store.prepare(EntitySchema(name: "Note", indexed: indexed))
                try expectEqual(try await store.ids("Note", criteria), expected, "\(indexed)")
                try await store.put(StoredRecord("9", documents[9]))
                try expectEqual(try await store.ids("Note", criteria), expected, "\(indexed)")
            }
        },
        .init("returns the same results as evaluation in memory, in the same order") { makeStore in
            for isDirty in [false, true] {
                for isPrepared in [true, false] {
                    let store = try await makeStore()
                    if isPrepared { try await store.prepare(RandomNotes.schema) }
                    try await compare(store, seed: 2026, isDirty: isDirty, rounds: 150)
                }
            }
        },
        .init("returns the same results after records were changed and removed") { makeStore in
            let store = try await makeStore()
            try await store.prepare(RandomNotes.schema)
            for seed in 1...4 as ClosedRange<UInt64> {
                try await compare(store, seed: seed, isDirty: seed > 2, rounds: 40)
            }
        },
        .init("supports criteria larger than any reasonable query") { makeStore in
            let store = try await makeStore()
            try await store.prepare(RandomNotes.schema)
            try await store.put((0..<10).map { StoredRecord("\($0)", "{\"likes\":\($0)}") })
            let likes = Field<Int>("likes")
            let many = likes.isOneOf(9..<50_000)
            let flat = Condition.any((9..<3000).map { likes == $0 })
            var deep = likes == 9
            for _ in 0..<500 { deep = .not(.all([deep])) }
            for filter in [many, flat, deep] {
                let criteria = Criteria(filter: filter)
                try expectEqual(try await store.ids("Note", criteria), ["9"], "the identities")
            }
        },
    ]

    /// Stores random records, and runs random queries on them.
    private static func compare(
        _ store: any Storage,
        seed: UInt64,
        isDirty: Bool,
        rounds: Int
    ) async throws {
        var notes = RandomNotes(seed: seed, isDirty: isDirty)
        var records: [StoredRecord] = []
        for number in 0..<60 {
            if number.isMultiple(of: 7) { try await store.remove(RecordKey(note: "\(number)")) }
            let state: SyncState = number.isMultiple(of: 11) ? .deleted : .waiting
            records.append(StoredRecord("\(number)", notes.document("\(number)"), state: state))
        }
        try await store.put(records)
        let all = try await store.records("Note")
        let expectedCount = records.count { $0.state != .deleted }
        try expectEqual(all.count, expectedCount, "the number of records")
        for _ in 0..<rounds {
            let criteria = notes.criteria()
            let expected = try criteria.chosen(among: all)
            let found = try await store.records("Note", criteria)
            try expect(
                found == expected,
                """
                seed \(seed), \(criteria): expected \(expected.map(\.key.id)), \
                found \(found.map(\.key.id)) of \(all.map { String(decoding: $0.document, as: UTF8.self) })
                """
            )
            let count = try await store.read { store throws(StorageError) in
                try store.count(in: "Note", matching: criteria)
            }
            try expectEqual(count, expected.count, "seed \(seed), the number for \(criteria)")
            if let last = expected.last ?? all.first {
                let keys = criteria.keys
                let page = criteria.page(behind: (try last.members(keys), last.key.id))
                try expectEqual(
                    try await store.records("Note", page).map(\.key.id),
                    try page.chosen(among: all).map(\.key.id),
                    "seed \(seed), the page behind \(last.key.id) for \(criteria)"
                )
            }
            let filtered = try Criteria(filter: criteria.filter).chosen(among: all)
            let aggregate = notes.aggregate()
            let groups = try await store.read {
                [aggregation = aggregate.aggregation] store
                    throws(StorageError) in
                try store.aggregate(aggregation, in: "Note", where: criteria.filter)
            }
            try expectEqual(
                aggregate.values(groups),
                try aggregate.expected(of: filtered),
                "seed \(seed), \(aggregate.description) of \(filtered.count) for \(criteria.filter)"
            )
        }
    }
}
