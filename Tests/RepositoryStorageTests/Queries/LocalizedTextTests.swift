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

    // The trap: Foundation's order of these is none, so that pages repeat or skip some.
    @Test(
        "pages in a localized order contain each entity once",
        arguments: Store.allCases,
        [
            ["第１０話", "第11話", "第100話", "第9話"], ["10", "１1", "1０１", "9", "2", "٣"],
            ["fia", "ﬁA", "ﬁé", "b"], ["각", "가한１０E", "가", "가가"], ["Å", "A가²3I", "ä", "aéé"],
        ]
    )
    func total(_ store: Store, _ texts: [String]) async throws {
        let items = try await items(store, texts)
        for language in ["en", "ja", "sv", "tr"] {
            let locale = Locale(identifier: language)
            let whole = try await items.find(orderedBy: { [$0.name.ascending(in: locale)] }) { _ in
                .always
            }
            var pages: [Item<Int>] = []
            while pages.count <= texts.count {
                let page = try await items.page(
                    1,
                    after: pages.last,
                    orderedBy: { [$0.name.ascending(in: locale)] }
                )
                if page.isEmpty { break }
                pages += page
            }
            #expect(
                pages.map(\.name) == whole.map(\.name) && Set(pages.map(\.id)).count == texts.count
            )
        }
    }

    @Test("numbers of all widths and scripts are ordered by value", arguments: Store.allCases)
    func numbers(_ store: Store) async throws {
        let items = try await items(store, ["第100話", "第１０話", "第11話", "第9話", "第٨話"])
        let locale = Locale(identifier: "ja")
        let found = try await items.find(orderedBy: { [$0.name.ascending(in: locale)] }) { _ in
            .always
        }
        #expect(found.map(\.name) == ["第٨話", "第9話", "第１０話", "第11話", "第100話"])
    }

    // The trap: Foundation's search crashes for these.
    @Test("a text with U+0000 is searched for without a crash", arguments: Store.allCases)
    func nul(_ store: Store) async throws {
        let items = try await items(store, ["Café.", "Å", "a\0b"])
        #expect(try await items.find { $0.name.contains(".\0") }.isEmpty)
        #expect(try await items.find { $0.name.localizedStandardContains(".\0") }.isEmpty)
        #expect(try await items.find { $0.name.localizedStandardContains("a\0") }.map(\.id) == [2])
        #expect(try await items.find { $0.name.contains("\0") }.map(\.id) == [2])
    }

    @Test("characters are found as wholes", arguments: Store.allCases)
    func characters(_ store: Store) async throws {
        let items = try await items(store, ["eê", "exé", "A\u{212A}", "e\u{301}", "a\r\nb", "ab"])
        for (text, ids) in [
            ("ệ", []), ("ẹ\u{301}", []), ("Å", []), ("é", [1, 3]), ("e", [0, 1]), ("\n", []),
            ("\r\n", [4]), ("b", [4, 5]), ("", [0, 1, 2, 3, 4, 5]), ("abc", []),
        ] as [(String, [Int])] {
            #expect(try await items.find { $0.name.contains(text) }.map(\.id) == ids, "\(text)")
        }
    }

    @Test("half-width kana are found by their usual form", arguments: Store.allCases)
    func kana(_ store: Store) async throws {
        let items = try await items(store, ["ﾊﾟﾝ", "パン", "パ"])
        for text in ["パン", "ﾊﾟﾝ"] {
            let found = try await items.find { $0.name.localizedStandardContains(text) }
            #expect(found.map(\.id) == [0, 1])
        }
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
