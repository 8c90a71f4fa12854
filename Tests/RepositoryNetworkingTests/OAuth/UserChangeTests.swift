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

    // The trap: the renewal has ended without a token, so the source is asked again.
    @Test("does not let a request that waits for a renewal continue as the new user")
    func waitingRequest() async throws {
        try await withExampleServer { server, url in
            await LoginServer().serve(on: server)
            let user = ChangingUser()
            let networking = NetworkingSession(url: url).with(.bearer(user))
            let first = Task { try await networking.request(me) }
            await user.begun.wait()
            let second = Task { try await networking.request(me) }
            await user.asked.wait()
            await user.change()
            await #expect(throws: RepositoryError.self) { try await first.value }
            await #expect(throws: RepositoryError.self) { try await second.value }
            #expect(await sentTokens(server).allSatisfy { $0 != "Bearer b0" })
        }
    }

    // The trap: the renewal has begun before, and saves its tokens afterwards.
    @Test("in another process during a renewal: a logout is not undone")
    func logoutDuringRenewal() async throws {
        try await withExampleServer { server, url in
            let (begun, end) = (Signal(), Signal())
            let login = LoginServer()
            await login.serve(on: server)
            let store = KeptTokens()
            let app = OAuthTokenSource(.app(url), store: store)
            let widget = OAuthTokenSource(.app(url, renewing: (begun, end)), store: store)
            try await app.logIn(ada)
            #expect(try await widget.token() == "a1")
            login.withdrawAccess()
            let networking = NetworkingSession(url: url).with(.bearer(widget))
            let request = Task { try await networking.request(me) }
            await begun.wait()
            try await app.logOut()
            await end.give()
            await #expect(throws: RepositoryError.self) { try await request.value }
            #expect(await store.saved.last == .some(nil))
            #expect(try await app.token() == nil)
            #expect(try await widget.token() == nil)
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

/// A source whose user changes during a renewal.
private actor ChangingUser: TokenSource {
    nonisolated let begun = Signal()
    nonisolated let asked = Signal()
    private let end = Signal()
    private var current = "a0"

    /// Replaces the user, and ends the renewal.
    func change() async {
        current = "b0"
        await end.give()
    }

    func token() -> String? { current }

    func renewedToken(replacing refused: String) async -> String? {
        await begun.give()
        await end.wait()
        return current == refused ? current : nil
    }

    func isOfCurrentUser(_ token: String) async -> Bool {
        let isCurrent = token == current
        await asked.give()
        return isCurrent
    }
}
