import ExampleServer
import Foundation
import RepositoryRuntime
import RepositorySQLite
import SyncSample
import Testing

extension HarnessRun {
    /// Looks at both sides at the end of a run.
    func check(
        _ server: ExampleServer,
        _ folder: URL,
        _ figures: inout RunFigures
    ) async throws {
        let storage = try SQLiteStorage(url: folder.appending(path: "data.sqlite"))
        let (journal, records, entries, talks, errands, links) = try await storage.read {
            store throws(StorageError) in
            (
                try RandomWrites.journal(of: store),
                try store.records(in: "Message", states: Set(SyncState.allCases)),
                try store.entries(),
                try store.records(in: "Conversation", matching: .all),
                try store.records(in: "Errand", states: Set(SyncState.allCases)),
                try RandomWrites.errands(of: store)
            )
        }
        try storage.close()
        let refused = Set(entries.map(\.key.id))
        figures.writes = journal.count
        figures.rejected = entries.count

        // Every write has ended: what is left was refused, and for the one reason that there is.
        for entry in entries {
            #expect(entry.state == .rejected && entry.failure?.status == 422, "seed \(seed)")
            let body = String(decoding: entry.failure?.body ?? Data(), as: UTF8.self)
            #expect(body.contains("conversation"), "seed \(seed)")
        }
        for record in records where !refused.contains(record.key.id) {
            #expect(record.state == .synchronized, "seed \(seed): \(record.key)")
        }

        // Both sides are equal.
        let local = try records.map { try Message(jsonData: $0.document) }
        let remote = try [Message](jsonData: await server.documents(of: "messages"))
        let (here, there) = (
            local.filter { !refused.contains($0.id) }, remote.filter { !refused.contains($0.id) }
        )
        #expect(Set(here) == Set(there), "seed \(seed)")
        #expect(here.count == there.count, "seed \(seed)")
        let remoteTalks = try [Conversation](jsonData: await server.documents(of: "conversations"))
        let localTalks = try talks.map { try Conversation(jsonData: $0.document) }
        #expect(Set(localTalks) == Set(remoteTalks), "seed \(seed)")

        // No create happened twice.
        let created = try [Message](jsonData: await server.creations(of: "messages")).map(\.mark)
        let own = created.filter { $0.hasPrefix("w") }
        #expect(Set(own).count == own.count, "seed \(seed)")
        let titles = try [Conversation](jsonData: await server.creations(of: "conversations"))
        #expect(Set(titles.map(\.title)).count == titles.count, "seed \(seed)")

        // The last state that was acknowledged of each message is what both sides have.
        var last: [String: JournalLine] = [:]
        for line in journal { last[line.mark] = line }
        for line in last.values where !line.mark.hasPrefix("r") {
            // A deletion may have met a change there, which survives; both sides are equal then, too.
            guard let text = line.text else { continue }
            let found = local.filter { $0.mark == line.mark }
            #expect(found.map(\.text) == [text], "seed \(seed)")
            #expect(found.map(\.likes) == [line.likes], "seed \(seed)")
        }
        try await checkErrands(errands, links, server)
        figures.errands = errands.count
        figures.links = links.values.reduce(0) { $0 + $1.count }
    }

    /// Errands refer to what they were last made to, here and there, whichever identities they have.
    private func checkErrands(
        _ records: [StoredRecord],
        _ links: [String: ErrandLinks],
        _ server: ExampleServer
    ) async throws {
        let local = try records.map { try Errand(jsonData: $0.document) }
        let remote = try [Errand](jsonData: await server.documents(of: "errands"))
        #expect(records.allSatisfy { $0.state == .synchronized }, "seed \(seed)")
        #expect(local.count == links.count && remote.count == links.count, "seed \(seed)")
        let created = try [JSON](jsonData: await server.creations(of: "errands"))
        #expect(created.count == links.count, "seed \(seed)")
        for side in [local, remote] {
            let titles = Dictionary(side.map { ($0.id, $0.title) }) { first, _ in first }
            let found = side.map { ($0.title, ErrandLinks($0, titles: titles)) }
            #expect(Dictionary(found) { first, _ in first } == links, "seed \(seed)")
        }
    }
}
