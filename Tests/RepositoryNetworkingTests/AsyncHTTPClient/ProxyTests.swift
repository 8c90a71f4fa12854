import ExampleServer
import Foundation
import RepositoryAsyncHTTPClient
import RepositoryRuntime
import Testing

@Suite("A proxy of async-http-client")
struct ProxyTests {
    private let request = NetworkingRequest(method: .get, path: "/list")

    /// Sends the request with environment variables, and returns the requests of the proxy.
    private func send(
        _ environment: (_ proxy: String) -> [String: String],
        opensTunnels: Bool = true
    ) async throws -> (outcome: Result<Int, any Error>, tunnels: [String], requests: Int) {
        let proxy = TunnelProxy(opensTunnels: opensTunnels)
        let port = try await proxy.start()
        let transport = AsyncHTTPClientTransport(environment: environment("127.0.0.1:\(port)"))
        let result = try await withExampleServer { server, url in
            await server.script("GET", "/list", .json("[]"))
            let session = NetworkingSession(url: url).using(transport)
            let outcome: Result<Int, any Error>
            do {
                outcome = .success(try await session.send(request).status)
            } catch {
                outcome = .failure(error)
            }
            return (outcome, await proxy.requests, await server.requests.count)
        }
        try await transport.shutdown()
        await proxy.stop()
        return result
    }

    @Test(
        "is taken from the environment",
        arguments: [
            ("http_proxy", "http://user:password@%"), ("http_proxy", "user:password@%"),
            ("all_proxy", "http://user:password@%"), ("ALL_PROXY", "http://user:password@%"),
        ]
    )
    func environment(name: String, value: String) async throws {
        let (outcome, tunnels, requests) = try await send { proxy in
            [name: value.replacingOccurrences(of: "%", with: proxy)]
        }
        #expect(try outcome.get() == 200)
        #expect(requests == 1)
        #expect(tunnels.count == 1)
        #expect(tunnels.first?.contains("Basic dXNlcjpwYXNzd29yZA==") == true)
    }

    @Test(
        "is not used if the environment has another one, or an exception",
        arguments: [
            ["https_proxy": "http://%"], ["HTTP_PROXY": "http://%"], ["http_proxy": ""],
            ["http_proxy": "http://%", "no_proxy": "localhost, 127.0.0.1"],
            ["http_proxy": "http://%", "NO_PROXY": "*"],
            ["http_proxy": "http://%", "no_proxy": ".0.0.1"],
        ]
    )
    func exceptions(variables: [String: String]) async throws {
        let (outcome, tunnels, requests) = try await send { proxy in
            variables.mapValues { $0.replacingOccurrences(of: "%", with: proxy) }
        }
        #expect(try outcome.get() == 200)
        #expect(requests == 1)
        #expect(tunnels.isEmpty)
    }

    @Test("that rejects causes an error, and nothing was sent")
    func refused() async throws {
        let (outcome, tunnels, requests) = try await send(
            { ["http_proxy": $0] },
            opensTunnels: false
        )
        let error = #expect(throws: NetworkingError.self) { try outcome.get() }
        #expect(error?.code == .cannotConnect)
        #expect(error?.isAmbiguous == false)
        #expect(tunnels.count == 1)
        #expect(requests == 0)
    }
}
