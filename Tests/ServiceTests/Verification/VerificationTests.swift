import Diagnostics
import ExampleServer
import Foundation
import SchemaLanguage
import ServiceMock
import ServiceVerification
import Synchronization
import TestSupport
import Testing

/// Services compared with their schemas, with and without deviations.
@Suite("Verification", .timeLimit(.minutes(20))) struct VerificationTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../").standardizedFileURL

    static let services = [
        "datasette", "django", "eve", "fastapi", "github", "httpbin", "jsonapi", "kinto", "odata",
        "postgrest", "stripe",
    ].map { "Schemas/Services/\($0).yaml" }
    static let examples = [
        "Schemas/Messages", "Schemas/Notes", "Schemas/Pokedex", "Schemas/Shop", "Schemas/Journal4",
    ]

    @Test("a mock matches its schema", arguments: services + examples)
    func mocks(_ path: String) async throws {
        let subject = try VerifiedSchema(path)
        let mock = try await MockServer.start(schemas: [Self.root.appending(path: path)], count: 12)
        let verification = await subject.verify(mock.url)
        await mock.stop()
        #expect(verification.differences.isEmpty)
        #expect(verification.left.isEmpty)
        #expect(verification.confirmed > 10)
    }

    @Test(
        "a difference of a mock is found at the line of the schema",
        arguments: PlantedDifference.all
    )
    func planted(_ difference: PlantedDifference) async throws {
        let path = "Schemas/Services/\(difference.service).yaml"
        let mock = try await MockServer.start(schemas: [Self.root.appending(path: path)], count: 12)
        try await VerifiedSchema.expect(difference, at: mock.url)
        await mock.stop()
    }

    @Test(
        "created entities are deleted, and others are unchanged",
        arguments: [
            ("kinto", "Record"), ("django", "Job"), ("django", "Host"), ("jsonapi", "Article"),
        ]
    )
    func leavesNothing(_ name: String, _ entity: String) async throws {
        let path = "Schemas/Services/\(name).yaml"
        let mock = try await MockServer.start(schemas: [Self.root.appending(path: path)], count: 12)
        let before = mock.entities(of: entity)
        #expect(!before.isEmpty)
        let verification = await (try VerifiedSchema(path)).verify(mock.url)
        #expect(mock.entities(of: entity) == before)
        #expect(verification.left.isEmpty)
        await mock.stop()
    }

    @Test("without permission to write, only GET and HEAD are sent")
    func reads() async throws {
        let path = "Schemas/Services/kinto.yaml"
        let mock = try await MockServer.start(schemas: [Self.root.appending(path: path)], count: 12)
        let methods = Mutex<Set<String>>([])
        let lie = Lie(request: { request in
            methods.withLock { _ = $0.insert(request.method) }
            return nil
        })
        let subject = try VerifiedSchema(path)
        try await LyingService.with(mock.url, lie) { url in
            let verification = await subject.verify(url, writes: false)
            #expect(verification.differences.isEmpty)
        }
        #expect(methods.withLock { $0 } == ["GET"])
        await mock.stop()
    }
}
