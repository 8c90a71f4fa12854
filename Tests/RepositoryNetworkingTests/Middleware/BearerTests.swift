import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import Testing

/// A token that is renewed as told.
final class RenewableToken: TokenSource {
    struct Refused: Error, Equatable {}

    private let current: Box<String?>
    private let renewed = Box<[String]>([])
    private let renew: @Sendable (Int) async throws -> String?

    /// Creates a source; the function gets how many renewals there were, this one included.
    init(
        _ token: String? = "t0",
        renew: @escaping @Sendable (Int) async throws -> String? = { "t\($0)" }
    ) {
        self.current = Box(token)
        self.renew = renew
    }

    /// The tokens that were replaced, or should have been.
    var replaced: [String] { renewed.withLock { $0 } }

    /// Another logs in.
    func set(_ token: String?) { current.withLock { $0 = token } }

    func token() -> String? { current.withLock { $0 } }

    func renewedToken(replacing refused: String) async throws -> String? {
        let count = renewed.withLock { $0.append(refused); return $0.count }
        let token = try await renew(count)
        set(token)
        return token
    }
}

extension ExampleServer {
    /// Refuses every request without one of these tokens.
    func accept(_ tokens: String...) {
        setFaults { request in
            let isAccepted = tokens.contains { request.headers["authorization"] == "Bearer \($0)" }
            return isAccepted
                ? .answer(.json("\"me\"")) : .answer(.challenge("Bearer", body: "{}"))
        }
    }

    /// The tokens that came, by how often.
    var tokens: [String: Int] {
        let all = requests.map { $0.headers["authorization"] ?? "none" }
        return Dictionary(all.map { ($0, 1) }, uniquingKeysWith: +)
    }
}

@Suite("A bearer token")
struct BearerTests {
    private let me = Endpoint.WhoAmI<BearerService>()

    @Test("is renewed once for a hundred callers, who all are answered")
    func manyCallers() async throws {
        try await withExampleServer { server, url in
            await server.accept("t1")
            let source = RenewableToken()
            let barrier = Barrier(100)
            let networking = NetworkingSession(url: url).with(
                .bearer(source),
                // Nobody is refused before all have taken the old token.
                Around(before: { request in
                    if request.credential == .token("t0") { await barrier.arrive() }
                })
            )
            let answers = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<100 { group.addTask { try await networking.request(me) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers == Array(repeating: "me", count: 100))
            #expect(source.replaced == ["t0"])
            #expect(await server.tokens == ["Bearer t0": 100, "Bearer t1": 100])
        }
    }

    // The trap: who renews by himself replaces what another has just renewed.
    @Test("is renewed by each caller where each does so by himself")
    func trap() async throws {
        struct Naive: NetworkingMiddleware {
            let source: RenewableToken
            let stage = MiddlewareStage.authorization

            func send(
                _ request: NetworkingRequest,
                through next: any Networking
            ) async throws(NetworkingError) -> NetworkingResponse {
                var request = request
                request.credential = source.token().map { .token($0) }
                let response = try await next.send(request)
                guard response.status == 401 else { return response }
                let token = try? await source.renewedToken(replacing: "t0")
                request.credential = token.map { .token($0) }
                return try await next.send(request)
            }
        }
        try await withExampleServer { server, url in
            await server.accept("t1")
            let source = RenewableToken()
            let barrier = Barrier(10)
            let networking = NetworkingSession(url: url).with(
                Naive(source: source),
                Around(before: { request in
                    if request.credential == .token("t0") { await barrier.arrive() }
                })
            )
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<10 { group.addTask { _ = try? await networking.request(me) } }
            }
            #expect(source.replaced.count == 10)
        }
    }

    @Test("that is refused again fails as unauthorized, after one renewal")
    func refusedAgain() async throws {
        try await withExampleServer { server, url in
            await server.accept("none of them")
            let source = RenewableToken()
            let error = await #expect(throws: RepositoryError.self) {
                try await NetworkingSession(url: url).with(.bearer(source), .retry()).request(me)
            }
            #expect(error?.code == .unauthorized)
            #expect(source.replaced == ["t0"])
            #expect(await server.tokens == ["Bearer t0": 1, "Bearer t1": 1])
        }
    }

    @Test("is not renewed for a request that was sent with one replaced since")
    func replacedMeanwhile() async throws {
        try await withExampleServer { server, url in
            await server.accept("t9")
            let source = RenewableToken()
            let networking = NetworkingSession(url: url).with(
                .bearer(source),
                Around(after: { _ in source.set("t9") })
            )
            let answer = try await networking.request(me)
            #expect(answer == "me")
            #expect(source.replaced.isEmpty)
            #expect(await server.tokens == ["Bearer t0": 1, "Bearer t9": 1])
        }
    }

    @Test("is renewed again when the new one is refused later")
    func renewedTwice() async throws {
        try await withExampleServer { server, url in
            let source = RenewableToken()
            let networking = NetworkingSession(url: url).with(.bearer(source))
            for index in 1...3 {
                await server.accept("t\(index)")
                let answer = try await networking.request(me)
                #expect(answer == "me")
            }
            #expect(source.replaced == ["t0", "t1", "t2"])
        }
    }

    @Test("is renewed for the others when one caller cancels, who ends at once")
    func cancelledCaller() async throws {
        try await withExampleServer { server, url in
            await server.accept("t1")
            let (begun, end) = (Signal(), Signal())
            let source = RenewableToken { count in
                await begun.give()
                await end.wait()
                try Task.checkCancellation()
                return "t\(count)"
            }
            let networking = NetworkingSession(url: url).with(.bearer(source))
            let first = Task { try await networking.request(me) }
            await begun.wait()
            // Begins during the renewal, and waits for it.
            let second = Task { try await networking.request(me) }
            first.cancel()
            let error = await #expect(throws: RepositoryError.self) { try await first.value }
            #expect(error?.code == .cancelled)
            #expect(error?.isAmbiguous == false)
            await end.give()
            let answer = try await second.value
            #expect(answer == "me")
            #expect(source.replaced == ["t0"])
        }
    }

    @Test("that is being renewed is waited for by requests that begin meanwhile")
    func duringRenewal() async throws {
        try await withExampleServer { server, url in
            await server.accept("t1")
            let (begun, end) = (Signal(), Signal())
            let source = RenewableToken { count in
                await begun.give()
                await end.wait()
                return "t\(count)"
            }
            let started = Box(0)
            let networking = NetworkingSession(url: url).with(
                Around(stage: .caller, before: { _ in started.withLock { $0 += 1 } }),
                .bearer(source)
            )
            let first = Task { try await networking.request(me) }
            await begun.wait()
            let others = (0..<10).map { _ in Task { try await networking.request(me) } }
            try await until { started.withLock { $0 } == 11 }
            await end.give()
            for task in others + [first] {
                let answer = try await task.value
                #expect(answer == "me")
            }
            #expect(await server.tokens["Bearer t0"] == 1)
            #expect(source.replaced == ["t0"])
        }
    }

    @Test("that cannot be renewed fails all who wait, with the reason; the next one tries again")
    func failingRenewal() async throws {
        try await withExampleServer { server, url in
            await server.accept("t2")
            let end = Signal()
            let source = RenewableToken { count in
                await end.wait()
                if count == 1 { throw RenewableToken.Refused() }
                return "t\(count)"
            }
            let barrier = Barrier(10)
            let refused = Box(0)
            let networking = NetworkingSession(url: url).with(
                .bearer(source),
                Around(
                    before: { request in
                        if request.credential == .token("t0"), refused.withLock({ $0 }) < 10 {
                            await barrier.arrive()
                        }
                    },
                    after: { _ in refused.withLock { $0 += 1 } }
                )
            )
            let tasks = (0..<10).map { _ in Task { try await networking.request(me) } }
            try await until { refused.withLock { $0 } == 10 }
            // All have been refused, and all but those that hear of it now wait for one renewal.
            await end.give()
            var failures = 0
            for task in tasks {
                do {
                    // Who heard of it later has tried again.
                    let answer = try await task.value
                    #expect(answer == "me")
                } catch let error as RepositoryError {
                    failures += 1
                    #expect(error.code == .missingCredentials)
                    let cause = error.cause as? NetworkingError
                    #expect(cause?.cause as? RenewableToken.Refused == .init())
                    #expect(!error.isRetryable)
                    #expect(!error.isAmbiguous)
                }
            }
            #expect(failures >= 1)
            let answer = try await networking.request(me)
            #expect(answer == "me")
            #expect(source.replaced == ["t0", "t0"])
        }
    }

    @Test("that cannot be renewed now may be later: the error says so")
    func retryableRenewal() async throws {
        try await withExampleServer { server, url in
            await server.accept("t1")
            try await withClosedPort { closed in
                let source = RenewableToken { _ in
                    try await NetworkingSession(url: closed).request(Endpoint.LogIn())
                }
                let error = await #expect(throws: RepositoryError.self) {
                    try await NetworkingSession(url: url).with(.bearer(source)).request(me)
                }
                #expect(error?.code == .missingCredentials)
                #expect(error?.isRetryable == true)
            }
        }
    }

    @Test("that is no more leaves the answer of the server")
    func loggedOut() async throws {
        try await withExampleServer { server, url in
            await server.accept("t1")
            let source = RenewableToken { _ in nil }
            let networking = NetworkingSession(url: url).with(.bearer(source))
            let error = await #expect(throws: RepositoryError.self) {
                try await networking.request(me)
            }
            #expect(error?.code == .unauthorized)
            // From now on there is none, and the endpoint needs one.
            let next = await #expect(throws: RepositoryError.self) {
                try await networking.request(me)
            }
            #expect(next?.code == .missingCredentials)
            #expect(source.replaced == ["t0"])
            #expect(await server.requests.count == 1)
        }
    }

    @Test("that does not come ends the wait, and the next request tries again")
    func hanging() async throws {
        try await withExampleServer { server, url in
            await server.accept("t2")
            let never = Signal()
            let source = RenewableToken { count in
                if count == 1 { await never.wait() }
                return "t\(count)"
            }
            let networking = NetworkingSession(url: url)
                .with(.bearer(source, timeout: .milliseconds(50)))
            let error = await #expect(throws: RepositoryError.self) {
                try await networking.request(me)
            }
            #expect(error?.code == .missingCredentials)
            #expect(error?.isRetryable == true)
            // Sooner or later, however slow the machine is.
            try await until { (try? await networking.request(me)) == "me" }
            await never.give()
        }
    }

    @Test("goes to the own origin and API only, and not over what a request says by itself")
    func ownOnly() async throws {
        try await withExampleServer { server, url in
            try await withExampleServer { other, otherURL in
                await server.script("GET", "/me", .redirect(302, to: otherURL + "/me"))
                await server.script("POST", "/login", .json("\"in\""))
                await other.accept("t1")
                let source = RenewableToken()
                let networking = NetworkingSession(url: url).with(.bearer(source))
                let error = await #expect(throws: RepositoryError.self) {
                    try await networking.request(me)
                }
                #expect(error?.code == .unauthorized)
                #expect(await server.tokens == ["Bearer t0": 1])
                // The other origin has not refused the token: it never saw it.
                #expect(await other.tokens == ["none": 1])
                #expect(source.replaced.isEmpty)

                let loggedIn = try await networking.request(Endpoint.LogIn())
                #expect(loggedIn == "in")
                #expect(await server.tokens == ["Bearer t0": 1, "none": 1])

                var own = NetworkingRequest(method: .get, path: "/own")
                own.head.headerFields[.authorization] = "Bearer mine"
                await server.script("GET", "/own", .json("{}", status: 401))
                let status = try await networking.send(own).status
                #expect(status == 401)
                #expect(await server.tokens["Bearer mine"] == 1)
                #expect(source.replaced.isEmpty)
            }
        }
    }

    @Test("is not asked for by a request to another API")
    func foreignAPI() async throws {
        let networking = NetworkingSession(api: BearerService.self).with(.bearer(FailingTokens()))
        let error = await #expect(throws: RepositoryError.self) {
            try await networking.request(Endpoint.WhoAmI<OpenService>())
        }
        // It has no base URL; the token was not the problem.
        #expect((error?.cause as? NetworkingError)?.code == .noBaseURL)
    }

    @Test("can be had through the stack that needs it")
    func throughItself() async throws {
        try await withExampleServer { server, url in
            await server.setFaults { request in
                if request.path == "/login" { return .answer(.json("\"t1\"")) }
                return request.headers["authorization"] == "Bearer t1"
                    ? .answer(.json("\"me\"")) : .answer(.challenge("Bearer", body: "{}"))
            }
            let stack = Box<NetworkingStack?>(nil)
            let source = RenewableToken { count in
                guard let stack = stack.withLock({ $0 }) else { return nil }
                // One that authenticates is not sent, rather than waiting for its own end.
                let error = await #expect(throws: RepositoryError.self) {
                    try await stack.request(Endpoint.WhoAmI<BearerService>())
                }
                #expect(error?.code == .missingCredentials)
                return try await stack.request(Endpoint.LogIn())
            }
            let networking = NetworkingSession(url: url).with(.bearer(source))
            stack.withLock { $0 = networking }
            let answer = try await networking.request(me)
            #expect(answer == "me")
            #expect(source.replaced == ["t0"])
            stack.withLock { $0 = nil }
        }
    }

    @Test("is known to a `Networking` of one's own, and shows nowhere")
    func ownNetworking() async throws {
        struct Recording: Networking {
            let requests = Box<[NetworkingRequest]>([])

            func send(
                _ request: NetworkingRequest
            ) async throws(NetworkingError) -> NetworkingResponse {
                requests.withLock { $0.append(request) }
                return NetworkingResponse(status: 200, body: Data("\"me\"".utf8))
            }
        }
        let recording = Recording()
        let networking = recording.with(.bearer(FixedToken("secret")))
        _ = try await networking.request(me)
        _ = try await networking.request(Endpoint.LogIn())
        _ = try await networking.request(Endpoint.WhoAmI<BasicService>())
        let requests = recording.requests.withLock { $0 }
        #expect(requests.map { $0.credential?.authorization?.value } == ["Bearer secret", nil, nil])
        for request in requests {
            var dumped = ""
            dump(request, to: &dumped)
            for text in ["\(request)", String(reflecting: request), dumped] {
                #expect(!text.contains("secret"))
            }
        }
        #expect(Credential.user("u", password: "").authorization?.value == "Basic dTo=")
        #expect(Credential.user("u:", password: "").authorization == nil)
        #expect(Credential.token("a b").authorization == nil)
        #expect(Credential.key("k").authorization == nil)
    }
}
