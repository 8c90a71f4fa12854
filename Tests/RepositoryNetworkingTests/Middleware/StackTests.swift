import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

@Suite("A stack of middleware")
struct StackTests {
    private struct Step: NetworkingMiddleware {
        let name: String
        let stage: MiddlewareStage
        let steps: Box<[String]>

        func send(
            _ request: NetworkingRequest,
            through next: any Networking
        ) async throws(NetworkingError) -> NetworkingResponse {
            steps.withLock { $0.append(name) }
            return try await next.send(request)
        }
    }

    private struct Plain: NetworkingMiddleware {
        func send(
            _ request: NetworkingRequest,
            through next: any Networking
        ) async throws(NetworkingError) -> NetworkingResponse {
            try await next.send(request)
        }
    }

    private struct Answering: Networking {
        func send(
            _ request: NetworkingRequest
        ) async throws(NetworkingError) -> NetworkingResponse {
            NetworkingResponse(status: 200, body: Data("{}".utf8))
        }
    }

    @Test("has each in its place, in whatever order they are listed and added")
    func order() async throws {
        let steps = Box<[String]>([])
        let all: [(String, MiddlewareStage)] = [
            ("caller", .caller), ("after caller", .after(.caller)),
            ("authorization", .authorization), ("before cache", .before(.cache)), ("cache", .cache),
            ("sharing", .sharing), ("retry", .retry), ("exchange", .exchange),
        ]
        let parts = all.map { Step(name: $0, stage: $1, steps: steps) }
        for _ in 0..<20 {
            let shuffled = parts.shuffled()
            var networking: any Networking = Answering().with(shuffled[0], shuffled[1])
            for part in shuffled.dropFirst(2) {
                networking = networking.with(part)
            }
            _ = try await networking.send(NetworkingRequest(method: .get, path: "/"))
            #expect(steps.withLock { $0 } == all.map(\.0))
            steps.withLock { $0 = [] }
        }
        let order = [
            Plain().stage, BearerMiddleware(FixedToken("t")).stage, CacheMiddleware().stage,
            SharingMiddleware().stage, RetryMiddleware().stage, LoggingMiddleware { _ in }.stage,
        ]
        #expect(order == order.sorted())
        #expect(Set(order).count == 6)
    }

    @Test("has those with the same place in the listed order")
    func equals() async throws {
        let steps = Box<[String]>([])
        let names = ["a", "b", "c"]
        let parts = names.map { Step(name: $0, stage: .caller, steps: steps) }
        let networking = Answering().with(parts[0]).with(parts[1], parts[2])
        _ = try await networking.send(NetworkingRequest(method: .get, path: "/"))
        #expect(steps.withLock { $0 } == names)
    }

    @Test("is bypassed in the mock environment: no token is requested")
    func mock() async throws {
        let lines = Box<[String]>([])
        let networking = NetworkingSession(api: BearerService.self, environment: .mock).with(
            .bearer(FailingTokens()),
            .cache(),
            .logging { line in lines.withLock { $0.append("\(line)") } }
        )
        #expect(try await networking.request(Endpoint.WhoAmI<BearerService>()) == "example")
        #expect(lines.withLock { $0 } == [])
    }

    @Test("works with a repository")
    func repository() async throws {
        try await withExampleServer { server, url in
            let lines = Box<[String]>([])
            let store = NetworkingSession(url: url).with(
                .bearer(FixedToken("t")),
                .cache(),
                .sharing(),
                .retry(),
                .logging { line in lines.withLock { $0.append("\(line)") } }
            )
            let messages = MessageRepository(store: store)
            let created = try await messages.create(Message.Draft(text: "hi"))
            #expect(try await messages.find(id: created.id) == created)
            var changed = created
            changed.text = "ho"
            _ = try await messages.update(changed)
            #expect(try await messages.find(id: created.id).text == "ho")
            try await messages.delete(id: created.id)
            let error = await #expect(throws: RepositoryError.self) {
                try await messages.find(id: created.id)
            }
            #expect(error?.code == .notFound)
            let requests = await server.requests
            #expect(requests.map(\.method) == ["POST", "GET", "PUT", "GET", "DELETE", "GET"])
            #expect(requests.allSatisfy { $0.headers["authorization"] == "Bearer t" })
            #expect(lines.withLock { $0.count } == 6)
        }
    }
}

/// A token that never changes.
struct FixedToken: TokenSource {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    func token() -> String? { text }

    func renewedToken(replacing refused: String) -> String? { nil }
}

/// A token provider that always throws.
struct FailingTokens: TokenSource {
    struct NoToken: Error, Equatable {}

    func token() throws -> String? { throw NoToken() }

    func renewedToken(replacing refused: String) throws -> String? { throw NoToken() }
}
