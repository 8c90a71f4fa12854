import Foundation
import ServiceMock

/// Runs a body with a mock of a schema.
func withMock(
    of schema: String,
    seed: UInt64 = 0,
    count: Int = 0,
    _ body: (MockServer, PlainClient) async throws -> Void
) async throws {
    let file = FileManager.default.temporaryDirectory
        .appending(path: "mock-\(UUID().uuidString).yaml")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(schema.utf8).write(to: file)
    let mock = try await MockServer.start(schemas: [file], seed: seed, count: count)
    do {
        try await body(mock, PlainClient(url: mock.url))
    } catch {
        await mock.stop()
        throw error
    }
    await mock.stop()
}
