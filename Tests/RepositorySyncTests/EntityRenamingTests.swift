import Foundation
import RepositoryTesting
import SyncSample
import Testing

@testable import RepositoryLocal

/// A renamed entity type keeps its stored data.
@Suite struct EntityRenamingTests {
    private static let indexed = [
        IndexedProperty("rank", .integer), IndexedProperty("tags", .elements(.text)),
    ]
    private static let old = EntitySchema(
        name: "Letter",
        indexed: indexed,
        references: ["answers": "Letter"],
        searched: ["text"]
    )
    private static let new = EntitySchema(
        name: "Message",
        indexed: indexed,
        references: ["answers": "Message"],
        former: ["text": [FormerProperty("body")]],
        properties: ["rank", "tags", "text", "answers"],
        searched: ["text"],
        formerNames: ["Note", "Letter"]
    )
    private static let comment = EntitySchema(name: "Comment", references: ["letter": "Letter"])

    private func open(_ schema: EntitySchema, in storage: any Storage) async throws {
        try await storage.prepare(schema) { (members) throws(JSONError) in members }
    }

    private static func document(_ id: String, _ rank: Int) -> Data {
        Data(
            #"{"id":"\#(id)","rank":\#(rank),"tags":["t\#(rank)"],"text":"word\#(rank) all"}"#.utf8
        )
    }

    private static func key(_ id: String, _ collection: String = "Letter") -> RecordKey {
        RecordKey(collection: collection, id: id)
    }

    /// Writes as an earlier version of the app does, including all metadata.
    private func fill(_ storage: any Storage, at date: Date) async throws {
        try await open(Self.old, in: storage)
        try await open(Self.comment, in: storage)
        try await storage.write { store throws(StorageError) in
            for number in (1...3).reversed() {
                let (key, document) = (Self.key("\(number)"), Self.document("\(number)", number))
                var record = StoredRecord(key: key, document: document, base: document)
                record.entityTag = "tag\(number)"
                try store.put(record)
            }
            var entry = OutboxEntry(key: Self.key("2"), operation: .patch)
            entry.changed = ["body": "changed"]
            entry = try store.put(entry)
            try store.noteSent(entry.id, at: date)
            // A new one, which a comment and a letter refer to.
            let new = StoredRecord(
                key: Self.key("-1"),
                document: Self.document("-1", 9),
                state: .waiting
            )
            try store.put(new)
            try store.put(OutboxEntry(key: new.key, operation: .create))
            let referrers = Referrers(in: store)
            let comment = RecordKey(collection: "Comment", id: "7")
            try referrers.note(comment, in: ["letter": "-1"], Self.comment)
            try referrers.note(Self.key("3"), in: ["answers": "-1"], Self.old)
            try IdentityAliases.note("5", inPlaceOf: Self.key("-5/x"), in: store)
            try store.removeDeparted(Self.key("gone"), Self.old, at: date)
            try OpenCreations.begin(entry.id, of: "Letter", at: date, in: store)
            for _ in 0..<4 { _ = try store.nextNumber(of: "Letter") }
            try store.set(Data(#"{"cursor":"c"}"#.utf8), forKey: "changes/Letter")
            // Another collection whose name has the same prefix.
            try store.set(Data("1".utf8), forKey: "changes/LetterBox")
            try store.set(Data("1".utf8), forKey: "identity/LetterBox/1")
        }
    }

    private func check(_ storage: any Storage, at date: Date) async throws {
        try await storage.write { store throws(StorageError) in
            let records = try store.records(in: "Message", matching: .all)
            #expect(records.map(\.key.id) == ["3", "2", "1", "-1"])
            #expect(records.map(\.entityTag) == ["tag3", "tag2", "tag1", nil])
            #expect(records[0].document == Self.document("3", 3) && records[0].base != nil)
            let entries = try store.entries()
            #expect(entries.map(\.key) == [Self.key("2", "Message"), Self.key("-1", "Message")])
            #expect(entries[0].changed == ["text": "changed"])
            #expect(try WriteHistory.of(entries[0].id, in: store).sent == date)
            #expect(try store.collections() == ["Comment", "Message"])

            let (rank, tags) = (Field<Int>("rank"), Field<[String]>("tags"))
            let second = Criteria(filter: rank == 2)
            #expect(try store.records(in: "Message", matching: second).map(\.key.id) == ["2"])
            let tagged = Criteria(filter: tags.contains("t3"))
            #expect(try store.records(in: "Message", matching: tagged).map(\.key.id) == ["3"])
            func found(_ text: String) throws(StorageError) -> [String] {
                try store.search(text, in: ["text"], of: "Message", where: .all([]), limit: 9)
                    .map(\.key.id)
            }
            #expect(try found("word1") == ["1"])
            try store.put(
                StoredRecord(key: Self.key("1", "Message"), document: Self.document("1", 8))
            )
            #expect(try found("word1") == [])
            #expect(try found("word8") == ["1"])

            let aliases = IdentityAliases(in: store)
            #expect(try aliases.current(Self.key("-5/x", "Message")) == Self.key("5", "Message"))
            let departures = Departures(of: "Message", in: store)
            let before = date.addingTimeInterval(-1)
            #expect(try departures.areThere(since: before))
            if case .gone = try departures.standing(of: "gone", listedAt: before) {
            } else {
                Issue.record("it is not known that it has left")
            }
            #expect(try OpenCreations(of: "Message", in: store).areThere(at: date))
            #expect(try store.nextNumber(of: "Message") == 5)
            #expect(
                try store.value(forKey: "changes/Message") == Data(#"{"cursor":"c"}"#.utf8)
            )
            let referrers = Referrers(in: store)
            let sources = [RecordKey(collection: "Comment", id: "7"), Self.key("3", "Message")]
            #expect(try referrers.take(Self.key("-1", "Message")) == sources)

            let names = try store.keys(withPrefix: "")
            #expect(names.contains("changes/LetterBox") && names.contains("identity/LetterBox/1"))
            // An older process under the former name does not reuse a number.
            let left = names.filter { $0.contains("Letter") && !$0.contains("LetterBox") }
            #expect(left == ["repogen.identity.Letter"])
            #expect(names.filter { $0.hasPrefix("refer") } == [])
        }
    }

    @Test("all stored data is renamed, and other names are kept", arguments: Store.allCases)
    func whole(store: Store) async throws {
        try await StoreFile.run(in: store) { file in
            let date = Date(timeIntervalSinceReferenceDate: 1_000_000)
            try await fill(file.storage, at: date)
            let storage: any Storage = store == .memory ? file.storage : try file.reopened()
            try await open(Self.new, in: storage)
            let report = try await storage.openingReport()
            let message = try #require(report["Message"])
            #expect(message.formerNames == ["Letter"] && !message.isCreated)
            #expect(message.madeIndexes.isEmpty && message.convertedWrites == 1)
            try await check(storage, at: date)
            // A process that has the file open knows the name immediately.
            let other: any Storage = store == .memory ? storage : file.storage
            let ids = try await other.read { store throws(StorageError) in
                try store.records(in: "Message", after: nil, limit: 9).map(\.key.id)
            }
            #expect(ids.sorted() == ["-1", "1", "2", "3"])
        }
    }

    @Test("the next process continues after a crash at any point", arguments: Store.allCases)
    func ends(store: Store) async throws {
        for count in 0..<6 {
            try await StoreFile.run(in: store) { file in
                let date = Date(timeIntervalSinceReferenceDate: 1_000_000)
                try await fill(file.storage, at: date)
                let failing = FailingStorage(file.storage, afterWrites: count)
                _ = try? await open(Self.new, in: failing)
                try await open(Self.new, in: file.storage)
                try await check(file.storage, at: date)
            }
        }
    }

    /// Writes records under the old name and under the new one; `half` is under both.
    private func fillBoth(_ storage: any Storage) async throws {
        try await open(Self.old, in: storage)
        var schema = Self.new
        schema.formerNames = []
        try await open(schema, in: storage)
        try await storage.write { store throws(StorageError) in
            for number in 0..<450 {
                let document = Data(#"{"id":"\#(number)","body":"old"}"#.utf8)
                try store.put(StoredRecord(key: Self.key("\(number)"), document: document))
            }
            for id in ["both", "oldPending", "bothPending"] {
                let document = Data(#"{"id":"\#(id)","body":"old"}"#.utf8)
                try store.put(StoredRecord(key: Self.key(id), document: document))
                let newer = Data(#"{"id":"\#(id)","text":"new"}"#.utf8)
                try store.put(StoredRecord(key: Self.key(id, "Message"), document: newer))
            }
            for id in ["oldPending", "bothPending"] {
                var entry = OutboxEntry(key: Self.key(id), operation: .patch)
                entry.changed = ["body": "old"]
                try store.put(entry)
            }
            var entry = OutboxEntry(key: Self.key("bothPending", "Message"), operation: .patch)
            entry.changed = ["text": "new"]
            try store.put(entry)
        }
    }

    @Test(
        "merging two types loses nothing, even after a crash",
        arguments: Store.allCases
    )
    func merged(store: Store) async throws {
        for count in [0, 1, 2, 3, .max] {
            try await StoreFile.run(in: store) { file in
                try await fillBoth(file.storage)
                let failing = FailingStorage(file.storage, afterWrites: count)
                _ = try? await open(Self.new, in: failing)
                try await open(Self.new, in: file.storage)
                let (records, entries, names) = try await file.storage.read {
                    store throws(StorageError) in
                    (
                        try store.records(in: "Message", after: nil, limit: .max),
                        try store.entries(), try store.collections()
                    )
                }
                #expect(records.count == 453 && names == ["Message"])
                var texts: [String: JSON] = [:]
                for record in records {
                    texts[record.key.id] = try DocumentMembers.read(record.document)["text"]
                }
                #expect(texts["7"] == "old" && texts["both"] == "new")
                #expect(texts["oldPending"] == "old" && texts["bothPending"] == "new")
                #expect(
                    entries.map(\.key)
                        == ["oldPending", "bothPending", "bothPending"].map {
                            Self.key($0, "Message")
                        }
                )
                #expect(
                    entries.map(\.changed) == [["text": "old"], ["text": "old"], ["text": "new"]]
                )
                let waiting = records.filter { $0.state == .waiting }.map(\.key.id)
                #expect(waiting.contains("oldPending"))
            }
        }
    }

    // The trap: a value would be converted under both names.
    @Test("with records under both names, each is converted once", arguments: Store.allCases)
    func convertedOnce(store: Store) async throws {
        try await StoreFile.run(in: store) { file in
            let old = EntitySchema(name: "Letter")
            var new = EntitySchema(name: "Message", properties: ["delay"], formerNames: ["Letter"])
            new.former["delay"] = [
                FormerProperty("delay", from: ValueCodec<String>(), to: ValueCodec<Int>()) {
                    (Int($0) ?? 0) * 1_000
                }
            ]
            for (schema, ids) in [(old, ["7"]), (new, []), (old, ["7", "8"]), (new, [])] {
                try await open(schema, in: file.storage)
                try await file.storage.write { store throws(StorageError) in
                    for id in ids {
                        let document = Data(#"{"id":"\#(id)","delay":"5"}"#.utf8)
                        try store.put(StoredRecord(key: Self.key(id), document: document))
                    }
                }
            }
            let delays = try await file.storage.read { store throws(StorageError) in
                try store.records(in: "Message", after: nil, limit: .max)
                    .map { record throws(StorageError) in
                        try DocumentMembers.read(record.document)["delay"]
                    }
            }
            #expect(delays == [5_000, 5_000])
        }
    }

    // The trap: the metadata of the empty collection, from a version without `was`, would hide that
    // nothing is converted.
    @Test("an empty collection passes on neither shape nor cursor", arguments: Store.allCases)
    func emptyBefore(store: Store) async throws {
        try await StoreFile.run(in: store) { file in
            var schema = Self.new
            schema.formerNames = []
            try await open(schema, in: file.storage)
            try await open(Self.old, in: file.storage)
            try await file.storage.write { store throws(StorageError) in
                try store.set(Data(#"{"cursor":"c"}"#.utf8), forKey: "changes/Message")
                let document = Data(#"{"id":"1","body":"a"}"#.utf8)
                try store.put(StoredRecord(key: Self.key("1"), document: document))
            }
            try await open(Self.new, in: file.storage)
            let (record, cursor) = try await file.storage.read { store throws(StorageError) in
                (
                    try store.record(Self.key("1", "Message")),
                    try store.value(forKey: "changes/Message")
                )
            }
            let document = try #require(record?.document)
            #expect(try DocumentMembers.read(document)["text"] == "a")
            #expect(cursor == nil)
        }
    }

    @Test("a store that cannot rename throws, and is unchanged")
    func unsupported() async throws {
        let storage = CountingStorage(MemoryStorage())
        try await open(Self.old, in: storage)
        try await storage.write { store throws(StorageError) in
            try store.put(StoredRecord(key: Self.key("1"), document: Data("{}".utf8)))
        }
        let error = await #expect(throws: StorageError.self) {
            try await open(Self.new, in: storage)
        }
        #expect(error?.code == .unsupported)
        let record = try await storage.read { store throws(StorageError) in
            try store.record(Self.key("1"))
        }
        #expect(record != nil)
    }

    @Test("an export under the old name is imported under the new one")
    func exported() async throws {
        try await World.run { world in
            let id = try await world.known()
            try await world.update(Message(id: id, text: "mine", likes: 1))
            let data = try await world.synchronizer.exportPendingWrites()
            let writes = try PendingWrites(data)
            let letter = EntitySchema(name: "Letter", formerNames: ["Message"])
            let renamed = writes.renamed(by: [letter, EntitySchema(name: "Conversation")])
            #expect(renamed.writes.map(\.entry.key) == [Self.key(id)])
            #expect(renamed.records.map(\.key) == [Self.key(id)])
            #expect(writes.renamed(by: []) == writes)
        }
    }
}
