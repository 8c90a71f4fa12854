import Foundation
import RepositoryRuntime
import RepositorySQLite
import Testing

/// Observed lists with their changes, in memory and in SQLite.
@Suite struct ListChangeTests {
    typealias Store = CRUDStorageRepositoryTests.Store
    private typealias Items = ItemRepository<Int>

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Applies a change to the previous list, as a view would.
    private func applied(
        _ change: ListChange<Item<Int>>,
        to old: [Item<Int>]
    ) -> [Item<Int>] {
        let leaving = Set(change.deletions + change.moves.map(\.from))
        var list = old.indices.filter { !leaving.contains($0) }.map { old[$0] }
        // In ascending order, each position is that in the resulting list.
        for position in (change.insertions + change.moves.map(\.to)).sorted() {
            list.insert(change[position], at: position)
        }
        for position in change.updates { list[position] = change[position] }
        return list
    }

    // The trap: between a change and the reading that it causes, another transaction is carried out.
    @Test(
        "a list shows no half of a transaction that was published before the reading",
        arguments: Store.allCases
    )
    func wholeTransactions(_ store: Store) async throws {
        let storage = ReadCountingStorage(try store.make(in: folder))
        let items = Items(storage: storage)
        try await items.prepare()
        try await items.create(
            (0..<2).map { (number: Int) in Item.Draft(id: number, name: "old", rank: number) }
        )
        var changes = items.observeList(orderedBy: { [$0.rank.ascending] }).makeAsyncIterator()
        _ = try await changes.next()
        let whole = Items(storage: storage.base)
        storage.beforeRead {
            _ = try? await whole.storeOrUpdate(
                (0..<2).map { Item(id: $0, name: "new", rank: $0) }
            )
        }
        try await whole.patch(id: 0, with: .init(name: .set("first")))
        let change = try #require(try await changes.next())
        #expect(change.entities.map(\.name) == ["new", "new"])
    }

    @Test("each kind of change is reported with its positions", arguments: Store.allCases)
    func kinds(_ store: Store) async throws {
        let items = Items(storage: try store.make(in: folder))
        try await items.prepare()
        try await items.create(
            (0..<6).map { (number: Int) in Item.Draft(id: number, name: "n", rank: number) }
        )
        var changes = items.observeList(
            orderedBy: { [$0.rank.ascending] },
            where: { $0.rank != 4 }
        ).makeAsyncIterator()
        let first = try #require(try await changes.next())
        #expect(first.isInitial && first.insertions == [0, 1, 2, 3, 4])
        #expect(first.entities.map(\.id) == [0, 1, 2, 3, 5])

        try await items.patch(id: 2, with: .init(name: .set("x")))
        let updated = try #require(try await changes.next())
        #expect(updated.updates == [2] && updated.deletions.isEmpty && updated.moves.isEmpty)

        try await items.patch(id: 0, with: .init(rank: .set(10)))
        let moved = try #require(try await changes.next())
        #expect(moved.moves.map(\.from) == [0] && moved.moves.map(\.to) == [4])
        #expect(moved.updates == [4])
        #expect(moved.entities.map(\.id) == [1, 2, 3, 5, 0])

        // Out of the list, and back into it.
        try await items.patch(id: 3, with: .init(rank: .set(4)))
        #expect(try await changes.next()?.deletions == [2])
        try await items.patch(id: 4, with: .init(rank: .set(3)))
        #expect(try await changes.next()?.insertions == [2])
        // Changes outside of the list yield nothing.
        try await items.patch(id: 3, with: .init(name: .set("y")))
        try await items.delete(id: 1)
        #expect(try await changes.next()?.deletions == [0])
    }

    @Test("the changes always transform one list into the next", arguments: Store.allCases)
    func random(_ store: Store) async throws {
        var random = SeededRandom(seed: 9)
        let items = Items(storage: try store.make(in: folder))
        try await items.prepare()
        for limit in [nil, 7] {
            var changes = items.observeList(
                limit: limit,
                orderedBy: { [$0.rank.descending, $0.name.ascending] },
                where: { $0.name != "c" }
            ).makeAsyncIterator()
            var list = try #require(try await changes.next()).entities
            for round in 0..<60 {
                try await items.storage.write { [random] store throws(StorageError) in
                    var random = random
                    for _ in 0..<Int.random(in: 1...4, using: &random) {
                        let id = Int.random(in: 0..<20, using: &random)
                        let key = RecordKey(collection: "Item", id: "\(id)")
                        if Int.random(in: 0..<4, using: &random) == 0 {
                            try store.remove(key)
                            continue
                        }
                        let name = ["a", "b", "c"].randomElement(using: &random) ?? ""
                        let rank = Int.random(in: 0..<4, using: &random)
                        let document = #"{"id":\#(id),"name":"\#(name)","rank":\#(rank)}"#
                        try store.put(StoredRecord(key: key, document: Data(document.utf8)))
                    }
                }
                for _ in 0..<40 { _ = random.next() }
                // A final one is always observed.
                try await items.storeOrUpdate(
                    Item(dictionary: ["id": 99, "name": "a", "rank": 100 + round])
                )
                while list.first?.rank != 100 + round {
                    let change = try #require(try await changes.next())
                    list = applied(change, to: list)
                    #expect(list == change.entities, "\(round)")
                }
                let expected = try await items.page(
                    limit ?? 1000,
                    orderedBy: { [$0.rank.descending, $0.name.ascending] },
                    where: { $0.name != "c" }
                )
                #expect(list == expected, "\(round)")
            }
        }
    }

    @Test("only queries that a change can affect run again")
    func concerned() async throws {
        let storage = CountingStorage(MemoryStorage())
        let items = Items(storage: storage)
        try await items.create(
            (0..<100).map { (number: Int) in Item.Draft(id: number, name: "n", rank: number) }
        )
        var results: [RepositoryObservation<[Item<Int>]>.AsyncIterator] = (0..<10).map { tens in
            items.observe(limit: 5, where: { $0.rank >= tens * 10 && $0.rank < tens * 10 + 10 })
                .makeAsyncIterator()
        }
        for index in results.indices { #expect(try await results[index].next()?.count == 5) }
        storage.searches.withLock { $0 = 0 }
        // It leaves the last result, and affects no other.
        try await storage.write { store throws(StorageError) in
            let key = RecordKey(collection: "Item", id: "90")
            let document = Data(#"{"id":90,"name":"x","rank":-1}"#.utf8)
            try store.put(StoredRecord(key: key, document: document))
        }
        #expect(try await results[9].next()?.map(\.id) == [91, 92, 93, 94, 95])
        try await storage.write { store throws(StorageError) in
            for tens in 0..<10 {
                let key = RecordKey(collection: "Item", id: "\(tens * 10 + 1)")
                let document = Data(#"{"id":\#(tens * 10 + 1),"name":"x","rank":1000}"#.utf8)
                try store.put(StoredRecord(key: key, document: document))
            }
        }
        for index in results.indices {
            #expect(try await results[index].next()?.count == 5)
        }
        #expect(storage.searches.withLock { $0 } == 11)
    }

    @Test("a change reads no other records")
    func onlyTouched() async throws {
        let storage = CountingStorage(MemoryStorage())
        let items = Items(storage: storage)
        try await items.create(
            (0..<100).map { (number: Int) in Item.Draft(id: number, name: "n", rank: number) }
        )
        var changes = items.observeList(orderedBy: { [$0.rank.ascending] }).makeAsyncIterator()
        _ = try await changes.next()
        storage.queries.withLock { $0 = 0 }
        try await storage.write { store throws(StorageError) in
            let key = RecordKey(collection: "Item", id: "50")
            try store.put(StoredRecord(key: key, document: Data(#"{"id":50,"name":"x"}"#.utf8)))
        }
        #expect(try await changes.next()?.updates == [0])
        #expect(storage.queries.withLock { $0 } == 1)
    }
}
