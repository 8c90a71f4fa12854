import Foundation
import RepositoryRuntime
import RepositorySQLite
import TestSupport
import Testing
import WireFaults

/// A seeded run of an app on a connection on which every third request fails: no write is lost or
/// duplicated, deleted entities stay deleted, and both sides are equal at the end.
struct FaultRun<S: Subject> {
    let seed: UInt64
    var conflicts = ConflictPolicy.merge
    /// Whether another client changes entities in the meantime: then a delete may lose, and is
    /// reported.
    var isShared = false

    /// Runs the app.
    ///
    /// - Parameters:
    ///   - direct: The connection to the service without faults.
    ///   - proxy: The proxy with the faults.
    ///   - session: The connection through the proxy.
    /// - Returns: The number of faults.
    /// - Throws: The reason for stopping early.
    func callAsFunction(
        _ direct: ServiceDriver<S>,
        through proxy: FaultProxy,
        _ session: any Networking
    ) async throws -> Int {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "faults-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let storage = try SQLiteStorage(url: folder.appending(path: "data.sqlite"))
        let synchronizer = Synchronizer(storage: storage, backoff: Backoff(first: .zero))
        let plain = S.plain(session)
        let repository = try await plain.offline(with: synchronizer)
        var collection = plain.collection
        collection.conflicts = conflicts
        try await synchronizer.register(collection)
        let outcomes = synchronizer.outcomes()
        let title = { (entity: S.Entity) throws in
            try direct.members(of: entity)[S.keys.title]?.string ?? ""
        }
        var expected: [String: Content] = [:]
        var deleted: Set<String> = []
        var random = SeededGenerator(state: seed)
        for number in 0..<8 {
            // In a deterministic order.
            let own = try await repository.find().sorted { try title($0) < title($1) }
            let waiting = try await storage.read { store throws(StorageError) in
                try store.entries(in: Set(OutboxEntry.State.allCases), after: 0, limit: 100)
            }
            await proxy.note(
                "\(number): \(try own.map { "\($0.id) \(try title($0))" }), waiting: "
                    + "\(waiting.map { "\($0.operation) \($0.key.id) \($0.state)" })"
            )
            if isShared, random.number(in: 0...2) == 0 {
                let theirs = try await direct.witness.all().keys.sorted()
                if let id = random.element(of: theirs) {
                    try await direct.witness.change(
                        id,
                        [S.keys.priority: .number(.init(90 + number))]
                    )
                    await proxy.note("    somebody changes \(id)")
                }
            }
            do throws(RepositoryError) {
                switch (random.number(in: 0...6), random.element(of: own)) {
                case (0, let entity?):
                    try await repository.delete(id: entity.id)
                    if let id = try? direct.text(of: entity) { deleted.insert(id) }
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
                // After a reported failure, the app can repeat a write. It must be certain that the
                // write did not happen.
                await proxy.note("    told that it failed: \(error)")
                let soFar = await proxy.journal.joined(separator: "\n")
                #expect(!error.isAmbiguous, "seed \(seed): \(error) \(error.message)\n\(soFar)")
            }
        }
        await proxy.heal()
        var report = await synchronizer.synchronize()
        for _ in 0..<20 where try await synchronizer.summary().waiting > 0 || !report.isComplete {
            report = await synchronizer.synchronize()
        }
        let journal = await proxy.journal.joined(separator: "\n")
        let here = try await repository.find()
        let place = "\(S.name), \(conflicts), seed \(seed)\n\(journal)"
        let left = Set(try await direct.witness.all().keys)
        if !isShared {
            #expect(try here.map(title).sorted() == expected.keys.sorted(), "\(place)")
            for entity in here {
                guard let content = expected[try title(entity)] else { continue }
                try await direct.check(entity, content, place)
            }
        }
        try await direct.checkSame(here, place)
        let (lost, names) = try await told(repository, synchronizer, outcomes, direct)
        if isShared {
            let ids = Set(deleted.map { names[$0] ?? $0 })
            #expect(ids.intersection(left).subtracting(lost) == [], "\(place)")
        } else {
            #expect(lost == [], "\(place)")
        }
        try storage.close()
        await proxy.stop()
        return await proxy.count
    }

    /// The outcomes: deletes that lost, whose entities exist again, and the identities assigned by
    /// the server.
    ///
    /// The last outcome is that of this write, so all others have arrived.
    private func told(
        _ repository: RepositoryProxy<S.Entity>,
        _ synchronizer: Synchronizer,
        _ outcomes: WriteOutcomes<WriteOutcome>,
        _ direct: ServiceDriver<S>
    ) async throws -> (lost: Set<String>, names: [String: String]) {
        let last = try await repository.create(S.draft(Content(title: "the end")))
        let end = try direct.text(of: last)
        _ = await synchronizer.synchronize()
        var lost: Set<String> = []
        var names: [String: String] = [:]
        for await outcome in outcomes {
            if outcome.id == end || outcome.temporaryID == end { break }
            if let old = outcome.temporaryID { names[old] = outcome.id }
            if outcome.operation == .delete, outcome.kind == .superseded, let id = outcome.id {
                lost.insert(id)
            }
        }
        return (lost, names)
    }
}
