import ExampleServer
import Foundation
import RepositoryRuntime
import ServiceMock
import Synchronization
import Testing

/// Generated code alone against mocks of the schemas that it was generated from.
@Suite("Mocks of services", .timeLimit(.minutes(5))) struct MockDialectTests {
    /// That of which properties a service says nothing, no schema says.
    static let subjects = DialectTests.subjects.filter { $0.dialect != .reticent }

    @Test("create, read, update, patch and delete", arguments: subjects)
    func operations(_ subject: any DialectSubject.Type) async throws {
        try await with(subject) { driver, _ in try await driver.operations() }
    }

    @Test("a listing in three pages, filtered and ordered", arguments: subjects)
    func listing(_ subject: any DialectSubject.Type) async throws {
        try await with(subject) { driver, _ in try await driver.listing() }
    }

    @Test("what is written offline arrives, and both sides are equal", arguments: subjects)
    func offline(_ subject: any DialectSubject.Type) async throws {
        try await with(subject) { driver, _ in try await driver.offline() }
    }

    @Test("changes of both sides are merged", arguments: subjects, [false, true])
    func conflict(_ subject: any DialectSubject.Type, replaces: Bool) async throws {
        // JSON:API knows no replacement.
        guard !replaces || subject.dialect != .jsonAPI else { return }
        try await with(subject) { driver, _ in try await driver.conflict(replaces: replaces) }
    }

    @Test(
        "what has changed meanwhile is not replaced, where the service has versions",
        arguments: [EveSubject.self, KintoSubject.self, ODataSubject.self]
            as [any DialectSubject.Type]
    )
    func stale(_ subject: any DialectSubject.Type) async throws {
        try await with(subject) { driver, _ in try await driver.stale() }
    }

    @Test("a creation whose response is lost is there once", arguments: subjects)
    func lostResponse(_ subject: any DialectSubject.Type) async throws {
        try await with(subject) { driver, mock in
            try await driver.lostAnswer {
                mock.faultRules = [MockFaultRule(.loseResponse, method: "POST", times: 1)]
            }
        }
    }

    @Test("a deletion behind a change whose response is lost is carried out", arguments: subjects)
    func deletionBehindLostResponse(_ subject: any DialectSubject.Type) async throws {
        try await with(subject) { driver, mock in
            try await driver.deletionBehindLostAnswer(
                {
                    let isGone = Mutex(false)
                    mock.setFaults { request in
                        isGone.withLock { isGone in
                            if isGone { return .offline }
                            guard request.method != "GET" else { return nil }
                            isGone = true
                            return .loseResponse
                        }
                    }
                },
                { mock.setFaults(nil) }
            )
        }
    }

    @Test("a mock says that there is nothing, where the service says it", arguments: subjects)
    func words(_ subject: any DialectSubject.Type) async throws {
        try await with(subject) { driver, _ in
            let message = try await driver.notFound()?.message
            #expect(message?.hasPrefix("There is no ") ?? true)
        }
    }

    // MARK: - Mocks

    private static let schemas = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Schemas/Services").standardizedFileURL

    private func with(
        _ subject: any DialectSubject.Type,
        _ body: (any DrivenService, MockServer) async throws -> Void
    ) async throws {
        try await withMock(of: subject) { driver, mock in try await body(driver, mock) }
    }

    private func withMock<S: DialectSubject>(
        of subject: S.Type,
        _ body: (any DrivenService, MockServer) async throws -> Void
    ) async throws {
        let file = Self.schemas.appending(path: "\(S.schema).yaml")
        let mock = try await MockServer.start(schemas: [file])
        let session = NetworkingSession(url: mock.url + S.base, credentials: S.credentials)
        let driver = ServiceDriver(S.self, session, MockWitness<S>(mock: mock))
        do {
            try await body(driver, mock)
        } catch {
            await mock.stop()
            throw error
        }
        await mock.stop()
    }
}

extension DialectSubject {
    /// The name of the schema's file.
    static var schema: String {
        dialect == .djangoREST ? "django" : dialect.rawValue.lowercased()
    }
}
