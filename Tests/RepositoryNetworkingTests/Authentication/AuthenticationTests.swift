import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import Testing

@Suite("Credentials")
struct AuthenticationTests {
    /// Returns the request that a server receives.
    private func request<API: APIDefinition>(
        to api: API.Type,
        _ credentials: Credentials?,
        headers: [String: String] = [:]
    ) async throws -> ReceivedRequest {
        try await withExampleServer { server, url in
            await server.script("GET", "/me", .json("\"me\""))
            let session = NetworkingSession(url: url, headers: headers, credentials: credentials)
            #expect(try await session.request(Endpoint.WhoAmI<API>()) == "me")
            return try #require(await server.requests.last)
        }
    }

    @Test("are placed where the API requires them")
    func placement() async throws {
        let bearer = try await request(to: BearerService.self, .token("abc.def_-~+/="))
        #expect(bearer.headers["authorization"] == "Bearer abc.def_-~+/=")
        let basic = try await request(
            to: BasicService.self,
            .user("Aladdin", password: "open sesame")
        )
        #expect(basic.headers["authorization"] == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
        let unicode = try await request(to: BasicService.self, .user("test", password: "123£:"))
        #expect(unicode.headers["authorization"] == "Basic dGVzdDoxMjPCozo=")
        let header = try await request(to: HeaderService.self, .key("k 1"))
        #expect(header.headers["x-api-key"] == "k 1")
        #expect(header.headers["authorization"] == nil)
    }

    @Test("in the query are percent-encoded, after existing parameters")
    func query() async throws {
        let only = try await request(to: QueryService.self, .key("a&b=c+d/é ?#"))
        #expect(only.query == "api%20key=a%26b%3Dc%2Bd%2F%C3%A9%20%3F%23")
        #expect(only.headers["authorization"] == nil)
        try await withExampleServer { server, url in
            await server.script("GET", "/list", .json("{}"))
            var request = NetworkingRequest(method: .get, path: "/list?page=2&x=%5B")
            request.api = QueryService.self
            let session = NetworkingSession(url: url, credentials: .key("k"))
            let response = try await session.send(request)
            #expect(await server.requests.last?.query == "page=2&x=%5B&api%20key=k")
            // The URL of a response is shown to users, and stored.
            #expect(response.url?.query == "page=2&x=%5B")
        }
    }

    @Test("in a cookie are in the single field, after existing cookies")
    func cookie() async throws {
        let only = try await request(to: CookieService.self, .key("k=1"))
        #expect(only.headers["cookie"] == "session=k=1")
        #expect(only.headers["authorization"] == nil)
        let others = ["Cookie": "a=1; Session=2"]
        let encoded = try await request(to: CookieService.self, .key("a b;é"), headers: others)
        #expect(encoded.headers["cookie"] == "a=1; Session=2; session=a%20b%3B%C3%A9")
        // The request has its own credentials, so the key is not requested.
        let never = Credentials { throw CancellationError() }
        let own = ["Cookie": "a=1;session=own"]
        let stated = try await request(to: CookieService.self, never, headers: own)
        #expect(stated.headers["cookie"] == "a=1;session=own")
    }

    @Test(
        "in a cookie are a non-empty key",
        arguments: [.key(""), .token("t"), nil] as [Credentials?]
    )
    func wrongCookie(credentials: Credentials?) async throws {
        let session = NetworkingSession(url: "http://127.0.0.1:1", credentials: credentials)
        let error = await #expect(throws: RepositoryError.self) {
            try await session.request(Endpoint.WhoAmI<CookieService>())
        }
        #expect(error?.code == .missingCredentials)
    }

    @Test("in a cookie are not sent to other origins, nor logged")
    func secretCookie() async throws {
        try await withExampleServer { first, url in
            try await withExampleServer { second, other in
                await first.script("GET", "/me", .redirect(302, to: other + "/me"))
                await second.script("GET", "/me", .json("\"me\""))
                let lines = Box("")
                let cookie: HTTPField.Name = .cookie
                let session = NetworkingSession(url: url, credentials: .key("secret"))
                    .with(
                        .logging(headers: [cookie, .accept]) { line in
                            lines.withLock { $0 += "\(line)" }
                        }
                    )
                _ = try await session.request(Endpoint.WhoAmI<CookieService>())
                #expect(await first.requests.last?.headers["cookie"] == "session=secret")
                #expect(await second.requests.last?.headers["cookie"] == nil)
                let text = lines.withLock { $0 }
                #expect(!text.isEmpty && !text.contains("secret"))
            }
        }
    }

    @Test("of a session without an API are sent in their own form")
    func unspecified() async throws {
        let token = try await request(to: UnspecifiedAPI.self, .token("t"))
        #expect(token.headers["authorization"] == "Bearer t")
        let user = try await request(to: UnspecifiedAPI.self, .user("u", password: ""))
        #expect(user.headers["authorization"] == "Basic dTo=")
        let none = try await request(to: UnspecifiedAPI.self, nil)
        #expect(none.headers["authorization"] == nil)
    }

    @Test("are not sent to an API or an endpoint that needs none")
    func unwanted() async throws {
        let open = try await request(to: OpenService.self, .token("secret"))
        #expect(!open.headers.values.contains { $0.contains("secret") })
        try await withExampleServer { server, url in
            await server.script("POST", "/login", .json("\"token\""))
            let asked = Box(0)
            let credentials = Credentials {
                asked.withLock { $0 += 1 }
                return .token("secret")
            }
            for session in [
                NetworkingSession(url: url, credentials: credentials), NetworkingSession(url: url),
            ] {
                #expect(try await session.request(Endpoint.LogIn()) == "token")
                let request = try #require(await server.requests.last)
                #expect(request.headers["authorization"] == nil)
            }
            #expect(asked.withLock { $0 } == 0)
        }
    }

    @Test("of the request take precedence, and no others are requested")
    func own() async throws {
        let never = Credentials { throw CancellationError() }
        let headers = ["Authorization": "Bearer own", "X-API-Key": "own"]
        let bearer = try await request(to: BearerService.self, never, headers: headers)
        #expect(bearer.headers["authorization"] == "Bearer own")
        let header = try await request(to: HeaderService.self, nil, headers: headers)
        #expect(header.headers["x-api-key"] == "own")
        try await withExampleServer { server, url in
            await server.script("GET", "/list", .json("{}"))
            var request = NetworkingRequest(method: .get, path: "/list?api+key=own")
            request.api = QueryService.self
            _ = try await NetworkingSession(url: url, credentials: never).send(request)
            #expect(await server.requests.last?.query == "api+key=own")
        }
    }

    @Test("of one API are not sent to another")
    func otherAPI() async throws {
        let session = NetworkingSession(api: OpenService.self, credentials: .token("secret"))
        // The port is closed, so sending the request would cause another error.
        let error = await #expect(throws: RepositoryError.self) {
            try await session.request(Endpoint.WhoAmI<ForeignService>())
        }
        #expect(error?.code == .missingCredentials)
    }

    @Test("are not needed in the mock environment")
    func mock() async throws {
        let session = NetworkingSession(api: BearerService.self, environment: .mock)
        var request = NetworkingRequest(method: .get, path: "/me")
        request.example = "\"example\""
        #expect(try await session.send(request).status == 200)
        let answer = try await session.request(Endpoint.WhoAmI<BearerService>(), environment: .mock)
        #expect(answer == "example")
    }

    @Test(
        "that the server rejects cause an ordinary 401, even with a challenge",
        arguments: [
            "Basic realm=\"x\"", "Bearer", "Digest realm=\"x\", nonce=\"1\"",
        ]
    )
    func challenge(scheme: String) async throws {
        try await withExampleServer { server, url in
            await server.script("GET", "/me", .challenge(scheme, body: "{}"))
            let session = NetworkingSession(
                url: url,
                credentials: .user("Aladdin", password: "wrong")
            )
            let error = await #expect(throws: RepositoryError.self) {
                try await session.request(Endpoint.WhoAmI<BasicService>())
            }
            #expect(error?.code == .unauthorized)
            #expect(error?.status == 401)
            #expect(await server.requests.count == 1)
            #expect(
                await server.requests.last?.headers["authorization"] == "Basic QWxhZGRpbjp3cm9uZw=="
            )
        }
    }

    @Test("are sent with the requests of a repository")
    func repository() async throws {
        try await withExampleServer { server, url in
            let session = NetworkingSession(url: url, credentials: .token("t"))
            _ = try await MessageRepository(store: session).create(Message.Draft(text: "hi"))
            #expect(await server.requests.last?.headers["authorization"] == "Bearer t")
        }
    }
}

private nonisolated enum ForeignService: APIDefinition {
    static let baseURLs: [APIEnvironment: String] = [.production: "http://127.0.0.1:1"]
    static let authentication = Authentication.bearer
}
