import Foundation
import RepositoryRuntime
import RepositorySQLite
import Testing

/// Sums, averages, extremes and groups, in memory and in SQLite.
@Suite struct AggregateTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Creates a repository of items with these names and ranks.
    private func items(
        _ store: CRUDStorageRepositoryTests.Store,
        _ ranks: [(name: String, rank: Int?)]
    ) async throws -> ItemRepository<Int> {
        let items = ItemRepository<Int>(storage: try store.make(in: folder))
        try await items.prepare()
        try await items.create(
            ranks.enumerated().map { number, item in
                Item<Int>.Draft(id: number, name: item.name, rank: item.rank)
            }
        )
        return items
    }

    @Test("aggregates of all entities", arguments: CRUDStorageRepositoryTests.Store.allCases)
    func all(_ store: CRUDStorageRepositoryTests.Store) async throws {
        let items = try await items(store, [("a", 3), ("b", nil), ("a", 5), ("c", -1)])
        #expect(try await items.aggregate({ _ in .count }) == 4)
        #expect(try await items.aggregate({ .sum($0.rank) }) == 7)
        #expect(try await items.aggregate({ .average($0.rank) }) == 7.0 / 3)
        #expect(try await items.aggregate({ .minimum($0.rank) }) == -1)
        #expect(try await items.aggregate({ .maximum($0.name) }) == "c")
        #expect(try await items.aggregate({ .sum($0.rank) }, where: { $0.name == "a" }) == 8)
    }

    // Most apps query on the main actor; this compiles only if closures can be passed from there.
    @MainActor
    @Test("queries on the main actor")
    func mainActor() async throws {
        let items = try await items(.memory, [("a", 3), ("b", nil), ("a", 5)])
        #expect(try await items.aggregate({ .sum($0.rank) }, where: { $0.name == "a" }) == 8)
        #expect(try await items.aggregate({ _ in .count }, by: { $0.name }) == ["a": 2, "b": 1])
        #expect(try await items.values(of: { $0.name }) == ["a", "b"])
        let page = try await items.page(1, orderedBy: { [$0.rank.descending] }) { $0.rank > 1 }
        #expect(page.map(\.rank) == [5])
        #expect(try await items.find { $0.name == "b" }.map(\.rank) == [nil])
    }

    @Test("aggregates of no entities", arguments: CRUDStorageRepositoryTests.Store.allCases)
    func none(_ store: CRUDStorageRepositoryTests.Store) async throws {
        let items = try await items(store, [("a", nil)])
        #expect(try await items.aggregate({ .sum($0.rank) }) == 0)
        #expect(try await items.aggregate({ .average($0.rank) }) == nil)
        #expect(try await items.aggregate({ .minimum($0.rank) }) == nil)
        #expect(try await items.aggregate({ .sum($0.rank) }, by: { $0.name }) == ["a": 0])
        let noGroups = try await items.aggregate(
            { _ in .count },
            by: { $0.name },
            where: { $0.name == "x" }
        )
        #expect(noGroups.isEmpty)
    }

    @Test("aggregates of groups", arguments: CRUDStorageRepositoryTests.Store.allCases)
    func groups(_ store: CRUDStorageRepositoryTests.Store) async throws {
        let items = try await items(store, [("a", 3), ("b", nil), ("a", 5), ("c", -1), ("d", 3)])
        let counts = try await items.aggregate({ _ in .count }, by: { $0.rank })
        #expect(counts == [3: 2, 5: 1, -1: 1, nil: 1])
        #expect(
            try await items.aggregate({ .maximum($0.rank) }, by: { $0.name })
                == ["a": 5, "b": nil, "c": -1, "d": 3]
        )
        #expect(try await items.values(of: { $0.rank }) == [3, 5, -1])
        #expect(try await items.values(of: { $0.name }, where: { $0.rank > 3 }) == ["a"])
    }

    @Test(
        "integer sums that overflow only in between",
        arguments: CRUDStorageRepositoryTests.Store.allCases
    )
    func overflow(_ store: CRUDStorageRepositoryTests.Store) async throws {
        let items = try await items(
            store,
            [("a", .max), ("a", .max), ("a", .min), ("b", .max), ("b", 1)]
        )
        let sum = try await items.aggregate({ .sum($0.rank) }, where: { $0.name == "a" })
        #expect(sum == .max - 1)
        #expect(
            try await items.aggregate({ .average($0.rank) }, where: { $0.name == "b" })
                == 0x1p62
        )
        let error = await #expect(throws: RepositoryError.self) {
            _ = try await items.aggregate({ .sum($0.rank) })
        }
        #expect(error?.code == .invalidRequest)
        #expect(error?.message.contains("exceeds the range") == true)
    }

    @Test(
        "an observed aggregate yields each change",
        arguments: CRUDStorageRepositoryTests.Store.allCases
    )
    func observed(_ store: CRUDStorageRepositoryTests.Store) async throws {
        let items = try await items(store, [("a", 3), ("b", 2)])
        var sums = items.observeAggregate { .sum($0.rank) }.makeAsyncIterator()
        #expect(try await sums.next() == 5)
        try await items.create(Item.Draft(id: 7, name: "c", rank: nil))
        try await items.create(Item.Draft(id: 8, name: "d", rank: 10))
        #expect(try await sums.next() == 15)
    }
}
