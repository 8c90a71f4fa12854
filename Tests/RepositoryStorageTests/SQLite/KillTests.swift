import Foundation
import GRDB
import RepositoryRuntime
import RepositorySQLite
import TestSupport
import Testing

/// Acknowledged writes survive a crash of the process.
@Suite struct KillTests {
    private static let kills = 25

    @Test("no acknowledged write is lost when the process is killed at any instant")
    func killed() async throws {
        let folder = try TemporaryFolder()
        var random = SeededRandom(seed: 2026)
        var next = 0
        var interrupted = 0
        for _ in 0..<Self.kills {
            let start = next
            let least = Int.random(in: 0...30, using: &random)
            let delay = UInt32.random(in: 0...20_000, using: &random)
            let acknowledged = try await BackgroundWork.run {
                let client = try StorageClient(
                    "write",
                    folder.file.path,
                    "\(start)",
                    in: folder.url
                )
                client.waitForLines(least)
                usleep(delay)
                try client.kill()
                return client.lines.compactMap { Int($0) }
            }
            next = try await check(folder, acknowledged: acknowledged, from: start)
            if next > start { interrupted += 1 }
        }
        // If not, the test is meaningless.
        #expect(interrupted > Self.kills / 2)
        #expect(next > 100)
    }

    /// Checks the store; returns the number of records, which are numbered from 0.
    private func check(
        _ folder: TemporaryFolder,
        acknowledged: [Int],
        from start: Int
    ) async throws -> Int {
        let store = try folder.store()
        let (records, entries, last) = try await store.read { store throws(StorageError) in
            (
                try store.records(in: "Note", matching: .all),
                try store.entries(),
                try store.value(forKey: "last")
            )
        }
        #expect(acknowledged == Array(start..<(start + acknowledged.count)))
        // At most the unacknowledged write is there in addition, completely.
        let extra = records.count - start - acknowledged.count
        #expect(extra == 0 || extra == 1)
        let numbers = (0..<records.count).map { "\($0)" }
        #expect(records.map(\.key.id) == numbers)
        #expect(entries.map(\.key.id) == numbers)
        #expect(last.map { String(decoding: $0, as: UTF8.self) } == numbers.last)
        // The index is consistent with the documents.
        let newest = Criteria(filter: .always, order: [Field<Int>("n").descending], limit: 5)
        let found = try await store.read { store throws(StorageError) in
            try store.records(in: "Note", matching: newest).map(\.key.id)
        }
        #expect(found == Array(numbers.reversed().prefix(5)))
        try store.close()
        let problems = try await DatabaseQueue(path: folder.file.path).read { database in
            try String.fetchAll(database, sql: "PRAGMA integrity_check")
        }
        #expect(problems == ["ok"])
        return records.count
    }
}
