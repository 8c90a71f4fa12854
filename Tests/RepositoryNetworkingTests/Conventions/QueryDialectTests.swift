import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

/// Criteria in the query languages of services; results are correct, whatever the service supports.
@Suite("Criteria in dialects") struct QueryDialectTests {
    private typealias Dialect = Conventions.QueryDialect

    /// The operators of Django and similar services.
    private let parameters = Conventions.QueryDialect(
        filter: .parameters([
            .equal: "{key}", .less: "{key}__lt", .lessOrEqual: "{key}__lte", .greater: "{key}__gt",
            .greaterOrEqual: "min_{key}", .contains: "{key}__contains",
            .hasPrefix: "{key}__startswith", .isOneOf: "in_{key}", .isNull: "{key}__isnull=true",
        ]),
        sort: "order"
    )
    private let document = Conventions.QueryDialect(filter: .document(parameter: "where"))
    private let objects = Conventions.QueryDialect(filter: .objects(parameter: "filter[objects]"))

    private let four = """
        [{"id":"1","text":"hi","likes":1},{"id":"2","text":"ho","likes":5,"mood":"sad"},
        {"id":"3","text":"hi, you","likes":7},{"id":"4","text":"hum","likes":9,"mood":null}]
        """

    /// Queries notes of a service that always lists all of them, and checks the request and the
    /// result.
    private func expect(
        _ line: String,
        _ ids: [String],
        of criteria: Criteria,
        in dialect: Conventions.QueryDialect,
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        try await withService(Conventions(query: dialect)) { server, notes async throws in
            await server.script("GET", "/notes", .json(four))
            let found = try await notes.find(criteria).map(\.id)
            #expect(found == ids, sourceLocation: location)
            let query = await server.requests.first?.query.removingPercentEncoding
            #expect(query == line, sourceLocation: location)
        }
    }

    private func criteria(_ filter: (Note.Fields) -> Condition) -> Criteria {
        Criteria(Note.self, where: filter)
    }

    // The trap: an unsupported condition or order is ignored, but a supported limit cuts the
    // result.
    @Test("that are not supported are evaluated locally, although a limit is supported")
    func understoodLimit() async throws {
        let text = Criteria(Note.self, where: { $0.text == "hum" })
        var first = text
        first.limit = 1
        let order = Criteria(
            filter: .always,
            order: [Note.Fields().likes.descending],
            limit: 2
        )
        for (criteria, ids) in [(first, ["4"]), (order, ["4", "3"])] {
            try await withService(Conventions()) { server, notes async throws in
                let two = #"[{"id":"1","text":"hi","likes":1},{"id":"2","text":"ho","likes":5}]"#
                await server.script("GET", "/notes", .json(two), .json(four))
                #expect(try await notes.find(criteria).map(\.id) == ids)
                #expect(await server.requests.count == 2)
            }
        }
    }

    @Test("as parameters have a name for each operator")
    func operators() async throws {
        let say = parameters
        try await expect("text=hi", ["1"], of: criteria { $0.text == "hi" }, in: say)
        try await expect("likes__lt=5", ["1"], of: criteria { $0.likes < 5 }, in: say)
        try await expect("likes__lte=5", ["1", "2"], of: criteria { $0.likes <= 5 }, in: say)
        try await expect("likes__gt=5", ["3", "4"], of: criteria { $0.likes > 5 }, in: say)
        try await expect("min_likes=5", ["2", "3", "4"], of: criteria { $0.likes >= 5 }, in: say)
        try await expect(
            "text__contains=o",
            ["2", "3"],
            of: criteria { $0.text.contains("o") },
            in: say
        )
        try await expect(
            "text__startswith=hi",
            ["1", "3"],
            of: criteria { $0.text.hasPrefix("hi") },
            in: say
        )
        try await expect(
            "in_id=1,2",
            ["1", "2"],
            of: criteria { $0.id.isOneOf(["1", "2"]) },
            in: say
        )
        try await expect(
            "mood__isnull=true",
            ["1", "3", "4"],
            of: criteria { $0.mood.isNil },
            in: say
        )
        try await expect(
            "min_likes=2&likes__lt=9&mood__isnull=true",
            ["3"],
            of: criteria { $0.likes >= 2 && $0.likes < 9 && $0.mood.isNil },
            in: say
        )
    }

    @Test("as parameters leave unsupported ones to the client")
    func unsaid() async throws {
        let say = parameters
        // A comma would split a value.
        try await expect("", ["3"], of: criteria { $0.text.isOneOf(["hi, you"]) }, in: say)
        try await expect("", [], of: criteria { $0.id.isOneOf([]) }, in: say)
        try await expect("", ["2", "3", "4"], of: criteria { !($0.text == "hi") }, in: say)
        try await expect("", ["1", "2"], of: criteria { $0.likes < 2 || $0.text == "ho" }, in: say)
        try await expect(
            "likes__gt=0",
            ["3", "4"],
            of: criteria { $0.likes > 0 && $0.likes > 5 },
            in: say
        )
        let equalityAlone = Dialect()
        try await expect("", ["3", "4"], of: criteria { $0.likes > 5 }, in: equalityAlone)
        let none = Dialect(filter: .parameters([:]), sort: nil, limit: nil, offset: nil)
        try await expect("", ["1"], of: criteria { $0.text == "hi" }, in: none)
    }

    @Test("as values contain the operator, so that several of one key apply together")
    func operatorsInValues() async throws {
        let say = Dialect(
            filter: .parameters([
                .equal: "{key}=eq.{value}", .less: "{key}=lt.{value}",
                .greaterOrEqual: "{key}=gte.{value}", .isOneOf: "{key}=in.({value})",
                .contains: "{key}=like.*{value}*", .isNull: "{key}=is.null",
            ])
        )
        try await expect("text=eq.hi", ["1"], of: criteria { $0.text == "hi" }, in: say)
        try await expect(
            "likes=gte.2&likes=lt.9",
            ["2", "3"],
            of: criteria { $0.likes >= 2 && $0.likes < 9 },
            in: say
        )
        try await expect(
            "likes=gte.2",
            ["3", "4"],
            of: criteria { $0.likes >= 2 && $0.likes >= 7 },
            in: say
        )
        try await expect(
            "id=in.(1,2)&mood=is.null",
            ["1"],
            of: criteria { $0.id.isOneOf(["1", "2"]) && $0.mood.isNil },
            in: say
        )
        try await expect(
            "text=like.*o*",
            ["2", "3"],
            of: criteria { $0.text.contains("o") },
            in: say
        )
        // A value that would end the list is evaluated locally.
        try await expect("", [], of: criteria { $0.text.isOneOf(["a)", "b"]) }, in: say)
    }

    @Test("for MongoDB are one document")
    func mongo() async throws {
        let say = document
        try await expect(#"where={"text":"hi"}"#, ["1"], of: criteria { $0.text == "hi" }, in: say)
        try await expect(
            #"where={"likes":{"$gte":5},"mood":null}"#,
            ["3", "4"],
            of: criteria { $0.likes >= 5 && $0.mood.isNil },
            in: say
        )
        try await expect(
            #"where={"likes":{"$lt":5}}"#,
            ["1"],
            of: criteria { $0.likes < 5 },
            in: say
        )
        try await expect(
            #"where={"likes":{"$lte":5}}"#,
            ["1", "2"],
            of: criteria { $0.likes <= 5 },
            in: say
        )
        try await expect(
            #"where={"likes":{"$gt":5}}"#,
            ["3", "4"],
            of: criteria { $0.likes > 5 },
            in: say
        )
        try await expect(
            #"where={"id":{"$in":["1","2"]}}"#,
            ["1", "2"],
            of: criteria { $0.id.isOneOf(["1", "2"]) },
            in: say
        )
        try await expect("", ["1", "3"], of: criteria { $0.text.hasPrefix("hi") }, in: say)
    }

    @Test("as filter objects are one array")
    func filterObjects() async throws {
        let say = objects
        try await expect(
            #"filter[objects]=[{"name":"text","op":"eq","val":"hi"}]"#,
            ["1"],
            of: criteria { $0.text == "hi" },
            in: say
        )
        try await expect(
            #"filter[objects]=[{"name":"likes","op":"ge","val":5},{"name":"likes","op":"lt","val":9}]"#,
            ["2", "3"],
            of: criteria { $0.likes >= 5 && $0.likes < 9 },
            in: say
        )
        try await expect(
            #"filter[objects]=[{"name":"likes","op":"gt","val":5},{"name":"likes","op":"le","val":7}]"#,
            ["3"],
            of: criteria { $0.likes > 5 && $0.likes <= 7 },
            in: say
        )
        try await expect(
            #"filter[objects]=[{"name":"id","op":"in_","val":["1","2"]},{"name":"mood","op":"is_","val":null}]"#,
            ["1"],
            of: criteria { $0.id.isOneOf(["1", "2"]) && $0.mood.isNil },
            in: say
        )
        try await expect("", ["2", "3"], of: criteria { $0.text.contains("o") }, in: say)
    }

    @Test("have ascending and descending orders in their own form")
    func order() async throws {
        let criteria = Criteria.all
            .ordered(Note.self) { $0.text.descending }.ordered(Note.self) { $0.id.ascending }
        try await expect("order=-text,id", ["4", "2", "3", "1"], of: criteria, in: parameters)
        var words = parameters
        (words.ascending, words.descending) = ("{key}:asc", "{key}:desc")
        try await expect("order=text:desc,id:asc", ["4", "2", "3", "1"], of: criteria, in: words)
        var none = parameters
        none.sort = nil
        // Without the order, the range would contain other entities.
        try await expect("", ["4", "2"], of: criteria.limited(to: 2), in: none)
        try await expect(
            "order=-text,id&limit=2",
            ["4", "2"],
            of: criteria.limited(to: 2),
            in: parameters
        )
    }

    @Test("have a descending order by a separate parameter, and not for several keys")
    func orderByTwoParameters() async throws {
        let say = Dialect(filter: .parameters([:]), sort: "_sort", descending: "_sort_desc={key}")
        let down = Criteria.all.ordered(Note.self) { $0.likes.descending }
        let up = Criteria.all.ordered(Note.self) { $0.likes.ascending }
        try await expect("_sort_desc=likes&limit=2", ["4", "3"], of: down.limited(to: 2), in: say)
        try await expect("_sort=likes&limit=2", ["1", "2"], of: up.limited(to: 2), in: say)
        // Two parameters have no order among them, and such services take a single key.
        let several = up.ordered(Note.self) { $0.id.descending }
        try await expect("", ["1", "2"], of: several.limited(to: 2), in: say)
        let words = Dialect(
            filter: .parameters([:]),
            ascending: "orderby={key}&order=asc",
            descending: "orderby={key}&order=desc"
        )
        try await expect(
            "orderby=likes&order=desc&limit=2",
            ["4", "3"],
            of: down.limited(to: 2),
            in: words
        )
        var both = say
        (both.sort, both.ascending) = (nil, "asc={key}")
        try await expect("asc=likes", ["1", "2", "3", "4"], of: up, in: both)
    }

    @Test("contain the range once if a paging parameter has the same name")
    func part() async throws {
        let paging = Conventions.Paging(
            .offset(parameter: "offset"),
            size: 2,
            sizeParameter: "limit"
        )
        try await withService(Conventions(paging: paging)) { server, notes async throws in
            let pages = PagedListing.pages.map { ScriptedAnswer.json($0) }
            await server.script("GET", "/notes", pages)
            let found = try await notes.find(Criteria(filter: .always, limit: 2, offset: 1))
            #expect(found.map(\.id) == ["n2", "n3"])
            #expect(
                await server.lines == [
                    "GET /notes?limit=2&offset=0", "GET /notes?limit=2&offset=2",
                ]
            )
        }
    }

    @Test("without a supported offset request the skipped entities, too")
    func unsaidOffset() async throws {
        let criteria = Criteria(filter: .always, limit: 2, offset: 1)
        try await expect("limit=3", ["2", "3"], of: criteria, in: Dialect(offset: nil))
    }

    @Test("with a supported offset skip no more, on any number of pages")
    func offset() async throws {
        let paging = Conventions.Paging(.token("next", parameter: "after"))
        let dialect = Dialect(limit: nil, offset: "skip")
        let conventions = Conventions(envelope: .init(list: "rows"), paging: paging, query: dialect)
        try await withService(conventions) { server, notes async throws in
            let bodies = [(1, #""a""#), (2, "null")].map { page, token in
                ScriptedAnswer.json(#"{"rows":\#(PagedListing.pages[page]),"next":\#(token)}"#)
            }
            await server.script("GET", "/notes", bodies)
            let found = try await notes.find(Criteria(filter: .always, limit: 3, offset: 2))
            #expect(found.map(\.id) == ["n3", "n4", "n5"])
            #expect(await server.lines == ["GET /notes?skip=2", "GET /notes?skip=2&after=a"])
        }
    }

    @Test("that are not supported read as many pages as are needed")
    func ignored() async throws {
        let listing = try #require(PagedListing.all.first)
        try await withExampleServer { server, url async throws in
            await listing.script(server, at: url)
            let notes = NoteRepository(
                store: NetworkingSession(url: url),
                conventions: Conventions(query: parameters)
            )
            let found = try await notes.find(limit: 1) { $0.likes >= 5 }
            #expect(found.map(\.id) == ["n5"])
            #expect(await server.lines.count == 3)
            #expect(await server.lines.first == "GET /notes?min_likes=5&limit=1")
        }
    }
}
