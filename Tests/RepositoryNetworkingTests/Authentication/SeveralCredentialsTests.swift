import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import Testing

@Suite("Several credentials of one request")
struct SeveralCredentialsTests {
    private static let keys: [Credentials] = [
        .key("s1", in: .cookie("session")), .key("o1", in: .header("x-org")),
        .key("u1", in: .query("user")), .user("Aladdin", password: "open sesame"),
        .key("a1", in: .query("app")),
    ]

    /// Returns the request that a server receives.
    private func request<API: APIDefinition>(
        to api: API.Type,
        _ credentials: Credentials,
        headers: [String: String] = [:]
    ) async throws -> ReceivedRequest {
        try await withExampleServer { server, url in
            await server.script("GET", "/me", .json("\"me\""))
            let session = NetworkingSession(url: url, headers: headers, credentials: credentials)
            #expect(try await session.request(Endpoint.WhoAmI<API>()) == "me")
            #expect(await server.requests.count == 1)
            return try #require(await server.requests.last)
        }
    }

    /// Returns the error of a request that reaches no server.
    private func error<API: APIDefinition>(
        to api: API.Type,
        _ credentials: Credentials?
    ) async throws -> RepositoryError {
        let session = NetworkingSession(url: "http://127.0.0.1:1", credentials: credentials)
        let error = await #expect(throws: RepositoryError.self) {
            try await session.request(Endpoint.WhoAmI<API>())
        }
        return try #require(error)
    }

    @Test("each go to the place for their kind, in any order, and others are not sent")
    func kinds() async throws {
        let both: [Credentials] = [.token("t"), .key("k")]
        for credentials in [both, both.reversed(), both + [.user("no", password: "no")]] {
            let request = try await request(to: SeveralService.self, .combined(credentials))
            #expect(request.headers["authorization"] == "Bearer t")
            #expect(request.headers["x-api-key"] == "k")
        }
        let single = try await request(to: HeaderService.self, .combined(both))
        #expect(single.headers["x-api-key"] == "k")
        #expect(single.headers["authorization"] == nil)
    }

    @Test("of one kind are distinguished by the place that each names")
    func places() async throws {
        for keys in [Self.keys, Self.keys.reversed()] {
            let request = try await request(to: KeysService.self, .combined(keys))
            #expect(request.headers["authorization"] == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
            #expect(request.headers["x-org"] == "o1")
            #expect(request.headers["cookie"] == "session=s1")
            #expect(request.query == "app=a1&user=u1")
        }
    }

    @Test("are requested in order from those that must be")
    func providers() async throws {
        let credentials = Credentials.combined([
            Credentials { .key("k") },
            .combined([Credentials { nil }, Credentials { .token("t") }, .token("second")]),
        ])
        let request = try await request(to: SeveralService.self, credentials)
        #expect(request.headers["authorization"] == "Bearer t")
        #expect(request.headers["x-api-key"] == "k")
        // One provider may return all.
        let one = Credentials { .combined([.key("k"), .token("t")]) }
        let other = try await self.request(to: SeveralService.self, one)
        #expect(other.headers["authorization"] == "Bearer t")
        #expect(other.headers["x-api-key"] == "k")
    }

    @Test("are not sent if one is missing, and the error names it")
    func missing() async throws {
        let token = try await error(to: SeveralService.self, .key("secret"))
        #expect(token.code == .missingCredentials)
        #expect(token.message.contains("the token is missing"))
        let key = try await error(to: SeveralService.self, .token("secret"))
        #expect(key.message.contains("the key for 'X-API-Key' is missing"))
        let none = try await error(to: SeveralService.self, Credentials { nil })
        #expect(none.message.contains("none are available"))
        let empty = try await error(to: SeveralService.self, .combined([]))
        #expect(empty.message.contains("none are available"))
        let without = try await error(to: SeveralService.self, nil)
        #expect(without.message.contains("the session has none"))
        for index in Self.keys.indices {
            var keys = Self.keys
            keys.remove(at: index)
            #expect(
                try await error(to: KeysService.self, .combined(keys)).code == .missingCredentials
            )
        }
        let thrown = Credentials.combined([.token("t"), Credentials { throw CancellationError() }])
        let failing = try await error(to: SeveralService.self, thrown)
        #expect((failing.cause as? NetworkingError)?.cause is CancellationError)
    }

    @Test("of which several are keys without a place cause an error")
    func unplaced() async throws {
        let keys = Credentials.combined([.user("u", password: "p"), .key("secret"), .key("secret")])
        let error = try await error(to: KeysService.self, keys)
        #expect(error.message.contains("give each its place"))
        // A key for a place that the API does not have is not used elsewhere.
        let elsewhere = Credentials.key("secret", in: .header("X-Other"))
        let misplaced = try await self.error(to: HeaderService.self, elsewhere)
        #expect(misplaced.code == .missingCredentials)
        let nowhere = try await self.error(to: BearerService.self, .key("secret", in: .bearer))
        #expect(nowhere.code == .missingCredentials)
    }

    @Test("keep the request's own values, and add the others")
    func own() async throws {
        let headers = ["Authorization": "Bearer own"]
        let key = try await request(to: SeveralService.self, .key("k"), headers: headers)
        #expect(key.headers["authorization"] == "Bearer own")
        #expect(key.headers["x-api-key"] == "k")
        try await withExampleServer { server, url in
            await server.script("GET", "/me", .json("\"me\""))
            var request = NetworkingRequest(method: .get, path: "/me?app=own")
            request.api = KeysService.self
            request.head.headerFields[.cookie] = "session=own; theme=dark"
            let session = NetworkingSession(url: url, credentials: .combined(Self.keys))
            _ = try await session.send(request)
            let sent = try #require(await server.requests.last)
            #expect(sent.query == "app=own&user=u1")
            #expect(sent.headers["cookie"] == "session=own; theme=dark")
        }
    }

    @Test("without an API go to their own place, and a key without one is not sent")
    func unspecified() async throws {
        let both = Credentials.combined([.key("k", in: .header("X-API-Key")), .token("t")])
        let sent = try await request(to: UnspecifiedAPI.self, both)
        #expect(sent.headers["authorization"] == "Bearer t")
        #expect(sent.headers["x-api-key"] == "k")
        let unplaced = Credentials.combined([.token("secret"), .key("secret")])
        let error = try await error(to: UnspecifiedAPI.self, unplaced)
        #expect(error.message.contains("no API declares its place"))
    }

    @Test("may come from a token source and the session, and a 401 renews only the token")
    func withTokenSource() async throws {
        try await withExampleServer { server, url in
            await server.accept("t1")
            let source = RenewableToken()
            let stack = NetworkingSession(url: url, credentials: .key("k")).with(.bearer(source))
            let answer = try await stack.request(Endpoint.WhoAmI<SeveralService>())
            #expect(answer == "me")
            #expect(await server.tokens == ["Bearer t0": 1, "Bearer t1": 1])
            #expect(await server.requests.map { $0.headers["x-api-key"] } == ["k", "k"])
            // A request with its own key still gets the token.
            var request = NetworkingRequest(method: .get, path: "/me")
            request.api = SeveralService.self
            request.head.headerFields[HTTPField.Name("X-API-Key") ?? .cookie] = "own"
            let status = try await stack.send(request).status
            #expect(status == 200)
            #expect(await server.requests.last?.headers["authorization"] == "Bearer t1")
            #expect(await server.requests.last?.headers["x-api-key"] == "own")
            // An API without tokens does not request one.
            let failing = NetworkingSession(url: url, credentials: .key("k"))
                .with(.bearer(FailingTokens()))
            await server.setFaults(nil)
            await server.script("GET", "/me", .json("\"me\""))
            let other = try await failing.request(Endpoint.WhoAmI<HeaderService>())
            #expect(other == "me")
        }
    }

    /// Serves a response that caches keep.
    private func scriptCacheable(_ server: ExampleServer) async {
        let lasting = ["Cache-Control": "max-age=1000"]
        await server.script("GET", "/me", .json("\"me\"", headers: lasting))
    }

    @Test("separate users in the cache, by each of them")
    func cache() async throws {
        try await withExampleServer { server, url in
            await scriptCacheable(server)
            let key = Box("k1")
            let credentials = Credentials.combined([
                .token("t"), Credentials { .key(key.withLock { $0 }) },
            ])
            let stack = NetworkingSession(url: url, credentials: credentials).with(.cache())
            for _ in 0..<2 { _ = try await stack.request(Endpoint.WhoAmI<SeveralService>()) }
            #expect(await server.requests.count == 1)
            key.withLock { $0 = "k2" }
            _ = try await stack.request(Endpoint.WhoAmI<SeveralService>())
            #expect(await server.requests.count == 2)
        }
    }

    @Test("separate users in the cache, also if a middleware adds them in a field of its own")
    func ownField() async throws {
        try await withExampleServer { server, url in
            await scriptCacheable(server)
            let (key, trace) = (Box("k1"), Box(0))
            let token = try #require(HTTPField.Name("X-Auth-Token"))
            let id = try #require(HTTPField.Name("X-Request-ID"))
            let adapting = ClosureMiddleware.adapting { request in
                request.head.headerFields[token] = key.withLock { $0 }
                // A field that differs in each request does not identify a user.
                request.head.headerFields[id] = trace.withLock { trace in
                    trace += 1
                    return "\(trace)"
                }
            }
            let stack = NetworkingSession(url: url).with(.cache(), adapting)
            for _ in 0..<2 {
                _ = try await stack.request(Endpoint.WhoAmI<UnspecifiedAPI>())
                #expect(await server.requests.count == 1)
            }
            key.withLock { $0 = "k2" }
            _ = try await stack.request(Endpoint.WhoAmI<UnspecifiedAPI>())
            #expect(await server.requests.count == 2)
        }
    }

    @Test("appear in no log, description or error")
    func secrecy() async throws {
        try await withExampleServer { server, url in
            await server.script("GET", "/me", .json("\"me\""))
            let lines = Box("")
            var request = NetworkingRequest(method: .get, path: "/me?app=secret&user=secret")
            request.api = KeysService.self
            let names = ["X-Org", "Cookie", "Authorization"].compactMap { HTTPField.Name($0) }
            for name in names { request.head.headerFields[name] = "session=secret" }
            let stack = NetworkingSession(url: url, credentials: .combined(Self.keys)).with(
                .logging(headers: Set(names), queryParameters: ["app", "user"]) { line in
                    lines.withLock { $0 += "\(line)" }
                }
            )
            _ = try await stack.send(request)
            let text = lines.withLock { $0 }
            #expect(text.contains("GET /me?app=<redacted>&user=<redacted> 200"))
            #expect(!text.contains("secret"))
        }
        let things: [Any] = [
            Credentials.combined([.token("secret"), .key("secret", in: .header("X"))]),
            Credential.combined([.token("secret"), .key("secret")]),
        ]
        for thing in things {
            var dumped = ""
            dump(thing, to: &dumped)
            for text in ["\(thing)", String(reflecting: thing), dumped] {
                #expect(!text.contains("secret"), "\(text)")
            }
        }
        #expect(Credential.combined([.key("k"), .token("t")]).authorization?.value == "Bearer t")
        #expect(Credential.combined([.key("k")]).authorization == nil)
    }

    @Test("go to the same origin after a redirect, and to no other", arguments: Transport.allCases)
    func redirects(transport: Transport) async throws {
        try await withExampleServer { first, url in
            try await withExampleServer { second, other in
                await first.script("GET", "/me", .redirect(302, to: "/here?app=a1&x=1"))
                await first.script(
                    "GET",
                    "/here",
                    .redirect(302, to: other + "/there?app=a1&user=u1&x=1")
                )
                await second.script("GET", "/there", .json("\"me\""))
                let session = NetworkingSession(url: url, credentials: .combined(Self.keys))
                    .over(transport)
                _ = try await session.request(Endpoint.WhoAmI<KeysService>())
                let here = try #require(await first.requests.last)
                #expect(here.query == "x=1&app=a1&user=u1")
                #expect(here.headers["x-org"] == "o1")
                #expect(here.headers["cookie"] == "session=s1")
                let there = try #require(await second.requests.last)
                #expect(there.query == "x=1")
                #expect(there.headers["x-org"] == nil && there.headers["cookie"] == nil)
                #expect(there.headers["authorization"] == nil)
            }
        }
    }
}
