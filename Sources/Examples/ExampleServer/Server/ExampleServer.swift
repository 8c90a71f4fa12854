import FlyingFox
import FlyingSocks
package import Foundation

/// A loopback server with the services of the examples.
///
/// It answers, in this order: routes that a test has scripted, services with other dialects,
/// messages at `/messages`, and a small Pokédex at `/api/v2`. All data is in memory.
///
///     let server = ExampleServer()
///     let url = try await server.start()      // "http://127.0.0.1:41823"
///     …
///     await server.stop()
package actor ExampleServer {
    /// A test's function for answering requests.
    package typealias Responder = @Sendable (ReceivedRequest) async throws -> ScriptedAnswer

    private var port: UInt16
    private var server: HTTPServer?
    private var running: Task<Void, any Error>?
    private var scripts: [String: [ScriptedAnswer]] = [:]
    private var faults: (@Sendable (ReceivedRequest) -> Fault?)?
    private let messages = MessageStore()
    private var late: [Task<Void, Never>] = []
    private var services: [String: DialectService] = [:]

    private var responder: Responder?

    /// The received requests, in order.
    package private(set) var requests: [ReceivedRequest] = []

    /// Creates a server that is not listening yet.
    ///
    /// - Parameter port: The port; 0 for any free one.
    package init(port: UInt16 = 0) {
        self.port = port
    }

    /// Starts a server on a port that the system does not assign to others while the server is
    /// stopped.
    ///
    /// - Returns: The server, and its base URL.
    package static func startedOnKeptPort() async throws -> (server: ExampleServer, url: String) {
        // Systems assign ports from 32768 on, or higher ones; some below are taken.
        for _ in 0..<100 {
            let server = ExampleServer(port: .random(in: 20_000..<30_000))
            if let url = try? await server.start() { return (server, url) }
            await server.stop()
        }
        throw NotListening()
    }

    /// Listens on 127.0.0.1.
    ///
    /// - Returns: The base URL, with the port.
    package func start() async throws -> String {
        let server = try HTTPServer(
            address: sockaddr_in.inet(ip4: "127.0.0.1", port: port),
            timeout: 60,
            pool: DispatchSourcePool(),
            logger: .disabled,
            handler: ClosureHTTPHandler { [weak self] request in
                try await self?.answer(to: request) ?? HTTPResponse(statusCode: .notFound)
            }
        )
        self.server = server
        self.running = Task { try await server.run() }
        // Busy machines are slow.
        try await server.waitUntilListening(timeout: 120)
        guard case .ip4(_, let port) = await server.listeningAddress else {
            throw NotListening()
        }
        // Use the same port after a restart.
        self.port = port
        return "http://127.0.0.1:\(port)"
    }

    /// Stops listening and closes all connections.
    package func stop() async {
        // Not the server's own `stop()`, which closes the socket while its task still waits for it.
        running?.cancel()
        _ = await running?.result
        server = nil
        running = nil
    }

    /// Sets the answers of a route from now on.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path as received, percent-encoded, without query.
    ///   - answers: One answer per request; the last one repeats.
    package func script(_ method: String, _ path: String, _ answers: ScriptedAnswer...) {
        script(method, path, answers)
    }

    /// Sets the answers of a route from now on.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path as received, percent-encoded, without query.
    ///   - answers: One answer per request; the last one repeats.
    package func script(_ method: String, _ path: String, _ answers: [ScriptedAnswer]) {
        scripts["\(method) \(path)"] = answers
    }

    /// Injects faults from now on.
    ///
    /// - Parameter faults: Returns the fault for a request; nil for none.
    package func setFaults(_ faults: (@Sendable (ReceivedRequest) -> Fault?)?) {
        self.faults = faults
    }

    /// Sets whether messages have entity tags; without them, `If-Match` is ignored.
    package func setTags(_ hasTags: Bool) async {
        await messages.setTags(hasTags)
    }

    /// Sets whether the identity of the last document is reused after its deletion.
    package func setReusesIdentities(_ reusesIdentities: Bool) async {
        await messages.setReusesIdentities(reusesIdentities)
    }

    /// Sets whether clients may assign the identities of created documents.
    package func setTakesIdentities(_ takesIdentities: Bool) async {
        await messages.setTakesIdentities(takesIdentities)
    }

    /// Sets whether listings contain their position, and support incremental listings.
    package func setListsChanges(_ listsChanges: Bool) async {
        await messages.setListsChanges(listsChanges)
    }

    /// Forgets the received idempotency keys, as services do after some time.
    package func forgetIdempotencyKeys() async {
        await messages.forgetIdempotencyKeys()
    }

    /// Waits until all delayed work is finished.
    package func finishLateRequests() async {
        while let task = late.popLast() { await task.value }
    }

    /// Serves another collection of documents in the same way as messages.
    ///
    /// - Parameters:
    ///   - name: The name, and the path.
    ///   - keys: The optional keys of a document, besides `_id`.
    ///   - required: The key that requires a non-empty string.
    ///   - references: The collections that keys refer to, by one or several identities.
    ///   - files: The keys that represent files.
    package func serve(
        _ name: String,
        keys: Set<String>,
        required: String,
        references: [String: String] = [:],
        files: Set<String> = []
    ) async {
        await messages.add(
            DocumentCollection(
                name: name,
                prefix: String(name.prefix(1)),
                known: keys.union(["_id"]),
                required: required,
                references: references,
                files: files
            )
        )
    }

    /// Returns the bytes of a document's file, for example at `albums/a1/cover`; nil if there is
    /// none.
    package func file(_ place: String) async -> Data? { await messages.file(place) }

    /// Serves collections in the dialect of another service, below a path with the dialect's name.
    ///
    /// - Parameters:
    ///   - dialect: The dialect.
    ///   - schemas: The collections.
    package func serve(_ dialect: ServiceDialect, _ schemas: [RecordSchema]) {
        services[dialect.rawValue] = DialectService(dialect, schemas)
    }

    /// Returns the stored objects of a collection, each as the service encodes it, without an
    /// envelope.
    ///
    /// - Parameters:
    ///   - collection: The collection.
    ///   - dialect: The dialect.
    /// - Returns: A JSON array, in order of creation.
    package func records(of collection: String, in dialect: ServiceDialect) -> Data {
        services[dialect.rawValue]?.records(of: collection) ?? Data()
    }

    /// Changes an object of a service, as another client would.
    ///
    /// - Parameters:
    ///   - id: The identity as text.
    ///   - collection: The collection.
    ///   - dialect: The dialect.
    ///   - changes: The changed properties, as a JSON object.
    package func change(
        _ id: String,
        of collection: String,
        in dialect: ServiceDialect,
        with changes: Data
    ) {
        services[dialect.rawValue]?.change(id, of: collection, with: changes)
    }

    /// Deletes an object of a service, as another client would.
    ///
    /// - Parameters:
    ///   - id: The identity as text.
    ///   - collection: The collection.
    ///   - dialect: The dialect.
    package func delete(_ id: String, of collection: String, in dialect: ServiceDialect) {
        services[dialect.rawValue]?.delete(id, of: collection)
    }

    /// Returns all documents of a collection, for example `messages`, as a JSON array.
    package func documents(of collection: String) async -> Data {
        await messages.documents(of: collection)
    }

    /// Returns all documents ever created in a collection, as a JSON array.
    package func creations(of collection: String) async -> Data {
        await messages.creations(of: collection)
    }

    /// Deletes the recorded requests.
    package func forgetRequests() {
        requests = []
    }

    /// Sets a function that answers all requests.
    package func respond(by responder: @escaping Responder) { self.responder = responder }

    private func answer(to request: HTTPRequest) async throws -> HTTPResponse {
        let received = ReceivedRequest(request, body: try await request.bodyData)
        requests.append(received)
        switch faults?(received) {
        case .cutBefore:
            return await HTTPResponse(statusCode: .ok).brokenOff(after: 0)
        case .cutAfter:
            return try await undisturbed(received).brokenOff(after: 0)
        case .truncated:
            return try await undisturbed(received).brokenOff(after: 10)
        case .failsAfter(let status):
            _ = try await undisturbed(received)
            return ScriptedAnswer(status).response
        case .repeated(let delay, let isAnswered):
            let response = try await undisturbed(received)
            act(on: received, after: delay)
            return isAnswered ? response : await response.brokenOff(after: 0)
        case .late(let delay):
            act(on: received, after: delay)
            return await HTTPResponse(statusCode: .ok).brokenOff(after: 0)
        case .answer(let answer):
            return answer.response
        case .delay(let delay):
            try await Task.sleep(for: delay)
            return try await undisturbed(received)
        case nil:
            return try await undisturbed(received)
        }
    }

    private func act(on request: ReceivedRequest, after delay: Duration) {
        late.append(
            Task {
                try? await Task.sleep(for: delay)
                _ = try? await undisturbed(request)
            }
        )
    }

    private func undisturbed(_ received: ReceivedRequest) async throws -> HTTPResponse {
        let response = try await content(for: received)
        return received.method == "HEAD" ? response.withoutBody() : response
    }

    private func content(for received: ReceivedRequest) async throws -> HTTPResponse {
        if let scripted = nextScripted("\(received.method) \(received.path)") {
            if let delay = scripted.delay {
                try await Task.sleep(for: delay)
            }
            return scripted.response
        }
        if let responder { return try await responder(received).response }
        let name = String(received.path.split(separator: "/").first ?? "")
        if let response = services[name]?.answer(to: received) {
            return response
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

/// No port was free, or the server does not have an IPv4 address.
private struct NotListening: Error {}
