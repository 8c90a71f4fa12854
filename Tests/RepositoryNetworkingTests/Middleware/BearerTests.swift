import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import Testing

@Suite("A bearer token")
struct BearerTests {
    private let me = Endpoint.WhoAmI<BearerService>()

    @Test("is renewed once for a hundred callers, who all get a response")
    func manyCallers() async throws {
        try await withExampleServer { server, url in
            await server.accept("t1")
            let source = RenewableToken()
            let barrier = Barrier(100)
            // A busy machine needs time for all of them.
            let patient = NetworkingSession.Configuration(timeout: .seconds(300))
            let networking = NetworkingSession(url: url, configuration: patient).with(
                .bearer(source),
                // No request is rejected before all have used the old token.
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

    // The trap: a separate renewal replaces a token that another one has just renewed.
    @Test("is renewed by each caller if each uses a separate middleware")
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

    @Test("that is rejected again fails as unauthorized, after one renewal")
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

    @Test("is not renewed for a request that was sent with a replaced one")
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

    @Test("is renewed once for all callers, even if the source returns the rejected one")
    func sameToken() async throws {
        try await withExampleServer { server, url in
            await server.accept("t1")
            let source = RenewableToken { _ in
                try await Task.sleep(for: .milliseconds(100))
                return "t0"
            }
            let barrier = Barrier(10)
            let networking = NetworkingSession(url: url)
                .with(.bearer(source), Around(after: { _ in await barrier.arrive() }))
            let tasks = (0..<10).map { _ in Task { try await networking.request(me) } }
            for task in tasks {
                let error = await #expect(throws: RepositoryError.self) { try await task.value }
                #expect(error?.code == .unauthorized)
            }
            // On a busy machine, some callers come after the end of the first renewal.
            #expect(source.replaced.count < 5)
        }
    }

    @Test("is renewed again when the new one is rejected later")
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

    @Test("is renewed for the others when one caller cancels, whose call ends immediately")
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
            // It starts during the renewal, and waits for it.
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

    @Test("that is being renewed is awaited by requests that start meanwhile")
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

    @Test("that cannot be renewed fails all waiting requests; the next one tries again")
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
            // All were rejected, and all except late ones wait for one renewal.
            await end.give()
            var failures = 0
            for task in tasks {
                do {
                    // Late ones have retried.
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

    @Test("that cannot be renewed temporarily fails with a retryable error")
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

    @Test("that no longer exists leaves the response of the server")
    func loggedOut() async throws {
        try await withExampleServer { server, url in
            await server.accept("t1")
            let source = RenewableToken { _ in nil }
            let networking = NetworkingSession(url: url).with(.bearer(source))
            let error = await #expect(throws: RepositoryError.self) {
                try await networking.request(me)
            }
            #expect(error?.code == .unauthorized)
            // From now on there is no token, and the endpoint needs one.
            let next = await #expect(throws: RepositoryError.self) {
                try await networking.request(me)
            }
            #expect(next?.code == .missingCredentials)
            #expect(source.replaced == ["t0"])
            #expect(await server.requests.count == 1)
        }
    }

    @Test("that times out ends the wait, and the next request tries again")
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
            // Eventually, however slow the machine is.
            try await until { (try? await networking.request(me)) == "me" }
            await never.give()
        }
    }
}
