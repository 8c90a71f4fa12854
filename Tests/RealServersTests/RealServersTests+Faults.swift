import Foundation
import RepositoryRuntime
import RepositorySQLite
import TestSupport
import Testing

// Real servers behind a proxy on which every third request goes wrong: nothing is lost, nothing is
// created twice, and both sides are equal at the end. In the same suite as the other tests, one at a
// time: they share the servers.
//
// `REAL_RUNS` says how many runs there are for each server, `REAL_SEED` with which seed they begin.
extension RealServersTests {
    private static func setting(_ name: String, _ value: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? value
    }

    @Test("no write is lost or doubled by faults", arguments: subjects)
    func faults(_ subject: any Subject.Type) async throws {
        let first = Self.setting("REAL_SEED", 1)
        var faults = 0
        for seed in first..<(first + Self.setting("REAL_RUNS", 5)) {
            faults += try await run(subject, seed: UInt64(seed))
        }
        #expect(faults > 0)
    }

    private func run<S: Subject>(_ subject: S.Type, seed: UInt64) async throws -> Int {
        let address = try await RealServers.address(of: S.server)
        let second = try await S.repository(address.session())
        let proxy = FaultProxy(to: try #require(address.port), seed: seed)
        let line = address.behind(try await proxy.start()).session()
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "real-faults-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let storage = try SQLiteStorage(url: folder.appending(path: "data.sqlite"))
        let synchronizer = Synchronizer(storage: storage, backoff: Backoff(first: .zero))
        let repository = try await S.plain(line).offline(with: synchronizer)
        let mark = "\(seed) \(UUID().uuidString)"
        var expected: [String: Int] = [:]
        var random = SeededGenerator(state: seed)
        for number in 0..<8 {
            let own = try await repository.storage(marked: mark, S.content)
            let title = "fault \(number) \(mark)"
            let waiting = try await storage.read { store throws(StorageError) in
                try store.entries(in: Set(OutboxEntry.State.allCases), after: 0, limit: 100)
            }
            await proxy.note(
                "\(number): \(own.map { "\($0.id) \(S.content($0).title.prefix(7))" }), waiting: "
                    + "\(waiting.map { "\($0.operation) \($0.key.id) \($0.state)" })"
            )
            do throws(RepositoryError) {
                switch (random.number(in: 0...5), random.element(of: own)) {
                case (0, let entity?):
                    try await repository.delete(id: entity.id)
                    expected[S.content(entity).title] = nil
                case (1...2, let entity?):
                    try await repository.patch(id: entity.id, with: S.priority(number % 6))
                    expected[S.content(entity).title] = number % 6
                case (3, _):
                    _ = await synchronizer.synchronize()
                default:
                    try await repository.create(S.draft(title, number % 6))
                    expected[title] = number % 6
                }
            } catch {
                // Whoever is told that a write has failed can do it again: nothing was promised. It must
                // be certain that it has not happened, for nobody keeps it.
                await proxy.note("    told that it failed: \(error)")
                #expect(!error.isAmbiguous, "seed \(seed): \(error)")
            }
        }
        await proxy.heal()
        var report = await synchronizer.synchronize()
        for _ in 0..<20 where try await synchronizer.summary().waiting > 0 || !report.isComplete {
            report = await synchronizer.synchronize()
        }
        let here = try await repository.find().map(S.content).filter { $0.title.hasSuffix(mark) }
        let entities = try await second.find().filter { S.content($0).title.hasSuffix(mark) }
        let there = entities.map(S.content)
        let wanted = expected.map { Content(title: $0.key, priority: $0.value) }
        let order = { (first: Content, second: Content) in first.title < second.title }
        let journal = await proxy.journal.joined(separator: "\n")
        #expect(there.sorted(by: order) == wanted.sorted(by: order), "seed \(seed)\n\(journal)")
        #expect(here.sorted(by: order) == wanted.sorted(by: order), "seed \(seed)\n\(journal)")
        for entity in entities { try await second.delete(id: entity.id) }
        try storage.close()
        await proxy.stop()
        return await proxy.count
    }
}

extension RepositoryProxy {
    /// What the local side has of a run, in an order that is the same each time.
    fileprivate func storage(
        marked mark: String,
        _ content: (Entity) -> Content
    ) async throws -> [Entity] {
        try await find().filter { content($0).title.hasSuffix(mark) }
            .sorted { content($0).title < content($1).title }
    }
}
