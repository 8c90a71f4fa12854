import Diagnostics
import ExampleServer
import Foundation
import SchemaLanguage
import ServiceMock
import ServiceVerification
import Synchronization
import TestSupport
import Testing

/// Services compared with their schemas: those that are as the schema says, and those that are not.
///
/// One after the other: what tests create in one real server would be in the way of others.
@Suite("Verification", .serialized, .timeLimit(.minutes(20))) struct VerificationTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../").standardizedFileURL

    static let services = [
        "datasette", "django", "eve", "fastapi", "github", "httpbin", "jsonapi", "kinto", "odata",
        "postgrest", "stripe",
    ].map { "Schemas/Services/\($0).yaml" }
    static let examples = [
        "Schemas/Messages", "Schemas/Notes", "Schemas/Pokedex", "Schemas/Shop", "Schemas/Journal4",
    ]

    @Test("a mock is as its schema says", arguments: services + examples)
    func mocks(_ path: String) async throws {
        let subject = try VerifiedSchema(path)
        let mock = try await MockServer.start(schemas: [Self.root.appending(path: path)], count: 12)
        let verification = await subject.verify(mock.url)
        await mock.stop()
        #expect(verification.differences.isEmpty)
        #expect(verification.left.isEmpty)
        #expect(verification.confirmed > 10)
    }

    @Test("a difference in a mock is found at the line of the schema", arguments: PlantedDifference.all)
    func planted(_ difference: PlantedDifference) async throws {
        let path = "Schemas/Services/\(difference.service).yaml"
        let mock = try await MockServer.start(schemas: [Self.root.appending(path: path)], count: 12)
        try await expect(difference, path, at: mock.url)
        await mock.stop()
    }

    @Test(
        "what was created is deleted, and what others have stays as it is",
        arguments: [("kinto", "Record"), ("django", "Job"), ("django", "Host"), ("jsonapi", "Article")]
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

    @Test("without leave to write, nothing is sent but GET and HEAD")
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

    /// Expects that a difference is found where it is.
    private func expect(
        _ difference: PlantedDifference,
        _ path: String,
        at url: String,
        credential: String? = nil
    ) async throws {
        let subject = try VerifiedSchema(path)
        try await LyingService.with(url, difference.lie) { url in
            let verification = await subject.verify(url, credential: credential)
            let lines = verification.differences.map(subject.line)
            #expect(
                lines.contains { $0.contains(difference.line) },
                "\(verification.differences.map { "\(subject.line(of: $0)) <- \($0.message)" })"
            )
        }
    }

    // MARK: - Real servers

    private static let applications = ["fastapi", "kinto", "django", "jsonapi"]

    @Test(
        "a real server is as its schema says",
        .enabled(if: RealServers.status.isInstalled, Comment(rawValue: RealServers.status.text)),
        arguments: applications + ["datasette", "httpbin"]
    )
    func realServers(_ name: String) async throws {
        let address = try await RealServers.address(of: name)
        let subject = try VerifiedSchema("Schemas/Services/\(name).yaml")
        let verification = await subject.verify(address.url, credential: address.credential)
        #expect(verification.differences.isEmpty)
        #expect(verification.left.isEmpty)
        #expect(verification.confirmed > 10)
    }

    @Test(
        "a difference in a real server is found at the line of the schema",
        .enabled(if: RealServers.status.isInstalled, Comment(rawValue: RealServers.status.text)),
        arguments: PlantedDifference.all
    )
    func plantedInRealServers(_ difference: PlantedDifference) async throws {
        let address = try await RealServers.address(of: difference.service)
        let path = "Schemas/Services/\(difference.service).yaml"
        try await expect(difference, path, at: address.url, credential: address.credential)
    }
}

/// A schema whose service is verified.
private struct VerifiedSchema {
    private let schema: CheckedSchema
    private let places: DifferencePlaces
    private let lines: [String: [String]]

    init(_ path: String) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../").standardizedFileURL
        let place = root.appending(path: path)
        let urls =
            path.hasSuffix(".yaml")
            ? [place]
            : try FileManager.default.contentsOfDirectory(at: place, includingPropertiesForKeys: nil)
                .filter { $0.pathExtension == "yaml" }
        let files = try urls.map { url in
            SourceFile(path: url.path, bytes: Array(try Data(contentsOf: url)))
        }
        let (checked, diagnostics) = SchemaCompiler().compile(files)
        schema = try #require(checked, "\(diagnostics)")
        places = DifferencePlaces(schema, files)
        lines = Dictionary(
            uniqueKeysWithValues: try urls.map { url in
                (url.path, try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n"))
            }
        )
    }

    func verify(_ url: String, writes: Bool = true, credential: String? = nil) async -> Verification {
        var settings = VerificationSettings(url: url)
        settings.writes = writes
        settings.rate = 0
        settings.credential = credential
        settings.seed = .random(in: 1...1_000_000_000)
        return await ServiceVerifier(schema, settings).verify()
    }

    /// The line of the schema that a difference is at.
    func line(of difference: Difference) -> String {
        let range = places.range(of: difference.place)
        let lines = lines[range.path] ?? []
        return lines.indices.contains(range.start.line - 1) ? lines[range.start.line - 1] : ""
    }
}

extension RealServers.Address {
    /// What requests say about who sends them, as `verify` takes it.
    fileprivate var credential: String? {
        if let user = settings["user"] { return "\(user):\(settings["password"] ?? "")" }
        guard let token = settings["token"], let scheme = settings["scheme"] else { return nil }
        return scheme == "Bearer" ? token : "\(scheme) \(token)"
    }
}
