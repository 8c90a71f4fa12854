import Foundation
import RepositoryTesting
import TestSupport
import Testing

@testable import RepositoryLocal

/// A later version of an app reads and sends the data of any earlier one, even after crashes.
@Suite struct SchemaVersionTests {
    /// The number of pairs for both stores together.
    private static let count = UInt64(
        Repetitions.count("VERSION_PAIRS", quick: 40, thorough: 300)
    )

    @Test(
        "random pairs of versions of entities and nested values, with pending writes and crashes",
        arguments: Store.allCases
    )
    func pairs(store: Store) async throws {
        for seed in 0..<Self.count / 2 {
            try await World.run(in: store) { world in
                var pair = ValueVersionPair(seed: store == .memory ? seed : seed + Self.count / 2)
                var documents: [String: [String: JSON]] = [:]
                var writes: [String: [String: JSON]] = [:]
                for number in 0..<(1 + pair.below(450)) {
                    let id = "\(number)"
                    documents[id] = pair.document(id: id)
                    if pair.below(3) == 0 { writes[id] = pair.changes() }
                }
                let (stored, pending) = (documents, writes)
                try await world.storage.write { store throws(StorageError) in
                    for (id, members) in stored {
                        let key = RecordKey(collection: "Thing", id: id)
                        let document = try DocumentMembers.write(members)
                        var record = StoredRecord(key: key, document: document, base: document)
                        record.entityTag = "1"
                        try store.put(record)
                        guard let changed = pending[id] else { continue }
                        var entry = OutboxEntry(key: key, operation: .patch)
                        entry.changed = .object(changed)
                        _ = try store.put(entry)
                    }
                }
                for _ in 0..<pair.below(4) {
                    let failing = FailingStorage(world.storage, afterWrites: pair.below(5))
                    _ = try? await migrate(pair, in: failing)
                }
                try await migrate(pair, in: world.storage)
                let found = try await world.storage.read { store throws(StorageError) in
                    (try store.records(in: "Thing", matching: .all), try store.entries())
                }
                #expect(found.0.count == stored.count)
                for record in found.0 {
                    let whole = try pair.whole(#require(stored[record.key.id]))
                    #expect(try DocumentMembers.read(record.document) == whole, "seed \(seed)")
                    #expect(try record.base.map { try DocumentMembers.read($0) } == whole)
                }
                #expect(found.1.count == pending.count)
                for entry in found.1 {
                    let changed = try #require(pending[entry.key.id])
                    let sent = try pair.converted(changed)
                    #expect(entry.changed == .object(sent), "seed \(seed)")
                }
            }
        }
    }

    private func migrate(
        _ pair: ValueVersionPair,
        in storage: any Storage
    ) async throws(StorageError) {
        try await storage.prepare(pair.schema) { members throws(JSONError) in
            try pair.normalized(members)
        }
    }

    /// A version in which an amount has become one in cents, under the same key.
    private static func cents(_ more: String...) -> EntitySchema {
        EntitySchema(
            name: "Thing",
            former: [
                "amount": [
                    FormerProperty(
                        "amount",
                        from: ValueCodec<String>(),
                        to: ValueCodec<Int>(),
                        by: { text in
                            guard let value = Int(text), value < 1_000 else { throw TooLarge() }
                            return value * 100
                        }
                    )
                ]
            ],
            properties: Set(["amount"] + more)
        )
    }

    private struct TooLarge: Error {}

    private func open(_ schema: EntitySchema, in storage: any Storage) async throws {
        try await storage.prepare(schema) { (members) throws(JSONError) in
            members.merging(["note": "none"].filter { schema.properties.contains($0.key) }) {
                own,
                _ in
                own
            }
        }
    }

    private func amounts(in storage: any Storage) async throws -> [JSON?] {
        try await storage.read { store throws(StorageError) in
            try store.records(in: "Thing", matching: .all).map { record throws(StorageError) in
                try DocumentMembers.read(record.document)["amount"]
            }
        }
    }

    // The trap: the next version, or another process, would convert cents once more.
    @Test("a conversion under the same key is carried out once", arguments: Store.allCases)
    func once(store: Store) async throws {
        try await World.run(in: store) { world in
            let key = RecordKey(collection: "Thing", id: "1")
            try await world.storage.write { store throws(StorageError) in
                let document = Data(#"{"id":"1","amount":"5"}"#.utf8)
                try store.put(StoredRecord(key: key, document: document, base: document))
                var entry = OutboxEntry(key: key, operation: .patch)
                entry.changed = ["amount": "7"]
                _ = try store.put(entry)
            }
            for schema in [Self.cents(), Self.cents(), Self.cents("note"), Self.cents("note")] {
                try await open(schema, in: world.storage)
                #expect(try await amounts(in: world.storage) == [500])
                #expect(try await world.entries().map(\.changed) == [["amount": 700]])
            }
            // Two processes that examine the same page.
            let other = EntitySchema(
                name: "Thing",
                former: Self.cents().former,
                properties: ["amount", "more"]
            )
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 { group.addTask { try await open(other, in: world.storage) } }
                try await group.waitForAll()
            }
            #expect(try await amounts(in: world.storage) == [500])
        }
    }

    @Test("processes that start concurrently convert each document once", arguments: Store.allCases)
    func concurrently(store: Store) async throws {
        try await World.run(in: store) { world in
            try await world.storage.write { store throws(StorageError) in
                for number in 0..<500 {
                    let key = RecordKey(collection: "Thing", id: "\(number)")
                    let document = Data(#"{"id":"\#(number)","amount":"5"}"#.utf8)
                    try store.put(StoredRecord(key: key, document: document))
                }
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 { group.addTask { try await open(Self.cents(), in: world.storage) } }
                try await group.waitForAll()
            }
            #expect(Set(try await amounts(in: world.storage)) == [500])
        }
    }

    // The trap: a service that compares bodies rejects the same key with another body, although it
    // was carried out.
    @Test("a creation in flight with another body is searched for", arguments: Store.allCases)
    func creationInFlight(store: Store) async throws {
        try await World.run(in: store) { world in
            let key = RecordKey(collection: "Thing", id: "1")
            let date = world.clock.now
            try await world.storage.write { store throws(StorageError) in
                let document = Data(#"{"id":"1","amount":"5"}"#.utf8)
                try store.put(StoredRecord(key: key, document: document))
                var entry = OutboxEntry(key: key, operation: .create)
                entry.changed = ["id": "1", "amount": "5"]
                entry.state = .inFlight
                entry = try store.put(entry)
                try store.noteSent(entry.id, at: date)
            }
            try await open(Self.cents(), in: world.storage)
            let history = try await world.storage.read { store throws(StorageError) in
                try store.entries(of: key).first.map { entry throws(StorageError) in
                    try WriteHistory.of(entry.id, in: store)
                }
            }
            #expect(history?.sent == nil)
        }
    }

    @Test("the server's state of a conflict is converted, too", arguments: Store.allCases)
    func conflict(store: Store) async throws {
        try await World.run(in: store) { world in
            let key = RecordKey(collection: "Thing", id: "1")
            let date = world.clock.now
            try await world.storage.write { store throws(StorageError) in
                let document = Data(#"{"id":"1","amount":"5"}"#.utf8)
                var record = StoredRecord(key: key, document: document, base: document)
                record.state = .conflicted
                try store.put(record)
                var entry = OutboxEntry(key: key, operation: .patch)
                entry.changed = ["amount": "7"]
                entry.state = .rejected
                var failure = OutboxFailure(message: "Another state.", date: date)
                failure.body = Data(#"{"id":"1","amount":"6"}"#.utf8)
                entry.failure = failure
                _ = try store.put(entry)
            }
            try await open(Self.cents(), in: world.storage)
            let write = try #require(try await world.synchronizer.rejectedWrites().first)
            try await world.synchronizer.discard(write)
            #expect(try await amounts(in: world.storage) == [600])
        }
    }

    @Test("documents that the app could not convert are converted later", arguments: Store.allCases)
    func later(store: Store) async throws {
        try await World.run(in: store) { world in
            try await world.storage.write { store throws(StorageError) in
                for (id, amount) in [("1", 5), ("2", 2_000)] {
                    let document = Data(#"{"id":"\#(id)","cost":\#(amount)}"#.utf8)
                    let key = RecordKey(collection: "Thing", id: id)
                    try store.put(StoredRecord(key: key, document: document))
                }
            }
            func version(limit: Int) -> EntitySchema {
                let cost = FormerProperty(
                    "cost",
                    from: ValueCodec<Int>(),
                    to: ValueCodec<Int>(),
                    by: { value in
                        guard value < limit else { throw TooLarge() }
                        return value * 100
                    }
                )
                return EntitySchema(
                    name: "Thing",
                    former: ["amount": [cost]],
                    properties: ["amount"]
                )
            }
            try await open(version(limit: 1_000), in: world.storage)
            #expect(try await amounts(in: world.storage) == [500, nil])
            try await open(version(limit: 10_000), in: world.storage)
            #expect(try await amounts(in: world.storage) == [500, 200_000])
        }
    }

    // The trap: the next start would continue behind documents that the earlier version has written.
    @Test("after an interrupted conversion, what an earlier version writes is converted, too")
    func interrupted() async throws {
        try await World.run { world in
            let old = EntitySchema(name: "Thing", properties: ["cost"])
            let new = EntitySchema(
                name: "Thing",
                former: ["amount": [FormerProperty("cost")]],
                properties: ["amount"]
            )
            func put(_ ids: [Int]) async throws {
                try await world.storage.write { store throws(StorageError) in
                    for id in ids {
                        let document = Data(#"{"id":"\#(id)","cost":\#(id)}"#.utf8)
                        let key = RecordKey(collection: "Thing", id: "\(id)")
                        try store.put(StoredRecord(key: key, document: document))
                    }
                }
            }
            try await open(old, in: world.storage)
            try await put(Array(2_000...2_999))
            let failing = FailingStorage(world.storage, afterWrites: 3)
            await #expect(throws: StorageError.self) {
                try await failing.prepare(new) { (members) throws(JSONError) in members }
            }
            try await open(old, in: world.storage)
            try await put([1_000])
            try await open(new, in: world.storage)
            let amounts = try await amounts(in: world.storage)
            #expect(amounts.compactMap { $0 }.count == 1_001)
        }
    }

    // The trap: documents written by the earlier version meanwhile would stay unconverted.
    @Test("documents written by an earlier version afterwards are converted")
    func backAndForth() async throws {
        try await World.run { world in
            let new = EntitySchema(
                name: "Thing",
                former: ["amount": [FormerProperty("cost")]],
                properties: ["amount"]
            )
            for number in 1...3 {
                try await open(EntitySchema(name: "Thing"), in: world.storage)
                try await world.storage.write { store throws(StorageError) in
                    let document = Data(#"{"id":"\#(number)","cost":\#(number)}"#.utf8)
                    let key = RecordKey(collection: "Thing", id: "\(number)")
                    try store.put(StoredRecord(key: key, document: document))
                }
                try await open(new, in: world.storage)
            }
            #expect(try await amounts(in: world.storage) == [1, 2, 3])
        }
    }
}
