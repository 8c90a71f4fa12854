import Foundation
import RepositoryRuntime
import RepositorySQLite
import Testing

/// Full-text search, in memory and with SQLite's index.
@Suite struct SearchTests {
    typealias Store = CRUDStorageRepositoryTests.Store

    private let folder: TemporaryFolder
    private static let schema = EntitySchema(name: "Page", searched: ["title", "body"])

    init() throws {
        folder = try TemporaryFolder()
    }

    private func document(_ id: String, _ title: String, _ body: JSON = .null) -> StoredRecord {
        StoredRecord(
            key: RecordKey(collection: "Page", id: id),
            document: Data(
                JSON.object(["id": .string(id), "title": .string(title), "body": body])
                    .description.utf8
            )
        )
    }

    private func ids(
        _ text: String,
        _ storage: any Storage,
        where filter: Condition = .always,
        limit: Int = 100
    ) async throws -> [String] {
        try await storage.read { store throws(StorageError) in
            try store.search(
                text,
                in: Self.schema.searched,
                of: "Page",
                where: filter,
                limit: limit
            ).map(\.key.id)
        }
    }

    private func put(_ storage: any Storage, _ records: StoredRecord...) async throws {
        try await storage.write { store throws(StorageError) in
            for record in records { try store.put(record) }
        }
    }

    @Test("words are found in any order, form and property", arguments: Store.allCases)
    func words(_ store: Store) async throws {
        let storage = try store.make(in: folder)
        try await storage.prepare(Self.schema)
        try await put(
            storage,
            document("1", "Émile Zola", "J'accuse…!"),
            document("2", "The Swift book", .array(["Strings", ["tag": "ＥＭＩＬＥ"]])),
            document("3", "北京大学", "e-mail: a@example.com"),
            document("4", "", .number(.init(4)))
        )
        #expect(try await ids("zola emile", storage) == ["1"])
        #expect(Set(try await ids("EMILE", storage)) == ["1", "2"])
        #expect(try await ids("acc", storage) == ["1"])
        #expect(try await ids("acc ", storage).isEmpty)
        #expect(try await ids("swift accuse", storage).isEmpty)
        #expect(try await ids("大学", storage) == ["3"])
        #expect(try await ids("\"book\" -the* (", storage) == ["2"])
        for text in ["", "…", "NEAR(book)", "book AND", "'"] {
            #expect(try await ids(text, storage).isEmpty)
        }
    }

    @Test("width, voiced kana and points do not matter", arguments: Store.allCases)
    func folded(_ store: Store) async throws {
        let storage = try store.make(in: folder)
        try await storage.prepare(Self.schema)
        try await put(
            storage,
            document("1", "ﾊﾟﾝ ｶﾞｽ"),
            document("2", "パン"),
            document("3", "שָׁלוֹם"),
            document("4", "مَرْحَبًا"),
            document("5", "किताब")
        )
        #expect(Set(try await ids("パン", storage)) == ["1", "2"])
        #expect(Set(try await ids("ﾊﾟﾝ", storage)) == ["1", "2"])
        #expect(try await ids("ガス", storage) == ["1"])
        #expect(try await ids("שלום", storage) == ["3"])
        #expect(try await ids("مرحبا", storage) == ["4"])
        #expect(try await ids("كتاب", storage).isEmpty)
        #expect(try await ids("कतब", storage).isEmpty)
        #expect(try await ids("किताब", storage) == ["5"])
    }

    @Test("the index is kept up to date", arguments: Store.allCases)
    func followed(_ store: Store) async throws {
        let storage = try store.make(in: folder)
        // Existing documents are searched, too.
        try await put(storage, document("1", "one"), document("2", "two"))
        try await storage.prepare(Self.schema)
        #expect(try await ids("one", storage) == ["1"])
        try await put(storage, document("1", "uno"), document("3", "one"))
        #expect(try await ids("one", storage) == ["3"])
        var deleted = document("3", "one")
        deleted.state = .deleted
        try await put(storage, deleted)
        #expect(try await ids("one", storage).isEmpty)
        deleted.state = .waiting
        try await put(storage, deleted)
        #expect(try await ids("one", storage) == ["3"])
        try await storage.write { store throws(StorageError) in
            try store.rekey(
                RecordKey(collection: "Page", id: "3"),
                to: RecordKey(collection: "Page", id: "9")
            )
            try store.remove(RecordKey(collection: "Page", id: "2"))
        }
        #expect(try await ids("one", storage) == ["9"])
        #expect(try await ids("two", storage).isEmpty)
        // Another set of properties, and an empty one.
        try await storage.prepare(EntitySchema(name: "Page", searched: ["body"]))
        try await storage.prepare(EntitySchema(name: "Page"))
        try await storage.prepare(Self.schema)
        #expect(try await ids("one", storage) == ["9"])
    }

    @Test("the best matches come first, and condition and limit apply", arguments: Store.allCases)
    func ranked(_ store: Store) async throws {
        let storage = try store.make(in: folder)
        try await storage.prepare(Self.schema)
        try await put(
            storage,
            document("1", "a long text in which swift stands once among many other words"),
            document("2", "swift swift"),
            document("3", "swift", "code"),
            document("4", "nothing"),
            document("5", "of it"),
            document("6", "here"),
            document("7", "at all")
        )
        #expect(try await ids("swift", storage) == ["2", "3", "1"])
        #expect(try await ids("swift", storage, limit: 2) == ["2", "3"])
        #expect(
            try await ids("swift", storage, where: Field<String>("body") == "code") == ["3"]
        )
        #expect(
            try await ids("swift", storage, where: Field<String>("id") != "2", limit: 1) == ["3"]
        )
    }

    @Test("SQLite finds the same as memory, in the same order")
    func same() async throws {
        var random = SeededRandom(seed: 5)
        let words = [
            "swift", "swiftly", "Émile", "emil", "a", "b", "北京", "x1", "über", "U\u{308}ber", "กิ",
            "ก",
            "कि", "क", "한", "하", "\u{1112}\u{1161}", "\u{0D4E}abc", "\u{0D4E}\"", "ﬁn", "İ", "ß",
            "SS",
        ]
        let indexed = try Store.sqlite.make(in: folder)
        let memory = Store.memory
        let plain = try memory.make(in: folder)
        try await indexed.prepare(Self.schema)
        for round in 0..<40 {
            for _ in 0..<15 {
                let text = { (random: inout SeededRandom) in
                    (0..<Int.random(in: 0...6, using: &random))
                        .map { _ in words.randomElement(using: &random) ?? "" }
                        .joined(separator: " ")
                }
                var record = document(
                    "\(Int.random(in: 0..<40, using: &random))",
                    text(&random),
                    .string(text(&random))
                )
                if Int.random(in: 0..<8, using: &random) == 0 { record.state = .deleted }
                try await put(indexed, record)
                try await put(plain, record)
            }
            for _ in 0..<15 {
                let query = (0..<Int.random(in: 1...3, using: &random))
                    .map { _ in words.randomElement(using: &random) ?? "" }
                    .joined(separator: " ")
                let limit = Int.random(in: 1...40, using: &random)
                let found = try await ids(query, indexed, limit: limit)
                #expect(try await ids(query, plain, limit: limit) == found, "\(round): \(query)")
            }
        }
    }
}
