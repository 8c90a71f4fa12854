import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import Testing

@Suite("A bearer token is not leaked")
struct BearerSecrecyTests {
    private let me = Endpoint.WhoAmI<BearerService>()

    @Test("is sent to its own origin and API only, and does not replace the request's own")
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
                // The other origin has not rejected the token: it never received it.
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

    @Test("is not requested for another API")
    func foreignAPI() async throws {
        let networking = NetworkingSession(api: BearerService.self).with(.bearer(FailingTokens()))
        let error = await #expect(throws: RepositoryError.self) {
            try await networking.request(Endpoint.WhoAmI<OpenService>())
        }
        // It has no base URL; the token was not the problem.
        #expect((error?.cause as? NetworkingError)?.code == .noBaseURL)
    }

    @Test("can be obtained through the stack that needs it")
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
                // A request to authenticate is rejected, because it would wait for itself.
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

    @Test("is visible to a custom `Networking`, but appears nowhere")
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
        #expect(
            requests.map { $0.credential?.authorization?.value } == ["Bearer secret", nil, nil]
        )
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
