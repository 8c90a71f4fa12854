import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

@Suite("A request without credentials")
struct MissingCredentialsTests {
    private struct NotLoggedIn: Error, Equatable {}

    /// Returns the error of a request that must not reach a server.
    private func error<API: APIDefinition>(
        to api: API.Type,
        _ credentials: Credentials?,
        _ configuration: NetworkingSession.Configuration = .init()
    ) async throws -> NetworkingError {
        try await withExampleServer { server, url in
            await server.script("POST", "/me", .json("\"me\""))
            let session = NetworkingSession(
                url: url,
                credentials: credentials,
                configuration: configuration
            )
            var request = NetworkingRequest(method: .post, path: "/me")
            request.api = API.self
            let sent = request
            let error = await #expect(throws: NetworkingError.self) { try await session.send(sent) }
            #expect(await server.requests.isEmpty)
            return try #require(error)
        }
    }

    @Test("is not sent, and the error has the reason")
    func missing() async throws {
        for credentials in [nil, Credentials { nil }] {
            let error = try await error(to: BearerService.self, credentials)
            #expect(error.code == .missingCredentials)
            #expect(error.message.contains("needs credentials"))
            #expect(error.operation == "POST /me")
            #expect(!error.isRetryable)
            #expect(!error.isAmbiguous)
        }
    }

    @Test("is not sent with unsupported or unplaceable credentials")
    func wrong() async throws {
        let errors = [
            try await error(to: BearerService.self, .user("secret", password: "secret")),
            try await error(to: BearerService.self, .key("secret")),
            try await error(to: BasicService.self, .token("secret")),
            try await error(to: HeaderService.self, .token("secret")),
            try await error(to: QueryService.self, .user("secret", password: "secret")),
            try await error(to: UnspecifiedAPI.self, .key("secret")),
            try await error(to: BearerService.self, .token("secret\r\nX-Other: 1")),
            try await error(to: BearerService.self, .token("")),
            try await error(to: BearerService.self, .token("secret secret")),
            try await error(to: BearerService.self, .token("sécret")),
            try await error(to: BasicService.self, .user("secret:x", password: "secret")),
            try await error(to: HeaderService.self, .key("secret\n")),
            try await error(to: HeaderService.self, .key(" secret")),
            try await error(to: HeaderService.self, .key("")),
            try await error(to: QueryService.self, .key("")),
            try await error(to: BadHeaderService.self, .key("secret")),
        ]
        for error in errors {
            #expect(error.code == .missingCredentials)
            #expect(!"\(error)".contains("cret"))
            #expect(error.message.last == ".")
        }
        #expect(Set(errors.map(\.message)).count >= 8)
    }

    @Test("has the provider's error as its cause")
    func throwing() async throws {
        let error = try await error(to: BearerService.self, Credentials { throw NotLoggedIn() })
        #expect(error.code == .missingCredentials)
        #expect(error.cause as? NotLoggedIn == NotLoggedIn())
        let wrapped = await #expect(throws: RepositoryError.self) {
            try await NetworkingSession(url: "http://127.0.0.1:1", credentials: nil)
                .request(Endpoint.WhoAmI<BearerService>())
        }
        #expect(wrapped?.code == .missingCredentials)
    }

    @Test("waits for a provider no longer than the request's timeout")
    func slow() async throws {
        let (never, end) = AsyncStream<Void>.makeStream()
        let credentials = Credentials {
            for await _ in never {}
            // It is cancelled by then, so this comes too late.
            return .token("late")
        }
        let configuration = NetworkingSession.Configuration(totalTimeout: .milliseconds(50))
        let error = try await error(to: BearerService.self, credentials, configuration)
        #expect(error.code == .missingCredentials)
        #expect(error.message == "Obtaining the credentials timed out.")
        #expect(!error.isAmbiguous)
        end.finish()
    }

    @Test("waits for a slow provider, and calls it for each request")
    func patient() async throws {
        try await withExampleServer { server, url in
            await server.script("GET", "/me", .json("\"me\""))
            let count = Box(0)
            let credentials = Credentials {
                for _ in 0..<100 { await Task.yield() }
                return .token("t\(count.withLock { $0 += 1; return $0 })")
            }
            let session = NetworkingSession(url: url, credentials: credentials)
            for index in 1...3 {
                _ = try await session.request(Endpoint.WhoAmI<BearerService>())
                #expect(await server.requests.last?.headers["authorization"] == "Bearer t\(index)")
            }
        }
    }

    @Test("ends when its task is cancelled, even if the provider ignores that")
    func cancelled() async throws {
        try await withExampleServer { server, url in
            let (asked, isAsked) = AsyncStream<Void>.makeStream()
            let (answers, answer) = AsyncStream<Void>.makeStream()
            let credentials = Credentials {
                isAsked.finish()
                // A separate task is not cancelled.
                await Task.detached { for await _ in answers {} }.value
                return .token("late")
            }
            let task = Task {
                var request = NetworkingRequest(method: .post, path: "/me")
                request.api = BearerService.self
                _ = try await NetworkingSession(url: url, credentials: credentials).send(request)
            }
            for await _ in asked {}
            task.cancel()
            let error = await #expect(throws: NetworkingError.self) { try await task.value }
            #expect(error?.code == .cancelled)
            #expect(error?.isAmbiguous == false)
            answer.finish()
            #expect(await server.requests.isEmpty)
        }
    }
}

private nonisolated enum BadHeaderService: APIDefinition {
    static let baseURLs: [APIEnvironment: String] = [:]
    static let authentication = Authentication.header("no header")
}
