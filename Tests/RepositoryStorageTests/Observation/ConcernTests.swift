import Foundation
import RepositoryRuntime
import RepositorySQLite
import TestSupport
import Testing

/// Observed queries are run again only after changes that can affect them.
@Suite struct ConcernTests {
    private typealias Items = ItemRepository<String>

    /// An observed query, with a counter of its reads.
    private struct Observed {
        let name: String
        let filter: Condition
        let storage: ReadCountingStorage
        let counter: CountingStorage
        /// Returns the current value.
        let current: () async throws -> String
        let task: Task<Void, any Error>

        init<Value>(
            _ name: String,
            _ filter: Condition,
            in base: any Storage,
            _ text: @escaping @Sendable (Value) -> String = { "\($0)" },
            _ query: @escaping @Sendable (Items) -> RepositoryObservation<Value>
        ) async throws {
            (self.name, self.filter) = (name, filter)
            let counter = CountingStorage(base)
            let storage = ReadCountingStorage(counter)
            (self.counter, self.storage) = (counter, storage)
            current = {
                var values = query(Items(storage: base)).makeAsyncIterator()
                return try await values.next().map(text) ?? ""
            }
            task = Task {
                for try await _ in query(Items(storage: storage)) {}
            }
            try await storage.reads(atLeast: 1)
        }

        var queries: Int { counter.queries.withLock { $0 } }
    }

    @Test(
        "random writes rerun exactly the queries whose values they change",
        arguments: ObservedStore.allCases,
        1...UInt64(Repetitions.count("CONCERN_RUNS", quick: 1, thorough: 4))
    )
    func random(store: ObservedStore, seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let world = try ObservedWorld(store)
        let base = world.storage.base
        try await world.items.prepare()
        for _ in 0..<10 { try await Self.write(to: base, &random) }
        let observed = try await Self.observed(in: base, &random)
        defer { for observed in observed { observed.task.cancel() } }
        var (runs, skips) = (0, 0)
        for round in 0..<60 {
            var before: [(value: String, found: Set<String>, reads: Int, queries: Int)] = []
            for observed in observed {
                let found = try await Self.found(observed.filter, in: base)
                let value = try await observed.current()
                before.append((value, found, observed.storage.reads, observed.queries))
            }
            let touched = try await Self.write(to: base, &random)
            for (observed, before) in zip(observed, before) {
                try await observed.storage.reads(atLeast: before.reads + 1)
                let hasRun = observed.queries > before.queries
                let comment: Comment = "\(observed.name), round \(round)"
                if !hasRun { #expect(try await observed.current() == before.value, comment) }
                let found = try await Self.found(observed.filter, in: base)
                if touched.isDisjoint(with: before.found.union(found)) {
                    #expect(!hasRun, comment)
                }
                (runs, skips) = hasRun ? (runs + 1, skips) : (runs, skips + 1)
            }
        }
        // Both must happen often enough to be meaningful.
        #expect(runs > 50 && skips > 50, "\(runs) runs, \(skips) skips")
    }

    private static func observed(
        in base: any Storage,
        _ random: inout SeededRandom
    ) async throws -> [Observed] {
        var observed: [Observed] = []
        for number in 0..<4 {
            let filter = condition(2, &random)
            let limit = Int.random(in: 1...4, using: &random)
            let order = [Order].random(&random)
            let part = Criteria(filter: filter, order: order, limit: limit, offset: limit / 2)
            observed += [
                try await Observed("results \(number)", filter, in: base) {
                    $0.observe(Criteria(filter: filter, order: order))
                },
                try await Observed("part \(number)", filter, in: base) { $0.observe(part) },
                try await Observed("page \(number)", filter, in: base) { items in
                    items.observePage(limit, orderedBy: { _ in order }, where: { _ in filter })
                },
                try await Observed("count \(number)", filter, in: base) {
                    $0.observeCount(Criteria(filter: filter))
                },
                try await Observed("sum \(number)", filter, in: base) { items in
                    items.observeAggregate({ .sum($0.rank) }, where: { _ in filter })
                },
                try await Observed("least name \(number)", filter, in: base) { items in
                    items.observeAggregate({ .minimum($0.name) }, where: { _ in filter })
                },
                try await Observed(
                    "greatest of groups \(number)",
                    filter,
                    in: base,
                    { (values: [String?: Int?]) in "\(values.map { "\($0)" }.sorted())" },
                    { items in
                        let fields = Item<String>.Fields()
                        return items.observe(
                            .maximum(fields.rank),
                            by: fields.name,
                            where: filter
                        )
                    }
                ),
            ]
        }
        return observed
    }

    private static let names = ["", "a", "b", "é", "e\u{301}", "f"]

    private static func condition(_ depth: Int, _ random: inout SeededRandom) -> Condition {
        let fields = Item<String>.Fields()
        let rank = Int.random(in: 0..<10, using: &random)
        let name = names.randomElement(using: &random) ?? ""
        switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
        case 0: return fields.rank > rank
        case 1: return fields.rank == rank
        case 2: return fields.rank.isNil
        case 3: return fields.name == name
        case 4: return fields.name >= name
        case 5: return !condition(depth - 1, &random)
        case 6: return condition(depth - 1, &random) && condition(depth - 1, &random)
        default: return condition(depth - 1, &random) || condition(depth - 1, &random)
        }
    }

    /// Returns the identities of the items that match a condition.
    private static func found(_ filter: Condition, in base: any Storage) async throws -> Set<String>
    {
        Set(try await Items(storage: base).find(Criteria(filter: filter)).map(\.id))
    }

    /// Stores, removes, renames and deletes items in one transaction; returns their identities.
    @discardableResult
    private static func write(
        to base: any Storage,
        _ random: inout SeededRandom
    ) async throws -> Set<String> {
        let ids = (0..<8).shuffled(using: &random).prefix(Int.random(in: 1...2, using: &random))
            .map { "\($0)" }
        let kinds = ids.map { _ in Int.random(in: 0..<8, using: &random) }
        let ranks = ids.map { _ in Int.random(in: 0..<10, using: &random) }
        let chosen = ids.map { _ in names.randomElement(using: &random) ?? "" }
        return try await base.write { store throws(StorageError) in
            var touched: Set<String> = []
            func put(
                _ id: String,
                _ index: Int,
                _ state: SyncState = .synchronized
            ) throws(StorageError) {
                let rank = ranks[index] == 9 ? "null" : "\(ranks[index])"
                let text = #"{"id":"\#(id)","name":"\#(chosen[index])","rank":\#(rank)}"#
                let key = RecordKey(collection: "Item", id: id)
                try store.put(StoredRecord(key: key, document: Data(text.utf8), state: state))
                touched.insert(id)
            }
            for (index, id) in ids.enumerated() {
                let key = RecordKey(collection: "Item", id: id)
                let isThere = try store.record(key) != nil
                switch kinds[index] {
                case 0 where isThere:
                    try store.remove(key)
                    touched.insert(id)
                case 1 where isThere:
                    // It is the last one now.
                    try store.remove(key)
                    try put(id, index)
                case 2 where isThere:
                    let other = RecordKey(collection: "Item", id: "new-\(id)")
                    try store.remove(other)
                    try store.rekey(key, to: other)
                    try put(other.id, index)
                    touched.insert(id)
                case 3: try put(id, index, .deleted)
                case 4: try put(id, index, .waiting)
                default: try put(id, index)
                }
            }
            return touched
        }
    }

    @Test(
        "a value is computed again only if its inputs differ",
        arguments: Store.allCases
    )
    func properties(store: Store) async throws {
        let folder = try TemporaryFolder()
        let base = try store.make(in: folder)
        let items = Items(storage: base)
        try await items.storeOrUpdate(Item(id: "a", name: "x", rank: 1))
        let observed = [
            try await Observed("count", .always, in: base) { $0.observeCount() },
            try await Observed("sum", .always, in: base) { items in
                items.observeAggregate { .sum($0.rank) }
            },
            try await Observed("least", .always, in: base) { items in
                items.observeAggregate { .minimum($0.name) }
            },
        ]
        defer { for observed in observed { observed.task.cancel() } }
        /// Returns the names of the aggregates that are computed again.
        func names(after item: Item<String>) async throws -> [String] {
            let before = observed.map { ($0.queries, $0.storage.reads) }
            try await items.storeOrUpdate(item)
            for (observed, before) in zip(observed, before) {
                try await observed.storage.reads(atLeast: before.1 + 1)
            }
            return zip(observed, before).filter { $0.queries > $1.0 }.map(\.0.name)
        }
        #expect(try await names(after: Item(id: "a", name: "y", rank: 1)) == ["least"])
        #expect(try await names(after: Item(id: "a", name: "y", rank: 2)) == ["sum"])
        #expect(try await names(after: Item(id: "b", name: "y", rank: 2)) == observed.map(\.name))
        // Canonically equal, but ordered byte by byte.
        #expect(try await names(after: Item(id: "a", name: "é", rank: 2)) == ["least"])
        #expect(try await names(after: Item(id: "a", name: "e\u{301}", rank: 2)) == ["least"])
    }

    @Test(
        "a text that does not match changes the ranks of those that do",
        arguments: Store.allCases
    )
    func ranks(store: Store) async throws {
        let folder = try TemporaryFolder()
        let books = Books(storage: try store.make(in: folder))
        try await books.prepare()
        func put(_ id: String, _ title: String, author: Int = 2) async throws {
            try await books.storeOrUpdate(
                Book(id: id, title: title, author: author, editors: [], tags: [])
            )
        }
        for number in 0..<8 { try await put("other-\(number)", "z") }
        try await put("often", "sea sea z z z z", author: 1)
        try await put("once", "sea", author: 1)
        var found = books.observeSearch("sea", limit: 1, where: { $0.author == 1 })
            .makeAsyncIterator()
        let first = try #require(try await found.next()?.first?.id)
        for number in 0..<8 {
            try await put("other-\(number)", String(repeating: "z ", count: 60))
        }
        let second = try #require(
            try await books.search("sea", limit: 1, where: { $0.author == 1 }).first?.id
        )
        try #require(first != second)
        #expect(try await found.next()?.first?.id == second)
    }

    @Test(
        "after the server replaces a temporary identity, the new one is used for lookups",
        arguments: Store.allCases
    )
    func replaced(store: Store) async throws {
        let folder = try TemporaryFolder()
        let storage = try store.make(in: folder)
        let books = Books(storage: storage)
        try await books.prepare()
        let book = Book(id: "a", title: "", author: 7, editors: [], tags: [])
        try await books.storeOrUpdate(book)
        var count = books.observeCount { $0.author == 1 }.makeAsyncIterator()
        #expect(try await count.next() == 0)
        // The written book has neither author.
        try await storage.write { store throws(StorageError) in
            try store.set(Data("7".utf8), forKey: "identity/Author/1")
            let text = #"{"id":"b","title":"","author":9,"editors":[],"tags":[]}"#
            let key = RecordKey(collection: "Book", id: "b")
            try store.put(StoredRecord(key: key, document: Data(text.utf8)))
        }
        #expect(try await count.next() == 1)
    }

    @Test("queries are always run again for a store that publishes no versions")
    func unknown() async throws {
        let key = RecordKey(collection: "Item", id: "a")
        let record = StoredRecord(key: key, document: Data("{}".utf8))
        var change = StorageChange(records: [key])
        #expect(change.versions(of: key) == nil)
        change.insert(key, from: nil, to: record)
        #expect(change.versions(of: key) == nil)
        var known = StorageChange()
        known.insert(key, from: nil, to: record)
        #expect(known.versions(of: key) == [nil, record])
        var merged = known
        merged.merge(known)
        #expect(merged.versions(of: key) == [nil, record, nil, record])
        merged.merge(change)
        #expect(merged.versions(of: key) == nil)
        change = StorageChange(entries: [key])
        change.merge(known)
        #expect(change.versions(of: key) == [nil, record])
        known.insert(key)
        #expect(known.versions(of: key) == nil)
    }

    @Test("a change of many records contains no versions")
    func many() {
        var change = StorageChange()
        let keys = (0..<100).map { RecordKey(collection: "Item", id: "\($0)") }
        for key in keys { change.insert(key, from: nil, to: nil) }
        #expect(!change.notesVersions)
        #expect(keys.allSatisfy { change.touches($0) })
        #expect(change.versions(of: keys[0]) == [nil, nil])
        #expect(change.versions(of: keys[99]) == nil)
        // Changes merged for a slow consumer are limited, too.
        change = StorageChange()
        for _ in 0..<100 {
            var other = StorageChange()
            other.insert(keys[0], from: nil, to: nil)
            change.merge(other)
        }
        #expect(change.touches(keys[0]))
        #expect(change.versions(of: keys[0]) == nil)
    }
}

extension ConcernTests {
    typealias Store = CRUDStorageRepositoryTests.Store
}

extension [Order] {
    fileprivate static func random(_ random: inout SeededRandom) -> [Order] {
        let fields = Item<String>.Fields()
        let orders = [fields.rank.ascending, fields.rank.descending, fields.name.ascending]
        return Array(orders.shuffled(using: &random).prefix(Int.random(in: 0...2, using: &random)))
    }
}
