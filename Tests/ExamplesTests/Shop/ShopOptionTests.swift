import ExampleServer
import Foundation
import RepositoryAsyncHTTPClient
import RepositoryRuntime
import RepositoryTesting
import Shop
import Testing

/// Timeouts, priorities and cache policies of endpoints, over HTTP.
@Suite struct ShopOptionTests {
    @Test(
        "the timeout of an endpoint overrides that of the session",
        arguments: [true, false]
    )
    func timeout(isURLSession: Bool) async throws {
        try await withExampleServer { url, server in
            // The response never arrives: the endpoint times out after a second.
            let answer = ScriptedAnswer.json("[]").delayed(by: .seconds(600))
            await server.script("GET", "/stocktaking", answer)
            let bounds = NetworkingSession.Configuration(
                timeout: .seconds(3_600),
                totalTimeout: .seconds(3_600)
            )
            var session = NetworkingSession(
                url: url,
                credentials: .token("t"),
                configuration: bounds
            )
            if !isURLSession { session = session.using(AsyncHTTPClientTransport.shared) }
            let error = await #expect(throws: RepositoryError.self) {
                try await session.request(Endpoint.Stocktaking())
            }
            #expect((error?.cause as? NetworkingError)?.code == .timedOut)
        }
    }

    @Test("priority and cache policy are header fields")
    func fields() async throws {
        try await withExampleServer { url, server in
            await server.script("GET", "/inventory", .json("[]"))
            await server.script("GET", "/counters", .json("[]"))
            await server.script("GET", "/visits", .json("[]"))
            let session = NetworkingSession(url: url, credentials: .token("t"))
            _ = try await session.request(Endpoint.Inventory())
            _ = try await session.request(Endpoint.Counters())
            _ = try await session.request(Endpoint.ListVisits())
            let requests = await server.requests
            #expect(requests.map { $0.headers["priority"] } == ["u=5", "u=1", nil])
            #expect(
                requests.map { $0.headers["cache-control"] } == ["no-cache", "max-stale", nil]
            )
        }
    }

    @Test("a stale response is used if the endpoint allows it and the server does not forbid it")
    func staleness() async throws {
        try await withExampleServer { url, server in
            let clock = ManualClock()
            let lasting = ["ETag": "\"1\"", "Cache-Control": "max-age=60"]
            let strict = ["ETag": "\"1\"", "Cache-Control": "max-age=60, must-revalidate"]
            await server.script(
                "GET",
                "/counters",
                .json(#"[{"state": "a"}]"#, headers: lasting),
                .json(#"[{"state": "b"}]"#, headers: strict),
                .json(#"[{"state": "c"}]"#, headers: strict)
            )
            let session = NetworkingSession(url: url, credentials: .token("t"))
            let stack = session.with(.cache(ResponseCache(), clock: clock))
            let first = try await stack.request(Endpoint.Counters())
            clock.advance(by: .seconds(3_600))
            let second = try await stack.request(Endpoint.Counters())
            #expect(first.map(\.state) == ["a"] && second.map(\.state) == ["a"])
            #expect(await server.requests.count == 1)
            let other = session.with(.cache(ResponseCache(), clock: clock))
            let third = try await other.request(Endpoint.Counters())
            clock.advance(by: .seconds(3_600))
            let fourth = try await other.request(Endpoint.Counters())
            #expect(third.map(\.state) == ["b"] && fourth.map(\.state) == ["c"])
            #expect(await server.requests.count == 3)
        }
    }
}
