import FlyingFox
import FlyingSocks
import Foundation

/// A server on loopback with the services of the examples.
///
/// It answers, in this order: routes that a test has scripted, a conversation at `/messages`, and
/// a small Pokédex at `/api/v2`. It keeps all it holds in memory.
///
///     let server = ExampleServer()
///     let url = try await server.start()      // "http://127.0.0.1:41823"
///     …
///     await server.stop()
package actor ExampleServer {
    private let port: UInt16
    private var server: HTTPServer?
    private var running: Task<Void, any Error>?
    private var scripts: [String: [ScriptedAnswer]] = [:]
    private let messages = MessageStore()

    /// The requests that came, in order.
    package private(set) var requests: [ReceivedRequest] = []

    /// Creates a server that does not listen yet.
    ///
    /// - Parameter port: The port; 0 for any that is free.
    package init(port: UInt16 = 0) {
        self.port = port
    }

    /// Listens on 127.0.0.1.
    ///
    /// - Returns: The base URL, with the port.
    package func start() async throws -> String {
        let server = try HTTPServer(
            address: sockaddr_in.inet(ip4: "127.0.0.1", port: port),
            timeout: 60,
            logger: .disabled,
            handler: ClosureHTTPHandler { [weak self] request in
                try await self?.answer(to: request) ?? HTTPResponse(statusCode: .notFound)
            }
        )
        self.server = server
        self.running = Task { try await server.run() }
        try await server.waitUntilListening()
        guard case .ip4(_, let port) = await server.listeningAddress else {
            throw NotListening()
        }
        return "http://127.0.0.1:\(port)"
    }

    /// Stops listening and closes all connections.
    package func stop() async {
        await server?.stop()
        running?.cancel()
        server = nil
        running = nil
    }

    /// Answers a route as told, from now on.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path as it comes, percent-encoded, without query.
    ///   - answers: One answer a request; the last one repeats.
    package func script(_ method: String, _ path: String, _ answers: ScriptedAnswer...) {
        scripts["\(method) \(path)"] = answers
    }

    /// Forgets the requests that came.
    package func forgetRequests() {
        requests = []
    }

    private func answer(to request: HTTPRequest) async throws -> HTTPResponse {
        let received = ReceivedRequest(request, body: try await request.bodyData)
        requests.append(received)
        if let scripted = nextScripted("\(received.method) \(received.path)") {
            if let delay = scripted.delay {
                try await Task.sleep(for: delay)
            }
            return scripted.response
        }
        if let response = await messages.answer(to: received) {
            return response
        }
        return Pokedex.answer(to: received, at: received.headers["host"] ?? "127.0.0.1")
            ?? .problem(404, "There is nothing at this path.")
    }

    private func nextScripted(_ route: String) -> ScriptedAnswer? {
        guard var answers = scripts[route], let answer = answers.first else {
            return nil
        }
        if answers.count > 1 {
            answers.removeFirst()
            scripts[route] = answers
        }
        return answer
    }
}

/// The server runs, but not on an address of IP version 4.
private struct NotListening: Error {}
