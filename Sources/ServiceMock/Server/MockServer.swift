public import Foundation
import NIOCore
public import RepositoryValues
package import SchemaLanguage
import ServiceModel

/// A server on loopback that behaves as a schema says: it holds entities, checks what it is sent, and answers
/// in the conventions of the service.
///
/// ```swift
/// let mock = try await MockServer.start(schemas: [URL(filePath: "Schemas")], count: 20)
/// let messages = MessageRepository(store: NetworkingSession(url: mock.url))
/// …
/// await mock.stop()
/// ```
///
/// Nothing of it is written to disk.
public final class MockServer: Sendable {
    /// A request with its response, for logs.
    package struct Exchange: Sendable {
        package let request: MockRequest
        /// The status; nil where the connection ended.
        package let status: Int?
        /// The collection or the endpoint that has answered.
        package let name: String?
        /// What in the request is not as the schema has it, each as a line.
        package let findings: [String]
        /// The fault that has happened.
        package let fault: MockFault?
    }

    /// The base URL, such as `http://127.0.0.1:41823`, without a slash at the end.
    public var url: String { server.url }

    private let state: Locked<MockState>
    private let server: LoopbackServer

    private init(_ server: LoopbackServer, _ state: Locked<MockState>) {
        self.server = server
        self.state = state
    }

    /// Starts a server for the schemas of some folders or files.
    ///
    /// - Parameters:
    ///   - schemas: The folders and files of one output; what they name must be in them.
    ///   - bodies: A folder of bodies: `NAME.json` is the response of the endpoint of that name, and
    ///     `NAME/25.json` that for the parameter 25 of its path; `NAME.json` of a repository has its entities.
    ///   - port: The port; 0 for any that is free.
    ///   - seed: The seed of samples, identities and random faults: the same one gives the same.
    ///   - count: How many entities each collection begins with.
    /// - Returns: The server, which listens on 127.0.0.1.
    /// - Throws: ``InvalidSchemas`` or ``InvalidBodies`` where the schemas or the bodies have a mistake, or an
    ///   error of the system where it cannot listen.
    public static func start(
        schemas: [URL],
        bodies: URL? = nil,
        port: Int = 0,
        seed: UInt64 = 0,
        count: Int = 0
    ) async throws -> MockServer {
        let model = ServiceModel(try SchemaFiles.schema(at: schemas))
        let bodies = try bodies.map { try SampleBodies($0, model) } ?? SampleBodies()
        let service = service(model, bodies, seed: seed, count: count)
        return try await listening(service, port: port, seed: seed) { _ in }.get()
    }

    /// Starts a server for a checked schema, and waits until it listens; not for code that runs in a task.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - bodies: The folder of bodies; nil for none.
    ///   - port: The port; 0 for any that is free.
    ///   - seed: The seed of samples, identities and random faults.
    ///   - count: How many entities each collection begins with.
    ///   - log: Gets each request with what became of it, on a thread of the server.
    /// - Returns: The server, which listens on 127.0.0.1.
    /// - Throws: ``InvalidBodies`` where the bodies have a mistake, ``PortInUse``, or another error of the system
    ///   where it cannot listen.
    @available(*, noasync)
    package static func startAndWait(
        _ schema: CheckedSchema,
        bodies: URL?,
        port: Int,
        seed: UInt64,
        count: Int,
        log: @escaping @Sendable (Exchange) -> Void
    ) throws -> MockServer {
        let model = ServiceModel(schema)
        let bodies = try bodies.map { try SampleBodies($0, model) } ?? SampleBodies()
        let service = service(model, bodies, seed: seed, count: count)
        return try listening(service, port: port, seed: seed, log).wait()
    }

    private static func service(
        _ model: ServiceModel,
        _ bodies: SampleBodies,
        seed: UInt64,
        count: Int
    ) -> MockService {
        MockService(model, bodies, seed: seed, count: count) {
            Int(Date().timeIntervalSince1970 * 1_000)
        }
    }

    /// A server that will listen.
    private static func listening(
        _ service: MockService,
        port: Int,
        seed: UInt64,
        _ log: @escaping @Sendable (Exchange) -> Void
    ) -> EventLoopFuture<MockServer> {
        let state = Locked(MockState(service, seed: seed))
        return LoopbackServer.listening(port: port) { request, loop in
            Self.react(to: request, state, on: loop, log)
        }.map { MockServer($0, state) }
    }

    /// Stops listening, and ends all connections.
    public func stop() async {
        await server.stop()
    }

    // MARK: - Faults

    /// Lets something go wrong with requests, from now on.
    ///
    /// - Parameter faults: What goes wrong with a request, nil for nothing; nil where rules alone decide.
    public func setFaults(_ faults: (@Sendable (MockRequest) -> MockFault?)?) {
        state.withLock { $0.faults = faults }
    }

    /// The rules by which requests go wrong; the first one that is about a request counts.
    public var faultRules: [MockFaultRule] {
        get { state.withLock { $0.rules } }
        set { state.withLock { $0.rules = newValue } }
    }

    // MARK: - What was asked, and what is there

    /// The requests that came, in order; of very many the last thousand, or fewer where their bodies are large.
    public var requests: [MockRequest] { state.withLock { $0.requests } }

    /// Forgets the requests that came.
    public func forgetRequests() {
        state.withLock { $0.forgetRequests() }
    }

    /// The entities of a collection as the service writes them, by their identities as text.
    ///
    /// - Parameter name: The name of the repository or of the entity in the schema.
    /// - Returns: The members of each; empty for a name that is not known.
    public func entities(of name: String) -> [String: [String: JSON]] {
        let found = state.withLock { $0.service.contents.entities(of: name) } ?? []
        return Dictionary(found.map { ($0.id, $0.members) }) { $1 }
    }

    /// Changes an entity as another client would.
    ///
    /// - Parameters:
    ///   - id: The identity as text.
    ///   - name: The name of the repository or of the entity in the schema.
    ///   - changes: The members that change.
    /// - Returns: Whether there was one.
    @discardableResult
    public func change(_ id: String, of name: String, _ changes: [String: JSON]) -> Bool {
        state.withLock { $0.service.contents.change(id, of: name, changes) }
    }

    /// Deletes an entity as another client would.
    ///
    /// - Parameters:
    ///   - id: The identity as text.
    ///   - name: The name of the repository or of the entity in the schema.
    /// - Returns: Whether there was one.
    @discardableResult
    public func delete(_ id: String, of name: String) -> Bool {
        state.withLock { $0.service.contents.delete(id, of: name) }
    }

    /// Takes another schema while it runs; the entities stay.
    package func replaceSchema(_ schema: CheckedSchema) {
        state.withLock { $0.service.replaceSchema(schema) }
    }

    /// The collections with their paths and how many entities each holds, and the endpoints.
    package var contents:
        (collections: [(name: String, path: String, count: Int)], endpoints: [String])
    {
        state.withLock { state in
            (
                state.service.contents.counts.map {
                    ($0.collection.name, $0.collection.listPath, $0.count)
                },
                state.service.endpoints.map(\.head.name)
            )
        }
    }

    // MARK: - Requests

    /// How many findings a log shows of one request.
    private static let maximumLines = 20

    /// What a log says of a request, each as a line.
    private static func lines(of exchange: MockService.Exchange?) -> [String] {
        guard let exchange else { return [] }
        let lines =
            [exchange.failure].compactMap(\.self)
            + exchange.findings.prefix(maximumLines).map { "\($0.path): \($0.message)" }
        let rest = exchange.findings.count - maximumLines
        return rest > 0 ? lines + ["and \(rest) more"] : lines
    }

    private static func react(
        to request: MockRequest,
        _ state: Locked<MockState>,
        on loop: any EventLoop,
        _ log: @escaping @Sendable (Exchange) -> Void
    ) -> Reaction {
        if let response = MockControl.response(to: request, state) {
            return .respond(response, after: nil)
        }
        let fault = state.withLock { $0.fault(of: request) }
        func exchange() -> MockService.Exchange {
            state.withLock { $0.service.exchange(request) }
        }
        func later(_ delay: Duration) {
            loop.execute {
                loop.scheduleTask(in: .nanoseconds(Int64(delay / .nanoseconds(1)))) {
                    _ = state.withLock { $0.service.exchange(request) }
                }
            }
        }
        func tell(_ status: Int?, _ exchange: MockService.Exchange? = nil) {
            log(
                Exchange(
                    request: request,
                    status: status,
                    name: exchange?.name,
                    findings: Self.lines(of: exchange),
                    fault: fault
                )
            )
        }
        switch fault {
        case nil:
            let exchange = exchange()
            tell(exchange.response.status, exchange)
            return .respond(exchange.response, after: nil)
        case .offline:
            tell(nil)
            return .drop
        case .loseResponse:
            tell(nil, exchange())
            return .drop
        case .cutResponse:
            let exchange = exchange()
            tell(exchange.response.status, exchange)
            return .cut(exchange.response)
        case .fail(let status, let seconds):
            var response = MockResponse.json(status, ["status": .number(.init(status))])
            if let seconds { response.set("Retry-After", "\(seconds)") }
            tell(status)
            return .respond(response, after: nil)
        case .failAfterwards(let status):
            tell(status, exchange())
            return .respond(.json(status, ["status": .number(.init(status))]), after: nil)
        case .delay(let delay):
            let exchange = exchange()
            tell(exchange.response.status, exchange)
            return .respond(exchange.response, after: delay)
        case .late(let delay):
            later(delay)
            tell(nil)
            return .drop
        case .repeated(let delay, let responds):
            let exchange = exchange()
            later(delay)
            tell(responds ? exchange.response.status : nil, exchange)
            return responds ? .respond(exchange.response, after: nil) : .drop
        }
    }
}
