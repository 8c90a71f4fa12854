import Foundation
import RepositoryRuntime
import RepositorySQLite
import Testing

/// Localized search and sorting of texts, in memory and in SQLite.
@Suite struct LocalizedTextTests {
    typealias Store = CRUDStorageRepositoryTests.Store

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func items(_ store: Store, _ names: [String]) async throws -> ItemRepository<Int> {
        let items = ItemRepository<Int>(storage: try store.make(in: folder))
        try await items.prepare()
        try await items.create(
            names.enumerated().map { number, name in
                Item<Int>.Draft(id: number, name: name, rank: nil)
            }
        )
        return items
    }

    @Test("case, diacritics and width are ignored", arguments: Store.allCases)
    func contained(_ store: Store) async throws {
        let items = try await items(store, ["Émile Zola", "emile", "ＥＭＩＬ", "Emma", ""])
        let french = Locale(identifier: "fr")
        let found = try await items.find {
            $0.name.localizedStandardContains("EMIL", locale: french)
        }
        #expect(found.map(\.id) == [0, 1, 2])
        #expect(try await items.find { $0.name.localizedStandardContains("") }.count == 5)
        let turkish = Locale(identifier: "tr")
        let dotless = try await self.items(store, ["ığdır", "IĞDIR", "iğdir"])
        let cities = try await dotless.find {
            $0.name.localizedStandardContains("IĞDIR", locale: turkish)
        }
        #expect(cities.map(\.id).contains(0) && cities.map(\.id).contains(1))
    }

    @Test("texts are sorted by a language, and numbers by value", arguments: Store.allCases)
    func ordered(_ store: Store) async throws {
        let items = try await items(store, ["file10", "zebra", "ärger", "File9", "apfel"])
        func names(_ language: String) async throws -> [String] {
            let locale = Locale(identifier: language)
            return try await items.find(orderedBy: { [$0.name.ascending(in: locale)] }) { _ in
                .always
            }
            .map(\.name)
        }
        #expect(try await names("de") == ["apfel", "ärger", "File9", "file10", "zebra"])
        #expect(try await names("sv").last == "ärger")
        let locale = Locale(identifier: "de")
        var pages: [String] = []
        var last: Item<Int>?
        repeat {
            let page = try await items.page(
                2,
                after: last,
                orderedBy: { [$0.name.descending(in: locale)] }
            )
            pages += page.map(\.name)
            last = page.count == 2 ? page.last : nil
        } while last != nil
        #expect(pages == ["zebra", "file10", "File9", "ärger", "apfel"])
    }

    @Test("orders of two languages are not equal")
    func equality() {
        let name = Field<String>("name")
        #expect(name.ascending != name.ascending(in: Locale(identifier: "de")))
        #expect(
            name.ascending(in: Locale(identifier: "sv"))
                != name.ascending(in: Locale(identifier: "de"))
        )
    }
}
