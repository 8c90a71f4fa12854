import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

/// Part of the matching entities, from a service that ignores the condition.
@Suite("Ignored conditions") struct IgnoredFilterTests {
    private let conventions = Conventions(
        paging: .init(.offset(parameter: "skip"), size: 20, sizeParameter: "take"),
        query: .init(limit: nil, offset: nil)
    )

    /// Returns a page with notes of some numbers.
    private func page(_ numbers: Range<Int>) -> ScriptedAnswer {
        .json("[\(numbers.map { PagedListing.json($0) }.joined(separator: ","))]")
    }

    @Test("cost one short page, and then pages of the usual size")
    func size() async throws {
        try await withService(conventions) { server, notes async throws in
            await server.script(
                "GET",
                "/notes",
                [page(0..<3), page(0..<20), page(20..<40), page(40..<53)]
            )
            let found = try await notes.find(limit: 3) { $0.text == "t52" }
            #expect(found.map(\.id) == ["n52"])
            #expect(
                await server.lines
                    == [
                        "GET /notes?text=t52&take=3&skip=0", "GET /notes?take=20&skip=0",
                        "GET /notes?take=20&skip=20", "GET /notes?take=20&skip=40",
                    ].map { $0.replacing("notes?take", with: "notes?text=t52&take") }
            )
        }
    }

    @Test("cost nothing more if the short page is the last, or sufficient")
    func enough() async throws {
        try await withService(conventions) { server, notes async throws in
            await server.script("GET", "/notes", page(0..<2))
            let last = try await notes.find(limit: 3) { $0.text == "t1" }
            #expect(last.map(\.id) == ["n1"])
            await server.script("GET", "/notes", page(0..<1))
            let first = try await notes.find(limit: 1) { $0.text == "t0" }
            #expect(first.map(\.id) == ["n0"])
            #expect(await server.requests.count == 2)
        }
    }
}
