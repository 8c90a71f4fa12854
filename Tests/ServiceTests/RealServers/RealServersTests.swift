import Foundation
import RepositoryRuntime
import Testing

/// Generated code with third-party servers.
@Suite(
    .serialized,
    .enabled(if: RealServers.status.isInstalled, Comment(rawValue: RealServers.status.text))
)
struct RealServersTests {
    static let subjects: [any RealSubject.Type] = [
        KintoSubject.self, DatasetteSubject.self, DjangoSubject.self, JSONAPISubject.self,
    ]

    @Test(
        "create, read, update, patch and delete, checked by a second client",
        .timeLimit(.minutes(5)),
        arguments: subjects
    )
    func operations(_ subject: any RealSubject.Type) async throws {
        try await driver(of: subject).operations()
    }

    @Test("a listing in pages, filtered and ordered", .timeLimit(.minutes(5)), arguments: subjects)
    func listing(_ subject: any RealSubject.Type) async throws {
        try await driver(of: subject).listing()
    }

    @Test(
        "offline writes arrive, and both sides are equal",
        .timeLimit(.minutes(5)),
        arguments: subjects
    )
    func offline(_ subject: any RealSubject.Type) async throws {
        try await driver(of: subject).offline()
    }

    @Test(
        "changes on both sides are merged",
        .timeLimit(.minutes(5)),
        arguments: subjects,
        [false, true]
    )
    func conflict(_ subject: any RealSubject.Type, replaces: Bool) async throws {
        // JSON:API has no replacement of entities.
        guard !replaces || subject.name != JSONAPISubject.name else { return }
        try await driver(of: subject).conflict(replaces: replaces)
    }

    @Test(
        "Kinto lists exactly the changes, including deletions",
        .timeLimit(.minutes(5))
    )
    func changes() async throws {
        let address = try await RealServers.address(of: KintoSubject.name)
        let witness = RawWitness(KintoSubject.self, at: address)
        let driver = ServiceDriver(KintoSubject.self, address.session(), witness)
        try await driver.clear()
        let kept = Content(title: "kept", priority: 1)
        try await witness.create(KintoSubject.members(kept))
        try await witness.create(KintoSubject.members(Content(title: "doomed", priority: 1)))
        try await driver.withRepository { repository, synchronizer in
            #expect((await synchronizer.synchronize()).isComplete)
            #expect(driver.line.takeReadings().allSatisfy { !$0.contains("_since") })
            try await witness.delete(try await driver.entity("doomed", in: repository).id)
            let id = try await driver.entity("kept", in: repository).id
            try await witness.change(id, ["priority": 5])
            try await witness.create(KintoSubject.members(Content(title: "new", priority: 2)))
            _ = driver.line.takeReadings()
            let report = await synchronizer.synchronize()
            #expect(report.isComplete, "\(report)")
            #expect((report.pulled, report.removed) == (2, 1))
            let readings = driver.line.takeReadings()
            #expect(readings.count == 1 && readings[0].contains("_since=%22"), "\(readings)")
            try await driver.checkSame(try await repository.find())
            try await driver.check(try await repository.find(id: id), kept.with(priority: 5))
            let nothing = await synchronizer.synchronize()
            #expect((nothing.pulled, nothing.removed) == (0, 0))
        }
    }

    // Kinto accepts any user; each one has separate, initially empty data.
    @Test(
        "a request without credentials is rejected",
        .timeLimit(.minutes(5)),
        arguments: subjects.filter { $0.name != KintoSubject.name }
    )
    func stranger(_ subject: any RealSubject.Type) async throws {
        try await stranger(of: subject)
    }

    // MARK: - For each kind of repository

    private func driver(of subject: any RealSubject.Type) async throws -> any DrivenService {
        try await driver(on: subject)
    }

    private func driver<S: RealSubject>(on subject: S.Type) async throws -> any DrivenService {
        let address = try await RealServers.address(of: S.name)
        let witness = RawWitness(S.self, at: address)
        return ServiceDriver(S.self, address.session(), witness)
    }

    private func stranger<S: RealSubject>(of subject: S.Type) async throws {
        let address = try await RealServers.address(of: S.name)
        let session = NetworkingSession(url: address.url)
        let error = await #expect(throws: RepositoryError.self) {
            let repository = try await S.repository(session)
            _ = try await repository.create(S.draft(Content(title: "nobody")))
        }
        #expect(error?.code == .missingCredentials)
    }
}
