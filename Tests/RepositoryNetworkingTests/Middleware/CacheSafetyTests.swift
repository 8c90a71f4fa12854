import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import Testing

@Suite("Cached responses that would be wrong")
struct CacheSafetyTests {
    private let clock = JumpingClock()
    private let responses = ResponseCache()
    private let read = NetworkingRequest(method: .get, path: "/messages?limit=2")

    private func networking(
        _ url: String,
        credentials: Credentials? = nil
    ) -> NetworkingStack {
        NetworkingSession(url: url, credentials: credentials).with(.cache(responses, clock: clock))
    }

    // The trap: the server allows caching for one minute, without declaring that responses differ
    // by user.
    @Test("are returned only to the user who got them")
    func credentials() async throws {
        try await withExampleServer { server, url in
            await server.setFaults { request in
                let user = ["authorization", "cookie", "x-api-key", "x-key"]
                    .compactMap { request.headers[$0] }.joined()
                return .answer(.json("\"\(user)\"", headers: ["Cache-Control": "max-age=60"]))
            }
            let user = Box<String?>("a")
            func text(_ networking: NetworkingStack, _ headers: HTTPFields) async throws -> String {
                var request = NetworkingRequest(method: .get, path: "/me", headers: headers)
                request.api = OwnHeaderService.self
                request.authenticates = headers.isEmpty
                return String(decoding: try await networking.send(request).body, as: UTF8.self)
            }
            func keys() throws -> [HTTPFields] {
                [
                    [.authorization: "Bearer x"], [.authorization: "Bearer y"],
                    [.cookie: "x"], [.cookie: "y"],
                    [try #require(HTTPField.Name("X-API-Key")): "x"],
                    [try #require(HTTPField.Name("X-Key")): "y"],
                ]
            }
            // A provider whose user changes, below the cache.
            let session = networking(
                url,
                credentials: Credentials { user.withLock { $0 }.map { .key($0) } }
            )
            for name in ["a", "b", "a"] {
                user.withLock { $0 = name }
                let answer = try await text(session, [:])
                #expect(answer == "\"\(name)\"")
            }
            #expect(await server.requests.count == 2)
            for headers in try keys() + keys() {
                let value = headers.first?.value ?? ""
                let answer = try await text(session, headers)
                #expect(answer == "\"\(value)\"")
            }
            #expect(await server.requests.count == 8)
            // A token source whose user changes.
            let source = RenewableToken("a")
            let bearer = NetworkingSession(url: url)
                .with(.cache(responses, clock: clock), .bearer(source))
            for name in ["a", "b", "a", "b"] {
                source.set(name)
                let request = NetworkingRequest(method: .get, path: "/me")
                let body = try await bearer.send(request).body
                #expect(body == Data("\"Bearer \(name)\"".utf8))
            }
            #expect(await server.requests.count == 10)
        }
    }

    @Test("belong to one service, even if two stacks share a cache")
    func twoServices() async throws {
        try await withExampleServer { first, firstURL in
            try await withExampleServer { second, secondURL in
                await first.setFaults(
                    tagged("\"1\"", "[1]", headers: ["Cache-Control": "max-age=9"])
                )
                await second.setFaults(
                    tagged("\"1\"", "[2]", headers: ["Cache-Control": "max-age=9"])
                )
                let (one, two) = (networking(firstURL), networking(secondURL))
                for _ in 0..<2 {
                    #expect(try await one.send(read).body == Data("[1]".utf8))
                    #expect(try await two.send(read).body == Data("[2]".utf8))
                }
                // A stack with an additional middleware belongs to the same service.
                _ = try await one.with(.retry()).send(read)
                #expect(await first.requests.count == 1)
                #expect(await second.requests.count == 1)
            }
        }
    }

    @Test(
        "are dropped after a write to the same path, below it or above, whatever its outcome",
        arguments: [
            (HTTPMethod.post, "messages", true), (.put, "/messages/1", true),
            (.patch, "/messages/1/a", true),
            (.delete, "/%6Dessages/1?x=2", true), (.delete, "/", true),
            (.post, "/messages2", false),
            (.put, "/message", false), (.get, "/messages/1", false), (.head, "/messages", false),
            (.options, "/messages", false),
        ]
    )
    func writes(method: HTTPMethod, path: String, isForgotten: Bool) async throws {
        for status in [200, 500] {
            try await withExampleServer { server, url in
                await server.setFaults { request in
                    guard request.method == "GET", request.path == "/messages" else {
                        return .answer(.json("{}", status: status))
                    }
                    return .answer(.json("[]", headers: ["Cache-Control": "max-age=60"]))
                }
                let networking = networking(url)
                _ = try await networking.send(read)
                _ = try await networking.send(NetworkingRequest(method: method, path: path))
                _ = try await networking.send(read)
                let count = await server.requests.count { $0.query == "limit=2" }
                #expect(count == (isForgotten ? 2 : 1))
            }
        }
    }

    @Test("are dropped after a write without a response")
    func ambiguousWrite() async throws {
        let fresh = "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 2\r\n\r\n[]"
        try await withRawServer(.send(fresh), .sendAndReset(""), .send(fresh)) { server, url in
            let networking = networking(url)
            _ = try await networking.send(read)
            await #expect(throws: NetworkingError.self) {
                try await networking.send(NetworkingRequest(method: .post, path: "/messages"))
            }
            _ = try await networking.send(read)
            #expect(await server.requests.count == 3)
        }
    }

    // The trap: the response is older than the write, but arrives later.
    @Test("are not those in flight during a write, or when the cache was cleared")
    func underWay() async throws {
        for writes in [true, false] {
            try await withExampleServer { server, url in
                await server.setFaults { _ in
                    .answer(.json("[]", headers: ["Cache-Control": "max-age=60"]))
                }
                let (come, go) = (Signal(), Signal())
                let networking = networking(url).with(
                    Around(after: { request in
                        guard request.head.method == .get else { return }
                        await come.give()
                        await go.wait()
                    })
                )
                let reading = Task { try await networking.send(read) }
                await come.wait()
                if writes {
                    _ = try await networking.send(
                        NetworkingRequest(method: .post, path: "/messages")
                    )
                } else {
                    responses.removeAll()
                }
                await go.give()
                _ = try await reading.value
                #expect(responses.count == 0)
                _ = try await networking.send(read)
                #expect(responses.count == 1)
                responses.removeAll()
            }
        }
    }
}

private nonisolated enum OwnHeaderService: APIDefinition {
    static let baseURLs: [APIEnvironment: String] = [:]
    static let authentication = Authentication.header("X-Key")
}
