import Foundation
import RepositoryRuntime

/// The requirements of a store for the outbox.
enum OutboxChecks {
    static let all: [StorageContract.Check] = [
        .init("returns entries exactly as they were stored") { makeStore in
            let store = try await makeStore()
            var full = OutboxEntry(
                key: RecordKey(note: "1\u{0}"),
                operation: .patch,
                baseTag: "\"1\"",
                changed: ["text": "é\u{0}", "likes": 1, "place": .null, "list": [1, "a"]],
                idempotencyKey: "key",
                state: .rejected,
                attempts: 3,
                notBefore: Date(timeIntervalSinceReferenceDate: 2.0 / 3),
                failure: OutboxFailure(
                    status: 422,
                    body: Data([0, 0xFF]),
                    message: "The server does not accept it.",
                    date: Date(timeIntervalSinceReferenceDate: -1.0 / 3)
                )
            )
            full.changed?["large"] = JSON.Number("12345678901234567890.5").map { .number($0) }
            let put = try await store.put(full)
            full.sequence = put.sequence
            try expectEqual(put, full, "the entry that put returns")
            try expect(put.sequence > 0, "the sequence is \(put.sequence)")
            let found = try await store.read { [full] store throws(StorageError) in
                try store.entry(full.id)
            }
            try expectEqual(found, full, "the entry")
            try expectEqual(
                found?.changed?["large"]?.number?.literal,
                "12345678901234567890.5",
                "the digits of a number"
            )
            for operation in OutboxEntry.Operation.allCases {
                let plain = try await store.put(OutboxEntry(key: full.key, operation: operation))
                let last = try await store.entries().last
                try expectEqual(last, plain, "the plain entry")
            }
            var bare = OutboxEntry(key: full.key, operation: .create)
            bare.failure = OutboxFailure(message: "There was no response.", date: Date())
            bare = try await store.put(bare)
            try expectEqual(try await store.entries().last, bare, "the entry without a response")
        },
        .init("keeps entries in the order in which they were added") { makeStore in
            let store = try await makeStore()
            let keys = (0..<3).map { RecordKey(note: "\($0)") }
            var put: [OutboxEntry] = []
            for number in 0..<30 {
                let entry = OutboxEntry(key: keys[number % 3], operation: .update)
                put.append(try await store.put(entry))
            }
            let sequences = put.map(\.sequence)
            try expect(zip(sequences, sequences.dropFirst()).allSatisfy(<), "\(sequences)")
            try expectEqual(try await store.entries(), put, "all entries")
            let key = keys[1]
            let ofOne = try await store.read { store throws(StorageError) in
                try store.entries(of: key)
            }
            try expectEqual(ofOne, put.filter { $0.key == key }, "the entries of one record")
            let start = sequences[9]
            let page = try await store.read { store throws(StorageError) in
                try store.entries(in: Set(OutboxEntry.State.allCases), after: start, limit: 5)
            }
            try expectEqual(page, Array(put[10..<15]), "a page")
            let count = try await store.read { store throws(StorageError) in
                try store.entryCount()
            }
            try expectEqual(count, 30, "the number of entries")
        },
        .init("finds and counts entries by their states") { makeStore in
            let store = try await makeStore()
            let states = OutboxEntry.State.allCases
            var put: [OutboxEntry] = []
            for number in 0..<30 {
                var entry = OutboxEntry(key: RecordKey(note: "\(number)"), operation: .update)
                entry.state = states[number % 3]
                put.append(try await store.put(entry))
            }
            let start = put[9].sequence
            // One changes its state, one is removed, and one is rolled back.
            put[0].state = .rejected
            try await store.put(put[0])
            let removed = put.remove(at: 4).id
            try await store.write { store throws(StorageError) in try store.remove(entry: removed) }
            try? await store.write { [entry = put[1]] store throws(StorageError) in
                var entry = entry
                entry.state = .rejected
                try store.put(entry)
                throw StorageError(.invalid, message: "It is rolled back.")
            }
            for bits in 0..<8 {
                let wanted = Set(states.indices.filter { bits >> $0 & 1 == 1 }.map { states[$0] })
                let expected = put.filter { wanted.contains($0.state) }
                let (found, page, count) = try await store.read { store throws(StorageError) in
                    (
                        try store.entries(in: wanted, after: 0, limit: .max),
                        try store.entries(in: wanted, after: start, limit: 3),
                        try store.entryCount(in: wanted)
                    )
                }
                try expectEqual(found, expected, "the entries in \(wanted)")
                let part = expected.filter { $0.sequence > start }.prefix(3)
                try expectEqual(page, Array(part), "a page of the entries in \(wanted)")
                try expectEqual(count, expected.count, "the number of entries in \(wanted)")
            }
        },
        .init("replaces an entry in place, and reuses no sequence number") { makeStore in
            let store = try await makeStore()
            let key = RecordKey(note: "1")
            var first = try await store.put(OutboxEntry(key: key, operation: .create))
            let second = try await store.put(OutboxEntry(key: key, operation: .update))
            first.state = .inFlight
            first.attempts = 1
            first.sequence = 99
            let replaced = try await store.put(first)
            first.sequence = replaced.sequence
            try expectEqual(try await store.entries(), [first, second], "the entries")
            try expect(first.sequence < second.sequence, "the order has changed")
            let removed = second.id
            try await store.write { store throws(StorageError) in
                try store.remove(entry: removed)
                try store.remove(entry: removed)
            }
            try expectEqual(try await store.entries(), [first], "the remaining ones")
            let third = try await store.put(OutboxEntry(key: key, operation: .delete))
            try expect(third.sequence > second.sequence, "a sequence number was reused")
        },
        .init("keeps the entries of a removed record") { makeStore in
            let store = try await makeStore()
            try await store.put(StoredRecord("1"))
            try await store.put(OutboxEntry(key: RecordKey(note: "1"), operation: .delete))
            try await store.remove(RecordKey(note: "1"))
            try expectEqual(try await store.entries().count, 1, "the number of entries")
        },
    ]
}
