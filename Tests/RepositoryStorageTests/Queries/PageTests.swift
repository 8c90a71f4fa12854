import Foundation
import RepositoryRuntime
import RepositorySQLite
import Testing

/// Pages that start after an entity, in memory and in SQLite.
@Suite struct PageTests {
    private typealias Items = ItemRepository<Int>
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Creates a repository of items in random order with few names and ranks, so that many are
    /// equal.
    private func items(
        _ store: CRUDStorageRepositoryTests.Store,
        count: Int
    ) async throws -> Items {
        var random = SeededRandom(seed: 3)
        let items = Items(storage: try store.make(in: folder))
        try await items.prepare()
        try await items.create(
            (0..<count).shuffled(using: &random).map { number in
                let ranks = [nil, 1, 2, 3] as [Int?]
                return Item<Int>.Draft(
                    id: number,
                    name: ["a", "b", "é", "e\u{301}"].randomElement(using: &random) ?? "",
                    rank: ranks.randomElement(using: &random) ?? nil
                )
            }
        )
        return items
    }

    @Test(
        "the pages of a list contain each entity once",
        arguments: CRUDStorageRepositoryTests.Store.allCases
    )
    func wholeList(_ store: CRUDStorageRepositoryTests.Store) async throws {
        let items = try await items(store, count: 60)
        let orders: [@Sendable (Item<Int>.Fields) -> [Order]] = [
            { _ in [] }, { [$0.rank.ascending] }, { [$0.rank.descending] },
            { [$0.name.descending, $0.rank.ascending] },
            { [$0.rank.descending, $0.name.ascending] },
        ]
        for (index, order) in orders.enumerated() {
            let whole = try await items.page(1000, orderedBy: order) { $0.name != "b" }
            #expect(whole.count == Set(whole.map(\.id)).count && whole.count > 30)
            let found = try await items.find(orderedBy: order) { $0.name != "b" }
            #expect(Set(found) == Set(whole))
            for size in [1, 7] {
                var pages: [Item<Int>] = []
                while true {
                    let page = try await items.page(size, after: pages.last, orderedBy: order) {
                        $0.name != "b"
                    }
                    pages += page
                    guard page.count == size else { break }
                }
                #expect(pages == whole, "order \(index)")
            }
        }
    }

    @Test(
        "insertions and deletions before a page do not affect it",
        arguments: CRUDStorageRepositoryTests.Store.allCases
    )
    func inserted(_ store: CRUDStorageRepositoryTests.Store) async throws {
        let items = try await items(store, count: 0)
        try await items.create(
            (0..<10).map { (number: Int) in Item.Draft(id: number, name: "n", rank: number) }
        )
        let first = try await items.page(3, orderedBy: { [$0.rank.descending] })
        #expect(first.map(\.id) == [9, 8, 7])
        try await items.create(Item<Int>.Draft(id: 20, name: "new", rank: 20))
        try await items.delete(id: 7)
        let second = try await items.page(
            3,
            after: first.last,
            orderedBy: { [$0.rank.descending] }
        )
        #expect(second.map(\.id) == [6, 5, 4])
    }

    @Test("a page is observed")
    func observed() async throws {
        let items = try await items(.memory, count: 0)
        try await items.create(
            (0..<4).map { (number: Int) in Item.Draft(id: number, name: "", rank: number) }
        )
        let first = try await items.find(id: 1)
        var pages = items.observePage(2, after: first, orderedBy: { [$0.rank.ascending] })
            .makeAsyncIterator()
        #expect(try await pages.next()?.map(\.id) == [2, 3])
        try await items.delete(id: 2)
        #expect(try await pages.next()?.map(\.id) == [3])
    }
}
