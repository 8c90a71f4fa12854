import ExampleServer
import Foundation
import RepositoryRuntime
import RepositorySQLite
import SyncSample
import Testing

/// What the store of a client holds at the end of a run.
private struct Holdings: Sendable {
    let journal: [JournalLine]
    let messages: [StoredRecord]
    let entries: [OutboxEntry]
    let conversations: [StoredRecord]
    let errands: [StoredRecord]
    let links: [String: ErrandLinks]

    init(of store: any StorageReader) throws(StorageError) {
        journal = try RandomWrites.journal(of: store)
        messages = try store.records(in: "Message", states: Set(SyncState.allCases))
        entries = try store.entries()
        conversations = try store.records(in: "Conversation", states: Set(SyncState.allCases))
        errands = try store.records(in: "Errand", states: Set(SyncState.allCases))
        links = try RandomWrites.errands(of: store)
    }
}

extension HarnessRun {
    /// Looks at both sides at the end of a run.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - folder: Where the store is.
    ///   - touched: The marks of the messages that somebody else has changed or deleted: only there a
    ///     write may end without being carried out as it was meant.
    ///   - figures: Where it is counted.
    /// - Throws: An error where the store, or what is in it, cannot be read.
    func check(
        _ server: ExampleServer,
        _ folder: URL,
        touched: Set<String>,
        _ figures: inout RunFigures
    ) async throws {
        let storage = try SQLiteStorage(url: folder.appending(path: "data.sqlite"))
        let held = try await storage.read { store throws(StorageError) in try Holdings(of: store) }
        try storage.close()
        let local = try held.messages.map { try Message(jsonData: $0.document) }
        let remote = try [Message](jsonData: await server.documents(of: "messages"))
        figures.writes = held.journal.count
        figures.deletions = held.journal.count { $0.text == nil }
        figures.rejected = held.entries.count
        checkEntries(held, touched)
        try checkSides(held, local, remote)
        try await checkConversations(held, server)
        try await checkCreations(server)
        checkJournal(held, local, remote, touched)
        try await checkErrands(held, server)
        figures.errands = held.errands.count
        figures.links = held.links.values.reduce(0) { $0 + $1.count }
    }

    /// Every write has ended: what is left was refused, and for a reason that there is.
    private func checkEntries(_ held: Holdings, _ touched: Set<String>) {
        for entry in held.entries {
            #expect(entry.state == .rejected, name)
            let record = held.messages.first { $0.key == entry.key }
            let message = record.flatMap { try? Message(jsonData: $0.document) }
            let body = String(decoding: entry.failure?.body ?? Data(), as: UTF8.self)
            let isInvalid = entry.failure?.status == 422 && body.contains("conversation")
            let isConflict =
                variant.conflicts == .fail && record?.state == .conflicted
                && touched.contains(message?.mark ?? "")
            #expect(isInvalid || isConflict, "\(name): \(entry)")
        }
    }

    /// Both sides are equal, but for what was refused.
    private func checkSides(_ held: Holdings, _ local: [Message], _ remote: [Message]) throws {
        let refused = Set(held.entries.map(\.key.id))
        for record in held.messages where !refused.contains(record.key.id) {
            #expect(record.state == .synchronized, "\(name): \(record.key)")
        }
        let here = local.filter { !refused.contains($0.id) }
        let there = remote.filter { !refused.contains($0.id) }
        #expect(Set(here) == Set(there), name)
        #expect(here.count == there.count, name)
    }

    private func checkConversations(_ held: Holdings, _ server: ExampleServer) async throws {
        let remote = try [Conversation](jsonData: await server.documents(of: "conversations"))
        let local = try held.conversations.map { try Conversation(jsonData: $0.document) }
        #expect(held.conversations.allSatisfy { $0.state == .synchronized }, name)
        #expect(Set(local) == Set(remote), name)
    }

    /// No creation happened twice.
    private func checkCreations(_ server: ExampleServer) async throws {
        let created = try [Message](jsonData: await server.creations(of: "messages")).map(\.mark)
        let own = created.filter { $0.hasPrefix("w") }
        #expect(Set(own).count == own.count, name)
        let titles = try [Conversation](jsonData: await server.creations(of: "conversations"))
        #expect(Set(titles.map(\.title)).count == titles.count, name)
    }

    /// The last state that was acknowledged of each message is what both sides have: also that it is
    /// deleted.
    private func checkJournal(
        _ held: Holdings,
        _ local: [Message],
        _ remote: [Message],
        _ touched: Set<String>
    ) {
        let refused = Set(held.entries.map(\.key.id))
        var last: [String: JournalLine] = [:]
        var texts: [String: Set<String>] = [:]
        for line in held.journal {
            last[line.mark] = line
            if let text = line.text { texts[line.mark, default: []].insert(text) }
        }
        for line in last.values {
            let isTouched = touched.contains(line.mark)
            let (here, there) = (
                local.filter { $0.mark == line.mark }, remote.filter { $0.mark == line.mark }
            )
            let isRefused = here.contains { refused.contains($0.id) }
            guard let text = line.text else {
                // A deletion that has met a change there gives way to it, but where the client wins.
                if isRefused || isTouched && variant.conflicts != .clientWins { continue }
                #expect(here.isEmpty && there.isEmpty, "\(name): \(line.mark) is to be deleted")
                continue
            }
            // Others may delete what they have created.
            if line.mark.hasPrefix("r") { continue }
            #expect(here.count == 1, "\(name): \(line.mark)")
            if !isRefused { #expect(there.count == 1, "\(name): \(line.mark)") }
            if isTouched, variant.conflicts == .serverWins {
                #expect(texts[line.mark]?.contains(here.first?.text ?? "") == true, name)
            } else {
                #expect(here.map(\.text) == [text], "\(name): \(line.mark)")
                #expect(here.map(\.likes) == [line.likes], "\(name): \(line.mark)")
            }
        }
    }

    /// Errands refer to what they were last made to, here and there, whichever identities they have.
    private func checkErrands(_ held: Holdings, _ server: ExampleServer) async throws {
        let (records, links) = (held.errands, held.links)
        let local = try records.map { try Errand(jsonData: $0.document) }
        let remote = try [Errand](jsonData: await server.documents(of: "errands"))
        #expect(records.allSatisfy { $0.state == .synchronized }, name)
        #expect(local.count == links.count && remote.count == links.count, name)
        let created = try [JSON](jsonData: await server.creations(of: "errands"))
        #expect(created.count == links.count, name)
        for side in [local, remote] {
            let titles = Dictionary(side.map { ($0.id, $0.title) }) { first, _ in first }
            let found = side.map { ($0.title, ErrandLinks($0, titles: titles)) }
            #expect(Dictionary(found) { first, _ in first } == links, name)
        }
    }
}
