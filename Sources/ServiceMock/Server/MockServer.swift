public import Foundation
import NIOCore
public import RepositoryValues
package import SchemaLanguage
import ServiceModel

/// A server on loopback that behaves as declared in a schema: it holds entities, checks requests,
/// and responds by the conventions of the service.
///
/// ```swift
/// let mock = try await MockServer.start(schemas: [URL(filePath: "Schemas")], count: 20)
/// let messages = MessageRepository(store: NetworkingSession(url: mock.url))
/// …
/// await mock.stop()
/// ```
///
/// It writes nothing to disk.
public final class MockServer: Sendable {
    /// A request with its response, for logs.
    package struct Exchange: Sendable {
        package let request: MockRequest
        /// The status; nil if the connection ended before.
        package let status: Int?
        /// The collection or the endpoint that responded.
        package let name: String?
        /// The differences of the request from the schema, one line each.
        package let findings: [String]
        /// The fault that was applied.
        package let fault: MockFault?
    }

    /// The base URL, for example `http://127.0.0.1:41823`, without a trailing slash.
    public var url: String { server.url }

    private let state: Locked<MockState>
    private let server: LoopbackServer

    private init(_ server: LoopbackServer, _ state: Locked<MockState>) {
        self.server = server
        self.state = state
    }

    /// Starts a server for the schemas in folders or files.
    ///
    /// - Parameters:
    ///   - schemas: The folders and files of one output, including all schemas that they refer to.
    ///   - bodies: A folder of bodies: `NAME.json` is the response of the endpoint NAME, and
    ///     `NAME/25.json` its response for the path parameter 25; `NAME.json` of a repository
    ///     contains its entities.
    ///   - port: The port; 0 for any free one.
    ///   - seed: The seed of samples, identities and random faults: the same seed gives the same
    ///     results.
    ///   - count: The initial number of entities in each collection.
    /// - Returns: The server, which listens on 127.0.0.1.
    /// - Throws: ``InvalidSchemas`` or ``InvalidBodies`` if the schemas or the bodies are invalid,
    ///   or a system error if it cannot listen.
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

    /// Starts a server for a checked schema, and waits until it listens; not for code that runs in
    /// a task.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - bodies: The folder of bodies; nil for none.
    ///   - port: The port; 0 for any free one.
    ///   - seed: The seed of samples, identities and random faults.
    ///   - count: The initial number of entities in each collection.
    ///   - log: Receives each request with its outcome, on a thread of the server.
    /// - Returns: The server, which listens on 127.0.0.1.
    /// - Throws: ``InvalidBodies`` if the bodies are invalid, ``PortInUse``, or another system
    ///   error if it cannot listen.
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

    /// Stops listening, and closes all connections.
    public func stop() async {
        await server.stop()
    }

    // MARK: - Faults

    /// Sets a function that determines the faults of requests.
    ///
    /// - Parameter faults: Returns the fault of a request, or nil for none; nil to use only the
    ///   rules.
    public func setFaults(_ faults: (@Sendable (MockRequest) -> MockFault?)?) {
        state.withLock { $0.faults = faults }
    }

    /// The fault rules; the first one that applies to a request counts.
    public var faultRules: [MockFaultRule] {
        get { state.withLock { $0.rules } }
        set { state.withLock { $0.rules = newValue } }
    }

    // MARK: - What was asked, and what is there

    /// The received requests, in order; only the last thousand, or fewer if their bodies are large.
    public var requests: [MockRequest] { state.withLock { $0.requests } }

    /// Clears the list of received requests.
    public func forgetRequests() {
        state.withLock { $0.forgetRequests() }
    }

    /// The entities of a collection in the format of the service, by their identities as text.
    ///
    /// - Parameter name: The name of the repository or of the entity in the schema.
    /// - Returns: The properties of each; empty for an unknown name.
    public func entities(of name: String) -> [String: [String: JSON]] {
        let found = state.withLock { $0.service.contents.entities(of: name) } ?? []
        return Dictionary(found.map { ($0.id, $0.members) }) { $1 }
    }

    /// Changes an entity as another client would.
    ///
    /// - Parameters:
    ///   - id: The identity as text.
    ///   - name: The name of the repository or of the entity in the schema.
    ///   - changes: The changed properties.
    /// - Returns: Whether the entity exists.
    @discardableResult
    public func change(_ id: String, of name: String, _ changes: [String: JSON]) -> Bool {
        state.withLock { $0.service.contents.change(id, of: name, changes) }
    }

    /// Deletes an entity as another client would.
    ///
    /// - Parameters:
    ///   - id: The identity as text.
    ///   - name: The name of the repository or of the entity in the schema.
    /// - Returns: Whether the entity existed.
    @discardableResult
    public func delete(_ id: String, of name: String) -> Bool {
        state.withLock { $0.service.contents.delete(id, of: name) }
    }

    /// The requests that several APIs declare, as messages.
    package var conflicts: [String] { state.withLock { $0.service.conflicts } }

    /// Switches to another schema at run time; entities that match it stay.
    package func replaceSchema(_ schema: CheckedSchema) {
        state.withLock { $0.service.replaceSchema(schema) }
    }

    /// The collections with their paths and numbers of entities, and the endpoints.
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

    /// The maximum number of findings logged for a request.
    private static let maximumLines = 20

    /// The findings of a request for a log, one line each.
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
