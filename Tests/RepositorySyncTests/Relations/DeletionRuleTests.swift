import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

/// Effects of a deletion on referring entities if it is sent to a server.
@Suite struct DeletionRuleTests {
    /// A board with two cards, one of them a part of the other, and a member who works on them.
    private struct Sample {
        let member, board, whole, part: String

        init(_ world: World) async throws {
            member = try await world.members.create(Member.Draft(name: "Ada")).id
            board = try await world.boards.create(Board.Draft(title: "Ideas")).id
            let draft = Card.Draft(title: "whole", board: board, assignee: member)
            whole = try await world.cards.create(draft).id
            part = try await world.cards.create(
                Card.Draft(title: "part", board: board, whole: whole, watchers: [member])
            ).id
            await world.synchronize()
        }
    }

    @Test("cascade deletes them first, transitively", arguments: Store.allCases)
    func cascade(store: Store) async throws {
        try await World.runWithBoards(in: store) { world in
            let sample = try await Sample(world)
            try await world.delete(Board.self, sample.board)
            #expect(try await world.local(Card.self).isEmpty)
            #expect(try await world.local(Board.self).isEmpty)
            #expect(await world.synchronize().isComplete)
            #expect(
                await world.deletions() == [
                    "DELETE /cards/\(sample.part)", "DELETE /cards/\(sample.whole)",
                    "DELETE /boards/\(sample.board)",
                ]
            )
            #expect(try await world.cards.find(.all).isEmpty)
            #expect(try await world.entries().isEmpty)
        }
    }

    // The trap: a server with foreign keys rejects deleting the board before its cards.
    @Test("a deletion waits for those that must be deleted first", arguments: Store.allCases)
    func order(store: Store) async throws {
        try await World.runWithBoards(in: store) { world in
            let sample = try await Sample(world)
            await world.server.setFaults { request in
                request.path == "/cards/\(sample.part)" ? .answer(ScriptedAnswer(503)) : nil
            }
            try await world.delete(Board.self, sample.board)
            #expect(await world.synchronize().postponed == 3)
            #expect(try await world.boards.find(.all).map(\.id) == [sample.board])
            await world.server.setFaults(nil)
            _ = await world.settle()
            #expect(try await world.boards.find(.all).isEmpty)
            #expect(try await world.cards.find(.all).isEmpty)
            #expect(try await world.entries().isEmpty)
        }
    }

    // The trap: a server that cascades would delete cards that were just moved to another board.
    @Test("a deletion waits for changed references", arguments: Store.allCases)
    func movedAway(store: Store) async throws {
        try await World.runWithBoards(in: store) { world in
            let sample = try await Sample(world)
            let other = try await world.boards.create(Board.Draft(title: "Other")).id
            await world.synchronize()
            await world.server.setFaults { request in
                request.method == "PATCH" ? .answer(ScriptedAnswer(503)) : nil
            }
            try await world.move(sample.part, [:], to: other)
            try await world.move(sample.whole, ["title": "moved"], to: other)
            try await world.delete(Board.self, sample.board)
            #expect(await world.synchronize().postponed == 3)
            #expect(await world.deletions().isEmpty)
            await world.server.setFaults(nil)
            _ = await world.settle()
            #expect(try await world.boards.find(.all).map(\.id) == [other])
            #expect(try await world.cards.find(.all).map(\.board) == [other, other])
        }
    }

    // The trap: the repeated creation has the current references, not those of the first attempt.
    @Test(
        "a deletion waits for an entity whose creation is sent again",
        arguments: Store.allCases
    )
    func createdAgain(store: Store) async throws {
        try await World.runWithBoards(in: store) { world in
            let sample = try await Sample(world)
            let other = try await world.boards.create(Board.Draft(title: "Other")).id
            await world.synchronize()
            await world.server.setFaults { request in
                request.method == "POST" ? .cutBefore : nil
            }
            try await world.create(Card(id: "new", title: "new", board: sample.board))
            await world.synchronize()
            try await world.move("new", [:], to: other)
            try await world.delete(Board.self, other)
            await world.server.setFaults(nil)
            _ = await world.settle()
            let deletions = await world.deletions()
            #expect(deletions.map { $0.prefix(14) } == ["DELETE /cards/", "DELETE /boards"])
            #expect(try await world.boards.find(.all).map(\.id) == [sample.board])
        }
    }

    @Test("nullify removes the reference, alone and in an array", arguments: Store.allCases)
    func nullify(store: Store) async throws {
        try await World.runWithBoards(in: store) { world in
            let sample = try await Sample(world)
            try await world.delete(Member.self, sample.member)
            let known = try await world.local(Card.self)
            #expect(known.map(\.assignee) == [nil, nil])
            #expect(known.map(\.watchers) == [nil, []])
            #expect(await world.synchronize().isComplete)
            #expect(try await world.cards.find(.all) == known)
            #expect(try await world.members.find(.all).isEmpty)
        }
    }

    @Test("restrict rejects the deletion, and nothing is written", arguments: Store.allCases)
    func restrict(store: Store) async throws {
        try await World.runWithBoards(in: store) { world in
            let sample = try await Sample(world)
            let change = Board.Patch(owner: .set(sample.member))
            _ = try await world.boards.patch(id: sample.board, with: change)
            await world.synchronize()
            let error = await #expect(throws: StorageError.self) {
                try await world.delete(Member.self, sample.member)
            }
            #expect(error?.code == .restricted)
            #expect(try await world.entries().isEmpty)
            #expect(try await world.local(Card.self).first?.assignee == sample.member)
            // An entity deleted by the same rules restricts nothing.
            try await world.delete(Board.self, sample.board)
            try await world.delete(Member.self, sample.member)
            #expect(await world.synchronize().isComplete)
            #expect(try await world.members.find(.all).isEmpty)
        }
    }

    @Test(
        "entities created locally are discarded with the one that they refer to",
        arguments: Store.allCases
    )
    func unsent(store: Store) async throws {
        try await World.runWithBoards(in: store) { world in
            try await world.create(Board(id: "b", title: "Ideas"))
            try await world.create(Card(id: "c", title: "whole", board: "b"))
            try await world.create(Card(id: "d", title: "part", board: "b", whole: "c"))
            try await world.delete(Board.self, "b")
            #expect(try await world.entries().isEmpty)
            #expect(await world.synchronize().isComplete)
            #expect(await world.writes().isEmpty)
        }
    }

    // The trap: the part is found twice, and each of two cards is a part of the other.
    @Test("a cycle terminates", arguments: Store.allCases)
    func ring(store: Store) async throws {
        try await World.runWithBoards(in: store) { world in
            let sample = try await Sample(world)
            let change = Card.Patch(whole: .set(sample.part))
            _ = try await world.cards.patch(id: sample.whole, with: change)
            await world.synchronize()
            try await world.delete(Card.self, sample.whole)
            #expect(await world.synchronize().isComplete)
            #expect(try await world.cards.find(.all).isEmpty)
            #expect(try await world.entries().isEmpty)
        }
    }

    // The trap: both are found with the board, and the part first.
    @Test("a part fetched before its whole is deleted before it", arguments: Store.allCases)
    func twoPaths(store: Store) async throws {
        try await World.runWithBoards(in: store) { world in
            let board = try await world.boards.create(Board.Draft(title: "Ideas")).id
            let part = try await world.cards.create(Card.Draft(title: "part", board: board)).id
            let whole = try await world.cards.create(Card.Draft(title: "whole", board: board)).id
            _ = try await world.cards.patch(id: part, with: Card.Patch(whole: .set(whole)))
            await world.synchronize()
            try await world.delete(Board.self, board)
            #expect(await world.synchronize().isComplete)
            #expect(
                await world.deletions() == [
                    "DELETE /cards/\(part)", "DELETE /cards/\(whole)", "DELETE /boards/\(board)",
                ]
            )
        }
    }

    // The trap: writes to a type without a server are never sent, and the board would wait for
    // them.
    @Test("entities without a server are deleted immediately", arguments: Store.allCases)
    func onlyHere(store: Store) async throws {
        try await World.runWithBoards(in: store) { world in
            let sample = try await Sample(world)
            let document = try Card(id: "mine", title: "mine", board: sample.board).jsonData()
            let key = RecordKey(collection: "Card", id: "mine")
            try await world.storage.write { store throws(StorageError) in
                try store.put(StoredRecord(key: key, document: document))
            }
            try await world.delete(Board.self, sample.board)
            #expect(try await world.entries().map(\.key.id).contains("mine") == false)
            #expect(await world.synchronize().isComplete)
            #expect(try await world.boards.find(.all).isEmpty)
            let left = try await world.storage.read { store throws(StorageError) in
                try store.record(key)
            }
            #expect(left == nil)
        }
    }

    // The trap: a user who writes to an entity with a conflict has seen both states, but a rule has
    // not.
    @Test("a removed reference does not decide a conflict", arguments: Store.allCases)
    func conflict(store: Store) async throws {
        try await World.runWithBoards(in: store, conflicts: .fail) { world in
            let sample = try await Sample(world)
            try await world.move(sample.whole, ["title": "mine"], to: sample.board)
            let theirs = Card.Patch(title: .set("theirs"))
            _ = try await world.cards.patch(id: sample.whole, with: theirs)
            await world.synchronize()
            #expect(try await world.rejected().count == 1)
            try await world.delete(Member.self, sample.member)
            #expect(try await world.rejected().count == 1)
            _ = await world.settle()
            #expect(try await world.cards.find(id: sample.whole).title == "theirs")
            let kept = try #require(try await world.rejected().first)
            #expect(try kept.entity(as: Card.self)?.assignee == nil)
            #expect(try kept.entity(as: Card.self)?.title == "mine")
        }
    }

    @Test("a deletion in a listing is cascaded", arguments: Store.allCases)
    func brought(store: Store) async throws {
        try await World.runWithBoards(in: store) { world in
            let sample = try await Sample(world)
            // The cards cannot be listed, so only the rules show the effect of the server's
            // deletion.
            await world.server.setFaults { request in
                request.method == "GET" && request.path == "/cards"
                    ? .answer(ScriptedAnswer(503)) : nil
            }
            try await world.members.delete(id: sample.member)
            await world.synchronize()
            #expect(try await world.local(Card.self).map(\.assignee) == [nil, nil])
            #expect(try await world.local(Card.self).map(\.watchers) == [nil, []])
            #expect(try await world.entries().isEmpty)
            try await world.boards.delete(id: sample.board)
            await world.synchronize()
            #expect(try await world.local(Card.self).isEmpty)
            #expect(try await world.entries().isEmpty)
            #expect(await world.deletions().count == 2)
        }
    }

    @Test(
        "pending writes are kept when a listing contains the deletion",
        arguments: Store.allCases
    )
    func waiting(store: Store) async throws {
        try await World.runWithBoards(in: store) { world in
            let sample = try await Sample(world)
            await world.server.setFaults { request in
                request.path.hasPrefix("/cards") ? .answer(ScriptedAnswer(503)) : nil
            }
            try await world.create(Card(id: "new", title: "mine", board: sample.board))
            try await world.boards.delete(id: sample.board)
            await world.synchronize()
            #expect(try await world.local(Card.self).map(\.title) == ["mine"])
            #expect(try await world.entries().count == 1)
        }
    }
}

extension World {
    fileprivate var members: MemberRepository { MemberRepository(store: session) }
    fileprivate var boards: BoardRepository { BoardRepository(store: session) }
    fileprivate var cards: CardRepository { CardRepository(store: session) }

    /// Runs a body with a client and a server for boards, cards and members.
    fileprivate static func runWithBoards(
        in store: Store,
        conflicts: ConflictPolicy = .merge,
        _ body: (World) async throws -> Void
    ) async throws {
        try await run(in: store) { world in
            await world.server.serve("members", keys: ["name"], required: "name")
            await world.server.serve(
                "boards",
                keys: ["title", "owner"],
                required: "title",
                references: ["owner": "members"]
            )
            await world.server.serve(
                "cards",
                keys: ["title", "board", "whole", "assignee", "watchers"],
                required: "title",
                references: [
                    "board": "boards", "whole": "cards", "assignee": "members",
                    "watchers": "members",
                ]
            )
            try await world.synchronizer.register(RemoteCollection(world.members))
            try await world.synchronizer.register(RemoteCollection(world.boards))
            try await world.synchronizer.register(
                RemoteCollection(world.cards, conflicts: conflicts)
            )
            try await body(world)
        }
    }

    fileprivate func delete<Value: Entity>(_ type: Value.Type, _ id: String) async throws {
        try await storage.write { store throws(StorageError) in
            try Outbox(Value.schema, in: store).delete(id: id)
        }
    }

    fileprivate func move(
        _ card: String,
        _ changes: [String: JSON],
        to board: String
    ) async throws {
        let all = changes.merging(["board": .string(board)]) { $1 }
        try await storage.write { store throws(StorageError) in
            _ = try Outbox(Card.schema, in: store).patch(id: card, with: all)
        }
    }

    fileprivate func deletions() async -> [String] {
        await writes().filter { $0.hasPrefix("DELETE") }
    }
}
