import Foundation
import RepositoryRuntime
import RepositorySQLite
import Testing

/// Generated code alone against servers that others wrote.
@Suite(
    .serialized,
    .enabled(if: RealServers.status.isInstalled, Comment(rawValue: RealServers.status.text))
)
struct RealServersTests {
    static let subjects: [any Subject.Type] = [
        KintoSubject.self, DatasetteSubject.self, DjangoSubject.self, JSONAPISubject.self,
    ]

    @Test("create, read, update, patch and delete, seen by a second client", arguments: subjects)
    func operations(_ subject: any Subject.Type) async throws {
        try await operations(of: subject)
    }

    @Test("a listing in pages, filtered and ordered", arguments: subjects)
    func listing(_ subject: any Subject.Type) async throws {
        try await listing(of: subject)
    }

    @Test("what is written offline arrives, and both sides are equal", arguments: subjects)
    func offline(_ subject: any Subject.Type) async throws {
        try await offline(of: subject)
    }

    @Test("changes of both sides are merged", arguments: subjects)
    func conflict(_ subject: any Subject.Type) async throws {
        try await conflict(of: subject)
    }

    @Test("what has changed since is all that Kinto lists, with what is deleted")
    func changes() async throws {
        let address = try await RealServers.address(of: KintoSubject.server)
        let line = Line(address.session())
        let second = KintoSubject.plain(address.session())
        let mark = UUID().uuidString
        let kept = try await second.create(KintoSubject.draft("kept \(mark)", 1))
        let doomed = try await second.create(KintoSubject.draft("doomed \(mark)", 1))
        try await withSynchronizer { synchronizer in
            let repository = try await KintoSubject.plain(line).offline(with: synchronizer)
            #expect((await synchronizer.synchronize()).isComplete)
            #expect(line.takeReadings().allSatisfy { !$0.contains("_since") })
            try await second.delete(id: doomed.id)
            try await second.patch(id: kept.id, with: KintoSubject.priority(5))
            let new = try await second.create(KintoSubject.draft("new \(mark)", 2))
            let report = await synchronizer.synchronize()
            #expect(report.isComplete, "\(report)")
            #expect((report.pulled, report.removed) == (2, 1))
            let readings = line.takeReadings()
            #expect(readings.count == 1 && readings[0].contains("_since=%22"), "\(readings)")
            #expect(try await repository.find(id: kept.id).priority == 5)
            #expect(try await repository.find(id: new.id).title == "new \(mark)")
            let here = try await repository.find().map(KintoSubject.content)
            #expect(Set(here) == Set(try await second.find().map(KintoSubject.content)))
            let nothing = await synchronizer.synchronize()
            #expect((nothing.pulled, nothing.removed) == (0, 0))
        }
    }

    @Test("who does not say who asks is told so", arguments: subjects)
    func stranger(_ subject: any Subject.Type) async throws {
        let address = try await RealServers.address(of: subject.server)
        try await stranger(of: subject, at: address)
    }

    // MARK: - For each kind of repository

    private func operations<S: Subject>(of subject: S.Type) async throws {
        let address = try await RealServers.address(of: S.server)
        let repository = try await S.repository(address.session())
        let second = try await S.repository(address.session())
        let mark = UUID().uuidString
        let created = try await repository.create(S.draft("one \(mark)", 3))
        #expect(S.content(created) == Content(title: "one \(mark)", priority: 3))
        #expect(S.content(try await second.find(id: created.id)) == S.content(created))
        let patched = try await repository.patch(id: created.id, with: S.priority(5))
        #expect(S.content(patched) == Content(title: "one \(mark)", priority: 5))
        #expect(S.content(try await second.find(id: created.id)) == S.content(patched))
        if let replaced = try await S.replace(patched, title: "two \(mark)", in: repository) {
            #expect(S.content(replaced) == Content(title: "two \(mark)", priority: 5))
            #expect(S.content(try await second.find(id: created.id)) == S.content(replaced))
        }
        try await repository.delete(id: created.id)
        // Whoever deleted it, it is not there.
        try await repository.delete(id: created.id)
        let error = await #expect(throws: RepositoryError.self) {
            try await second.find(id: created.id)
        }
        #expect(error?.code == .notFound)
    }

    private func listing<S: Subject>(of subject: S.Type) async throws {
        let address = try await RealServers.address(of: S.server)
        let repository = try await S.repository(address.session())
        for entity in try await repository.find() { try await repository.delete(id: entity.id) }
        for number in 1...5 { try await repository.create(S.draft("number \(number)", number)) }
        var pages: [[Content]] = []
        for try await page in repository.pages(size: 2) {
            pages.append(page.elements.map(S.content))
        }
        #expect(pages.map(\.count) == [2, 2, 1])
        #expect(Set(pages.joined().map(\.priority)) == Set(1...5))
        let all = try await repository.find()
        #expect(all.count == 5)
        let fields = Field<Int>(S.Repository.Entity.schema.indexed.first?.key ?? "")
        let some = try await repository.find(
            Criteria(
                filter: fields >= 2 && fields <= 4,
                order: [fields.descending],
                limit: 2
            )
        )
        #expect(some.map { S.content($0).priority } == [4, 3])
    }

    private func offline<S: Subject>(of subject: S.Type) async throws {
        let address = try await RealServers.address(of: S.server)
        let line = Line(address.session())
        let second = try await S.repository(address.session())
        try await withSynchronizer { synchronizer in
            let repository = try await S.repository(line).offline(with: synchronizer)
            let mark = UUID().uuidString
            let there = try await repository.create(S.draft("there \(mark)", 1))
            let doomed = try await repository.create(S.draft("doomed \(mark)", 1))
            #expect((await synchronizer.synchronize()).isComplete)
            line.cut()
            for number in 0..<5 {
                try await repository.create(S.draft("offline \(number) \(mark)", number))
            }
            let id = try await repository.find().first { S.content($0).title == "there \(mark)" }?
                .id
            try await repository.patch(id: id ?? there.id, with: S.priority(5))
            try await repository.delete(id: doomed.id)
            #expect(try await synchronizer.summary().waiting == 7)
            line.mend()
            let report = await synchronizer.synchronize()
            #expect(report.isComplete, "\(report)")
            let here = try await repository.find().map(S.content)
            let remote = try await second.find().map(S.content)
            #expect(Set(here) == Set(remote))
            let own = remote.filter { $0.title.hasSuffix(mark) }
            #expect(own.count == 6)
            #expect(own.contains(Content(title: "there \(mark)", priority: 5)))
            #expect(try await synchronizer.summary().waiting == 0)
        }
    }

    private func conflict<S: Subject>(of subject: S.Type) async throws {
        let address = try await RealServers.address(of: S.server)
        let line = Line(address.session())
        let second = try await S.repository(address.session())
        try await withSynchronizer { synchronizer in
            let repository = try await S.repository(line).offline(with: synchronizer)
            let mark = UUID().uuidString
            let created = try await repository.create(S.draft("old \(mark)", 1))
            #expect((await synchronizer.synchronize()).isComplete)
            let id = try await repository.find(id: created.id).id
            line.cut()
            try await repository.patch(id: id, with: S.title("new \(mark)"))
            _ = try await second.patch(id: id, with: S.priority(4))
            line.mend()
            let report = await synchronizer.synchronize()
            #expect(report.isComplete, "\(report)")
            let merged = Content(title: "new \(mark)", priority: 4)
            #expect(S.content(try await second.find(id: id)) == merged)
            #expect(S.content(try await repository.find(id: id)) == merged)
        }
    }

    private func stranger<S: Subject>(
        of subject: S.Type,
        at address: RealServers.Address
    ) async throws {
        // To Kinto any user is one of its own, with nothing in it.
        guard S.server != "kinto" else { return }
        let session = NetworkingSession(url: address.url)
        let error = await #expect(throws: RepositoryError.self) {
            let repository = try await S.repository(session)
            _ = try await repository.create(S.draft("nobody", 0))
        }
        #expect(error?.code == .missingCredentials)
    }

    private func withSynchronizer(_ body: (Synchronizer) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "real-servers-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let storage = try SQLiteStorage(url: folder.appending(path: "data.sqlite"))
        try await body(Synchronizer(storage: storage, backoff: Backoff(first: .zero)))
        try storage.close()
    }
}
