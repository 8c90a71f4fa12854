import AsyncHTTPClient
import ExampleServer
import Foundation
import NIOCore
import RepositoryAsyncHTTPClient
import RepositoryRuntime
import Testing

@Suite("The lifecycle of a transport on async-http-client")
struct LifecycleTests {
    private let request = NetworkingRequest(method: .post, path: "/list", body: Data("{}".utf8))

    @Test("ends with a shutdown: later requests fail, and are not ambiguous")
    func shutdown() async throws {
        try await withExampleServer { server, url in
            await server.script("POST", "/list", .json("[]"))
            let transport = AsyncHTTPClientTransport()
            let session = NetworkingSession(url: url).using(transport)
            #expect(try await session.send(request).status == 200)
            try await transport.shutdown()
            let error = await #expect(throws: NetworkingError.self) {
                try await session.send(request)
            }
            #expect(error?.code == .shutDown)
            #expect(error?.isAmbiguous == false)
            #expect(error?.isRetryable == false)
            #expect(await server.requests.count == 1)
            await #expect(throws: (any Error).self) { try await transport.shutdown() }
        }
    }

    @Test("ends requests in flight at the shutdown", .timeLimit(.minutes(30)))
    func shutdownMeanwhile() async throws {
        try await withRawServer(.sendAndHang("HTTP/1.1 200 OK\r\n")) { server, url in
            let transport = AsyncHTTPClientTransport()
            let session = NetworkingSession(url: url).using(transport)
            let request = request
            let task = Task { try await session.send(request) }
            while await server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
            try await transport.shutdown()
            let error = await #expect(throws: NetworkingError.self) { try await task.value }
            #expect(error?.isAmbiguous == true)
        }
    }

    @Test("ends when it is released")
    func released() async throws {
        try await withExampleServer { server, url in
            await server.script("POST", "/list", .json("[]"))
            for _ in 1...3 {
                let session = NetworkingSession(url: url).using(AsyncHTTPClientTransport())
                let response = try await session.send(request)
                #expect(response.status == 200)
            }
        }
    }

    @Test("stops connecting at the configured timeout, without having sent anything")
    func connectTimeout() async throws {
        try await withFullPort { url in
            var configuration = HTTPClient.Configuration()
            configuration.timeout.connect = .milliseconds(100)
            let transport = AsyncHTTPClientTransport(configuration: configuration)
            let error = await #expect(throws: NetworkingError.self) {
                try await NetworkingSession(url: url).using(transport).send(request)
            }
            #expect(error?.code == .cannotConnect)
            #expect(error?.isAmbiguous == false)
            #expect(error?.isRetryable == true)
            try await transport.shutdown()
        }
    }

    @Test("is that of the process if it is shared")
    func shared() async throws {
        try await withExampleServer { server, url in
            await server.script("POST", "/list", .json("[]"))
            let transport = AsyncHTTPClientTransport.shared
            try await transport.shutdown()
            let session = NetworkingSession(url: url).using(transport)
            #expect(try await session.send(request).status == 200)
        }
    }

    @Test("supports more requests than connections")
    func many() async throws {
        try await withExampleServer { server, url in
            await server.script("POST", "/list", .json("[]"))
            let session = NetworkingSession(url: url).using(AsyncHTTPClientTransport.shared)
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<200 {
                    group.addTask { try await session.send(request).status }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses == Array(repeating: 200, count: 200))
            #expect(await server.requests.count == 200)
        }
    }
}
