import ExampleServer
import Foundation
import RepositoryRuntime
import Shop
import Testing

/// Endpoints with paged responses, over HTTP.
@Suite struct ShopPagingTests {
    private func review(_ stars: Int) -> String {
        #"{"stars": \#(stars), "tags": [], "author": {"name": "Ada"}}"#
    }

    private func reviews(_ stars: Int..., of total: Int) -> ScriptedAnswer {
        .json(
            #"{"data": [\#(stars.map(review).joined(separator: ","))], "meta": {"total": \#(total)}}"#
        )
    }

    @Test("pages are requested by number, with the other parameters, until the last one")
    func byNumber() async throws {
        try await withExampleServer { url, server in
            await server.script(
                "GET",
                "/products/7/reviews",
                reviews(5, 4, of: 3),
                reviews(3, of: 3)
            )
            let shop = Listings(
                networking: NetworkingSession(url: url, credentials: .token("t"))
            )
            var stars: [[Int]] = []
            for try await page in shop.reviews(product: 7, stars: nil) {
                stars.append(page.elements.map(\.stars))
                #expect(page.total == 3)
                #expect(page.response.status == 200)
            }
            #expect(stars == [[5, 4], [3]])
            let queries = await server.requests.map(\.query)
            #expect(
                queries == [
                    "order=newest&per_page=2&page=1", "order=newest&per_page=2&page=2",
                ]
            )
        }
    }

    @Test("each iteration starts with the first page, and stops when the consumer does")
    func laziness() async throws {
        try await withExampleServer { url, server in
            await server.script("GET", "/products/7/reviews", reviews(5, 4, of: 30))
            let session = NetworkingSession(url: url, credentials: .token("t"))
            let pages = session.pages(of: Endpoint.ListReviews(product: 7), size: 9)
            #expect(await server.requests.isEmpty)
            for _ in 1...2 {
                for try await page in pages where page.elements.count == 2 { break }
            }
            let queries = await server.requests.map(\.query)
            #expect(queries == Array(repeating: "order=newest&per_page=9&page=1", count: 2))
        }
    }

    @Test("a link leads to the next page, and one to another origin is rejected")
    func links() async throws {
        try await withExampleServer { url, server in
            await server.script(
                "GET",
                "/visits",
                .json(
                    #"[{"state": "a"}]"#,
                    headers: ["Link": #"</visits?after=a>; rel="next""#]
                ),
                .json(
                    #"[{"state": "b"}]"#,
                    headers: ["Link": #"<https://elsewhere.example.com/v>; rel="next""#]
                )
            )
            let shop = Listings(
                networking: NetworkingSession(url: url, credentials: .token("t"))
            )
            var states: [String] = []
            let error = await #expect(throws: RepositoryError.self) {
                for try await page in shop.visits() { states += page.elements.map(\.state) }
            }
            #expect(error?.code == .network)
            #expect(states == ["a", "b"])
            #expect(await server.requests.map(\.query) == ["", "after=a"])
        }
    }

    @Test("a token leads to the next page, and a repeated one ends the iteration")
    func tokens() async throws {
        try await withExampleServer { url, server in
            await server.script(
                "GET",
                "/offers",
                .json(#"{"items": [], "next": "x y"}"#),
                .json(#"{"items": [], "next": "z"}"#),
                .json(#"{"items": [], "next": "x y"}"#)
            )
            let shop = Listings(
                networking: NetworkingSession(url: url, credentials: .token("t"))
            )
            var count = 0
            for try await _ in shop.offers() { count += 1 }
            #expect(count == 3)
            #expect(
                await server.requests.map(\.query) == ["", "cursor=x%20y", "cursor=z"]
            )
        }
    }

    @Test("a service that ignores the page number returns its page once")
    func ignoredNumber() async throws {
        try await withExampleServer { url, server in
            await server.script("GET", "/products/7/reviews", reviews(5, 4, of: 30))
            let session = NetworkingSession(url: url, credentials: .token("t"))
            var count = 0
            for try await page in session.pages(of: Endpoint.ListReviews(product: 7)) {
                count += page.elements.count
            }
            #expect(count == 2)
            #expect(await server.requests.count == 2)
        }
    }

    @Test("an error has the endpoint's declared body, on every page")
    func failure() async throws {
        try await withExampleServer { url, server in
            await server.script(
                "GET",
                "/products/7/reviews",
                reviews(5, 4, of: 30),
                .json(#"{"reason": "closed"}"#, status: 403)
            )
            let session = NetworkingSession(url: url, credentials: .token("t"))
            var count = 0
            let error = await #expect(throws: RepositoryError.self) {
                for try await page in session.pages(of: Endpoint.ListReviews(product: 7)) {
                    count += page.elements.count
                }
            }
            #expect((error?.failure as? Problem)?.reason == "closed")
            #expect(count == 2)
        }
    }

    @Test("an invalid page is an error with its position")
    func unreadable() async throws {
        try await withExampleServer { url, server in
            await server.script(
                "GET",
                "/products/7/reviews",
                .json(#"{"data": [{"stars": "many"}], "meta": {"total": 1}}"#)
            )
            let session = NetworkingSession(url: url, credentials: .token("t"))
            let error = await #expect(throws: RepositoryError.self) {
                for try await _ in session.pages(of: Endpoint.ListReviews(product: 7)) {}
            }
            #expect(error?.code == .unreadableResponse)
            let message = error.map { "\($0)" } ?? ""
            #expect(message.contains("stars"))
        }
    }

    @Test("in the mock environment, the example is the only page, and nothing is sent")
    func mockEnvironment() async throws {
        let session = NetworkingSession(url: try #require(URL(string: "http://localhost:1")))
        var pages = session.pages(of: Endpoint.ListNewest(), environment: .mock)
            .makeAsyncIterator()
        #expect(try await pages.next()?.elements.isEmpty == true)
        #expect(try await pages.next() == nil)
    }

    @Test("a mock returns the configured pages, and records the calls")
    func mock() async throws {
        let mock = ListingsMock()
        let review = try Review(jsonData: Data(review(5).utf8))
        mock.reviewsStub.returns([[review, review], [review]])
        let listings: any ListingsProtocol = mock
        var counts: [Int] = []
        for try await page in listings.reviews(product: 7) { counts.append(page.elements.count) }
        #expect(counts == [2, 1])
        #expect(mock.reviewsStub.calls.map(\.product) == [7])
        mock.reviewsStub.throws(.server)
        await #expect(throws: RepositoryError.self) {
            for try await _ in listings.reviews(product: 7) {}
        }
    }
}
