import ExampleServer
import Foundation
import RepositoryRuntime
import SchemaLanguage
import ServiceMock
import ServiceVerification

/// The verification of a mock, with the requests that it has sent.
struct VerifiedMock {
    /// The findings.
    let verification: Verification
    /// The line of the schema for each difference.
    let lines: [String]
    /// The requests, in order.
    let requests: [ForwardedRequest]

    /// Verifies a mock of a schema.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - credential: The credential; nil for none.
    ///   - calls: The endpoints to call even if they may change data.
    ///   - count: The number of entities of each type that the mock begins with.
    ///   - lie: The deviation of the mock from the schema.
    /// - Throws: An error if the schema cannot be read, or the mock cannot be started.
    init(
        of schema: String,
        credential: String? = nil,
        calls: Set<String> = [],
        count: Int = 5,
        _ lie: Lie = Lie()
    ) async throws {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "verified-\(UUID().uuidString).yaml")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(schema.utf8).write(to: file)
        let subject = try VerifiedSchema(at: [file])
        let mock = try await MockServer.start(schemas: [file], seed: 1, count: count)
        let sent = Locked<[ForwardedRequest]>([])
        var recording = lie
        recording.request = { request in
            sent.withLock { [request] in $0.append(request) }
            return lie.request(&request)
        }
        var found = Verification()
        do {
            try await LyingService.with(mock.url, recording) { url in
                found = await subject.verify(url, credential: credential, calls: calls)
            }
        } catch {
            await mock.stop()
            throw error
        }
        await mock.stop()
        verification = found
        lines = found.differences.map(subject.line)
        requests = sent.withLock { $0 }
    }

    /// The messages of the differences.
    var messages: [String] { verification.differences.map(\.message) }

    /// The requests to a path.
    func requests(to path: String) -> [ForwardedRequest] { requests.filter { $0.path == path } }

    /// The JSON bodies of the requests with a method.
    func bodies(of method: String) -> [JSON] {
        requests.filter { $0.method == method }.compactMap { try? JSON(jsonData: $0.body) }
    }
}
