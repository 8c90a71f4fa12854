import ExampleServer
import RepositoryRuntime
import Testing

/// Servers of this process do not use up the threads that URLSession needs.
@Suite("Many servers in one process")
struct ManyServersTests {
    @Test("outnumber Dispatch's threads, and each responds")
    func answer() async throws {
        // Dispatch starts 255 threads at most.
        let servers = (0..<300).map { _ in ExampleServer() }
        var urls: [String] = []
        for server in servers { urls.append(try await server.start()) }
        for url in [urls[0], urls[299]] {
            let request = NetworkingRequest(method: .get, path: "/messages")
            #expect(try await NetworkingSession(url: url).send(request).status == 200)
        }
        for server in servers { await server.stop() }
    }
}
