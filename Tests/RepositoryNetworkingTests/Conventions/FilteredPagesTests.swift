import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

/// Pages matching criteria, from services that do not support the criteria, or ignore them.
@Suite("Pages of criteria") struct FilteredPagesTests {
    private static let counted = Conventions.Paging(
        .page(parameter: "page", first: 1),
        size: 2,
        sizeParameter: "limit"
    )

    /// Scripts five notes in three pages, with a total count of five.
    private func script(_ server: ExampleServer) async {
        let headers = ["X-Total-Count": "5"]
        await server.script(
            "GET",
            "/notes",
            PagedListing.pages.map { ScriptedAnswer.json($0, headers: headers) }
        )
    }

    @Test("are filtered locally if the service does not support a condition, and not counted")
    func unsaid() async throws {
        try await withService(Conventions(paging: Self.counted)) { server, notes async throws in
            await script(server)
            var pages: [[String]] = []
            for try await page in notes.pages(Criteria(Note.self) { $0.likes > 3 }) {
                pages.append(page.elements.map(\.id))
                #expect(page.total == nil)
            }
            #expect(pages == [[], ["n4"], ["n5"]])
            #expect(await server.lines == (1...3).map { "GET /notes?limit=2&page=\($0)" })
        }
    }

    @Test("are filtered locally if the service ignores a condition, and then not counted")
    func ignored() async throws {
        try await withService(Conventions(paging: Self.counted)) { server, notes async throws in
            await script(server)
            var pages: [[String]] = []
            var totals: [Int?] = []
            for try await page in notes.pages(Criteria(Note.self) { $0.text == "t4" }) {
                pages.append(page.elements.map(\.id))
                totals.append(page.total)
            }
            #expect(pages == [[], ["n4"], []])
            #expect(totals == [nil, nil, nil])
        }
    }

    @Test("are filtered by a property without a value, too")
    func missing() async throws {
        try await withService(Conventions(paging: Self.counted)) { server, notes async throws in
            await script(server)
            for try await page in notes.pages(Criteria(Note.self) { $0.mood == "sad" }) {
                #expect(page.elements.isEmpty)
            }
        }
    }

    @Test("are not counted by HEAD if they are filtered locally")
    func head() async throws {
        var paging = Self.counted
        paging.total = .head("Total-Records")
        try await withService(Conventions(paging: paging)) { server, notes async throws in
            await script(server)
            let counted = ScriptedAnswer(200, headers: ["Total-Records": "5"])
            await server.script("HEAD", "/notes", counted)
            for try await page in notes.pages(Criteria(Note.self) { $0.likes > 3 }) {
                #expect(page.total == nil)
            }
            #expect(await server.lines.allSatisfy { $0.hasPrefix("GET") })
        }
    }

    @Test("keep the order of the service, even if they are filtered locally")
    func ordered() async throws {
        try await withService(Conventions(paging: Self.counted)) { server, notes async throws in
            await script(server)
            let criteria = Criteria(Note.self) { $0.likes > 3 }
                .ordered(Note.self) { $0.likes.descending }
            for try await _ in notes.pages(criteria) {}
            #expect(await server.lines.first == "GET /notes?sort=-likes&limit=2&page=1")
        }
    }

    @Test("are rejected in an order that the service does not support")
    func unsaidOrder() async throws {
        let dialect = Conventions.QueryDialect(sort: nil)
        let conventions = Conventions(paging: Self.counted, query: dialect)
        try await withService(conventions) { server, notes async throws in
            await script(server)
            let criteria = Criteria.all.ordered(Note.self) { $0.likes.descending }
            let error = try await failure { for try await _ in notes.pages(criteria) {} }
            #expect(error.code == .invalidRequest)
            #expect(await server.lines.isEmpty)
        }
    }
}
