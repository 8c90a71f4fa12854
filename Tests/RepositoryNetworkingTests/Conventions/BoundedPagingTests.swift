import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

/// Services with endless or misleading pages.
@Suite("Pages of a faulty service") struct BoundedPagingTests {
    private static let two = "[\(PagedListing.json(1)),\(PagedListing.json(2))]"

    /// Services that always return the same page, and the requests to them.
    struct Endless: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let paging: Conventions.Paging
        var body = BoundedPagingTests.two
        var headers: [String: String] = [:]
        let lines: [String]

        static let all = [
            Endless(
                testDescription: "the same address",
                paging: .init(.link),
                headers: ["Link": "</notes?p=2>; rel=next"],
                lines: ["GET /notes", "GET /notes?p=2"]
            ),
            Endless(
                testDescription: "the same token",
                paging: .init(.token("next", parameter: "p")),
                body: #"{"rows":\#(BoundedPagingTests.two),"next":"a"}"#,
                lines: ["GET /notes", "GET /notes?p=a"]
            ),
            Endless(
                testDescription: "the same token in a header",
                paging: .init(.headerToken("X-Next", parameter: "p")),
                headers: ["X-Next": "a"],
                lines: ["GET /notes", "GET /notes?p=a"]
            ),
            Endless(
                testDescription: "the same page, whatever its number",
                paging: .init(.page(parameter: "p", first: 1), size: 2),
                lines: ["GET /notes?p=1", "GET /notes?p=2"]
            ),
            Endless(
                testDescription: "the same page, wherever it begins",
                paging: .init(.offset(parameter: "skip")),
                lines: ["GET /notes?skip=0", "GET /notes?skip=2"]
            ),
            Endless(
                testDescription: "the same last identity",
                paging: .init(.lastID(parameter: "after")),
                lines: ["GET /notes", "GET /notes?after=n2"]
            ),
            Endless(
                testDescription: "more, and nothing that asks for it",
                paging: .init(.token("next", parameter: "p"), more: "more"),
                body: #"{"rows":\#(BoundedPagingTests.two),"more":true}"#,
                lines: ["GET /notes"]
            ),
        ]

        var conventions: Conventions {
            let list: JSONKeyPath = body.hasPrefix("{") ? "rows" : ""
            return Conventions(envelope: .init(list: list), paging: paging)
        }
    }

    @Test("that repeat are not requested forever, nor returned twice", arguments: Endless.all)
    func repeated(service: Endless) async throws {
        try await withService(service.conventions) { server, notes async throws in
            await server.script("GET", "/notes", .json(service.body, headers: service.headers))
            #expect(try await notes.find().map(\.id) == ["n1", "n2"])
            #expect(await server.lines == service.lines)
        }
    }

    @Test("that repeat do not count as complete: nothing is removed", arguments: Endless.all)
    func repeatedPull(service: Endless) async throws {
        try await withService(service.conventions) { server, notes async throws in
            await server.script("GET", "/notes", .json(service.body, headers: service.headers))
            let device = try await Device(RemoteCollection(notes))
            try await device.keep(Note(id: "n9", text: "old"))
            let report = await device.synchronize()
            #expect(report.removed == 0)
            #expect(report.problems.map(\.collection) == ["Note"])
            #expect(try await device.entities().map(\.id).sorted() == ["n1", "n2", "n9"])
            #expect(await server.lines == service.lines)
        }
    }

    // The trap: with any other value than a Boolean, the first page would seem to be the last.
    @Test("continue while a flag is true or positive", arguments: ["1", "true", "2.5"])
    func flag(isSet: String) async throws {
        var conventions = Conventions()
        conventions.envelope = .init(list: "items")
        conventions.paging = .init(.lastID(parameter: "after"), more: "more")
        try await withService(conventions) { server, notes async throws in
            func page(_ id: Int, _ more: String) -> ScriptedAnswer {
                .json(#"{"items":[\#(PagedListing.json(id))],"more":\#(more)}"#)
            }
            for last in ["0", "false", "null"] {
                await server.script("GET", "/notes", page(1, isSet), page(2, last))
                #expect(try await notes.find().map(\.id) == ["n1", "n2"])
            }
            await server.script("GET", "/notes", page(1, #""true""#))
            let error = await #expect(throws: RepositoryError.self) { try await notes.find() }
            #expect(error?.code == .unreadableResponse)
        }
    }

    // The trap: an array of links, which HAL permits, would seem to be the end.
    @Test(
        "are an error if the path of the link leads into another value",
        arguments: [#"[{"href":"/notes2"}]"#, #""/notes2""#]
    )
    func wrongPlace(next: String) async throws {
        var conventions = Conventions()
        conventions.envelope = .init(list: "items")
        conventions.paging = .init(.next("_links.next.href"))
        try await withService(conventions) { server, notes async throws in
            let items = "[\(PagedListing.json(1))]"
            let page = #"{"items":\#(items),"_links":{"next":\#(next)}}"#
            await server.script("GET", "/notes", .json(page))
            let error = await #expect(throws: RepositoryError.self) { try await notes.find() }
            #expect(error?.code == .unreadableResponse)
            let last = #"{"items":\#(items),"_links":{"self":{"href":"/notes"}}}"#
            await server.script("GET", "/notes", .json(last))
            #expect(try await notes.find().map(\.id) == ["n1"])
        }
    }

    @Test("between which entities move are one result, with each entity once")
    func moving() async throws {
        let paging = Conventions.Paging(
            .page(parameter: "page", first: 1),
            size: 2,
            sizeParameter: "size"
        )
        let query = Conventions.QueryDialect(limit: nil, offset: nil)
        try await withService(Conventions(paging: paging, query: query)) {
            server,
            notes async throws in
            // A new entity came first, so the second one is on the next page again.
            let pages = [[1, 2], [2, 3], [4]].map { page in
                ScriptedAnswer.json(
                    "[\(page.map(PagedListing.json).joined(separator: ","))]"
                )
            }
            await server.script("GET", "/notes", pages)
            #expect(try await notes.find().map(\.id) == ["n1", "n2", "n3", "n4"])
            await server.script("GET", "/notes", pages)
            let four = try await notes.find(Criteria(filter: .always, limit: 4))
            #expect(four.map(\.id) == ["n1", "n2", "n3", "n4"])
        }
    }

    @Test(
        "at another origin are rejected, wherever the link comes from",
        arguments: [
            "http://127.0.0.1:1/notes", "https://127.0.0.1/notes", "//example.org/notes",
            "http://user@example.org/notes", "file:///etc/hosts", "http://[::1]/notes",
        ]
    )
    func otherOrigin(link: String) async throws {
        let conventions = Conventions(envelope: .init(list: "rows"), paging: .init(.next("next")))
        try await withService(conventions) { server, notes async throws in
            let body = #"{"rows":\#(Self.two),"next":"\#(link)"}"#
            await server.script("GET", "/notes", .json(body))
            let error = try await failure { _ = try await notes.find() }
            #expect((error.cause as? NetworkingError)?.code == .invalidURL)
            #expect(!error.isRetryable)
            var pages = notes.pages().makeAsyncIterator()
            #expect(try await pages.next()?.elements.count == 2)
            await #expect(throws: RepositoryError.self) { try await pages.next() }
            // The iteration ends after an error.
            #expect(try await pages.next() == nil)
            #expect(await server.lines == ["GET /notes", "GET /notes"])
        }
    }

    @Test("at a URL with brackets, braces and quotes are found, in a body and in a header")
    func rawCharacters() async throws {
        let query = #"?page[offset]=2&filter={"a":[1,"ö b"]}&x=%5B%20"#
        let encoded =
            "?page%5Boffset%5D=2&filter=%7B%22a%22:%5B1,%22%C3%B6%20b%22%5D%7D&x=%5B%20"
        let inBody = Conventions(envelope: .init(list: "rows"), paging: .init(.next("next")))
        try await withService(inBody) { server, notes async throws in
            let escaped = query.replacing("\"", with: "\\\"")
            await server.script(
                "GET",
                "/notes",
                .json(#"{"rows":\#(Self.two),"next":"/notes\#(escaped)"}"#),
                .json(#"{"rows":[\#(PagedListing.json(3))],"next":null}"#)
            )
            #expect(try await notes.find().map(\.id) == ["n1", "n2", "n3"])
            let lines = await server.lines
            #expect(lines == ["GET /notes", "GET /notes\(encoded)"])
        }
        try await withService(.plain) { server, notes async throws in
            let link = "</notes\(query.replacing("ö", with: "o"))>; rel=\"next\""
            await server.script(
                "GET",
                "/notes",
                .json(Self.two, headers: ["Link": link]),
                .json("[\(PagedListing.json(3))]")
            )
            #expect(try await notes.find().map(\.id) == ["n1", "n2", "n3"])
            let lines = await server.lines
            let second = encoded.replacing("%C3%B6", with: "o")
            #expect(lines == ["GET /notes", "GET /notes\(second)"])
        }
    }

    @Test("at an invalid URL cause an error, not an end")
    func noAddress() async throws {
        let conventions = Conventions(envelope: .init(list: "rows"), paging: .init(.next("next")))
        try await withService(conventions) { server, notes async throws in
            await server.script(
                "GET",
                "/notes",
                .json(#"{"rows":\#(Self.two),"next":"http://[/notes"}"#)
            )
            let error = try await failure { _ = try await notes.find() }
            #expect(error.code == .unreadableResponse)
        }
    }

    @Test("that fail cause an error, and earlier ones are not a result")
    func failing() async throws {
        let paging = Conventions.Paging(.page(parameter: "page", first: 1))
        try await withService(Conventions(paging: paging)) { server, notes async throws in
            await server.script("GET", "/notes", .json(Self.two), ScriptedAnswer(503))
            let error = try await failure { _ = try await notes.find() }
            #expect(error.status == 503)
            // A missing page after the last one is the end; without a first one there is no
            // listing.
            await server.script("GET", "/notes", ScriptedAnswer(404))
            let none = try await failure { _ = try await notes.find() }
            #expect(none.code == .notFound)
        }
    }

    /// Kinds of paging with a hundred per page, and the response after the last page.
    private static let counted: [Conventions.Paging] = [
        .init(.page(parameter: "p", first: 1), size: 100, sizeParameter: "n"),
        .init(.offset(parameter: "p"), size: 100, sizeParameter: "n"),
        .init(.lastID(parameter: "p"), size: 100, sizeParameter: "n"),
    ]

    private static func page(_ numbers: ClosedRange<Int>) -> String {
        "[\(numbers.map { PagedListing.json($0) }.joined(separator: ","))]"
    }

    // The trap: the first page is shorter than requested, and seems to be the last.
    @Test("that are shorter than requested are all read", arguments: counted)
    func silentMaximum(paging: Conventions.Paging) async throws {
        try await withService(Conventions(paging: paging)) { server, notes async throws in
            let pages = [1...10, 11...20, 21...23].map { ScriptedAnswer.json(Self.page($0)) }
            await server.script("GET", "/notes", pages)
            #expect(try await notes.find().count == 23)
            await server.script("GET", "/notes", pages)
            let device = try await Device(RemoteCollection(notes))
            let report = await device.synchronize()
            #expect(report.isComplete && report.pulled == 23, "\(report)")
        }
    }

    @Test(
        "of maximum size, followed by a rejection, are complete",
        arguments: [
            400, 404, 416, 422,
        ]
    )
    func noneBehind(status: Int) async throws {
        let paging = Self.counted[0]
        try await withService(Conventions(paging: paging)) { server, notes async throws in
            let first = ScriptedAnswer.json(Self.page(1...10))
            await server.script("GET", "/notes", first, .json("{}", status: status))
            let device = try await Device(RemoteCollection(notes))
            let report = await device.synchronize()
            #expect(report.isComplete && report.pulled == 10, "\(report)")
        }
    }

    @Test("of a service without paging are all in the first one")
    func unpaged() async throws {
        try await withService(Conventions(paging: Self.counted[0])) { server, notes async throws in
            await server.script("GET", "/notes", .json(Self.page(1...10)))
            #expect(try await notes.find().count == 10)
            let device = try await Device(RemoteCollection(notes))
            let report = await device.synchronize()
            #expect(report.isComplete, "\(report)")
            #expect(try await device.entities().count == 10)
        }
    }

    @Test("are linked only by the relation of a link, not by its title")
    func title() async throws {
        try await withService(.plain) { server, notes async throws in
            let link = #"</notes?p=0>; title="a\"; rel=next; b"; rel=prev"#
            await server.script("GET", "/notes", .json(Self.two, headers: ["Link": link]))
            #expect(try await notes.find().map(\.id) == ["n1", "n2"])
            #expect(await server.lines == ["GET /notes"])
        }
    }

    // The trap: the listing seems complete, so that the entities on later pages are removed.
    @Test(
        "are not at the end if something unknown stands for the next one",
        arguments: [
            (.next("next"), "7"), (.next("next"), #"["?p=2"]"#),
            (.next("next"), #"{"url":"?p=2"}"#), (.next("next"), #"{"href":7}"#),
            (.token("next", parameter: "after"), #"{"id":1}"#),
            (.token("next", parameter: "after"), "[1]"),
            (.token("next", parameter: "after"), "true"),
        ] as [(Conventions.Paging.Style, String)]
    )
    func unknownNext(style: Conventions.Paging.Style, next: String) async throws {
        let conventions = Conventions(envelope: .init(list: "rows"), paging: .init(style))
        try await withService(conventions) { server, notes async throws in
            let body = #"{"rows":\#(Self.two),"next":\#(next)}"#
            await server.script("GET", "/notes", .json(body))
            let error = try await failure { _ = try await notes.find() }
            #expect(error.code == .unreadableResponse)
            #expect(error.message.contains(" next: expected string"))
            let device = try await Device(RemoteCollection(notes))
            #expect(await !device.synchronize().isComplete)
        }
    }
}
