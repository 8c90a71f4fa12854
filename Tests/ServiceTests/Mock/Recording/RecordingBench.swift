import Foundation
import RepositoryRuntime
import ServiceMock
import Testing

/// A schema, a folder for bodies, and a recording of a service.
struct RecordingBench {
    /// The schema of the tests.
    static let schema = """
        repogen: 1
        apis:
          Shop: { baseURL: https://shop.example.com/v1 }
        values:
          Login: { properties: { token: String, user: String } }
          Offer: { properties: { name: String, price: Int } }
        entities:
          Item:
            id: Int
            properties:
              title: String
              note?: { type: String, redacted: true }
              password?: String
              labels?: { String: String }
              details?: { type: String, listed: false }
        endpoints:
          GetOffer: { get: "/offers/{name}", response: Offer }
          Greeting: { get: /greeting, response: Offer, unwrap: data }
          SignIn: { post: /login, body: { json: Login }, response: Login }
          Reset: { get: "/reset/{token}", response: Offer }
          News: { get: /news, response: [Offer], paging: { page: page } }
        repositories:
          Items: { entity: Item, path: items, remote: [create, read, update, delete] }
        """

    /// The folder of the bodies.
    let bodies: URL
    private let schemas: URL
    private let log: Locked<[MockServer.Exchange]>

    /// Runs a body with the setup for a recording.
    static func run(
        _ schema: String = schema,
        _ body: (RecordingBench) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "recording-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let schemas = folder.appending(path: "schema.yaml")
        try Data(schema.utf8).write(to: schemas)
        let bodies = folder.appending(path: "bodies")
        try await body(RecordingBench(bodies: bodies, schemas: schemas, log: Locked([])))
    }

    /// Records a service while a body runs.
    func record(
        _ service: String,
        limits: RecordingLimits = RecordingLimits(),
        _ body: (PlainClient) async throws -> Void
    ) async throws {
        let log = log
        let server = try await RecordingServer.start(
            schemas: [schemas],
            service: service,
            bodies: bodies,
            limits: limits,
            log: { exchange in log.withLock { $0.append(exchange) } }
        )
        do {
            try await body(PlainClient(url: server.url + "/v1"))
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    /// Runs a body with a mock of the schema, optionally with the recorded bodies.
    func mock(
        replaying: Bool,
        count: Int = 3,
        _ body: (MockServer, PlainClient) async throws -> Void
    ) async throws {
        let mock = try await MockServer.start(
            schemas: [schemas],
            bodies: replaying ? bodies : nil,
            seed: replaying ? 99 : 1,
            count: count
        )
        do {
            try await body(mock, PlainClient(url: mock.url + "/v1"))
        } catch {
            await mock.stop()
            throw error
        }
        await mock.stop()
    }

    /// The names of the stored files.
    var files: [String] {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: bodies.path)) ?? []
        return names.filter { $0.hasSuffix(".json") }.sorted()
    }

    /// All stored bytes, as text.
    var text: String {
        files.compactMap { try? String(contentsOf: bodies.appending(path: $0), encoding: .utf8) }
            .joined(separator: "\n")
    }

    /// A file as JSON.
    func json(_ name: String) throws -> JSON {
        try JSON(jsonData: Data(contentsOf: bodies.appending(path: name)))
    }

    /// The log lines for the responses so far.
    var findings: [String] { log.withLock { $0.flatMap(\.findings) } }

    /// The queries of the requests in the log.
    var queries: [String] { log.withLock { $0.map(\.request.query) } }

    /// Waits for a log line; a recording logs a response when it is complete.
    func waitForFinding(_ text: String) async throws {
        while !findings.contains(where: { $0.contains(text) }) {
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}
