import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

@testable import RepositoryLocal

/// Conditions, orders and aggregates of nested values.
@Suite struct ValueFieldTests {
    @Test("a nested property is compared", arguments: Store.allCases)
    func value(store: Store) async throws {
        try await CustomerStore.runWithCustomers(in: store) { store async throws in
            #expect(try await store.ids { $0.address.city == "Paris" } == [1])
            #expect(try await store.ids { $0.office.city == "Paris" } == [2])
            #expect(try await store.ids { $0.address.geo.country == "CH" } == [2])
            #expect(try await store.ids { $0.address.geo.zone > 1 } == [2])
            #expect(try await store.ids { $0.address.geo.zone <= 3 } == [1, 2])
            #expect(try await store.ids { $0.address.height < 40 } == [1])
            #expect(try await store.ids { $0.address.city.isOneOf(["Bern", "Rome"]) } == [2, 3])
            #expect(try await store.ids { $0.address.city.hasPrefix("R") } == [3])
            #expect(try await store.ids { $0.address.city.contains("e") } == [2, 3])
            #expect(
                try await store.ids { $0.address.street.localizedStandardContains("emile") } == [1]
            )
            #expect(try await store.ids { $0.address.floors.contains(2) } == [1])
            #expect(try await store.ids { $0.address.floors.containsAny(of: [7, 1]) } == [1])
            #expect(
                try await store.ids {
                    $0.address.since == Date(timeIntervalSince1970: 100)
                } == [1]
            )
        }
    }

    @Test("negation and nil work as in optional chaining", arguments: Store.allCases)
    func chaining(store: Store) async throws {
        try await CustomerStore.runWithCustomers(in: store) { store async throws in
            #expect(try await store.ids { $0.address.city != "Paris" } == [2, 3, 4, 5])
            #expect(try await store.ids { $0.address.geo.country != "FR" } == [2, 3, 4, 5])
            #expect(try await store.ids { $0.address.geo.country == nil } == [3, 4, 5])
            #expect(try await store.ids { $0.address.geo.zone.isNil } == [3, 4, 5])
            #expect(try await store.ids { $0.address.street != nil } == [1])
            #expect(try await store.ids { $0.office.geo.country == nil } == [1, 3, 4, 5])
            #expect(try await store.ids { !($0.address.geo.zone > 1) } == [1, 3, 4, 5])
        }
    }

    @Test("used directly, the field contains values", arguments: Store.allCases)
    func field(store: Store) async throws {
        try await CustomerStore.runWithCustomers(in: store) { store async throws in
            #expect(try await store.ids { $0.address == Address(city: "Rome") } == [3])
            #expect(try await store.ids { $0.address != Address(city: "Rome") } == [1, 2, 4, 5])
            #expect(try await store.ids { $0.address == nil } == [4, 5])
            #expect(try await store.ids { $0.office.isNil } == [1, 3, 4])
            #expect(try await store.ids { $0.address.geo != nil } == [1, 2])
            #expect(try await store.ids { $0.lines == [] } == [3, 5])
            #expect(
                try await store.ids {
                    $0.lines.contains(Line(product: 9, amount: 2, note: "give"))
                } == [4]
            )
        }
    }

    @Test("one match in an array of values suffices", arguments: Store.allCases)
    func list(store: Store) async throws {
        try await CustomerStore.runWithCustomers(in: store) { store async throws in
            #expect(try await store.ids { $0.lines.product == 3 } == [1, 2])
            #expect(try await store.ids { $0.lines.product != 3 } == [3, 4, 5])
            #expect(try await store.ids { $0.lines.amount > 4 } == [1, 2])
            #expect(try await store.ids { $0.lines.note.hasPrefix("gi") } == [1, 4])
            #expect(try await store.ids { $0.lines.note.contains("ft") } == [1])
            #expect(try await store.ids { $0.lines.note == nil } == [2, 3, 5])
            #expect(try await store.ids { $0.lines.tier == .gold } == [1])
            #expect(try await store.ids { $0.lines.tags.contains("blue") } == [1])
            #expect(try await store.ids { $0.lines.geo.country == "IT" } == [1])
            #expect(try await store.ids { $0.lines.geo != nil } == [1, 2])
            #expect(try await store.ids { $0.lines.discounts.code == "Y" } == [2])
            #expect(try await store.ids { $0.lines.discounts.percent >= 5 } == [1, 2])
            #expect(try await store.ids { $0.address.visits.city == "Rome" } == [1, 2])
        }
    }

    @Test("one element satisfies several conditions", arguments: Store.allCases)
    func element(store: Store) async throws {
        try await CustomerStore.runWithCustomers(in: store) { store async throws in
            #expect(try await store.ids { $0.lines.product == 3 && $0.lines.amount > 2 } == [1, 2])
            #expect(
                try await store.ids { $0.lines.contains { $0.product == 3 && $0.amount > 2 } } == [
                    2
                ]
            )
            #expect(
                try await store.ids { !$0.lines.contains { $0.product == 3 && $0.amount > 2 } }
                    == [1, 3, 4, 5]
            )
            #expect(
                try await store.ids { $0.lines.contains { $0.product == 9 || $0.note == "gift" } }
                    == [1, 4]
            )
            #expect(try await store.ids { $0.lines.contains { $0.note == nil } } == [1, 2])
            #expect(try await store.ids { $0.lines.contains { _ in .always } } == [1, 2, 4])
            #expect(
                try await store.ids {
                    $0.lines.contains { line in
                        line.product == 4 && line.discounts.contains { $0.percent > 5 }
                    }
                } == [1]
            )
            #expect(
                try await store.ids {
                    $0.address.visits.contains { $0.city == "Rome" && $0.year == 2024 }
                } == [2]
            )
        }
    }

    @Test("references in values, and values behind references", arguments: Store.allCases)
    func references(store: Store) async throws {
        try await CustomerStore.runWithCustomers(in: store) { store async throws in
            #expect(
                try await store.ids {
                    $0.address.geo.land.refers(to: Land.self) { $0.name == "France" }
                } == [1]
            )
            #expect(
                try await store.ids {
                    $0.lines.geo.land.refers(to: Land.self) { $0.name.hasPrefix("S") }
                } == [2]
            )
            #expect(
                try await store.ids {
                    $0.lines.contains { $0.geo.land.refers(to: Land.self) { $0.name != "" } }
                } == [2]
            )
            let named = try await store.lands.find {
                $0.id.isReferred(by: Customer.self, in: { $0.address.geo.land }) { $0.name == "Bo" }
            }
            #expect(named.map(\.id) == ["ch"])
            let joined = try await store.lands.find(
                with: Customer.self,
                by: .inverse(of: { $0.address.geo.land })
            )
            #expect(joined.map { $0.related.map(\.id) } == [[1], [2]])
            let referring = try await store.customers.find(
                with: Land.self,
                by: .reference { $0.address.geo.land },
                where: { $0.id < 3 }
            )
            #expect(referring.map { $0.related.map(\.name) } == [["France"], ["Switzerland"]])

            #expect(try await store.ids { $0.seller.address.city == "Paris" } == [2])
            #expect(try await store.ids { $0.seller.address.geo.country == nil } == [1, 4, 5])
            #expect(try await store.ids { $0.seller.lines.product == 3 } == [2, 3])
            #expect(
                try await store.ids {
                    $0.seller.lines.contains { $0.product == 3 && $0.amount > 2 }
                } == [3]
            )
        }
    }

    @Test(
        "a temporary identity matches values with the server's identity",
        arguments: Store.allCases
    )
    func temporary(store: Store) async throws {
        try await CustomerStore.runWithCustomers(in: store) { store async throws in
            let key = RecordKey(collection: "Land", id: "temporary")
            try await store.customers.storage.write { writer throws(StorageError) in
                try IdentityAliases.note("ch", inPlaceOf: key, in: writer)
            }
            #expect(try await store.ids { $0.address.geo.land == "temporary" } == [2])
            #expect(
                try await store.ids { $0.address.geo.land.isOneOf(["temporary", "fr"]) } == [1, 2]
            )
            #expect(try await store.ids { $0.lines.geo.land == "temporary" } == [2])
            let line = CustomerStore.customers[1].lines.first { $0.geo?.land == "ch" }
            var temporary = try #require(line)
            temporary.geo?.land = "temporary"
            let condition = Customer.Fields().lines.contains(temporary)
            #expect(try await store.ids { _ in condition } == [2])
            #expect(try await store.ids { $0.lines.geo.land != "temporary" } == [1, 3, 4, 5])
            #expect(
                try await store.ids {
                    $0.lines.contains { $0.geo.land == "temporary" && $0.amount > 6 }
                } == [2]
            )
            #expect(
                try await store.ids {
                    $0.lines.contains { $0.geo.land == "temporary" && $0.amount > 7 }
                }.isEmpty
            )
        }
    }

    @Test("a nested property orders and groups", arguments: Store.allCases)
    func order(store: Store) async throws {
        try await CustomerStore.runWithCustomers(in: store) { store in
            let customers = store.customers
            let byCity = try await customers.find(
                orderedBy: { [$0.address.city.ascending, $0.id.descending] },
                where: { _ in .always }
            )
            #expect(byCity.map(\.id) == [5, 4, 2, 1, 3])
            let byZone = try await customers.find(
                limit: 3,
                orderedBy: { [$0.address.geo.zone.descending] },
                where: { _ in .always }
            )
            #expect(byZone.map(\.id) == [2, 1, 3])
            let inOffice = try await customers.find(
                orderedBy: { [$0.office.city.ascending(in: Locale(identifier: "en"))] },
                where: { $0.office != nil }
            )
            #expect(inOffice.map(\.id) == [5, 2])
            let page = try await customers.page(
                2,
                after: byCity[1],
                orderedBy: {
                    [$0.address.city.ascending, $0.id.descending]
                }
            )
            #expect(page.map(\.id) == [2, 1])

            #expect(try await customers.aggregate({ .maximum($0.address.height) }) == 540)
            #expect(try await customers.aggregate({ .sum($0.address.geo.zone) }) == 4)
            #expect(try await customers.aggregate({ .average($0.address.geo.zone) }) == 2)
            #expect(try await customers.aggregate({ .minimum($0.office.city) }) == "Bern")
            let counts = try await customers.aggregate({ _ in .count }, by: { $0.address.city })
            #expect(counts == ["Paris": 1, "Bern": 1, "Rome": 1, nil: 2])
            let heights = try await customers.aggregate(
                { .sum($0.address.height) },
                by: { $0.office.geo.country }
            )
            #expect(heights == ["FR": 540, nil: 35.5])
            let cities = try await customers.values(of: { $0.office.city })
            #expect(cities == ["Bern", "Paris"])
        }
    }

    @Test("conditions and orders by other nested properties differ")
    func identity() {
        let fields = Customer.Fields()
        let conditions: [Condition] = [
            fields.address.city == "a", fields.address.street == "a",
            fields.address.geo.country == "a", fields.lines.product == 3, fields.lines.amount == 3,
            fields.lines.contains { $0.product == 3 && $0.amount == 3 },
        ]
        #expect(Set(conditions).count == conditions.count)
        let selections = conditions.map { condition in
            ReplicaSelection(Customer.self) { _ in condition }.text
        }
        #expect(Set(selections).count == conditions.count)
        #expect(conditions[0] == (fields.address.city == "a"))
        #expect(fields.address.city.ascending != fields.address.street.ascending)
        let newest = [fields.address.city, fields.address.street].map { field in
            ReplicaSelection(Customer.self, newest: 5, by: { _ in field }).text
        }
        #expect(newest[0] != newest[1])
    }

    @Test("conditions on nested values are observed", arguments: Store.allCases)
    func observed(store: Store) async throws {
        try await CustomerStore.runWithCustomers(in: store) { store in
            var counts = store.customers.observeCount {
                $0.lines.contains { $0.product == 4 && $0.tags.contains("red") }
            }.makeAsyncIterator()
            #expect(try await counts.next() == 1)
            let line = Line(product: 4, amount: 1, tags: ["red"])
            try await store.customers.patch(id: 5, with: .init(lines: .set([line])))
            #expect(try await counts.next() == 2)
        }
    }

    @Test("conditions on nested values are evaluated locally, not sent to a service")
    func unsent() async throws {
        let server = ExampleServer()
        let url = try await server.start()
        let json = try JSON.array(
            CustomerStore.customers.map { try JSON(any: $0.dictionary) }
        )
        await server.script("GET", "/customers", .json(json.description))
        let customers = CustomerRepository(store: NetworkingSession(local: url))
        let fields = Customer.Fields()
        let conditions: [(Condition, [Int])] = [
            (fields.address.city == "Paris", [1]), (fields.address.geo.country == nil, [3, 4, 5]),
            (fields.lines.product == 3, [1, 2]),
            (fields.lines.contains { $0.product == 3 && $0.amount > 2 }, [2]),
            (fields.address == Address(city: "Rome"), [3]),
        ]
        for (condition, ids) in conditions {
            let found = try await customers.find(Criteria(filter: condition))
            #expect(found.map(\.id) == ids)
            #expect(await server.requests.last?.query == "")
        }
        let sorted = try await customers.find(
            limit: 2,
            orderedBy: { [$0.address.city.descending] },
            where: { $0.name != "Eve" }
        )
        #expect(sorted.map(\.id) == [3, 1])
        #expect(await server.requests.last?.query == "")
        await server.stop()
    }
}
