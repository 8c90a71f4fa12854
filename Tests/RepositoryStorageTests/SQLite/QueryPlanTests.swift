import Foundation
import GRDB
import RepositoryRuntime
import Testing

@testable import RepositorySQLite

/// The indexes that SQLite searches for queries.
@Suite struct QueryPlanTests {
    private static let schema = EntitySchema(
        name: "Thing",
        identityKey: "_id",
        indexed: [
            IndexedProperty("link", .url), IndexedProperty("ratio", .float),
            IndexedProperty("price", .quoted(.real)), IndexedProperty("stock", .quoted(.integer)),
            IndexedProperty("code", .text),
        ]
    )

    /// Returns SQLite's query plan, and whether it evaluates everything.
    private func plan(
        _ criteria: Criteria,
        _ url: URL,
        selecting selection: String = StoredTable.selection
    ) throws -> (text: String, isExact: Bool) {
        var configuration = Configuration()
        configuration.prepareDatabase { TextCollation.register(on: $0.sqliteConnection) }
        let queue = try DatabaseQueue(path: url.path, configuration: configuration)
        return try queue.read { database in
            let table = try #require(try Catalog.current(of: database, known: nil)["Thing"])
            let compiled = try CompiledCriteria(criteria, for: table) { _, content in
                if case .nulls = content { true } else { false }
            }
            let sql = table.query(
                selection,
                where: compiled.condition.sql,
                " ORDER BY \(compiled.order ?? "number")"
            )
            let values = compiled.condition.operands.map {
                operand -> (any DatabaseValueConvertible)? in
                switch operand {
                case .integer(let value): value
                case .real(let value): value
                case .text(let value): value
                }
            }
            let rows = try Row.fetchAll(
                database,
                sql: "EXPLAIN QUERY PLAN \(sql)",
                arguments: StatementArguments(values)
            )
            let text = rows.map { "\($0["detail"] ?? "")" }.joined(separator: "; ")
            return (text, compiled.condition.isExact)
        }
    }

    private func withThings(
        _ body: (SQLiteStorage, URL) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let url = folder.file
        let storage = try folder.store()
        try await storage.prepare(Self.schema)
        let records = (0..<200).map { number in
            StoredRecord(
                key: RecordKey(collection: "Thing", id: "\(number)"),
                document: Data(
                    """
                    {"_id":"\(number)","link":"https://example.com/\(number)","ratio":\(number).5,\
                    "price":"\(number).50","stock":"\(number)","code":"AB-\(number)"}
                    """.utf8
                )
            )
        }
        try await storage.write { store throws(StorageError) in
            for record in records { try store.put(record) }
        }
        try await body(storage, url)
        try storage.close()
        withExtendedLifetime(folder) {}
    }

    private func ids(
        _ filter: Condition,
        _ storage: SQLiteStorage
    ) async throws -> [String] {
        try await storage.read { store throws(StorageError) in
            try store.records(in: "Thing", matching: Criteria(filter: filter))
        }.map(\.key.id)
    }

    @Test("counting by an indexed property reads no row of the table")
    func covering() async throws {
        try await withThings { _, url in
            let codes = Criteria(filter: Field<String>("code") >= "AB-5")
            #expect(try plan(codes, url, selecting: "count(*)").text.contains("COVERING INDEX"))
            #expect(!(try plan(codes, url).text.contains("COVERING INDEX")))
            let order = [Field<String>("code").ascending]
            let ordered = try plan(Criteria(filter: codes.filter, order: order), url)
            #expect(!ordered.text.contains("TEMP B-TREE"), "\(ordered.text)")
        }
    }

    @Test("records with a pending deletion are not counted, for any condition")
    func hidden() async throws {
        try await withThings { storage, _ in
            try await storage.write { store throws(StorageError) in
                for id in ["1", "50"] {
                    guard var record = try store.record(RecordKey(collection: "Thing", id: id))
                    else { continue }
                    record.state = .deleted
                    try store.put(record)
                }
            }
            let some = Criteria(filter: Field<String>("code") == "AB-50")
            let counts = try await storage.read { store throws(StorageError) in
                try [Criteria.all, some].map { (criteria) throws(StorageError) in
                    try store.count(in: "Thing", matching: criteria)
                }
            }
            #expect(counts == [198, 0])
        }
    }

    @Test func theIdentityIsSearchedByItsOwnIndex() async throws {
        try await withThings { storage, url in
            let id = Field<String>("_id")
            for filter in [id == "7", id.isOneOf(["7"]), id == "7" && Field<Int>("x").isNil] {
                let text = try plan(Criteria(filter: filter), url).text
                #expect(text.contains("SEARCH"), "\(text)")
                #expect(text.contains("(id=?)"), "\(text)")
                #expect(try await ids(filter, storage) == ["7"])
            }
            #expect(try await ids(id.isOneOf(["9", "7", "x"]), storage) == ["7", "9"])
            let criteria: Criteria = ["_id": "7"]
            #expect(try plan(criteria, url).text.contains("(id=?)"))
        }
    }

    @Test func aRecordUnderAnotherIdentityIsFoundByWhatItsDocumentSays() async throws {
        try await withThings { storage, url in
            let id = Field<String>("_id")
            let key = RecordKey(collection: "Thing", id: "7")
            let other = RecordKey(collection: "Thing", id: "other")
            try await storage.write { store throws(StorageError) in try store.rekey(key, to: other)
            }
            #expect(try await ids(id == "7", storage) == ["other"])
            #expect(try await ids(id == "other", storage) == [])
            try await storage.write { store throws(StorageError) in
                try store.put(StoredRecord(key: other, document: Data(#"{"_id":"other"}"#.utf8)))
            }
            #expect(try await ids(id == "7", storage) == [])
            #expect(try await ids(id == "other", storage) == ["other"])
        }
    }

    @Test func propertiesInOtherFormsAreSearchedByTheirIndices() async throws {
        try await withThings { storage, url in
            let link = Field<URL>("link")
            let ratio = Field<Float>("ratio")
            let price = Field<Decimal>("price", using: TextCodec())
            let stock = Field<Int>("stock", using: TextCodec())
            let address = try #require(URL(string: "https://example.com/7"))
            let filters: [(String, Condition, isExact: Bool)] = [
                ("link", link == address, true),
                ("ratio", ratio == 7.5, true),
                ("ratio", ratio > 6.5 && ratio < 8.5, true),
                ("price", price == 7.5, false),
                ("stock", stock == 7, true),
                ("stock", stock.isOneOf([7]), true),
            ]
            for (name, filter, isExact) in filters {
                let plan = try plan(Criteria(filter: filter), url)
                #expect(plan.text.contains("SEARCH"), "\(plan.text)")
                #expect(plan.text.contains("_\(name)"), "\(plan.text)")
                #expect(plan.isExact == isExact)
                #expect(try await ids(filter, storage) == ["7"], "\(name)")
            }
            let order = try plan(Criteria(filter: .always, order: [stock.descending]), url).text
            #expect(order.contains("_stock"), "\(order)")
        }
    }

    @Test func canonicalScalarsAreSearchedByTheirIndicesWhereTheyAreEqual() async throws {
        try await withThings { storage, url in
            let code = Field<Code>("code")
            let wanted = Code(scalar: "AB-7")
            for filter in [code == wanted, code.isOneOf([wanted])] {
                let plan = try plan(Criteria(filter: filter), url)
                #expect(plan.text.contains("SEARCH"), "\(plan.text)")
                #expect(plan.text.contains("_code"), "\(plan.text)")
                #expect(try await ids(filter, storage) == ["7"])
            }
            // They have their own order: here, by the number.
            let filter = code < Code(scalar: "AB-1")
            #expect(try !plan(Criteria(filter: filter), url).text.contains("SEARCH"))
            #expect(try await ids(filter, storage) == ["0"])
        }
    }

    @Test func otherScalarsAreFoundHoweverTheyAreWritten() async throws {
        try await withThings { storage, url in
            let filter = Field<LooseCode>("code") == LooseCode(scalar: "ab-7")
            let text = try plan(Criteria(filter: filter), url).text
            #expect(!text.contains("SEARCH"), "\(text)")
            #expect(try await ids(filter, storage) == ["7"])
        }
    }

    @Test func enumerationsAreComparedByTheirOwnOrder() async throws {
        try await withThings { storage, _ in
            let rank = Field<Rank>("rank")
            let records = [1, 2, 3].map { number in
                StoredRecord(
                    key: RecordKey(collection: "Ranked", id: "\(number)"),
                    document: Data(#"{"id":"\#(number)","rank":\#(number)}"#.utf8)
                )
            }
            let schema = EntitySchema(name: "Ranked", indexed: [IndexedProperty("rank", .integer)])
            try await storage.prepare(schema)
            try await storage.write { store throws(StorageError) in
                for record in records { try store.put(record) }
            }
            for (filter, expected) in [
                (rank < Rank(rawValue: 2), ["3"]), (rank >= Rank(rawValue: 2), ["1", "2"]),
                (rank == Rank(rawValue: 2), ["2"]),
            ] {
                let found = try await storage.read { store throws(StorageError) in
                    try store.records(in: "Ranked", matching: Criteria(filter: filter))
                }
                #expect(found.map(\.key.id) == expected)
            }
        }
    }
}

/// A scalar with one text per value, ordered by its number.
private struct Code: ScalarRepresentable, Comparable {
    static let isCanonical = true

    let scalar: String

    init(scalar: String) {
        self.scalar = scalar
    }

    private var number: Int { Int(scalar.drop { !$0.isNumber }) ?? 0 }

    static func < (first: Code, second: Code) -> Bool {
        first.number < second.number
    }
}

/// A scalar that is parsed without regard to case.
private struct LooseCode: ScalarRepresentable {
    let scalar: String

    init(scalar: String) {
        self.scalar = scalar.uppercased()
    }
}

/// An enumeration in descending order.
private struct Rank: OpenEnum, Comparable {
    let rawValue: Int

    static func < (first: Rank, second: Rank) -> Bool {
        first.rawValue > second.rawValue
    }
}
