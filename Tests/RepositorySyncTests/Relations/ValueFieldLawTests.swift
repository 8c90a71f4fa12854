import Foundation
import RepositoryRuntime
import TestSupport
import Testing

/// On random documents, conditions on nested values match those computed in Swift on decoded
/// entities, in memory and in SQLite, in the same order.
@Suite struct ValueFieldLawTests {
    private static let words = ["a", "b", "ab", "é", "e\u{301}", "", "A"]

    // MARK: - Documents

    private static func customers(_ random: inout SeededGenerator) -> [Customer] {
        func word() -> String { words.randomElement(using: &random) ?? "" }
        func number() -> Int { Int.random(in: 0..<5, using: &random) }
        func maybe<Value>(_ make: () -> Value) -> Value? { random.once(in: 3) ? nil : make() }
        func some<Value>(_ make: () -> Value) -> [Value] {
            (0..<Int.random(in: 0..<3, using: &random)).map { _ in make() }
        }
        func geo() -> Geo { Geo(country: word(), zone: maybe(number)) }
        func address() -> Address {
            Address(
                city: word(),
                street: maybe(word),
                geo: maybe(geo),
                height: maybe { Double(number()) },
                floors: some(number),
                visits: some { Visit(city: word(), year: number()) }
            )
        }
        func line() -> Line {
            Line(
                product: number(),
                amount: Int8(number()),
                note: maybe(word),
                tier: maybe { random.once(in: 2) ? .gold : .basic },
                tags: some(word),
                geo: maybe(geo),
                discounts: some { Rebate(code: word(), percent: number()) }
            )
        }
        return (0..<24).map { id in
            Customer(
                id: id,
                name: word(),
                address: maybe(address),
                office: maybe(address).map { .value($0) } ?? (random.once(in: 2) ? .null : .absent),
                lines: some(line)
            )
        }
    }

    /// Returns the document of a customer as a server may send it: with null for missing values,
    /// and unknown keys.
    private static func document(_ customer: Customer, _ random: inout SeededGenerator) throws
        -> Data
    {
        func varied(_ json: JSON, _ random: inout SeededGenerator, optional: [String]) -> JSON {
            guard var members = json.object else { return json }
            for key in optional where members[key] == nil && random.once(in: 2) {
                members[key] = .null
            }
            if random.once(in: 3) { members["unknown"] = .object(["city": "a", "product": 3]) }
            return .object(members)
        }
        var json = try JSON(jsonData: customer.jsonData())
        json = varied(json, &random, optional: ["address", "seller"])
        for key in ["address", "office"] {
            guard let address = json[key] else { continue }
            json[key] = varied(address, &random, optional: ["street", "geo", "since", "height"])
            guard let geo = json[key]?["geo"] else { continue }
            json[key]?["geo"] = varied(geo, &random, optional: ["zone", "land"])
        }
        let lines = (json["lines"]?.array ?? []).map {
            varied($0, &random, optional: ["note", "tier", "geo"])
        }
        json["lines"] = .array(lines)
        return try json.jsonData()
    }

    // MARK: - Laws

    @Test("conditions and orders match those computed in Swift", arguments: 0..<16)
    func conditions(seed: Int) async throws {
        var random = SeededGenerator(state: UInt64(seed))
        var records: [StoredRecord] = []
        for customer in Self.customers(&random) {
            records.append(
                StoredRecord(
                    key: RecordKey(collection: "Customer", id: "\(customer.id)"),
                    document: try Self.document(customer, &random)
                )
            )
        }
        let customers = try records.map { try Customer(jsonData: $0.document) }
        #expect(
            customers.contains { $0.address?.geo != nil } && customers.contains { $0.lines != [] }
        )
        var statements: [CustomerStatement] = []
        for (word, number) in zip(["a", "é", "", "zz"], 0...) {
            let simple =
                CustomerStatement.ofValues(word, number)
                + CustomerStatement.ofLists(word, number)
            statements += simple
            for _ in 0..<12 {
                guard let first = simple.randomElement(using: &random),
                    let second = simple.randomElement(using: &random),
                    let third = simple.randomElement(using: &random)
                else { continue }
                let pair = CustomerStatement(first, second, &random)
                statements += [pair, CustomerStatement(pair, third, &random)]
            }
        }
        for store in Store.allCases {
            try await CustomerStore.run(in: store) { store in
                try await store.customers.storage.write { [records] writer throws(StorageError) in
                    for record in records { try writer.put(record) }
                }
                for statement in statements {
                    let expected = customers.filter(statement.holds)
                    let found = try await store.customers.find(
                        Criteria(filter: statement.condition)
                    )
                    #expect(found == expected, "\(statement.name)")
                    let count = try await store.customers.aggregate(
                        { _ in .count },
                        where: { _ in statement.condition }
                    )
                    #expect(count == expected.count, "\(statement.name)")
                }
                try await Self.expectOrders(of: customers, in: store)
            }
        }
    }

    /// Sorts and groups by nested properties.
    private static func expectOrders(
        of customers: [Customer],
        in store: CustomerStore
    ) async throws {
        func sorted(_ zone: (Customer) -> Int?, isAscending: Bool) -> [Int] {
            customers.enumerated().sorted { first, second in
                let (one, other) = (zone(first.element) ?? -1, zone(second.element) ?? -1)
                guard one != other else { return first.offset < second.offset }
                return isAscending ? one < other : one > other
            }.map(\.element.id)
        }
        let ascending = try await store.customers.find(
            orderedBy: { [$0.address.geo.zone.ascending] },
            where: { _ in .always }
        )
        #expect(ascending.map(\.id) == sorted({ $0.address?.geo?.zone }, isAscending: true))
        let descending = try await store.customers.find(
            orderedBy: { [$0.office.geo.zone.descending] },
            where: { _ in .always }
        )
        #expect(descending.map(\.id) == sorted({ $0.office.value?.geo?.zone }, isAscending: false))
        let sum = try await store.customers.aggregate({ .sum($0.address.geo.zone) })
        #expect(sum == customers.compactMap { $0.address?.geo?.zone }.reduce(0, +))
        let counts = try await store.customers.aggregate({ _ in .count }, by: { $0.address.city })
        #expect(counts == Dictionary(grouping: customers) { $0.address?.city }.mapValues(\.count))
        let largest = try await store.customers.aggregate(
            { .maximum($0.office.geo.zone) },
            by: { $0.address.geo.zone }
        )
        #expect(
            largest
                == Dictionary(grouping: customers) { $0.address?.geo?.zone }
                .mapValues { $0.compactMap { $0.office.value?.geo?.zone }.max() }
        )
    }
}
