import Foundation
import RepositoryRuntime
import RepositorySQLite
import Testing

/// Indexes of nested values in SQLite.
@Suite struct ValueFieldIndexTests {
    @Test("properties listed in `indexed` are found by an index")
    func searched() async throws {
        try await CustomerStore.runWithCustomers(in: .sqlite) { store in
            let fields = Customer.Fields()
            let conditions: [(Condition, String)] = [
                (fields.address.city == "Paris", "address.city"),
                (fields.address.city.isOneOf(["Paris", "Rome"]), "address.city"),
                (fields.address.geo.country == "FR", "address.geo.country"),
                (fields.address.height == 100, "address.height"),
                (fields.address.since == Date(timeIntervalSince1970: 0), "address.since"),
                (fields.address.floors.contains(2), "address.floors"),
                (fields.address.visits.city == "Rome", "address.visits.city"),
                (fields.lines.product == 3, "lines.product"),
                (fields.lines.amount == 3, "lines.amount"),
                (fields.lines.product > 3, "lines.product"),
                (fields.lines.tags.contains("red"), "lines.tags"),
                (fields.lines.geo.country == "CH", "lines.geo.country"),
                (fields.lines.discounts.code == "X", "lines.discounts.code"),
            ]
            for (condition, key) in conditions {
                let explanation = try await store.explain { _ in condition }
                #expect(explanation.searched == [key])
                #expect(!explanation.scansAllRecords && !explanation.filtersDocuments, "\(key)")
            }
        }
    }

    @Test("a range is found by an index, in its order")
    func ranges() async throws {
        try await CustomerStore.runWithCustomers(in: .sqlite) { store in
            let address = Customer.Fields().address
            let conditions: [(Condition, Order, String)] = [
                (address.geo.zone > 1, address.geo.zone.ascending, "address.geo.zone"),
                (address.height <= 100, address.height.ascending, "address.height"),
                (
                    address.since > Date(timeIntervalSince1970: 0), address.since.ascending,
                    "address.since"
                ),
            ]
            for (condition, order, key) in conditions {
                let explanation = try await store.customers.explain(
                    Criteria(filter: condition, order: [order])
                )
                #expect(explanation.searched == [key])
                #expect(!explanation.filtersDocuments && !explanation.sortsResult)
            }
        }
    }

    @Test("documents are filtered after an index lookup")
    func filtered() async throws {
        try await CustomerStore.runWithCustomers(in: .sqlite) { store in
            let fields = Customer.Fields()
            let conditions: [(Condition, [String])] = [
                (
                    fields.lines.contains { $0.product == 3 && $0.amount > 2 },
                    ["lines.product", "lines.amount"]
                ),
                (fields.lines.contains { $0.product == 3 && $0.note == nil }, ["lines.product"]),
                (fields.lines.note.hasPrefix("gi"), ["lines.note"]),
                (fields.lines.tier == .gold, ["lines.tier"]),
                (fields.address.city == "Rome" && fields.address.street == nil, ["address.city"]),
                (
                    fields.address.geo.land.refers(to: Land.self) { $0.name == "France" },
                    ["address.geo.land"]
                ),
                (
                    fields.lines.geo.land.refers(to: Land.self) { $0.name != "" },
                    ["lines.geo.land"]
                ),
            ]
            for (condition, keys) in conditions {
                let explanation = try await store.explain { _ in condition }
                #expect(explanation.searched.sorted() == keys.sorted())
                #expect(!explanation.scansAllRecords && explanation.filtersDocuments, "\(keys)")
            }
        }
    }

    @Test("without an index, all documents are searched, with a warning")
    func scanned() async throws {
        try await CustomerStore.runWithCustomers(in: .sqlite) { store in
            let fields = Customer.Fields()
            for condition in [
                fields.office.city == "Paris", fields.address.street == "a",
                fields.lines.discounts.percent == 5, fields.lines.note.contains("i"),
                fields.lines.product == nil,
            ] {
                let explanation = try await store.explain { _ in condition }
                #expect(explanation.scansAllRecords && explanation.filtersDocuments)
                #expect(explanation.description.contains("Warning: scans all records"))
            }
        }
    }

    @Test("an order by a nested value is that of its index")
    func ordered() async throws {
        try await CustomerStore.runWithCustomers(in: .sqlite) { store in
            let indexed = try await store.customers.explain(
                Criteria(Customer.self, limit: 2).ordered(Customer.self) {
                    $0.address.city.ascending
                }
            )
            #expect(!indexed.sortsResult && !indexed.scansAllRecords)
            let sorted = try await store.customers.explain(
                Criteria(Customer.self, limit: 2).ordered(Customer.self) {
                    $0.office.city.ascending
                }
            )
            #expect(sorted.sortsResult)
        }
    }

    @Test("opening an earlier version's store adds the columns, which may be dropped")
    func upgraded() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "upgrade-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "data.sqlite")
        var earlier = Customer.schema
        earlier.indexed = [IndexedProperty("address", .member("geo", .member("country", .text)))]
        do {
            let storage = try SQLiteStorage(url: file)
            try await storage.prepare(earlier)
            let records = try CustomerStore.customers.map { customer in
                StoredRecord(
                    key: RecordKey(collection: "Customer", id: "\(customer.id)"),
                    document: try customer.jsonData()
                )
            }
            try await storage.write { store throws(StorageError) in
                for record in records { try store.put(record) }
            }
        }
        let storage = try SQLiteStorage(url: file)
        let store = try await CustomerStore(storage)
        #expect(try await store.ids { $0.address.city == "Bern" } == [2])
        #expect(try await store.ids { $0.lines.product == 3 } == [1, 2])
        #expect(try await store.explain { $0.lines.product == 3 }.searched == ["lines.product"])
        #expect(try await store.explain { $0.address.city == "" }.searched == ["address.city"])
        let report = try await storage.openingReport()
        let made = report.collections.first { $0.name == "Customer" }?.madeIndexes ?? []
        #expect(made.contains(.property("address.city")))
        #expect(!made.contains(.property("address.geo.country")))

        try await storage.prepare(earlier)
        #expect(try await store.explain { $0.lines.product == 3 }.scansAllRecords)
        #expect(try await store.ids { $0.lines.product == 3 } == [1, 2])
    }

    // The trap: an entity decoded from such a document has the default, but queries use the
    // document.
    @Test(
        "documents of an earlier version get the defaults in nested values",
        arguments: Store.allCases
    )
    func defaults(store: Store) async throws {
        try await CustomerStore.run(in: store) { store in
            let storage = store.customers.storage
            var earlier = Customer.schema
            earlier.properties = earlier.properties.filter { !$0.hasSuffix(".floors") }
            try await storage.prepare(earlier, normalized: { $0 })
            let document = Data(#"{"id":1,"name":"Ada","lines":[],"address":{"city":"Bern"}}"#.utf8)
            let key = RecordKey(collection: "Customer", id: "1")
            try await storage.write { store throws(StorageError) in
                try store.put(StoredRecord(key: key, document: document))
            }
            try await store.customers.prepare()
            #expect(try await store.ids { $0.address.floors.isNil }.isEmpty)
            #expect(try await store.ids { $0.address.city == "Bern" } == [1])
            let record = try await storage.read { store throws(StorageError) in
                try store.record(key)
            }
            let members = try [String: JSON](jsonData: try #require(record).document)
            #expect(members["address"]?["floors"] == JSON.array([]))
        }
    }

    @Test(
        "keys may be arbitrary",
        arguments: ["", " ", "%", "a b", "a%20b", "%25", "é.\"", "member text"]
    )
    func keys(_ key: String) async throws {
        try await CustomerStore.run(in: .sqlite) { store in
            let storage = store.customers.storage
            let schema = EntitySchema(
                name: "Thing",
                indexed: [
                    IndexedProperty("x", .member(key, .text)),
                    IndexedProperty("x", .elements(.member(key, .text))),
                ]
            )
            try await storage.prepare(schema)
            try await storage.prepare(schema)
            let document = try JSON.object(["id": "1", "x": .object([key: "v"])]).jsonData()
            try await storage.write { store throws(StorageError) in
                try store.put(
                    StoredRecord(key: RecordKey(collection: "Thing", id: "1"), document: document)
                )
            }
            let field = Field.name(Field<String>(key), of: Field<JSON>("x"))
            let (found, explanation) = try await storage.read { store throws(StorageError) in
                let criteria = Criteria(filter: field == "v")
                return (
                    try store.records(in: "Thing", matching: criteria).count,
                    try store.explain(criteria, in: "Thing")
                )
            }
            #expect(found == 1)
            #expect(!explanation.scansAllRecords && !explanation.filtersDocuments)
        }
    }
}
