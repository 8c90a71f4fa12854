import Foundation
import RepositoryRuntime
import RepositorySQLite
import Testing

/// Effects of a deletion on referring entities in a store without a server.
@Suite struct LocalDeletionTests {
    private struct Local<Entity: RepositoryValues.Entity>: CRUDStorageRepository {
        let storage: any Storage
    }

    /// Three repositories in one store.
    private struct Desk {
        let members: Local<Member>
        let boards: Local<Board>
        let cards: Local<Card>

        init(_ storage: any Storage) async throws {
            members = Local(storage: storage)
            boards = Local(storage: storage)
            cards = Local(storage: storage)
            try await members.prepare()
            try await boards.prepare()
            try await cards.prepare()
            _ = try await members.storeOrUpdate(Member(id: "ada", name: "Ada"))
            _ = try await members.storeOrUpdate(Member(id: "bo", name: "Bo"))
            _ = try await boards.storeOrUpdate(Board(id: "b", title: "Ideas", owner: "bo"))
            for (id, whole) in [("c0", nil), ("c1", "c0"), ("c2", "c1")] {
                let card = Card(
                    id: id,
                    title: id,
                    board: "b",
                    whole: whole,
                    assignee: "ada",
                    watchers: ["bo", "ada", "bo"]
                )
                _ = try await cards.storeOrUpdate(card)
            }
        }
    }

    private func run(in store: Store, _ body: (Desk) async throws -> Void) async throws {
        guard store == .sqlite else { return try await body(Desk(MemoryStorage())) }
        let file = FileManager.default.temporaryDirectory
            .appending(path: "deletion-\(UUID().uuidString).sqlite")
        defer { try? FileManager.default.removeItem(at: file) }
        try await body(Desk(SQLiteStorage(url: file)))
    }

    @Test("nested parts are deleted with the whole", arguments: Store.allCases)
    func cascade(store: Store) async throws {
        try await run(in: store) { desk in
            try await desk.cards.delete(id: "c1")
            #expect(try await desk.cards.find(.all).map(\.id) == ["c0"])
            try await desk.boards.delete(id: "b")
            #expect(try await desk.cards.find(.all).isEmpty)
            #expect(try await desk.members.find(.all).count == 2)
        }
    }

    // The trap: UUIDs are compared in upper case, but stored as they were written.
    @Test("rules and joins find identities in mixed case", arguments: Store.allCases)
    func mixedCase(store: Store) async throws {
        let (id, other) = (
            "3F2504E0-4f89-11d3-9A0C-0305E82C3301", "3F2504E0-4f89-11d3-9A0C-0305E82C3302"
        )
        try await run(in: store) { desk in
            for id in [id, other] {
                _ = try await desk.members.storeOrUpdate(Member(id: id, name: "Cy"))
            }
            _ = try await desk.boards.storeOrUpdate(Board(id: "m", title: "Mine", owner: id))
            let card = Card(id: "m", title: "m", board: "m", assignee: other, watchers: [other])
            _ = try await desk.cards.storeOrUpdate(card)
            let owned = try await RepositoryProxy<Board>(storage: desk.boards.storage)
                .find(with: Member.self, by: .reference { $0.owner }, where: { $0.title == "Mine" })
            #expect(owned.map { $0.related.map(\.id) } == [[id]])
            let error = try await repositoryError { try await desk.members.delete(id: id) }
            #expect((error.cause as? StorageError)?.code == .restricted)
            try await desk.members.delete(id: other)
            let left = try await desk.cards.find(id: "m")
            #expect(left.assignee == nil && left.watchers == [])
        }
    }

    @Test("references are removed, also from arrays", arguments: Store.allCases)
    func nullify(store: Store) async throws {
        try await run(in: store) { desk in
            try await desk.members.delete(id: "ada")
            let cards = try await desk.cards.find(.all)
            #expect(cards.map(\.assignee) == [nil, nil, nil])
            #expect(cards.map(\.watchers) == [["bo", "bo"], ["bo", "bo"], ["bo", "bo"]])
        }
    }

    @Test("an owner stays unless its property is deleted", arguments: Store.allCases)
    func restrict(store: Store) async throws {
        try await run(in: store) { desk in
            let error = await #expect(throws: RepositoryError.self) {
                try await desk.members.delete(ids: ["ada", "bo"])
            }
            #expect(error?.code == .conflict)
            #expect(error?.message.contains("Board") == true)
            // All or nothing: the other one still exists, too, and so do its referrers.
            #expect(try await desk.members.find(.all).count == 2)
            #expect(try await desk.cards.find(id: "c0").assignee == "ada")
            try await desk.boards.delete(id: "b")
            try await desk.members.delete(ids: ["ada", "bo"])
            #expect(try await desk.members.find(.all).isEmpty)
        }
    }

    // The trap: the server keeps the board, and would lose its cards.
    @Test("entities of the server are only deleted locally", arguments: Store.allCases)
    func onlyHere(store: Store) async throws {
        try await run(in: store) { desk in
            try await desk.cards.storage.write { store throws(StorageError) in
                for key in [
                    RecordKey(collection: "Board", id: "b"),
                    RecordKey(collection: "Card", id: "c0"),
                    RecordKey(collection: "Card", id: "c1"),
                ] {
                    guard var record = try store.record(key) else { continue }
                    record.base = record.document
                    try store.put(record)
                }
                _ = try Outbox(Card.schema, in: store).patch(id: "c1", with: ["title": "mine"])
            }
            try await desk.boards.delete(id: "b")
            #expect(try await desk.boards.find(.all).isEmpty)
            #expect(try await desk.cards.find(.all).map(\.title) == ["mine"])
            let entries = try await desk.cards.storage.read { store throws(StorageError) in
                try store.entries()
            }
            #expect(entries.map(\.operation) == [.patch])
        }
    }

    @Test("ten thousand are found and deleted together", arguments: Store.allCases)
    func many(store: Store) async throws {
        try await run(in: store) { desk in
            let cards = (0..<10_000).map { Card(id: "m\($0)", title: "\($0)", board: "b") }
            _ = try await desk.cards.storeOrUpdate(cards)
            try await desk.boards.delete(id: "b")
            #expect(try await desk.cards.find(.all).isEmpty)
        }
    }
}
