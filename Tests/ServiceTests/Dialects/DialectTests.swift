import ExampleServer
import RepositoryRuntime
import ServiceMock
import Testing

/// A service on loopback that stores entities.
struct DialectCase: Sendable, CustomTestStringConvertible {
    typealias Body = (any DrivenService, any LoopbackService) async throws -> Void

    let testDescription: String
    /// Whether entities can be replaced.
    let replaces: Bool
    let run: @Sendable (Body) async throws -> Void

    /// Returns a case with a mock of a schema.
    static func mock<S: LoopbackSubject>(_ subject: S.Type, replaces: Bool = true) -> DialectCase {
        DialectCase(testDescription: S.name, replaces: replaces) { body in
            try await withMock(subject) { mock, driver, _ in try await body(driver, mock) }
        }
    }

    /// Returns a case with the example server and its own conventions.
    static func example<S: ExampleSubject>(_ subject: S.Type) -> DialectCase {
        DialectCase(testDescription: "\(S.name), by hand", replaces: true) { body in
            try await withExample(subject) { server, driver, _ in try await body(driver, server) }
        }
    }
}

/// Generated code with mocks of its schemas, and with services that have their own conventions; the
/// stored entities are checked directly.
@Suite("Dialects", .timeLimit(.minutes(30))) struct DialectTests {
    static let versioned: [DialectCase] = [
        .mock(EveSubject.self), .mock(KintoSubject.self), .mock(ODataSubject.self),
    ]
    static let all: [DialectCase] =
        versioned + [
            .mock(DatasetteSubject.self), .mock(DjangoSubject.self), .mock(GitHubSubject.self),
            // JSON:API has no replacement of entities.
            .mock(JSONAPISubject.self, replaces: false), .mock(PostgRESTSubject.self),
            .mock(StripeSubject.self), .example(DjangoSubject.self),
            .example(ReticentSubject.self),
        ]

    @Test("create, read, update, patch and delete", arguments: all)
    func operations(_ service: DialectCase) async throws {
        try await service.run { driver, _ in try await driver.operations() }
    }

    @Test("a listing in three pages, filtered and ordered", arguments: all)
    func listing(_ service: DialectCase) async throws {
        try await service.run { driver, _ in try await driver.listing() }
    }

    @Test("offline writes arrive, and both sides are equal", arguments: all)
    func offline(_ service: DialectCase) async throws {
        try await service.run { driver, _ in try await driver.offline() }
    }

    @Test("changes on both sides are merged", arguments: all, [false, true])
    func conflict(_ service: DialectCase, replaces: Bool) async throws {
        guard !replaces || service.replaces else { return }
        try await service.run { driver, _ in try await driver.conflict(replaces: replaces) }
    }

    @Test(
        "with versions, a newer change on the server is not overwritten",
        arguments: versioned
    )
    func stale(_ service: DialectCase) async throws {
        try await service.run { driver, _ in try await driver.stale() }
    }

    @Test("a create whose response is lost happens once", arguments: all)
    func lostResponse(_ service: DialectCase) async throws {
        try await service.run { driver, server in
            try await driver.lostAnswer { await server.loseResponse(to: "POST") }
        }
    }

    @Test("a delete after a change whose response is lost is applied", arguments: all)
    func deletionBehindLostResponse(_ service: DialectCase) async throws {
        try await service.run { driver, server in
            try await driver.deletionBehindLostAnswer(
                { await server.goAway() },
                { await server.mend() }
            )
        }
    }

    @Test("each service reports a missing entity in its own words", arguments: all)
    func words(_ service: DialectCase) async throws {
        try await service.run { driver, server in
            let message = try await driver.notFound()?.message
            let isMock = server is MockServer
            switch (isMock, message) {
            // PostgREST returns no rows.
            case (true, nil): #expect(service.testDescription == PostgRESTSubject.name)
            case (true, let text?): #expect(text.hasPrefix("No "))
            case (false, let text): #expect(text == "No object matches the given query.")
            }
        }
    }
}
