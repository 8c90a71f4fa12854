import Foundation
import RepositoryRuntime
import RepositorySQLite
import TestSupport
import Testing

/// Random queries with relations, arrays, aggregates, pages and searches give equal results in
/// equal order in memory and in SQLite.
///
/// `QUERY_RUNS` sets their number.
@Suite struct TwoStoresTests {
    private typealias Store = (authors: Authors, books: Books)

    private static let names = ["a", "b", "é", "e\u{301}", "Ada", "Bo", "北京", ""]
    private static let runs = Repetitions.count("QUERY_RUNS", quick: 400, thorough: 2_000)

    private let folder: TemporaryFolder
    private var random = SeededRandom(seed: 2026)

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("two stores give the same results")
    mutating func same() async throws {
        let storages: [any Storage] = [MemoryStorage(), try folder.store()]
        let stores: [Store] = storages.map { (Authors(storage: $0), Books(storage: $0)) }
        for store in stores {
            try await store.authors.prepare()
            try await store.books.prepare()
        }
        for run in 0..<Self.runs {
            if run.isMultiple(of: 10) { try await change(stores) }
            let seed = random.next()
            var results: [[String]] = []
            for store in stores {
                var same = SeededRandom(seed: seed)
                results.append(try await Self.query(store, &same))
            }
            #expect(results[0] == results[1], "run \(run), seed \(seed)")
        }
    }

    // MARK: - What is stored

    /// Writes the same to all stores.
    private mutating func change(_ stores: [Store]) async throws {
        for _ in 0..<4 {
            let number = Int.random(in: 0..<12, using: &random)
            let author = Author(id: number, name: "\(Self.name(&random))-\(number)")
            let isGone = Int.random(in: 0..<5, using: &random) == 0
            for store in stores {
                if isGone {
                    try await store.authors.delete(id: number)
                } else {
                    try await store.authors.storeOrUpdate(author)
                }
            }
        }
        for _ in 0..<6 {
            let id = "b\(Int.random(in: 0..<30, using: &random))"
            let book = Book(
                id: id,
                title: (0..<Int.random(in: 0...3, using: &random))
                    .map { _ in Self.name(&random) }.joined(separator: " "),
                author: [nil, 1, 2, 3, 11, 99].randomElement(using: &random) ?? nil,
                editors: Self.list(&random) { Int.random(in: 0..<12, using: &$0) },
                tags: Self.list(&random) { Self.name(&$0) }
            )
            let isGone = Int.random(in: 0..<6, using: &random) == 0
            for store in stores {
                if isGone {
                    try await store.books.delete(id: id)
                } else {
                    try await store.books.storeOrUpdate(book)
                }
            }
        }
    }

    private static func name(_ random: inout SeededRandom) -> String {
        names.randomElement(using: &random) ?? ""
    }

    private static func list<Element>(
        _ random: inout SeededRandom,
        _ element: (inout SeededRandom) -> Element
    ) -> [Element] {
        (0..<Int.random(in: 0...3, using: &random)).map { _ in element(&random) }
    }

    // MARK: - What is asked

    private static func condition(_ depth: Int, _ random: inout SeededRandom) -> Condition {
        let book = Book.Fields()
        let name = name(&random)
        let number = Int.random(in: 0..<12, using: &random)
        switch Int.random(in: 0..<(depth > 0 ? 11 : 8), using: &random) {
        case 0: return book.title.hasPrefix(name)
        case 1: return book.author == number
        case 2: return book.author.isNil
        case 3: return book.tags.contains(name)
        case 4: return book.editors.containsAny(of: [number, 1])
        case 5: return book.author.refers(to: Author.self) { $0.name.contains(name) }
        case 6: return book.editors.refers(to: Author.self) { $0.name > name }
        case 7: return book.title >= name
        case 8: return !condition(depth - 1, &random)
        case 9: return condition(depth - 1, &random) && condition(depth - 1, &random)
        default: return condition(depth - 1, &random) || condition(depth - 1, &random)
        }
    }

    private static func orders(_ random: inout SeededRandom) -> [Order] {
        let book = Book.Fields()
        let orders = [
            book.title.ascending, book.title.descending, book.author.ascending,
            book.author.descending, book.id.descending,
        ]
        return Array(orders.shuffled(using: &random).prefix(Int.random(in: 0...2, using: &random)))
    }

    /// Returns the lines of a random query's result.
    private static func query(
        _ store: Store,
        _ random: inout SeededRandom
    ) async throws -> [String] {
        let filter = condition(2, &random)
        let order = orders(&random)
        let limit = Int.random(in: 1...20, using: &random)
        let name = name(&random)
        let books = store.books
        switch Int.random(in: 0..<8, using: &random) {
        case 0:
            let criteria = Criteria(filter: filter, order: order, limit: limit, offset: limit / 4)
            return try await books.find(criteria).map(\.id)
        case 1:
            let first = try await books.page(
                limit,
                orderedBy: { _ in order },
                where: { _ in filter }
            )
            let next = try await books.page(
                limit,
                after: first.last,
                orderedBy: { _ in order },
                where: { _ in filter }
            )
            return first.map(\.id) + ["/"] + next.map(\.id)
        case 2:
            let counts = try await books.aggregate(
                { _ in .count },
                by: { $0.author },
                where: { _ in filter }
            )
            return counts.map { "\(String(describing: $0.key)): \($0.value)" }.sorted()
        case 3:
            let sum = try await books.aggregate({ .sum($0.author) }, where: { _ in filter })
            let average = try await books.aggregate({ .average($0.author) }, where: { _ in filter })
            return ["\(sum), \(String(describing: average))"]
        case 4:
            let greatest = try await books.aggregate(
                { .maximum($0.title) },
                by: { $0.author },
                where: { _ in filter }
            )
            return greatest.map { key, title in
                "\(String(describing: key)): \(title?.precomposedStringWithCanonicalMapping ?? "-")"
            }.sorted()
        case 5:
            return try await books.search(name, limit: limit, where: { _ in filter }).map(\.id)
        case 6:
            let list = try await books.find(
                with: Author.self,
                by: .reference { $0.editors },
                limit: limit,
                orderedBy: { _ in order },
                where: { _ in filter }
            )
            return list.map { "\($0.id): \($0.related.map(\.id))" }
        default:
            let list = try await store.authors.find(
                with: Book.self,
                by: .inverse(of: { $0.editors }, orderedBy: { _ in order }, where: { _ in filter }),
                where: { author in
                    author.id.isReferred(by: Book.self, in: { $0.author }) { _ in filter }
                        || author.name > name
                }
            )
            return list.map { "\($0.id): \($0.related.map(\.id))" }
        }
    }
}
