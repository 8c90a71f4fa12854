import RepositoryRuntime
import Testing

/// Observation through relations, of searches, and in stores that publish no versions.
@Suite struct ObservedRelationTests {
    /// An observed value as text.
    private struct Watch {
        let name: String
        /// Returns the next observed value.
        let next: () async throws -> String
        /// Returns the current value.
        let current: () async throws -> String

        init<Value>(
            _ name: String,
            _ values: RepositoryObservation<Value>,
            _ text: @escaping (Value) -> String
        ) {
            self.name = name
            var observed = values.makeAsyncIterator()
            next = { try await observed.next().map(text) ?? "the end" }
            current = {
                var now = values.makeAsyncIterator()
                return try await now.next().map(text) ?? "the end"
            }
        }
    }

    private static let names = ["Ada", "Bo", "ada bo", "é", ""]

    @Test(
        "with random writes of two types, the observed result equals the query's",
        arguments: CRUDStorageRepositoryTests.Store.allCases,
        [1, 2, 3] as [UInt64]
    )
    func random(store: CRUDStorageRepositoryTests.Store, seed: UInt64) async throws {
        let folder = try TemporaryFolder()
        try await observe(try store.make(in: folder), seed)
    }

    @Test("the same holds for a custom store", arguments: [1, 2] as [UInt64])
    func own(seed: UInt64) async throws {
        try await observe(RewindableStorage(), seed)
    }

    private func observe(_ storage: any Storage, _ seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let (authors, books) = (Authors(storage: storage), Books(storage: storage))
        try await authors.prepare()
        try await books.prepare()
        for _ in 0..<20 { try await Self.write(authors, books, &random) }
        let watches = Self.watches(authors, books)
        var values: [String] = []
        for watch in watches { values.append(try await watch.next()) }
        var changes = 0
        for round in 0..<120 {
            try await Self.write(authors, books, &random)
            for (index, watch) in watches.enumerated() {
                let now = try await watch.current()
                guard now != values[index] else { continue }
                // Without a new value, this waits forever, as it should.
                #expect(try await watch.next() == now, "\(watch.name), round \(round)")
                values[index] = now
                changes += 1
            }
        }
        #expect(changes > 100)
    }

    private static func watches(_ authors: Authors, _ books: Books) -> [Watch] {
        let fields = Book.Fields()
        let byAda = fields.author.refers(to: Author.self) { $0.name.hasPrefix("Ada") }
        let edited = fields.editors.refers(to: Author.self) { $0.name > "B" }
        func titles(_ books: [Book]) -> String {
            books.map { "\($0.id) \($0.title)" }.joined(separator: ",")
        }
        return [
            Watch("books by Ada", books.observe(Criteria(filter: byAda)), titles),
            Watch("all but those", books.observe(Criteria(filter: !byAda, limit: 3)), titles),
            Watch("edited books", books.observeCount(Criteria(filter: edited))) { "\($0)" },
            Watch(
                "the last of their titles",
                books.observeAggregate({ .maximum($0.title) }, where: { _ in edited })
            ) { "\($0 ?? "-")" },
            Watch(
                "books with their authors",
                books.observe(
                    with: Author.self,
                    by: .reference { $0.author },
                    limit: 4,
                    where: { $0.tags.contains("a") }
                )
            ) { $0.map { "\($0.entity.id) \($0.related.map(\.name))" }.joined(separator: ",") },
            Watch(
                "authors with their books",
                authors.observe(with: Book.self, by: .inverse(of: { $0.author }))
            ) { $0.map { "\($0.entity.id) \($0.related.map(\.id))" }.joined(separator: ",") },
            Watch(
                "books with a word",
                books.observeSearch("bo", limit: 3, where: { $0.author != 1 }),
                titles
            ),
            Watch(
                "authors of books with a word",
                authors.observeCount {
                    $0.id.isReferred(by: Book.self, in: { $0.author }) { $0.title.contains("o") }
                }
            ) { "\($0)" },
        ]
    }

    private static func write(
        _ authors: Authors,
        _ books: Books,
        _ random: inout SeededRandom
    ) async throws {
        func name() -> String { names.randomElement(using: &random) ?? "" }
        let number = Int.random(in: 0..<5, using: &random)
        let id = "b\(Int.random(in: 0..<8, using: &random))"
        switch Int.random(in: 0..<6, using: &random) {
        case 0: try await authors.delete(id: number)
        case 1: try await authors.storeOrUpdate(Author(id: number, name: "\(name())-\(number)"))
        case 2: try await books.delete(id: id)
        default:
            let book = Book(
                id: id,
                title: "\(name()) \(name())",
                author: [nil, number].randomElement(using: &random) ?? nil,
                editors: [[], [number], [number, 1]].randomElement(using: &random) ?? [],
                tags: [[], ["a"]].randomElement(using: &random) ?? []
            )
            try await books.storeOrUpdate(book)
        }
    }
}
