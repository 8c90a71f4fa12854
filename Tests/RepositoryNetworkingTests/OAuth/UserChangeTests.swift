import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

@Suite("A change of the user")
struct UserChangeTests {
    private let ada = OAuthGrant.user("ada", password: "pass-w0rd")
    private let me = Endpoint.WhoAmI<BearerService>()

    // The trap: the token differs from the refused one, as after a renewal.
    @Test("does not let the new user repeat a request of the previous one")
    func requestInFlight() async throws {
        try await withExampleServer { server, url in
            let login = LoginServer()
            await login.serve(on: server)
            let source = OAuthTokenSource(.app(url))
            try await source.logIn(with: OAuthTokens(accessToken: "a0", refreshToken: "r0"))
            let change = Around(after: { _ in
                do {
                    try await source.logOut()
                    try await source.logIn(ada)
                } catch {
                    Issue.record(error)
                }
            })
            let networking = NetworkingSession(url: url).with(.bearer(source), change)
            let error = await #expect(throws: RepositoryError.self) {
                try await networking.request(me)
            }
            #expect(error?.code == .unauthorized)
            #expect(await sentTokens(server) == ["Bearer a0"])
            #expect(try await source.renewedToken(replacing: "a0") == nil)
            #expect(try await source.token() == "a1")
        }
    }

    @Test("does not delay requests of the new user until the renewal for the previous one ends")
    func renewalInFlight() async throws {
        try await withExampleServer { server, url in
            let (begun, end) = (Signal(), Signal())
            await LoginServer().serve(on: server)
            let source = OAuthTokenSource(.app(url, renewing: (begun, end)))
            try await source.logIn(with: OAuthTokens(accessToken: "a0", refreshToken: "r0"))
            let networking = NetworkingSession(url: url).with(.bearer(source))
            let first = Task { try await networking.request(me) }
            await begun.wait()
            try await source.logIn(ada)
            #expect(try await networking.request(me) == "me")
            await end.give()
            await #expect(throws: RepositoryError.self) { try await first.value }
            #expect(await sentTokens(server) == ["Bearer a0", "Bearer a1"])
        }
    }

    // The trap: a process that cannot find tokens in the store renews and saves its own.
    @Test("in another process is adopted: a logout, and the next login")
    func otherProcess() async throws {
        try await withExampleServer { server, url in
            let login = LoginServer()
            await login.serve(on: server)
            let store = KeptTokens()
            let (app, widget) = (
                OAuthTokenSource(.app(url), store: store), OAuthTokenSource(.app(url), store: store)
            )
            try await app.logIn(ada)
            #expect(try await widget.token() == "a1")
            try await app.logOut()
            login.withdrawAccess()
            let networking = NetworkingSession(url: url).with(.bearer(widget))
            await #expect(throws: RepositoryError.self) { try await networking.request(me) }
            #expect(try await widget.token() == nil)
            #expect(await store.saved.last == .some(nil))
            #expect(login.exchanges.count == 1)
            try await app.logIn(ada)
            #expect(try await networking.request(me) == "me")
            #expect(login.exchanges.count == 2)
        }
    }

    private func sentTokens(_ server: ExampleServer) async -> [String?] {
        await server.requests.filter { $0.path == "/me" }.map { $0.headers["authorization"] }
    }
}
