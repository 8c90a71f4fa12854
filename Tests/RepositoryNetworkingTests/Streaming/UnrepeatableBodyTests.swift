import ExampleServer
import Foundation
import HTTPTypes
import RepositoryAsyncHTTPClient
import RepositoryRuntime
import Testing

/// A stream is sent in one request, even if another one would be needed.
@Suite("A stream is sent once")
struct UnrepeatableBodyTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"

    private func ticks() -> RequestStream<Tick> { RequestStream([Tick(number: 1)]) }

    /// Returns the code of a request's network error.
    private func code(
        _ body: () async throws(RepositoryError) -> Void
    ) async -> NetworkingError.Code? {
        do throws(RepositoryError) {
            try await body()
            return nil
        } catch {
            #expect(!error.isRetryable)
            return (error.cause as? NetworkingError)?.code
        }
    }

    @Test("in a second request it is an error", arguments: Transport.allCases)
    func twice(transport: Transport) async throws {
        try await withUploadServer(Self.ok) { server, url in
            let session = NetworkingSession(url: url).over(transport)
            let endpoint = SentLines(body: ticks())
            try await session.request(endpoint)
            let code = await code { () async throws(RepositoryError) in
                try await session.request(endpoint)
            }
            #expect(code == .unrepeatableBody)
            #expect(await server.uploads.count == 1)
        }
    }

    @Test("a redirect that keeps the body is an error", arguments: Transport.allCases)
    func redirect(transport: Transport) async throws {
        let moved = "HTTP/1.1 307 Moved\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n"
        try await withUploadServer(moved, Self.ok) { server, url in
            let session = NetworkingSession(url: url).over(transport)
            let code = await code { () async throws(RepositoryError) in
                try await session.request(SentLines(body: ticks()))
            }
            #expect(code == .unrepeatableBody)
            #expect(await server.uploads.count == 1)
        }
    }

    @Test("a redirect to a result is followed", arguments: Transport.allCases)
    func seeOther(transport: Transport) async throws {
        let other = "HTTP/1.1 303 See Other\r\nLocation: /result\r\nContent-Length: 0\r\n\r\n"
        try await withUploadServer(other, Self.ok) { server, url in
            let session = NetworkingSession(url: url).over(transport)
            try await session.request(SentLines(body: ticks()))
            let heads = await server.uploads.map { $0.head.prefix { $0 != "\r\n" } }
            #expect(heads == ["POST /lines HTTP/1.1", "GET /result HTTP/1.1"])
        }
    }

    @Test("a renewed token is used for the next request", arguments: Transport.allCases)
    func token(transport: Transport) async throws {
        let refusal =
            "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Bearer\r\nContent-Length: 0\r\n\r\n"
        try await withUploadServer(refusal, Self.ok) { server, url in
            let session = NetworkingSession(url: url).over(transport)
            let networking = session.with(.bearer(RenewableToken()))
            let code = await code { () async throws(RepositoryError) in
                try await networking.request(SentLines(body: ticks()))
            }
            #expect(code == .unrepeatableBody)
            try await networking.request(SentLines(body: ticks()))
            let heads = await server.uploads.map { $0.head.lowercased() }
            #expect(heads.map { $0.contains("authorization: bearer t1") } == [false, true])
        }
    }

    @Test("a transient failure is returned instead of retried", arguments: Transport.allCases)
    func retry(transport: Transport) async throws {
        let busy = "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n"
        try await withUploadServer(busy, Self.ok) { server, url in
            let session = NetworkingSession(url: url).over(transport)
            let networking = session.with(
                .cache(),
                .sharing(),
                .retry(backoff: Backoff(first: .zero))
            )
            let error = await #expect(throws: RepositoryError.self) {
                try await networking.request(SentTexts(body: ticks()))
            }
            #expect(error?.status == 503)
            #expect(error?.isRetryable == false)
            #expect(await server.uploads.count == 1)
        }
    }

    @Test("a request that never had a connection is repeated with it")
    func unconnected() async throws {
        try await withClosedPort { url in
            let session = NetworkingSession(url: url).over(.asyncHTTPClient)
            let networking = session.with(.retry(attempts: 3, backoff: Backoff(first: .zero)))
            let error = await #expect(throws: RepositoryError.self) {
                try await networking.request(SentTexts(body: ticks()))
            }
            #expect(error?.attempts == 3)
            #expect((error?.cause as? NetworkingError)?.code == .cannotConnect)
        }
    }

    @Test("a network without streaming gets the whole body, and may repeat it")
    func collected() async throws {
        let network = WholeBodies()
        let networking = network.with(.retry(backoff: Backoff(first: .zero)))
        try await networking.request(SentTexts(body: ticks()))
        let text = Data("\u{1E}{\"n\":1}\n".utf8)
        #expect(network.bodies.withLock { $0 } == [text, text])

        let failing = AsyncThrowingStream<Tick, any Error> { $0.finish(throwing: Jam()) }
        let code = await code { () async throws(RepositoryError) in
            try await networking.request(SentTexts(body: RequestStream(failing)))
        }
        #expect(code == .unreadableBody)

        let chunks = CountedChunks(count: 1_000, size: 1 << 20)
        let error = await #expect(throws: RepositoryError.self) {
            try await network.request(SentChunks(body: RequestStream(chunks)))
        }
        #expect(error?.code == .invalidRequest)
        #expect(
            error?.message
                == "The networking does not support streams of more than 64 MiB."
        )
        // It is not read to its end.
        #expect(chunks.asked.withLock { $0 } < 100)
        #expect(network.bodies.withLock { $0.count } == 2)
    }

    @Test("the mock environment does not read it")
    func mock() async throws {
        let chunks = CountedChunks(count: 1, size: 1)
        let session = NetworkingSession(url: "http://127.0.0.1:1")
        let endpoint = SentChunks(body: RequestStream(chunks))
        _ = try? await session.request(endpoint, environment: .mock)
        #expect(chunks.asked.withLock { $0 } == 0)
    }
}

/// A network without streaming, which rejects the first request.
private struct WholeBodies: Networking {
    let bodies = Box<[Data?]>([])

    func send(_ request: NetworkingRequest) async throws(NetworkingError) -> NetworkingResponse {
        let count = bodies.withLock { bodies in
            bodies.append(request.body)
            return bodies.count
        }
        return NetworkingResponse(status: count == 1 ? 503 : 204)
    }
}
