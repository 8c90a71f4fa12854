import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

@Suite("Credentials are only sent to their origin, and not leaked")
struct CredentialSecrecyTests {
    private static let kinds: [(any APIDefinition.Type, Credentials)] = [
        (BearerService.self, .token("secret")),
        (BasicService.self, .user("secret", password: "secret")),
        (HeaderService.self, .key("secret")),
        (QueryService.self, .key("secret")),
        (UnspecifiedAPI.self, .token("secret")),
    ]

    private func hasSecret(_ request: ReceivedRequest) -> Bool {
        // In plain text, or in Base64.
        let texts = Array(request.headers.values) + [request.query, request.path, request.text]
        return texts.contains { $0.contains("secret") || $0.contains("c2VjcmV0") }
    }

    @Test(
        "on redirects: they follow to the same origin, never to another one",
        arguments: Transport.allCases
    )
    func redirects(transport: Transport) async throws {
        for (api, credentials) in Self.kinds {
            try await withExampleServer { first, url in
                try await withExampleServer { second, other in
                    await first.script("GET", "/here", .redirect(302, to: "/old?x=1"))
                    await first.script("GET", "/old", .redirect(307, to: other + "/new"))
                    await second.script("GET", "/new", .redirect(302, to: url + "/back"))
                    await first.script("GET", "/back", .json("{}"))
                    var request = NetworkingRequest(method: .get, path: "/here")
                    request.api = api
                    let response = try await NetworkingSession(url: url, credentials: credentials)
                        .over(transport)
                        .send(request)
                    #expect(response.status == 200)
                    let requests = await first.requests
                    #expect(requests.map(\.path) == ["/here", "/old", "/back"])
                    #expect(requests.map(hasSecret) == [true, true, false], "\(api)")
                    #expect(await second.requests.map(hasSecret) == [false], "\(api)")
                    #expect(response.url?.absoluteString == url + "/back")
                }
            }
        }
    }

    @Test(
        "when the server repeats the query in a redirect",
        arguments: ["api%20key=secret", "x=1&api+key=s%65cret&y=2"],
        Transport.allCases
    )
    func repeatedQuery(query: String, transport: Transport) async throws {
        try await withExampleServer { first, url in
            try await withExampleServer { second, other in
                await first.script("GET", "/here", .redirect(302, to: "/old?" + query))
                await first.script("GET", "/old", .redirect(302, to: other + "/new?" + query))
                await second.script("GET", "/new", .json("{}"))
                var request = NetworkingRequest(method: .get, path: "/here")
                request.api = QueryService.self
                let response = try await NetworkingSession(url: url, credentials: .key("secret"))
                    .over(transport)
                    .send(request)
                let old = try #require(await first.requests.last)
                #expect(old.query.components(separatedBy: "secret").count == 2)
                let foreign = try #require(await second.requests.last)
                #expect(foreign.query == (query.hasPrefix("x") ? "x=1&y=2" : ""))
                #expect(response.url.map { "\($0)".contains("cret") } == false)
            }
        }
    }

    @Test("in descriptions, mirrors and dumps")
    func descriptions() async throws {
        var things: [Any] = [
            Credential.token("secret"), Credential.user("secret", password: "secret"),
        ]
        for (_, credentials) in Self.kinds {
            things.append(credentials)
            let session = NetworkingSession(url: "http://127.0.0.1", credentials: credentials)
            things += Transport.allCases.map { session.over($0) }
            things.append(Optional(credentials) as Any)
        }
        for thing in things {
            var dumped = ""
            dump(thing, to: &dumped)
            for text in ["\(thing)", String(reflecting: thing), dumped] {
                #expect(!text.contains("secret"), "\(text)")
            }
        }
        #expect("\(Credentials.token("secret"))" == "<redacted>")
    }

    @Test("in errors of every kind", arguments: Transport.allCases)
    func errors(transport: Transport) async throws {
        for (api, credentials) in Self.kinds {
            try await withExampleServer { server, url in
                await server.script("GET", "/me", .redirect(302, to: "ftp://127.0.0.1/"))
                await server.script("GET", "/refused", .challenge("Basic realm=x", body: "{}"))
                await server.script("GET", "/cut", .truncated("{", announcing: 100))
                for (address, path) in [
                    (url, "/me"), (url, "/refused"), (url, "/cut"), ("http://127.0.0.1:1", "/me"),
                ] {
                    var request = NetworkingRequest(method: .get, path: path)
                    request.api = api
                    let session = NetworkingSession(url: address, credentials: credentials)
                        .over(transport)
                    var outcome: Any
                    do {
                        outcome = try await session.send(request)
                    } catch {
                        outcome = error
                    }
                    var dumped = ""
                    dump(outcome, to: &dumped)
                    for text in ["\(outcome)", String(reflecting: outcome), dumped] {
                        #expect(!text.contains("secret") && !text.contains("c2VjcmV0"), "\(text)")
                    }
                }
            }
        }
    }
}
