import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import Testing

@Suite("A store of tokens")
struct TokenStoreTests {
    private let ada = OAuthGrant.user("ada", password: "pass-w0rd")

    @Test("that another process writes to is read again before a renewal, and after a rejection")
    func otherProcess() async throws {
        try await withExampleServer { server, url in
            let login = LoginServer()
            await login.serve(on: server)
            let store = KeptTokens()
            let (first, second) = (
                OAuthTokenSource(.app(url), store: store), OAuthTokenSource(.app(url), store: store)
            )
            try await first.logIn(ada)
            #expect(try await second.token() == "a1")
            #expect(try await first.renewedToken(replacing: "a1") == "a2")
            // It makes no request: its known refresh token would be rejected.
            #expect(try await second.renewedToken(replacing: "a1") == "a2")
            #expect(login.exchanges.count == 2)
            login.withdraw()
            await #expect(throws: OAuthError.self) { try await first.renewedToken(replacing: "a2") }
            await #expect(throws: OAuthError.self) { try await first.token() }
            try await second.logIn(ada)
            #expect(try await first.token() == "a3")
            #expect(login.exchanges.count == 4)
        }
    }

    @Test("that cannot be read causes a retryable error")
    func unreadable() async throws {
        let store = KeptTokens(OAuthTokens(accessToken: "a0"))
        await store.setLocked(true)
        let source = OAuthTokenSource(.app("http://127.0.0.1:1"), store: store)
        let error = await #expect(throws: OAuthError.self) { try await source.token() }
        #expect(error?.code == .store)
        #expect(error?.cause is KeptTokens.Locked)
        #expect(error?.isRetryable == true)
        await store.setLocked(false)
        #expect(try await source.token() == "a0")
    }

    @Test("that cannot be written to blocks no request, and gets the tokens later")
    func unwritable() async throws {
        try await withExampleServer { server, url in
            let login = LoginServer()
            await login.serve(on: server)
            let store = KeptTokens()
            let source = OAuthTokenSource(.app(url), store: store)
            try await source.logIn(ada)
            await store.setLocked(true)
            #expect(try await source.renewedToken(replacing: "a1") == "a2")
            #expect(try await source.token() == "a2")
            #expect(await store.saved.count == 1)
            await store.setLocked(false)
            #expect(try await source.token() == "a2")
            #expect(await store.saved.last??.refreshToken == "r2")
            // A login reports the error.
            await store.setLocked(true)
            let error = await #expect(throws: OAuthError.self) { try await source.logIn(ada) }
            #expect(error?.code == .store)
            #expect(try await source.token() == "a3")
        }
    }

    @Test("ends with the tokens of the last login, whatever was being renewed")
    func userChanges() async throws {
        try await withExampleServer { server, url in
            let (begun, end) = (Signal(), Signal())
            let store = KeptTokens(OAuthTokens(accessToken: "a0", refreshToken: "r0"))
            let login = LoginServer()
            await login.serve(on: server)
            await server.setFaults { request in
                request.form["grant_type"] == "refresh_token"
                    ? .answer(.json(#"{"access_token":"old"}"#))
                    : .answer(.json(#"{"access_token":"new","refresh_token":"r1"}"#))
            }
            let source = OAuthTokenSource(.app(url, renewing: (begun, end)), store: store)
            let renewal = Task { try await source.renewedToken(replacing: "a0") }
            await begun.wait()
            try await source.logIn(ada)
            // Requests do not wait for a renewal of the previous user.
            #expect(try await source.token() == "new")
            await end.give()
            // A request of the previous user gets no token of the new one.
            #expect(try await renewal.value == nil)
            #expect(try await source.token() == "new")
            #expect(await store.saved.map { $0?.accessToken } == ["new"])
        }
    }

    @Test("gets one renewal for all waiting callers, even if the first of them cancels")
    func cancelledCaller() async throws {
        try await withExampleServer { server, url in
            let (begun, end) = (Signal(), Signal())
            let client = OAuthClient(id: "app", tokenURL: url + "/token") {
                NetworkingSession(url: $0).with(
                    Around(before: { _ in
                        await begun.give()
                        await end.wait()
                    })
                )
            }
            await server.setFaults { request in
                switch (request.path, request.headers["authorization"]) {
                case ("/token", _): .answer(.json(#"{"access_token":"a1"}"#))
                case (_, "Bearer a1"): .answer(.json("\"me\""))
                default: .answer(.challenge("Bearer", body: "{}"))
                }
            }
            let source = OAuthTokenSource(client)
            try await source.logIn(with: OAuthTokens(accessToken: "a0", refreshToken: "r0"))
            let networking = NetworkingSession(url: url).with(.bearer(source))
            let me = Endpoint.WhoAmI<BearerService>()
            let first = Task { try await networking.request(me) }
            await begun.wait()
            let second = Task { try await networking.request(me) }
            first.cancel()
            let error = await #expect(throws: RepositoryError.self) { try await first.value }
            #expect(error?.code == .cancelled)
            await end.give()
            #expect(try await second.value == "me")
            #expect(await server.requests.count { $0.path == "/token" } == 1)
        }
    }

    @Test("can store tokens as JSON, and they appear nowhere else")
    func coding() throws {
        let tokens = OAuthTokens(
            accessToken: "t0ken",
            refreshToken: "s3cret",
            issuedAt: Date(timeIntervalSince1970: 1_000),
            expiresAt: Date(timeIntervalSince1970: 2_000),
            scopes: ["read"]
        )
        let data = try JSONEncoder().encode(tokens)
        #expect(try JSONDecoder().decode(OAuthTokens.self, from: data) == tokens)
        expectNoSecrets(in: tokens)
        #expect("\(tokens)".contains("accessToken: <redacted>, refreshToken: <redacted>"))
        let client = OAuthClient(id: "app", secret: "s3cret", tokenURL: "https://a/token")
        expectNoSecrets(in: client)
        #expect("\(client)" == #"OAuthClient(id: "app")"#)
        for grant in [OAuthGrant.user("ada", password: "pass-w0rd"), .refreshToken("t0ken")] {
            expectNoSecrets(in: grant)
            expectNoSecrets(in: OAuthTokenSource(client, grant: grant, store: nil))
        }
        let source = OAuthTokenSource(client, store: KeptTokens())
        expectNoSecrets(in: source)
    }
}
