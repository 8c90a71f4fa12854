import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

@testable import RepositoryNetworking

/// Pages of values, which have no identities, and pages that a service filters.
@Suite("Pages of a listing that are equal, empty or missing") struct EqualPagesTests {
    /// A service whose listing has the values 20, 20, 20, 20 and 21.
    private static let bodies = ["[20,20]", "[20,20]", "[21]"]

    private func values(
        _ paging: Conventions.Paging,
        _ answers: [ScriptedAnswer]
    ) async throws -> [Int] {
        var found: [Int] = []
        try await withExampleServer { server, url async throws in
            await server.script("GET", "/values", answers)
            var pages = ServicePages(paging, over: NetworkingSession(url: url)) { query in
                NetworkingRequest(
                    method: .get,
                    path: "/values" + (query.isEmpty ? "" : "?\(query)")
                )
            }
            while let page = try await pages.next() {
                let values = try [Int](jsonData: page.response.body)
                var content = PageContent()
                for value in values { content.add(.number(JSON.Number(value)), identityKey: "id") }
                guard pages.advance(after: page, content) else { break }
                found += values
            }
        }
        return found
    }

    @Test("continue behind a link, but not after a number that the service may ignore")
    func equal() async throws {
        let links = zip(Self.bodies, ["</values?p=2>; rel=next", "</values?p=3>; rel=next", ""])
            .map { ScriptedAnswer.json($0, headers: ["Link": $1]) }
        #expect(try await values(.init(.link), links) == [20, 20, 20, 20, 21])
        let counted = Conventions.Paging(.page(parameter: "p", first: 1), size: 2)
        let unlinked = Self.bodies.map { ScriptedAnswer.json($0) }
        #expect(try await values(counted, unlinked) == [20, 20])
    }

    /// A service whose pages declare whether there are more.
    private static let flagged = Conventions(
        envelope: .init(list: "items"),
        paging: .init(.page(parameter: "p", first: 1), more: "more")
    )

    private func page(_ ids: [Int], more: Bool) -> ScriptedAnswer {
        let items = ids.map(PagedListing.json).joined(separator: ",")
        return .json("{\"items\":[\(items)],\"more\":\(more)}")
    }

    @Test("continue after an empty page if there are more")
    func empty() async throws {
        try await withService(Self.flagged) { server, notes async throws in
            await server.script(
                "GET",
                "/notes",
                page([1], more: true),
                page([], more: true),
                page([2], more: false)
            )
            #expect(try await notes.find().map(\.id) == ["n1", "n2"])
        }
    }

    @Test("end after many empty pages")
    func endless() async throws {
        try await withService(Self.flagged) { server, notes async throws in
            await server.script("GET", "/notes", page([1], more: true), page([], more: true))
            #expect(try await notes.find().map(\.id) == ["n1"])
            #expect(await server.lines.count == 21)
        }
    }

    @Test("fail if a page is not found although the service has declared more")
    func missing() async throws {
        try await withService(Self.flagged) { server, notes async throws in
            await server.script("GET", "/notes", page([1], more: true), ScriptedAnswer(404))
            let error = try await failure { _ = try await notes.find() }
            #expect(error.code == .notFound)
        }
    }

    // The trap: a total may count entities that the user may not read, so this is no error.
    @Test("are not the whole listing if a page before the total is not found")
    func missingBeforeTotal() async throws {
        let paging = Conventions.Paging(
            .page(parameter: "p", first: 1),
            size: 2,
            total: .header("X-Total")
        )
        try await withService(Conventions(paging: paging)) { server, notes async throws in
            let first = "[\(PagedListing.json(1)),\(PagedListing.json(2))]"
            await server.script(
                "GET",
                "/notes",
                .json(first, headers: ["X-Total": "5"]),
                ScriptedAnswer(404)
            )
            let device = try await Device(RemoteCollection(notes))
            try await device.keep(Note(id: "n9", text: "old"))
            let report = await device.synchronize()
            #expect(report.removed == 0)
            #expect(try await device.entities().map(\.id).sorted() == ["n1", "n2", "n9"])
        }
    }
}
