import Foundation
import RepositoryRuntime
import TestSupport
import Testing

/// Over random documents, conditions on values are what Swift computes of the decoded entities, in memory and in
/// SQLite, in the same order.
@Suite struct ValueFieldLawTests {
    private static let words = ["a", "b", "ab", "é", "e\u{301}", "", "A"]

    /// A condition, and what it means in Swift.
    private struct Statement {
        let name: String
        let condition: Condition
        let holds: @Sendable (Customer) -> Bool

        init(
            _ name: String,
            _ condition: (Customer.Fields) -> Condition,
            holds: @escaping @Sendable (Customer) -> Bool
        ) {
            self.name = name
            self.condition = condition(Customer.Fields())
            self.holds = holds
        }

        /// Combines two statements, or negates the first.
        init(_ first: Statement, _ second: Statement, _ random: inout SeededGenerator) {
            switch Int.random(in: 0..<3, using: &random) {
            case 0:
                self.init("(\(first.name) && \(second.name))") { _ in
                    first.condition && second.condition
                } holds: {
                    first.holds($0) && second.holds($0)
                }
            case 1:
                self.init("(\(first.name) || \(second.name))") { _ in
                    first.condition || second.condition
                } holds: {
                    first.holds($0) || second.holds($0)
                }
            default:
                self.init("!\(first.name)") { _ in
                    !first.condition
                } holds: {
                    !first.holds($0)
                }
            }
        }
    }

    // MARK: - Conditions

    private static func ofValues(_ word: String, _ number: Int) -> [Statement] {
        [
            Statement("city ==") {
                $0.address.city == word
            } holds: {
                $0.address?.city == word
            },
            Statement("office city ==") {
                $0.office.city == word
            } holds: {
                $0.office.value?.city == word
            },
            Statement("city != word") {
                $0.address.city != word
            } holds: {
                $0.address?.city != word
            },
            Statement("city <") {
                $0.address.city <= word && $0.address.city >= word
            } holds: {
                $0.address?.city == word
            },
            Statement("street == nil") {
                $0.address.street == nil
            } holds: {
                $0.address?.street == nil
            },
            Statement("country hasPrefix") {
                $0.address.geo.country.hasPrefix(word)
            } holds: {
                $0.address?.geo.map { $0.country.hasPrefix(word) } ?? false
            },
            Statement("country contains") {
                $0.address.geo.country.contains(word)
            } holds: {
                $0.address?.geo.map { word.isEmpty || $0.country.contains(word) } ?? false
            },
            Statement("zone >") {
                $0.address.geo.zone > number
            } holds: {
                $0.address?.geo?.zone.map { $0 > number } ?? false
            },
            Statement("zone == nil") {
                $0.address.geo.zone == nil
            } holds: {
                $0.address?.geo?.zone == nil
            },
            Statement("office zone <=") {
                $0.office.geo.zone <= number
            } holds: {
                $0.office.value?.geo?.zone.map { $0 <= number } ?? false
            },
            Statement("geo == nil") {
                $0.address.geo == nil
            } holds: {
                $0.address?.geo == nil
            },
            Statement("floors contains") {
                $0.address.floors.contains(number)
            } holds: {
                $0.address?.floors.contains(number) ?? false
            },
            Statement("height <") {
                $0.address.height < Double(number) + 0.5
            } holds: {
                $0.address?.height.map { $0 < Double(number) + 0.5 } ?? false
            },
        ]
    }

    private static func ofLists(_ word: String, _ number: Int) -> [Statement] {
        [
            Statement("product ==") {
                $0.lines.product == number
            } holds: {
                $0.lines.contains { $0.product == number }
            },
            Statement("product isOneOf") {
                $0.lines.product.isOneOf([number, 3])
            } holds: {
                $0.lines.contains { $0.product == number || $0.product == 3 }
            },
            Statement("amount >=") {
                $0.lines.amount >= Int8(number)
            } holds: {
                $0.lines.contains { $0.amount >= number }
            },
            Statement("note !=") {
                $0.lines.note != word
            } holds: {
                !$0.lines.contains { $0.note == word }
            },
            Statement("note == nil") {
                $0.lines.note == nil
            } holds: {
                $0.lines.allSatisfy { $0.note == nil }
            },
            Statement("note hasPrefix") {
                $0.lines.note.hasPrefix(word)
            } holds: {
                $0.lines.contains { $0.note?.hasPrefix(word) ?? false }
            },
            Statement("tier ==") {
                $0.lines.tier == .gold
            } holds: {
                $0.lines.contains { $0.tier == .gold }
            },
            Statement("tags contains") {
                $0.lines.tags.contains(word)
            } holds: {
                $0.lines.contains { $0.tags.contains(word) }
            },
            Statement("line country ==") {
                $0.lines.geo.country == word
            } holds: {
                $0.lines.contains { $0.geo?.country == word }
            },
            Statement("code ==") {
                $0.lines.discounts.code == word
            } holds: {
                $0.lines.contains { $0.discounts.contains { $0.code == word } }
            },
            Statement("visits city ==") {
                $0.address.visits.city == word
            } holds: {
                $0.address?.visits.contains { $0.city == word } ?? false
            },
            Statement("one line: product and amount") {
                $0.lines.contains { $0.product == number && $0.amount > 1 }
            } holds: {
                $0.lines.contains { $0.product == number && $0.amount > 1 }
            },
            Statement("one line: not tags, or note") {
                $0.lines.contains { !$0.tags.contains(word) || $0.note == word }
            } holds: {
                $0.lines.contains { !$0.tags.contains(word) || $0.note == word }
            },
            Statement("one line: a discount of one code") {
                $0.lines.contains { line in
                    line.product >= number
                        && line.discounts.contains { $0.code == word && $0.percent < 3 }
                }
            } holds: {
                $0.lines.contains { line in
                    line.product >= number
                        && line.discounts.contains { $0.code == word && $0.percent < 3 }
                }
            },
        ]
    }

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
                discounts: some { Discount(code: word(), percent: number()) }
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

    /// The document of a customer as a server may send it: null in the place of what is absent, and keys that
    /// nobody knows.
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

    @Test("conditions and orders are what Swift computes", arguments: 0..<16)
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
        var statements: [Statement] = []
        for (word, number) in zip(["a", "é", "", "zz"], 0...) {
            let simple = Self.ofValues(word, number) + Self.ofLists(word, number)
            statements += simple
            for _ in 0..<12 {
                guard let first = simple.randomElement(using: &random),
                    let second = simple.randomElement(using: &random),
                    let third = simple.randomElement(using: &random)
                else { continue }
                let pair = Statement(first, second, &random)
                statements += [pair, Statement(pair, third, &random)]
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

    /// Sorts and groups by properties of values.
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
