import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

/// Generated code alone against services that keep what they are sent, each in its own dialect, on
/// loopback; what they hold is read from their store.
@Suite("Dialects", .timeLimit(.minutes(5))) struct DialectTests {
    static let subjects: [any DialectSubject.Type] = [
        DatasetteSubject.self, DjangoSubject.self, EveSubject.self, GitHubSubject.self,
        JSONAPISubject.self, KintoSubject.self, ODataSubject.self,
        PostgRESTSubject.self, ReticentSubject.self, StripeSubject.self,
    ]

    @Test("there is a subject for each dialect")
    func profiles() {
        #expect(Set(Self.subjects.map { $0.dialect }) == Set(ServiceDialect.allCases))
    }

    @Test("create, read, update, patch and delete", arguments: subjects)
    func operations(_ subject: any DialectSubject.Type) async throws {
        try await with(subject) { try await $0.operations() }
    }

    @Test("a listing in three pages, filtered and ordered", arguments: subjects)
    func listing(_ subject: any DialectSubject.Type) async throws {
        try await with(subject) { try await $0.listing() }
    }

    @Test("what is written offline arrives, and both sides are equal", arguments: subjects)
    func offline(_ subject: any DialectSubject.Type) async throws {
        try await with(subject) { try await $0.offline() }
    }

    @Test("changes of both sides are merged", arguments: subjects, [false, true])
    func conflict(_ subject: any DialectSubject.Type, replaces: Bool) async throws {
        // JSON:API knows no replacement.
        guard !replaces || subject.dialect != .jsonAPI else { return }
        try await with(subject) { try await $0.conflict(replaces: replaces) }
    }

    @Test(
        "what has changed meanwhile is not replaced, where the service has versions",
        arguments: [EveSubject.self, KintoSubject.self, ODataSubject.self]
            as [any DialectSubject.Type]
    )
    func stale(_ subject: any DialectSubject.Type) async throws {
        try await with(subject) { try await $0.stale() }
    }

    @Test("a creation whose answer is lost is there once", arguments: subjects)
    func lostAnswer(_ subject: any DialectSubject.Type) async throws {
        try await withDriver(of: subject) { driver, server in
            try await driver.lostAnswer { await server.loseAnswer(to: "POST") }
        }
    }

    @Test("a deletion behind a change whose answer is lost is carried out", arguments: subjects)
    func deletionBehindLostAnswer(_ subject: any DialectSubject.Type) async throws {
        try await withDriver(of: subject) { driver, server in
            try await driver.deletionBehindLostAnswer(
                { await server.goAway() },
                { await server.setFaults(nil) }
            )
        }
    }

    @Test("each service says in its own words that there is nothing")
    func words() async throws {
        var messages: [ServiceDialect: String] = [:]
        for subject in Self.subjects {
            try await with(subject) {
                messages[subject.dialect] = try await $0.notFound()?.message
            }
        }
        // Stripe answers with what is left of it, PostgREST with no rows.
        messages[.stripe] = messages[.stripe] ?? "deleted"
        messages[.postgREST] = messages[.postgREST] ?? "no rows"
        #expect(
            messages == [
                .datasette: "Record not found: ['1']",
                .djangoREST: "No object matches the given query.",
                .eve: "The requested URL was not found on the server.",
                .gitHub: "Not Found", .jsonAPI: "No resource found with ID 1",
                .kinto: "The resource you are looking for could not be found.",
                .oData: "No Tickets with the key '1' exists.",
                .postgREST: "no rows", .reticent: "No object matches the given query.",
                .stripe: "deleted",
            ]
        )
    }

    // MARK: - Servers

    private func with(
        _ subject: any DialectSubject.Type,
        _ body: (any DrivenService) async throws -> Void
    ) async throws {
        try await withDriver(of: subject) { driver, _ in try await body(driver) }
    }

    private func withDriver<S: DialectSubject>(
        of subject: S.Type,
        _ body: (any DrivenService, ExampleServer) async throws -> Void
    ) async throws {
        try await withDialect(subject) { server, driver, _ in try await body(driver, server) }
    }
}
