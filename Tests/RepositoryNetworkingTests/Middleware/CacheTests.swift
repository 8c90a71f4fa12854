import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import Testing

@Suite("Cached responses")
struct CacheTests {
    private let clock = JumpingClock()
    private let responses = ResponseCache()
    private let read = NetworkingRequest(method: .get, path: "/messages?limit=2")

    private func networking(
        _ url: String,
        credentials: Credentials? = nil
    ) -> NetworkingStack {
        NetworkingSession(url: url, credentials: credentials).with(.cache(responses, clock: clock))
    }

    @Test("are validated by their tag: a 304 becomes the cached 200 with the new header fields")
    func entityTag() async throws {
        try await withExampleServer { server, url in
            let networking = networking(url)
            await server.setFaults(tagged("\"1\"", "[1]", headers: ["X-Count": "1"]))
            let first = try await networking.send(read)
            await server.setFaults(
                tagged("\"1\"", "[1]", headers: ["X-Count": "2", "Content-Type": "text/html"])
            )
            let second = try await networking.send(read)
            #expect(first.status == 200)
            #expect(second.status == 200)
            #expect(first.body == second.body)
            #expect(second.body == Data("[1]".utf8))
            #expect(second.url == first.url)
            let name = try #require(HTTPField.Name("X-Count"))
            #expect(second.head.headerFields[name] == "2")
            // The header fields of the body are kept.
            #expect(second.head.headerFields[.contentType] == "application/json")
            let tags = await server.requests.map { $0.headers["if-none-match"] }
            #expect(tags == [nil, "\"1\""])
            // The server has a new version, which is cached from then on.
            await server.setFaults(tagged("\"2\"", "[2]"))
            for _ in 0..<2 {
                let second = try await networking.send(read)
                #expect(second.body == Data("[2]".utf8))
            }
            #expect(await server.requests.last?.headers["if-none-match"] == "\"2\"")
            #expect(responses.count == 1)
        }
    }

    @Test("are validated by their date if they have no tag")
    func lastModified() async throws {
        try await withExampleServer { server, url in
            let date = "Sat, 21 Nov 2026 02:06:32 GMT"
            await server.script(
                "GET",
                "/messages",
                .json("[1]", headers: ["Last-Modified": date]),
                ScriptedAnswer(304)
            )
            let networking = networking(url)
            _ = try await networking.send(read)
            let second = try await networking.send(read)
            #expect(second.status == 200)
            #expect(second.body == Data("[1]".utf8))
            #expect(await server.requests.last?.headers["if-modified-since"] == date)
        }
    }

    @Test(
        "are not those that must not be cached, or cannot be validated",
        arguments: [
            [:], ["ETag": "\"1\"", "Cache-Control": "private, No-Store"],
            ["ETag": "\"1\"", "Vary": "*"], ["ETag": "\"1\"", "Vary": "Accept, *"],
            ["Cache-Control": "max-age=soon"], ["Cache-Control": "s-maxage=100"],
        ]
    )
    func notKept(headers: [String: String]) async throws {
        try await withExampleServer { server, url in
            await server.script("GET", "/messages", .json("[1]", headers: headers))
            let networking = networking(url)
            _ = try await networking.send(read)
            #expect(responses.count == 0)
            _ = try await networking.send(read)
            #expect(await server.requests.allSatisfy { $0.headers["if-none-match"] == nil })
        }
    }

    @Test("are returned without a request as long as the server allows, with their age")
    func maximumAge() async throws {
        try await withExampleServer { server, url in
            let headers = ["Cache-Control": "public, max-age=\"60\"", "Age": "10"]
            await server.setFaults(tagged("\"1\"", "[1]", headers: headers))
            let networking = networking(url)
            for (seconds, count, age) in [(0, 1, "10"), (20, 1, "30"), (29, 1, "59"), (1, 2, "10")]
            {
                clock.advance(by: TimeInterval(seconds))
                let response = try await networking.send(read)
                #expect(response.status == 200)
                #expect(response.body == Data("[1]".utf8))
                #expect(response.head.headerFields[.age] == age)
                #expect(await server.requests.count == count, "\(seconds)")
            }
            // The 304 counts as fresh: it is valid for another 50 seconds.
            clock.advance(by: 49)
            _ = try await networking.send(read)
            #expect(await server.requests.count == 2)
            // A request that requires a fresh or validated response gets one.
            for value in ["max-age=20", "no-cache", "max-age=0"] {
                clock.advance(by: 15)
                let count = await server.requests.count
                var asking = read
                asking.head.headerFields[.cacheControl] = value
                _ = try await networking.send(asking)
                #expect(await server.requests.count == count + 1, "\(value)")
            }
            // A request with no-store neither stores nor reads.
            var passing = read
            passing.head.headerFields[.cacheControl] = "no-store"
            _ = try await networking.send(passing)
            #expect(await server.requests.last?.headers["if-none-match"] == nil)
        }
    }

    @Test("are validated each time if the server requires that")
    func noCache() async throws {
        try await withExampleServer { server, url in
            let headers = ["Cache-Control": "no-cache, max-age=60"]
            await server.setFaults(tagged("\"1\"", "[1]", headers: headers))
            let networking = networking(url)
            for _ in 0..<3 { _ = try await networking.send(read) }
            #expect(await server.requests.count == 3)
        }
    }

    @Test("are separate for each value of a header field that the response varies by")
    func vary() async throws {
        try await withExampleServer { server, url in
            await server.setFaults { request in
                let language = request.headers["x-language"] ?? "none"
                let headers = ["Vary": "X-Language , Accept", "Cache-Control": "max-age=60"]
                return .answer(.json("\"\(language)\"", headers: headers))
            }
            let networking = networking(url)
            let name = try #require(HTTPField.Name("X-Language"))
            for _ in 0..<2 {
                for language in ["de", "en", nil] {
                    var request = read
                    request.head.headerFields[name] = language
                    let body = String(
                        decoding: try await networking.send(request).body,
                        as: UTF8.self
                    )
                    #expect(body == "\"\(language ?? "none")\"")
                }
            }
            #expect(await server.requests.count == 3)
            #expect(responses.count == 3)
        }
    }

    @Test("are limited in size; the least recently used are dropped first")
    func bounded() async throws {
        try await withExampleServer { server, url in
            let text = "\"\(String(repeating: "x", count: 3_000))\""
            await server.setFaults { request in
                let body = request.path == "/huge" ? String(repeating: text + " ", count: 9) : text
                return .answer(.json(body, headers: ["Cache-Control": "max-age=60"]))
            }
            let responses = ResponseCache(maximumBytes: 16_000)
            let networking = NetworkingSession(url: url).with(.cache(responses))
            func get(_ path: String) async throws {
                _ = try await networking.send(NetworkingRequest(method: .get, path: path))
            }
            for path in ["/1", "/2", "/3", "/4", "/1", "/5", "/6", "/huge"] { try await get(path) }
            #expect(responses.count == 4)
            #expect(responses.byteCount <= 16_000)
            await server.forgetRequests()
            // 2 and /3 were dropped; /1 was used since, and /huge exceeds the limit.
            for path in ["/1", "/4", "/5", "/6"] { try await get(path) }
            #expect(await server.requests.isEmpty)
            for index in 0..<2_000 { try await get("/\(["1", "4", "5", "6"][index % 4])") }
            #expect(await server.requests.isEmpty)
            try await get("/2")
            #expect(await server.requests.count == 1)
            #expect(responses.count == 4)
            try await get("/1")
            #expect(await server.requests.count == 2)
            responses.removeAll()
            #expect(responses.byteCount == 0)
        }
    }

    @Test("are fetched in full if the 304 refers to another response")
    func otherTag() async throws {
        try await withExampleServer { server, url in
            await server.script(
                "GET",
                "/messages",
                .json("[1]", headers: ["ETag": "W/\"1\""]),
                ScriptedAnswer(304, headers: ["ETag": "\"1\""]),
                ScriptedAnswer(304, headers: ["ETag": "\"2\""]),
                .json("[2]", headers: ["ETag": "\"2\""])
            )
            let networking = networking(url)
            for body in ["[1]", "[1]", "[2]"] {
                let answer = try await networking.send(read)
                #expect(answer.body == Data(body.utf8))
            }
            let tags = await server.requests.map { $0.headers["if-none-match"] }
            #expect(tags == [nil, "W/\"1\"", "\"1\"", nil])
        }
    }

    // The trap: both URLs have a tag "1", as on servers that count versions.
    @Test("are not those after a redirect, which may lead elsewhere the next time")
    func redirect() async throws {
        try await withExampleServer { server, url in
            await server.script(
                "GET",
                "/messages",
                .redirect(302, to: "/v1"),
                .redirect(302, to: "/v2")
            )
            for version in ["1", "2"] {
                await server.script(
                    "GET",
                    "/v\(version)",
                    .json("[\(version)]", headers: ["ETag": "\"1\""])
                )
            }
            let networking = networking(url)
            let first = try await networking.send(read)
            #expect(first.body == Data("[1]".utf8))
            let second = try await networking.send(read)
            #expect(second.body == Data("[2]".utf8))
            #expect(responses.count == 0)
        }
    }

    @Test("are not confirmed by a redirect to another URL with the same tag")
    func confirmedElsewhere() async throws {
        try await withExampleServer { server, url in
            await server.script(
                "GET",
                "/messages",
                .json("[1]", headers: ["ETag": "\"1\""]),
                .redirect(302, to: "/v2")
            )
            await server.script(
                "GET",
                "/v2",
                ScriptedAnswer(304, headers: ["ETag": "\"1\""]),
                .json("[2]", headers: ["ETag": "\"1\""])
            )
            let networking = networking(url)
            _ = try await networking.send(read)
            let second = try await networking.send(read)
            #expect(second.body == Data("[2]".utf8))
        }
    }

    @Test("that a 304 forbids to store are returned, and requested again")
    func forbidden() async throws {
        try await withExampleServer { server, url in
            let networking = networking(url)
            await server.setFaults(tagged("\"1\"", "[1]"))
            _ = try await networking.send(read)
            await server.setFaults(tagged("\"1\"", "[1]", headers: ["Cache-Control": "no-store"]))
            let second = try await networking.send(read)
            #expect(second.body == Data("[1]".utf8))
            #expect(responses.count == 0)
        }
    }

    @Test("of any age are used if the request accepts that, even with `max-age=0`")
    func staleAtOnce() async throws {
        try await withExampleServer { server, url in
            let networking = networking(url)
            await server.setFaults(
                tagged("\"1\"", "[1]", headers: ["Cache-Control": "public, max-age=0"])
            )
            var stale = read
            stale.head.headerFields[.cacheControl] = "max-stale"
            for _ in 0..<3 { _ = try await networking.send(stale) }
            #expect(await server.requests.count == 1)
            _ = try await networking.send(read)
            #expect(await server.requests.count == 2)
        }
    }

    @Test("are not used for requests with their own conditions")
    func ownConditions() async throws {
        try await withExampleServer { server, url in
            await server.setFaults(tagged("\"1\"", headers: ["Cache-Control": "max-age=60"]))
            let networking = networking(url)
            _ = try await networking.send(read)
            var own = read
            own.head.headerFields[.ifNoneMatch] = "\"1\""
            let answer = try await networking.send(own)
            #expect(answer.status == 304)
        }
    }

    @Test("are kept during server errors, and dropped if the server finds nothing")
    func failures() async throws {
        try await withExampleServer { server, url in
            let headers = ["ETag": "\"1\"", "Cache-Control": "no-cache"]
            let networking = networking(url)
            for (status, isKept) in [
                (500, true), (503, true), (429, true), (404, false), (410, false),
            ] {
                await server.setFaults(tagged("\"1\"", headers: headers))
                _ = try await networking.send(read)
                await server.setFaults { _ in .answer(.json("{}", status: status)) }
                let answer = try await networking.send(read)
                #expect(answer.status == status)
                #expect(responses.count == (isKept ? 1 : 0), "\(status)")
            }
        }
    }
}
