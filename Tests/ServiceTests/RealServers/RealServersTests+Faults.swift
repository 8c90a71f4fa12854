import Foundation
import RepositoryRuntime
import RepositorySQLite
import TestSupport
import Testing
import WireFaults

// Real servers behind a proxy on which every third request goes wrong: nothing is lost, nothing is
// created twice, and both sides are equal at the end. In the same suite as the other tests, one at a
// time: they share the servers.
//
// `REAL_RUNS` says how many runs there are for each server, `REAL_SEED` with which seed they begin.
extension RealServersTests {
    private static func setting(_ name: String, _ value: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? value
    }

    @Test("no write is lost or doubled by faults", .timeLimit(.minutes(60)), arguments: subjects)
    func faults(_ subject: any RealSubject.Type) async throws {
        let first = Self.setting("REAL_SEED", 1)
        var faults = 0
        for seed in first..<(first + Self.setting("REAL_RUNS", 5)) {
            faults += try await run(subject, seed: UInt64(seed))
        }
        #expect(faults > 0)
    }

    private func run<S: RealSubject>(_ subject: S.Type, seed: UInt64) async throws -> Int {
        let address = try await RealServers.address(of: S.name)
        let witness = RawWitness(S.self, at: address)
        let direct = ServiceDriver(S.self, address.session(), witness)
        _ = try await S.repository(address.session())
        try await direct.clear()
        let proxy = FaultProxy(to: try #require(address.port), seed: seed)
        let line = address.behind(try await proxy.start()).robustSession()
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "real-faults-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let storage = try SQLiteStorage(url: folder.appending(path: "data.sqlite"))
        let synchronizer = Synchronizer(storage: storage, backoff: Backoff(first: .zero))
        let repository = try await S.plain(line).offline(with: synchronizer)
        let title = { (entity: S.Entity) throws in
            try direct.members(of: entity)[S.keys.title]?.string ?? ""
        }
        var expected: [String: Content] = [:]
        var random = SeededGenerator(state: seed)
        for number in 0..<8 {
            // In an order that is the same each time.
            let own = try await repository.find().sorted { try title($0) < title($1) }
            let waiting = try await storage.read { store throws(StorageError) in
                try store.entries(in: Set(OutboxEntry.State.allCases), after: 0, limit: 100)
            }
            await proxy.note(
                "\(number): \(try own.map { "\($0.id) \(try title($0))" }), waiting: "
                    + "\(waiting.map { "\($0.operation) \($0.key.id) \($0.state)" })"
            )
            do throws(RepositoryError) {
                switch (random.number(in: 0...6), random.element(of: own)) {
                case (0, let entity?):
                    try await repository.delete(id: entity.id)
                    if let title = try? title(entity) { expected[title] = nil }
                case (1...2, let entity?):
                    try await repository.patch(id: entity.id, with: S.priority(number % 6))
                    if let title = try? title(entity) { expected[title]?.priority = number % 6 }
                case (3, let entity?):
                    guard let title = try? title(entity), let old = expected[title] else {
                        continue
                    }
                    let content = old.with(priority: number % 6, isRich: !old.isRich)
                    try await repository.patch(id: entity.id, with: S.patch(content))
                    expected[title] = content
                case (4, _):
                    _ = await synchronizer.synchronize()
                default:
                    let content = Content(title: "fault \(number)", priority: number % 6)
                    try await repository.create(S.draft(content))
                    expected[content.title] = content
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
        let journal = await proxy.journal.joined(separator: "\n")
        let here = try await repository.find()
        let titles = try here.map(title).sorted()
        #expect(titles == expected.keys.sorted(), "\(S.name), seed \(seed)\n\(journal)")
        for entity in here {
            guard let content = expected[try title(entity)] else { continue }
            try await direct.check(entity, content, "seed \(seed)\n\(journal)")
        }
        try await direct.checkSame(here, "seed \(seed)\n\(journal)")
        try storage.close()
        await proxy.stop()
        return await proxy.count
    }
}
