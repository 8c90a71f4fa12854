import AsyncHTTPClient
import Foundation
import NIOSSL
import RepositoryAsyncHTTPClient
import RepositoryRuntime
import Testing

@Suite("A secure connection of async-http-client")
struct SecureConnectionTests {
    /// Runs a body with a session that trusts the server.
    private func run(_ body: (NetworkingSession) async throws -> Void) async throws {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .certificates([try SecureServer.certificate])
        let transport = AsyncHTTPClientTransport(
            configuration: HTTPClient.Configuration(tlsConfiguration: tls)
        )
        try await SecureServer.run { url in
            try await body(NetworkingSession(url: url).using(transport))
        }
        try await transport.shutdown()
    }

    @Test("uses HTTP/2 with a server that supports nothing else")
    func http2() async throws {
        try await run { session in
            for _ in 1...3 {
                let request = NetworkingRequest(
                    method: .post,
                    path: "/list",
                    body: Data("{}".utf8)
                )
                let response = try await session.send(request)
                #expect(response.status == 200)
                #expect(String(decoding: response.body, as: UTF8.self) == "[2]")
            }
        }
    }

    @Test("never delivers a truncated response over HTTP/2")
    func cut() async throws {
        try await run { session in
            let error = await #expect(throws: NetworkingError.self) {
                try await session.send(NetworkingRequest(method: .post, path: "/cut"))
            }
            #expect(error?.code == .truncated)
            #expect(error?.isAmbiguous == true)
            #expect(error?.isRetryable == false)
        }
    }

    @Test("is not established with an untrusted server")
    func untrusted() async throws {
        try await SecureServer.run { url in
            let session = NetworkingSession(url: url).using(AsyncHTTPClientTransport.shared)
            let error = await #expect(throws: NetworkingError.self) {
                try await session.send(NetworkingRequest(method: .post, path: "/list"))
            }
            #expect(error?.code == .untrusted)
            #expect(error?.isAmbiguous == false)
        }
    }
}
