import ExampleServer
import Foundation
import RepositoryRuntime
import ServiceMock
import Synchronization

/// A service on loopback whose connection can be disturbed.
protocol LoopbackService: Sendable {
    /// Loses the response to the next request with a method, which is processed.
    func loseResponse(to method: String) async
    /// Processes one more change, and then responds to nothing.
    func goAway() async
    /// Ends all disturbances.
    func mend() async
}

extension MockServer: LoopbackService {
    func loseResponse(to method: String) {
        faultRules = [MockFaultRule(.loseResponse, method: method, times: 1)]
    }

    func goAway() {
        let isGone = Mutex(false)
        setFaults { request in
            isGone.withLock { isGone in
                if isGone { return .offline }
                guard request.method != "GET" else { return nil }
                isGone = true
                return .loseResponse
            }
        }
    }

    func mend() {
        faultRules = []
        setFaults(nil)
    }
}

extension ExampleServer: LoopbackService {
    func loseResponse(to method: String) {
        let isLost = Flag(times: 1)
        setFaults { $0.method == method && isLost.take() ? .cutAfter : nil }
    }

    func goAway() {
        let isGone = Mutex(false)
        setFaults { request in
            isGone.withLock { isGone in
                if isGone { return .cutBefore }
                guard request.method != "GET" else { return nil }
                isGone = true
                return .cutAfter
            }
        }
    }

    func mend() { setFaults(nil) }
}

/// Runs a body with a mock of a subject's schema, a connection, and that of a new client.
func withMock<S: LoopbackSubject>(
    _ subject: S.Type,
    _ body: (MockServer, ServiceDriver<S>, PlainClient) async throws -> Void
) async throws {
    let schemas = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Schemas/Services").standardizedFileURL
    let mock = try await MockServer.start(schemas: [schemas.appending(path: "\(S.schema).yaml")])
    let driver = ServiceDriver(S.self, S.session(mock.url), MockWitness<S>(mock: mock))
    let naive = PlainClient(url: mock.url + S.base, headers: ["Authorization": S.authorization])
    do {
        try await body(mock, driver, naive)
    } catch {
        await mock.stop()
        throw error
    }
    await mock.stop()
}

/// Runs a body with the example server as a subject's service, a connection, and that of a new
/// client.
func withExample<S: ExampleSubject>(
    _ subject: S.Type,
    _ body: (ExampleServer, ServiceDriver<S>, PlainClient) async throws -> Void
) async throws {
    try await withServer { server, url in
        await server.serve(S.dialect, S.schemas)
        let url = "\(url)/\(S.dialect.rawValue)"
        let driver = ServiceDriver(S.self, S.session(url), StoreWitness<S>(server: server))
        let naive = PlainClient(url: url + S.base, headers: ["Authorization": S.authorization])
        try await body(server, driver, naive)
    }
}

/// Runs a body with an example server with scripted responses.
func withServer(_ body: (ExampleServer, _ url: String) async throws -> Void) async throws {
    let server = ExampleServer()
    let url = try await server.start()
    do {
        try await body(server, url)
    } catch {
        await server.stop()
        throw error
    }
    await server.stop()
}
