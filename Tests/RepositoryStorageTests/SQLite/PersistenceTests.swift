import Foundation
import GRDB
import RepositoryRuntime
import RepositorySQLite
import Testing

/// The contents of a file across launches.
@Suite struct PersistenceTests {
    private static let schema = EntitySchema(
        name: "Note",
        indexed: [
            IndexedProperty("text", .text),
            IndexedProperty("sent", .date(DateCodec(.rfc1123, .iso8601, .unixMilliseconds))),
        ]
    )

    @Test("records, entries, values and indexes persist")
    func reopened() async throws {
        let folder = try TemporaryFolder()
        let key = RecordKey(note: "1")
        let record = StoredRecord(
            key: key,
            document: Data(#"{"text":"a","sent":0}"#.utf8),
            base: Data("{}".utf8),
            entityTag: "\"1\"",
            state: .waiting,
            confirmedAt: Date()
        )
        let first = try folder.store()
        try await first.prepare(Self.schema)
        let entry = try await first.write { store throws(StorageError) in
            try store.put(record)
            try store.set(Data([1]), forKey: "a")
            let removed = try store.put(OutboxEntry(key: key, operation: .create))
            try store.remove(entry: removed.id)
            return removed
        }
        try first.close()

        let second = try folder.store()
        let (found, value) = try await second.read { store throws(StorageError) in
            (try store.record(key), try store.value(forKey: "a"))
        }
        #expect(found == record)
        #expect(value == Data([1]))
        let next = try await second.write { store throws(StorageError) in
            try store.put(OutboxEntry(key: key, operation: .update))
        }
        #expect(next.sequence > entry.sequence)
        // A record written before the schema is prepared again is indexed, too.
        try await second.put("2", #"{"text":"b","sent":"Thu, 01 Jan 1970 00:00:01 GMT"}"#)
        let sent = Field<Date>("sent", using: DateCodec(.rfc1123, .iso8601, .unixMilliseconds))
        let late = Criteria(filter: sent > Date(timeIntervalSince1970: 0))
        #expect(try await second.ids(late) == ["2"])
        #expect(try await second.ids(Criteria(filter: Field<String>("text") >= "a")) == ["1", "2"])
        try second.close()
    }

    @Test("the index of a date in six formats persists")
    func formats() async throws {
        let folder = try TemporaryFolder()
        let codec = DateCodec(
            .iso8601,
            .iso8601WithoutZone,
            .dateOnly,
            .rfc1123,
            .unixMilliseconds,
            .unixSeconds
        )
        let schema = EntitySchema(name: "Note", indexed: [IndexedProperty("sent", .date(codec))])
        for isUnchanged in [false, true] {
            let store = try folder.store()
            try await store.prepare(schema)
            #expect(try await store.openingReport()["Note"]?.isUnchanged == isUnchanged)
            try store.close()
        }
    }

    @Test("a query on an indexed property searches its index, also for order and range")
    func plans() async throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        try await store.prepare(Self.schema)
        for number in 0..<10 { try await store.put("\(number)", "{\"text\":\"\(number)\"}") }
        let text = Field<String>("text")
        // Damage in a document that a query need not read does not affect it.
        try await DatabaseQueue(path: folder.file.path).write { database in
            try database.execute(
                sql: "UPDATE records_1 SET document = 'damaged' WHERE id < '8'"
            )
        }
        for criteria in [
            Criteria(filter: text == "8"), Criteria(filter: text > "7"),
            Criteria(filter: text.hasPrefix("8")), Criteria(filter: text.isOneOf(["8", "9"])),
            Criteria(filter: text.contains("8"), order: [text.descending], limit: 1),
            Criteria(filter: .always, order: [text.descending], limit: 2),
        ] {
            #expect(try await !store.ids(criteria).isEmpty)
        }
        let whole = try await storageErrorCode { _ = try await store.ids(["other": 1]) }
        #expect(whole == .corrupted)
    }

    @Test("text indexes are rebuilt when Swift's Unicode version changes")
    func textOrder() async throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        try await store.prepare(Self.schema)
        for text in ["é", "e\u{301}", "z", "f"] {
            try await store.put(text, "{\"text\":\"\(text)\"}")
        }
        try store.close()
        // As if another version had sorted it by bytes.
        try await DatabaseQueue(path: folder.file.path).write { database in
            database.add(
                collation: DatabaseCollation("repogen_text") { first, second in
                    first.utf8.elementsEqual(second.utf8)
                        ? .orderedSame
                        : first.utf8.lexicographicallyPrecedes(second.utf8)
                            ? .orderedAscending : .orderedDescending
                }
            )
            try database.execute(sql: "REINDEX; UPDATE repogen_text_order SET version = 0")
        }
        let again = try folder.store()
        let text = Field<String>("text")
        let found = try await again.ids(Criteria(filter: text == "é"))
        #expect(found.count == 2)
        let sorted = try await again.ids(Criteria(filter: .always, order: [text.ascending]))
        #expect(sorted.map { $0.precomposedStringWithCanonicalMapping } == ["f", "z", "é", "é"])
    }

    @Test("an index of a kind that only a newer version knows is kept, and evaluated in memory")
    func newerKind() async throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        try await store.prepare(Self.schema)
        try store.close()
        try await DatabaseQueue(path: folder.file.path).write { database in
            try database.execute(
                sql: "UPDATE repogen_columns SET kind = 'colour' WHERE key = 'text'"
            )
        }
        let again = try folder.store()
        try await again.put("1", #"{"text":"a"}"#)
        try await again.put("2", "{}")
        let text = Field<String>("text")
        #expect(try await again.ids(Criteria(filter: text == "a")) == ["1"])
        #expect(try await again.ids(Criteria(filter: text.isNil)) == ["2"])
        let order = Criteria(filter: .always, order: [text.descending])
        #expect(try await again.ids(order) == ["1", "2"])
        try await again.prepare(Self.schema)
        #expect(try await again.ids(order) == ["1", "2"])
    }

    @Test(
        "an index that another version has created is replaced, or removed with its collection",
        arguments: [("words 2", "words 1"), ("elements text", "elements colour")]
    )
    func otherVersion(kind: String, other: String) async throws {
        let schema = EntitySchema(
            name: "Page",
            indexed: [IndexedProperty("tags", .elements(.text))],
            searched: ["text"]
        )
        let folder = try TemporaryFolder()
        for isRenamed in [false, true] {
            let store = try folder.store()
            try await store.prepare(schema)
            let key = RecordKey(collection: "Page", id: "1")
            let document = Data(#"{"text":"red","tags":["a"]}"#.utf8)
            try await store.write { store throws(StorageError) in
                if isRenamed {
                    try store.remove(key)
                } else {
                    try store.put(StoredRecord(key: key, document: document))
                }
            }
            try store.close()
            try await DatabaseQueue(path: folder.file.path).write { database in
                try database.execute(
                    sql: "UPDATE repogen_columns SET kind = ? WHERE kind = ?",
                    arguments: [other, kind]
                )
            }
            let again = try folder.store()
            if isRenamed {
                try await again.prepare(EntitySchema(name: "Sheet"))
                try await again.write { store throws(StorageError) in
                    try store.rename("Sheet", to: "Page")
                }
            }
            try await again.prepare(schema)
            let tags = Field<[String]>("tags")
            let found = try await again.read { store throws(StorageError) in
                try store.records(in: "Page", matching: Criteria(filter: tags.contains("a")))
            }
            #expect(found.map(\.key) == (isRenamed ? [] : [key]))
            try again.close()
        }
    }

    @Test("a closed store throws, and ends its changes")
    func closed() async throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        var changes = store.changes().makeAsyncIterator()
        try store.close()
        #expect(await changes.next() == nil)
        #expect(try await storageErrorCode { try await store.put("1") } == .closed)
        #expect(try await storageErrorCode { _ = try await store.ids() } == .closed)
        #expect(try await storageErrorCode { try await store.prepare(Self.schema) } == .closed)
        var later = store.changes().makeAsyncIterator()
        #expect(await later.next() == nil)
        try store.close()
    }

    @Test("a cancelled task writes nothing, and the store continues")
    func cancelled() async throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try await store.put("1")
        }
        task.cancel()
        let code = try await storageErrorCode { try await task.value }
        #expect(code == .cancelled)
        try await store.put("2")
        #expect(try await store.ids() == ["2"])
    }
}
