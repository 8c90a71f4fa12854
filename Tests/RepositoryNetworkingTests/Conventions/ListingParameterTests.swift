import ExampleServer
import RepositoryRuntime
import Testing

/// Parameters for the range and order of listings.
@Suite struct ListingParameterTests {
    private let four = """
        [{"id":"1","text":"hi","likes":1},{"id":"2","text":"ho","likes":5},
        {"id":"3","text":"ho","likes":7},{"id":"4","text":"hi","likes":5}]
        """

    // The trap: `?likes=2&…&likes=1` is page 2 to some services, and page 1 to others.
    @Test(
        "do not express a condition by a reserved parameter",
        arguments: [
            Conventions(paging: .init(.page(parameter: "likes", first: 1))),
            Conventions(paging: .init(.offset(parameter: "likes"))),
            Conventions(paging: .init(.lastID(parameter: "likes"))),
            Conventions(paging: .init(.token("next", parameter: "likes"))),
            Conventions(paging: .init(.headerToken("Next", parameter: "likes"))),
            Conventions(paging: .init(.none, size: 50, sizeParameter: "likes")),
            Conventions(query: .init(sort: "likes")), Conventions(query: .init(limit: "likes")),
            Conventions(query: .init(offset: "likes")),
            Conventions(changes: .init(parameter: "likes", cursor: .header("ETag"))),
        ]
    )
    func parametersOfListings(_ conventions: Conventions) async throws {
        try await withService(conventions) { server, notes async throws in
            await server.script("GET", "/notes", .json(four), .json("[]"))
            let wanted = Criteria(Note.self, where: { $0.likes == 5 && $0.text == "ho" })
            let found = try await notes.find(wanted)
            #expect(found.map(\.id) == ["2"])
            for request in await server.requests {
                let items = request.query.split(separator: "&")
                #expect(items.contains("text=ho") && !items.contains("likes=5"))
            }
        }
    }
}
