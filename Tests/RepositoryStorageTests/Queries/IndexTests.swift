import Foundation
import RepositoryRuntime
import RepositorySQLite
import Testing

/// Indexes and unique properties declared in a schema.
@Suite struct IndexTests {
    typealias Store = CRUDStorageRepositoryTests.Store

    private let folder: TemporaryFolder
    private static let schema = EntitySchema(
        name: "Seat",
        indexed: [
            IndexedProperty("row", .integer), IndexedProperty("number", .integer),
            IndexedProperty("code", .text), IndexedProperty("soldAt", .date(DateCodec(.iso8601))),
            IndexedProperty("cleanedAt", .elements(.date(DateCodec(.iso8601)))),
        ],
        compoundIndexes: [["row", "number"]]
    )

    init() throws {
        folder = try TemporaryFolder()
    }

    private func put(_ count: Int, _ storage: any Storage) async throws {
        let records = (0..<count).map { number in
            StoredRecord(
                key: RecordKey(collection: "Seat", id: "\(number)"),
                document: Data(
                    #"{"id":"\#(number)","row":\#(number / 10),"number":\#(number % 10),"code":"c\#(number)"}"#
                        .utf8
                )
            )
        }
        try await storage.write { store throws(StorageError) in
            for record in records { try store.put(record) }
        }
    }

    @Test("a date is compared in the precision in which it is stored", arguments: Store.allCases)
    func dates(_ store: Store) async throws {
        let storage = try store.make(in: folder)
        try await storage.prepare(Self.schema)
        // With a fraction of a microsecond.
        let date = Date(timeIntervalSince1970: 1_700_000_000.123_456_7)
        let codec = DateCodec(.iso8601)
        let json = try JSON(any: [
            "soldAt": codec.dictionaryValue(of: date),
            "cleanedAt": codec.array.dictionaryValue(of: [date]),
        ])
        try await storage.write { store throws(StorageError) in
            let key = RecordKey(collection: "Seat", id: "1")
            try store.put(StoredRecord(key: key, document: Data(json.description.utf8)))
        }
        let soldAt = Field<Date>("soldAt", using: codec)
        let cleanedAt = Field<[Date]>("cleanedAt", using: codec.array)
        let matching = [
            soldAt == date, soldAt <= date, soldAt >= date, soldAt.isOneOf([date]),
            !(soldAt < date), !(soldAt > date), cleanedAt.contains(date),
        ]
        var criteria = matching.map { Criteria(filter: $0) }
        criteria.append(try Criteria(["soldAt": date]))
        for criteria in criteria {
            let found = try await storage.read { store throws(StorageError) in
                try store.records(in: "Seat", matching: criteria)
            }
            #expect(found.count == 1, "\(criteria)")
        }
    }

    private func explain(_ criteria: Criteria, _ storage: any Storage) async throws
        -> QueryExplanation
    {
        try await storage.read { store throws(StorageError) in
            try store.explain(criteria, in: "Seat")
        }
    }

    @Test("an explanation lists the indexes that a query searches")
    func explained() async throws {
        let storage = try folder.store()
        try await storage.prepare(Self.schema)
        try await put(500, storage)
        let (row, number) = (Field<Int>("row"), Field<Int>("number"))
        let code = Field<String>("code")

        let compound = try await explain(
            Criteria(filter: row == 3 && number > 4, order: [number.ascending]),
            storage
        )
        #expect(compound.searched == ["row", "number"])
        #expect(!compound.scansAllRecords && !compound.filtersDocuments && !compound.sortsResult)

        let scan = try await explain(Criteria(filter: Field<Int>("price") > 3), storage)
        #expect(scan.scansAllRecords && scan.filtersDocuments && scan.searched.isEmpty)
        #expect(scan.description.contains("Warning: scans all records"))

        let partly = try await explain(
            Criteria(
                filter: code.hasPrefix("c1") && Field<Int>("price") > 3,
                order: [Field<Int>("price").descending]
            ),
            storage
        )
        #expect(partly.searched == ["code"])
        #expect(partly.filtersDocuments && partly.sortsResult && !partly.scansAllRecords)

        let identity = try await explain(Criteria(filter: Field<String>("id") == "7"), storage)
        #expect(identity.searched == ["id"])

        let first = try await explain(Criteria(filter: .always, limit: 10), storage)
        #expect(!first.scansAllRecords)

        let memory = MemoryStorage()
        try await put(5, memory)
        let inMemory = try await explain(Criteria(filter: code == "c1"), memory)
        #expect(inMemory.scansAllRecords && inMemory.filtersDocuments)
    }

    @Test("a page after an entity uses an index in both directions")
    func pages() async throws {
        let storage = try folder.store()
        try await storage.prepare(Self.schema)
        try await put(500, storage)
        let row = Field<Int>("row")
        for order in [row.ascending, row.descending] {
            let page = Criteria(filter: .always, order: [order], limit: 10)
                .page(behind: (["row": 25], "251"))
            let explanation = try await explain(page, storage)
            #expect(explanation.searched.first == "row")
            #expect(!explanation.scansAllRecords && !explanation.filtersDocuments)
        }
    }

    @Test("indexes are created and dropped with the schema")
    func changed() async throws {
        let storage = try folder.store()
        try await storage.prepare(Self.schema)
        try await put(100, storage)
        let (row, number) = (Field<Int>("row"), Field<Int>("number"))
        let criteria = Criteria(filter: row == 3 && number == 4)
        var schema = Self.schema
        for (indexes, indexed) in [
            ([["number", "row"]], Self.schema.indexed),
            ([["row", "number"], ["code", "row"]], Self.schema.indexed),
            ([["row", "number"]], Array(Self.schema.indexed.prefix(2))),
            ([], Array(Self.schema.indexed.prefix(1))),
            ([["row", "number"]], Self.schema.indexed),
        ] {
            schema.compoundIndexes = indexes
            schema.indexed = indexed
            try await storage.prepare(schema)
            let ids = try await storage.read { store throws(StorageError) in
                try store.records(in: "Seat", matching: criteria).map(\.key.id)
            }
            #expect(ids == ["34"])
        }
        #expect(try await explain(criteria, storage).searched == ["row", "number"])
    }

    @Test(
        "an entity may have any name",
        arguments: ["State", "state", "Sqlite_x", "records_1", "é'\""]
    )
    func names(_ name: String) async throws {
        let storage = try folder.store()
        var schema = Self.schema
        schema.name = name
        schema.searched = ["code"]
        schema.indexed.append(IndexedProperty("tags", .elements(.text)))
        try await storage.prepare(schema)
        try await storage.write { store throws(StorageError) in
            let key = RecordKey(collection: name, id: "1")
            try store.put(
                StoredRecord(key: key, document: Data(#"{"code":"x","tags":["a"]}"#.utf8))
            )
        }
        let found = try await storage.read { store throws(StorageError) in
            let filter = Field<[String]>("tags").contains("a")
            return try store.search("x", in: ["code"], of: name, where: filter, limit: 5)
                + store.records(in: name, matching: Criteria(filter: filter))
        }
        #expect(found.map(\.key.id) == ["1", "1"])
    }

    @Test(
        "pages continue after a record whose property has another type",
        arguments: Store.allCases
    )
    func misfits(_ store: Store) async throws {
        let storage = try store.make(in: folder)
        try await storage.prepare(Self.schema)
        let rows = ["1", "\"x\"", "2", "300", "\"y\"", "3"]
        try await storage.write { store throws(StorageError) in
            for (number, row) in rows.enumerated() {
                let key = RecordKey(collection: "Seat", id: "\(number)")
                try store.put(StoredRecord(key: key, document: Data(#"{"row":\#(row)}"#.utf8)))
            }
        }
        let row = Field<Int8>("row")
        for (order, expected) in [
            (row.ascending, ["1", "3", "4", "0", "2", "5"]),
            (row.descending, ["5", "2", "0", "1", "3", "4"]),
        ] {
            var found: [StoredRecord] = []
            while found.count < 20 {
                let last = try found.last.map { (try $0.members(["row"]), $0.key.id) }
                let page = Criteria(filter: .always, order: [order], limit: 2).page(behind: last)
                let records = try await storage.read { store throws(StorageError) in
                    try store.records(in: "Seat", matching: page)
                }
                found += records
                guard records.count == 2 else { break }
            }
            #expect(found.map(\.key.id) == expected)
        }
    }

    // MARK: - Unique

    private struct UniqueNotes: CRUDStorageRepository {
        typealias Entity = UniqueItem
        let storage: any Storage
    }

    @Test(
        "a second entity with the same unique value is rejected, and nothing is written",
        arguments: Store.allCases
    )
    func unique(_ store: Store) async throws {
        let notes = UniqueNotes(storage: try store.make(in: folder))
        try await notes.prepare()
        try await notes.create(UniqueItem.Draft(id: "1", name: "a", rank: 1))
        try await notes.create(UniqueItem.Draft(id: "2", name: "b", rank: nil))
        try await notes.create(UniqueItem.Draft(id: "3", name: "c", rank: nil))
        func isRefused(_ body: () async throws -> Void) async -> Bool {
            let error = await #expect(throws: RepositoryError.self) { try await body() }
            return error?.code == .conflict && error?.message.contains("'name'") == true
        }
        #expect(await isRefused { try await notes.create(.init(id: "4", name: "a", rank: nil)) })
        #expect(await isRefused { try await notes.patch(id: "2", with: .init(name: .set("a"))) })
        let first = try await notes.find(id: "1")
        #expect(await isRefused { try await notes.storeOrUpdate(first.named("b")) })
        #expect(await isRefused { try await notes.update(first.named("c")) })
        #expect(
            await isRefused {
                try await notes.create([
                    .init(id: "6", name: "d", rank: nil), .init(id: "7", name: "d", rank: nil),
                ])
            }
        )
        #expect(try await notes.find().map(\.name) == ["a", "b", "c"])
        // An entity does not conflict with its own value.
        try await notes.update(first)
        try await notes.delete(id: "1")
        try await notes.create(UniqueItem.Draft(id: "8", name: "a", rank: 1))
    }

    @Test(
        "duplicates from the server can be changed in other properties",
        arguments: Store.allCases
    )
    func doubles(_ store: Store) async throws {
        let notes = UniqueNotes(storage: try store.make(in: folder))
        try await notes.prepare()
        try await notes.storage.write { store throws(StorageError) in
            for id in ["1", "2"] {
                let key = RecordKey(collection: "Item", id: id)
                let document = #"{"id":"\#(id)","name":"a"}"#
                try store.put(StoredRecord(key: key, document: Data(document.utf8)))
            }
        }
        try await notes.patch(id: "1", with: .init(rank: .set(3)))
        try await notes.patch(id: "2", with: .init(name: .set("b")))
        await #expect(throws: RepositoryError.self) {
            try await notes.patch(id: "2", with: .init(name: .set("a")))
        }
    }

    @Test("two entities swap their values in one batch", arguments: Store.allCases)
    func exchanged(_ store: Store) async throws {
        let notes = UniqueNotes(storage: try store.make(in: folder))
        let items = try await notes.create([
            .init(id: "1", name: "a", rank: nil), .init(id: "2", name: "b", rank: nil),
        ])
        try await notes.update([items[0].named("b"), items[1].named("a")])
        #expect(try await notes.find().map(\.name) == ["b", "a"])
        let error = await #expect(throws: RepositoryError.self) {
            try await notes.update([items[0], items[1].named("a")])
        }
        #expect(error?.index == 0)
    }
}
