import Foundation
import RepositoryRuntime
import RepositorySQLite
import Testing

@testable import RepositoryLocal

/// References, followed in both directions, in memory and in SQLite.
@Suite struct RelationTests {
    typealias Store = CRUDStorageRepositoryTests.Store

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Creates authors 1 to 4, of whom the last has no book; the third book has no author.
    private func library(_ store: Store) async throws -> (authors: Authors, books: Books) {
        let storage = try store.make(in: folder)
        let (authors, books) = (Authors(storage: storage), Books(storage: storage))
        try await authors.prepare()
        try await books.prepare()
        try await authors.create([
            .init(id: 1, name: "Ada"), .init(id: 2, name: "Bo"), .init(id: 3, name: "Cy"),
            .init(id: 4, name: "Di"),
        ])
        try await books.create([
            .init(id: "a", title: "Anna", author: 1), .init(id: "b", title: "Beta", author: 2),
            .init(id: "c", title: "Cora", author: nil), .init(id: "d", title: "Duo", author: 1),
            .init(id: "e", title: "Echo", author: 9, editors: [3, 1]),
        ])
        return (authors, books)
    }

    @Test("identities that only Swift considers equal are different", arguments: Store.allCases)
    func bytes(_ store: Store) async throws {
        let items = ItemRepository<String>(storage: try store.make(in: folder))
        try await items.prepare()
        // An accented letter, and a letter with an accent.
        let (letter, pair) = ("\u{E9}", "e\u{301}")
        try await items.create([
            .init(id: letter, name: pair), .init(id: pair, name: letter),
            .init(id: "x", name: pair),
        ])
        func same(_ first: String, _ second: String) -> Bool {
            first.utf8.elementsEqual(second.utf8)
        }
        let named = try await items.find(with: Item<String>.self, by: .reference(key: "name"))
        #expect(named.map(\.related.count) == [1, 1, 1])
        #expect(
            named.allSatisfy { joined in
                joined.related.allSatisfy { same($0.id, joined.entity.name) }
            }
        )
        let referring = try await items.find(with: Item<String>.self, by: .inverse(key: "name"))
        #expect(referring.map(\.related.count) == [1, 2, 0])
    }

    @Test("a reference may have another case than a UUID", arguments: Store.allCases)
    func mixedCase(_ store: Store) async throws {
        let items = ItemRepository<String>(storage: try store.make(in: folder))
        try await items.prepare()
        let id = "6ba7b810-9DAD-11d1-80B4-00c04fd430c8"
        try await items.create([.init(id: id, name: "a"), .init(id: "x", name: id.uppercased())])
        let named = try await items.find(with: Item<String>.self, by: .reference(key: "name"))
        #expect(named.map(\.related.count) == [0, 1])
    }

    @Test(
        "a deletion affects only entities that refer to the same bytes",
        arguments: Store.allCases
    )
    func deletedBytes(_ store: Store) async throws {
        let items = ItemRepository<String>(storage: try store.make(in: folder))
        try await items.prepare()
        let (letter, pair) = ("\u{E9}", "e\u{301}")
        try await items.create([
            .init(id: letter, name: "a"), .init(id: "x", name: pair), .init(id: "y", name: letter),
        ])
        var schema = Item<String>.schema
        schema.deletionRules = [DeletionRule(Item<String>.self, "name", .cascade)]
        let deleted = try await items.storage.write { [schema] store throws(StorageError) in
            try Deletion(of: [RecordKey(collection: "Item", id: letter)], schema, in: store)
                .deleted.map { $0.key.id }
        }
        #expect(deleted == [letter, "y"])
    }

    @Test("a condition follows a reference in both directions", arguments: Store.allCases)
    func queried(_ store: Store) async throws {
        let (authors, books) = try await library(store)
        let hers = try await books.find { $0.author.refers(to: Author.self) { $0.name == "Ada" } }
        #expect(hers.map(\.id) == ["a", "d"])
        let others = try await books.find {
            !$0.author.refers(to: Author.self) { $0.name == "Ada" } && $0.title != "Beta"
        }
        #expect(others.map(\.id) == ["c", "e"])
        let busy = try await authors.find {
            $0.id.isReferred(by: Book.self, in: { $0.author }) { $0.title.hasPrefix("D") }
        }
        #expect(busy.map(\.id) == [1])
        // Two steps away.
        let neighbours = try await books.find {
            $0.author.refers(to: Author.self) { author in
                author.id.isReferred(by: Book.self, in: { $0.author }) { $0.title == "Duo" }
            }
        }
        #expect(neighbours.map(\.id) == ["a", "d"])
        #expect(
            try await books.aggregate({ _ in .count }) {
                $0.author.refers(to: Author.self) { _ in .always }
            } == 3
        )
    }

    @Test(
        "a list is fetched with referenced and referring entities",
        arguments: Store.allCases
    )
    func joined(_ store: Store) async throws {
        let (authors, books) = try await library(store)
        let withAuthors = try await books.find(
            with: Author.self,
            by: .reference { $0.author },
            orderedBy: { [$0.title.descending] }
        )
        #expect(withAuthors.map(\.id) == ["e", "d", "c", "b", "a"])
        #expect(withAuthors.map { $0.related.map(\.name) } == [[], ["Ada"], [], ["Bo"], ["Ada"]])
        let withEditors = try await books.find(with: Author.self, by: .reference(key: "editors"))
        #expect(withEditors.last?.related.map(\.name) == ["Cy", "Ada"])

        let withBooks = try await authors.find(
            with: Book.self,
            by: .inverse(
                of: { $0.author },
                orderedBy: { [$0.title.descending] },
                where: { $0.title != "Beta" }
            ),
            limit: 3
        )
        #expect(withBooks.map(\.entity.name) == ["Ada", "Bo", "Cy"])
        #expect(withBooks.map { $0.related.map(\.id) } == [["d", "a"], [], []])
        let edited = try await authors.find(with: Book.self, by: .inverse(key: "editors"))
        #expect(edited.map { $0.related.map(\.id) } == [["e"], [], ["e"], []])
    }

    @Test("related entities are observed together", arguments: Store.allCases)
    func observed(_ store: Store) async throws {
        let (authors, books) = try await library(store)
        var lists = books.observe(
            Criteria(Book.self) { $0.title == "Anna" },
            with: Author.self,
            by: .reference { $0.author }
        ).makeAsyncIterator()
        #expect(try await lists.next()?.first?.related.map(\.name) == ["Ada"])
        try await authors.patch(id: 1, with: .init(name: .set("Ada L.")))
        #expect(try await lists.next()?.first?.related.map(\.name) == ["Ada L."])
        try await books.patch(id: "a", with: .init(author: .set(2)))
        #expect(try await lists.next()?.first?.related.map(\.name) == ["Bo"])

        var counts = books.observeCount { $0.author.refers(to: Author.self) { $0.name == "Eve" } }
            .makeAsyncIterator()
        #expect(try await counts.next() == 0)
        try await authors.patch(id: 2, with: .init(name: .set("Eve")))
        #expect(try await counts.next() == 2)
    }

    @Test("a condition looks into arrays, and into arrays of references", arguments: Store.allCases)
    func lists(_ store: Store) async throws {
        let (authors, books) = try await library(store)
        try await books.patch(id: "a", with: .init(tags: .set(["new", "é", "x\u{0}y"])))
        try await books.patch(id: "b", with: .init(editors: .set([2]), tags: .set(["new", "new"])))
        #expect(try await books.find { $0.tags.contains("new") }.map(\.id) == ["a", "b"])
        #expect(try await books.find { $0.tags.contains("e\u{301}") }.map(\.id) == ["a"])
        #expect(try await books.find { $0.tags.contains("x\u{0}y") }.map(\.id) == ["a"])
        #expect(try await books.find { !$0.tags.contains("new") }.map(\.id) == ["c", "d", "e"])
        let some = try await books.find {
            $0.tags.containsAny(of: ["é", "ü"]) || $0.editors.contains(3)
        }
        #expect(some.map(\.id) == ["a", "e"])
        #expect(try await books.find { $0.tags == ["new", "new"] }.map(\.id) == ["b"])
        let edited = try await books.find {
            $0.editors.refers(to: Author.self) { $0.name == "Bo" || $0.name == "Cy" }
        }
        #expect(edited.map(\.id) == ["b", "e"])
        let editors = try await authors.find {
            $0.id.isReferred(by: Book.self, in: { $0.editors }) { $0.title == "Echo" }
        }
        #expect(editors.map(\.id) == [1, 3])
        // Later changes are found, and removed values are not.
        try await books.patch(id: "a", with: .init(tags: .set([])))
        try await books.delete(id: "b")
        #expect(try await books.find { $0.tags.contains("new") }.isEmpty)
    }

    @Test("an array element is found by an index")
    func explained() async throws {
        let (_, books) = try await library(.sqlite)
        let explanation = try await books.explain(Criteria(Book.self) { $0.tags.contains("new") })
        #expect(explanation.searched.contains("tags"))
        #expect(!explanation.scansAllRecords && !explanation.filtersDocuments)
    }

    @Test("a list of a thousand entities with a relation takes two queries")
    func twoQueries() async throws {
        let storage = CountingStorage(MemoryStorage())
        let (authors, books) = (Authors(storage: storage), Books(storage: storage))
        try await authors.create((0..<300).map { .init(id: $0, name: "n\($0)") })
        try await books.create(
            (0..<1000).map { .init(id: "\($0)", title: "t", author: $0 % 300) }
        )
        storage.queries.withLock { $0 = 0 }
        let list = try await books.find(with: Author.self, by: .reference { $0.author })
        #expect(list.count == 1000 && list.allSatisfy { $0.related.count == 1 })
        #expect(storage.queries.withLock { $0 } == 2)
    }

    @Test("identities match in any notation", arguments: Store.allCases)
    func writtenOtherwise(_ store: Store) async throws {
        let (authors, books) = try await library(store)
        try await books.storage.write { store throws(StorageError) in
            let key = RecordKey(collection: "Book", id: "z")
            let document = #"{"id":"z","title":"Zoo","author":"2","editors":["3"]}"#
            try store.put(StoredRecord(key: key, document: Data(document.utf8)))
        }
        let found = try await authors.find {
            $0.id.isReferred(by: Book.self, in: { $0.author }) { $0.title == "Zoo" }
        }
        #expect(found.map(\.id) == [2])
        let edited = try await authors.find {
            $0.id.isReferred(by: Book.self, in: { $0.editors }) { $0.title == "Zoo" }
        }
        #expect(edited.map(\.id) == [3])
        let count = try await books.aggregate({ _ in .count }) {
            $0.author.refers(to: Author.self) { $0.name == "Bo" }
        }
        #expect(count == 2)
    }

    @Test("a replaced temporary identity is found in an array", arguments: Store.allCases)
    func replaced(_ store: Store) async throws {
        let (_, books) = try await library(store)
        try await books.storage.write { store throws(StorageError) in
            try store.set(Data("3".utf8), forKey: "identity/Author/-5")
        }
        #expect(try await books.find { $0.editors.contains(-5) }.map(\.id) == ["e"])
        #expect(try await books.find { $0.author == -5 }.isEmpty)
    }
}
