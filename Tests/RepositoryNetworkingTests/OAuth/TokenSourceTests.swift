import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import Testing

@Suite("Tokens of a login")
struct TokenSourceTests {
    private let me = Endpoint.WhoAmI<BearerService>()
    private let ada = OAuthGrant.user("ada", password: "pass-w0rd")

    @Test("are requested without a user, once for a hundred requests, and again on rejection")
    func clientCredentials() async throws {
        try await withExampleServer { server, url in
            let login = LoginServer()
            await login.serve(on: server)
            let source = OAuthTokenSource(.app(url, secret: "s"), grant: .clientCredentials())
            let patient = NetworkingSession.Configuration(timeout: .seconds(300))
            let networking = NetworkingSession(url: url, configuration: patient)
                .with(.bearer(source, timeout: .seconds(300)))
            for count in 1...2 {
                let answers = try await withThrowingTaskGroup(of: String.self) { group in
                    for _ in 0..<100 { group.addTask { try await networking.request(me) } }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(answers == Array(repeating: "me", count: 100))
                #expect(login.exchanges.count == count)
                login.withdrawAccess()
            }
            #expect(login.exchanges.allSatisfy { $0["grant_type"] == "client_credentials" })
        }
    }

    @Test("belong to a user, who logs in and out")
    func users() async throws {
        try await withExampleServer { server, url in
            let login = LoginServer()
            await login.serve(on: server)
            let store = KeptTokens()
            let source = OAuthTokenSource(.app(url), store: store)
            let networking = NetworkingSession(url: url).with(.bearer(source))
            #expect(try await source.token() == nil)
            let before = await #expect(throws: RepositoryError.self) {
                try await networking.request(me)
            }
            #expect(before?.code == .missingCredentials)
            try await source.logIn(ada)
            #expect(try await networking.request(me) == "me")
            #expect(await store.saved.map { $0?.refreshToken } == ["r1"])
            try await source.logOut()
            #expect(try await source.token() == nil)
            #expect(await store.saved.last == .some(nil))
            // Tokens from elsewhere.
            try await source.logIn(with: OAuthTokens(accessToken: "a1"))
            #expect(try await networking.request(me) == "me")
        }
    }

    @Test("are renewed after a 401, once for a hundred requests; a rotated refresh token is kept")
    func rotation() async throws {
        try await withExampleServer { server, url in
            let login = LoginServer()
            await login.serve(on: server)
            let store = KeptTokens()
            let source = OAuthTokenSource(.app(url), store: store)
            try await source.logIn(ada)
            let barrier = Barrier(100)
            let patient = NetworkingSession.Configuration(timeout: .seconds(300))
            let networking = NetworkingSession(url: url, configuration: patient).with(
                .bearer(source, timeout: .seconds(300)),
                Around(before: { request in
                    if request.credential == .token("a1") { await barrier.arrive() }
                })
            )
            login.withdrawAccess()
            let answers = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<100 { group.addTask { try await networking.request(me) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers == Array(repeating: "me", count: 100))
            for count in 3...5 {
                login.withdrawAccess()
                _ = try await networking.request(me)
                #expect(await store.saved.last??.refreshToken == "r\(count)")
            }
            #expect(
                login.exchanges.dropFirst().map { $0["refresh_token"] } == ["r1", "r2", "r3", "r4"]
            )
            // The next launch of the app.
            let next = OAuthTokenSource(.app(url), store: store)
            #expect(try await next.token() == "a5")
        }
    }

    @Test("keep the refresh token if the server returns no other")
    func noRotation() async throws {
        try await withExampleServer { server, url in
            let login = LoginServer(rotates: false)
            await login.serve(on: server)
            let store = KeptTokens()
            let source = OAuthTokenSource(.app(url), store: store)
            try await source.logIn(ada)
            for count in 2...4 {
                #expect(try await source.renewedToken(replacing: "a\(count - 1)") == "a\(count)")
                #expect(await store.saved.last??.refreshToken == "r1")
            }
        }
    }

    @Test("are renewed before they expire, by a margin of at most half their lifetime")
    func expiry() async throws {
        try await withExampleServer { server, url in
            let login = LoginServer()
            await login.serve(on: server)
            let clock = ManualClock()
            let source = OAuthTokenSource(.app(url), margin: .seconds(60), clock: clock)
            try await source.logIn(ada)
            clock.advance(by: .seconds(3_539))
            #expect(try await source.token() == "a1")
            clock.advance(by: .seconds(1))
            #expect(try await source.token() == "a2")
            #expect(login.exchanges.count == 2)

            let brief = LoginServer(extra: #""expires_in":10"#)
            await brief.serve(on: server)
            let short = OAuthTokenSource(.app(url), clock: clock)
            try await short.logIn(ada)
            clock.advance(by: .milliseconds(4_900))
            #expect(try await short.token() == "a1")
            clock.advance(by: .milliseconds(200))
            #expect(try await short.token() == "a2")
        }
    }

    @Test(
        "whose renewal is rejected cause an error that requires a login, without a request"
    )
    func loginRequired() async throws {
        try await withExampleServer { server, url in
            let login = LoginServer()
            await login.serve(on: server)
            let store = KeptTokens()
            let source = OAuthTokenSource(.app(url), store: store)
            let networking = NetworkingSession(url: url).with(.bearer(source), .retry())
            try await source.logIn(ada)
            login.withdraw()
            for _ in 0..<3 {
                let error = await #expect(throws: RepositoryError.self) {
                    try await networking.request(me)
                }
                #expect(error?.code == .missingCredentials)
                #expect(error?.message.contains("must log in again") == true)
                #expect(error?.isRetryable == false)
                #expect(error?.oauth?.code == .loginRequired)
                #expect(error?.oauth?.reason == .invalidGrant)
                #expect(error?.oauth?.status == 400)
                if let error { expectNoTokens(in: error) }
            }
            #expect(login.exchanges.count == 2)
            // The next launch of the app ends the same way, and a login starts again.
            let next = OAuthTokenSource(.app(url), store: store)
            let error = await #expect(throws: OAuthError.self) {
                try await next.renewedToken(replacing: "a1")
            }
            #expect(error?.code == .loginRequired)
            try await source.logIn(ada)
            #expect(try await networking.request(me) == "me")
        }
    }

    @Test("without a refresh token are used until they expire, and then a login is required")
    func noRefreshToken() async throws {
        let clock = ManualClock()
        let tokens = OAuthTokens(
            accessToken: "t0ken",
            issuedAt: clock.now,
            expiresAt: clock.now.addingTimeInterval(100)
        )
        try await withClosedPort { url in
            let source = OAuthTokenSource(.app(url), store: KeptTokens(tokens), clock: clock)
            clock.advance(by: .seconds(99))
            let token = try await source.token()
            #expect(token == "t0ken")
            clock.advance(by: .seconds(1))
            let error = await #expect(throws: OAuthError.self) { try await source.token() }
            #expect(error?.code == .loginRequired)
            #expect(error?.reason == nil)
        }
    }

    @Test("that cannot be renewed temporarily are used to the end, then the error is retryable")
    func offline() async throws {
        let clock = ManualClock()
        let tokens = OAuthTokens(
            accessToken: "a0",
            refreshToken: "r0",
            issuedAt: clock.now,
            expiresAt: clock.now.addingTimeInterval(100)
        )
        try await withClosedPort { url in
            let source = OAuthTokenSource(.app(url), store: KeptTokens(tokens), clock: clock)
            clock.advance(by: .seconds(70))
            let token = try await source.token()
            #expect(token == "a0")
            clock.advance(by: .seconds(30))
            let networking = NetworkingSession(url: url).with(.bearer(source))
            let error = await #expect(throws: RepositoryError.self) {
                try await networking.request(me)
            }
            #expect(error?.oauth?.code == .network)
            #expect(error?.isRetryable == true)
        }
    }

    @Test("are renewed by the next request if the response to a renewal is lost")
    func lostAnswer() async throws {
        try await withExampleServer { server, url in
            let source = OAuthTokenSource(.app(url))
            try await source.logIn(with: OAuthTokens(accessToken: "a0", refreshToken: "r0"))
            let count = Box(0)
            await server.setFaults { request in
                guard request.path == "/token" else { return nil }
                return count.withLock {
                    $0 += 1; return $0
                } == 1 ? .cutAfter : nil
            }
            await server.script("POST", "/token", .json(#"{"access_token":"a1"}"#))
            let error = await #expect(throws: OAuthError.self) {
                try await source.renewedToken(replacing: "a0")
            }
            #expect(error?.isRetryable == true)
            #expect(try await source.renewedToken(replacing: "a0") == "a1")
            // Another one renewed it: the token has changed.
            #expect(try await source.renewedToken(replacing: "a0") == "a1")
            #expect(await server.requests.map { $0.form["refresh_token"] } == ["r0", "r0"])
        }
    }

    @Test("continue without a user if the refresh token is rejected and there is a grant")
    func grantInstead() async throws {
        try await withExampleServer { server, url in
            let login = LoginServer()
            await login.serve(on: server)
            let source = OAuthTokenSource(.app(url), grant: ada)
            let first = try await source.token()
            #expect(first == "a1")
            login.withdraw()
            let second = try await source.renewedToken(replacing: "a1")
            #expect(second == "a2")
            #expect(
                login.exchanges.map { $0["grant_type"] } == [
                    "password", "refresh_token", "password",
                ]
            )
        }
    }
}

/// Expects that no token of a test appears.
func expectNoTokens(in thing: Any, sourceLocation: SourceLocation = #_sourceLocation) {
    var dumped = ""
    dump(thing, to: &dumped)
    for text in ["\(thing)", String(reflecting: thing), dumped] {
        let shows = text.contains(/\b[ar][0-9]\b/) || text.contains("pass-w0rd")
        #expect(!shows, "\(text)", sourceLocation: sourceLocation)
    }
}
