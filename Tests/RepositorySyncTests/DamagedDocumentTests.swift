import ExampleServer
import Foundation
import GRDB
import RepositoryRuntime
import SyncSample
import Testing

/// A stored document that is no longer JSON, as after a bit has flipped on the disk.
@Suite struct DamagedDocumentTests {
    // The trap: the error of one document ends each run before it has done anything else.
    @Test("a pending write of it is rejected, and holds up neither other writes nor listings")
    func otherWrites() async throws {
        try await World.run(in: .sqlite) { world in
            for id in ["a", "b", "c"] { try await world.create(Message(id: id, text: id)) }
            try await world.damage("b")
            _ = try await world.remote.create(Message(id: "", text: "theirs").draft)
            let report = await world.synchronizer.synchronize()
            #expect(report.acknowledged == 2)
            #expect(report.rejected.map(\.entry.key.id) == ["b"])
            #expect(report.problems.isEmpty)
            #expect(try await world.remoteTexts().sorted() == ["a", "c", "theirs"])
            let rejected = try #require(try await world.rejected().first)
            try await world.synchronizer.discard(rejected)
            #expect(await world.synchronize().isComplete)
            #expect(try await world.local().map(\.text).sorted() == ["a", "c", "theirs"])
        }
    }

    @Test(
        "an update of it is rejected, and discarding it restores the server's state",
        arguments: ["document", "base"]
    )
    func update(column: String) async throws {
        try await World.run(in: .sqlite) { world in
            let id = try await world.known()
            try await world.update(Message(id: id, text: "mine", likes: 1))
            try await world.damage(id, column)
            let report = await world.synchronizer.synchronize()
            #expect(report.rejected.map(\.entry.key.id) == [id])
            try await world.synchronizer.discard(try #require(report.rejected.first))
            #expect(await world.synchronize().isComplete)
            #expect(try await world.local().map(\.text) == ["hi"])
        }
    }

    @Test("the other pending writes can be exported")
    func export() async throws {
        try await World.run(in: .sqlite) { world in
            for id in ["a", "b", "c"] { try await world.create(Message(id: id, text: id)) }
            try await world.damage("b")
            let data = try await world.synchronizer.exportPendingWrites()
            let device = try await Device(.memory, session: world.session)
            _ = try await device.synchronizer.importPendingWrites(data)
            await device.synchronize()
            #expect(try await world.remoteTexts().sorted() == ["a", "c"])
        }
    }

    // The trap: an identity that the server never had looks like one of the server.
    @Test("what refers to an entity that is left out of an export is rejected")
    func exportedReference() async throws {
        try await World.run(in: .sqlite) { world in
            try await world.create(Conversation(id: "talk", title: "Talk"))
            try await world.create(Message(id: "a", text: "a", conversation: "talk"))
            try await world.damage("talk")
            let data = try await world.synchronizer.exportPendingWrites()
            let device = try await Device(.memory, session: world.session)
            _ = try await device.synchronizer.importPendingWrites(data)
            let report = await device.synchronize()
            #expect(report.rejected.map(\.entry.key.id) == ["a"])
            #expect(try await world.remoteTexts().isEmpty)
        }
    }

    @Test("an update of the app that adds an index opens the collection")
    func newIndex() async throws {
        try await World.run(in: .sqlite) { world in
            let boards = RepositoryProxy<Card>(storage: world.storage)
            var schema = Card.schema
            (schema.indexed, schema.compoundIndexes, schema.unique) = ([], [], [])
            try await world.storage.prepare(schema)
            let damaged = try await boards.create(Card.Draft(title: "damaged", board: "1"))
            let whole = try await boards.create(Card.Draft(title: "whole", board: "1"))
            try await world.damage(damaged.id)
            try await world.storage.prepare(Card.self)
            #expect(try await boards.find(id: whole.id) == whole)
            let onBoard = Card.Fields().board == "1"
            #expect(try await boards.find(Criteria(filter: onBoard)) == [whole])
            await #expect(throws: RepositoryError.self) { try await boards.find(id: damaged.id) }
        }
    }

    @Test("a deletion of it is sent", arguments: ConflictPolicy.allCases)
    func deletion(conflicts: ConflictPolicy) async throws {
        try await World.run(in: .sqlite, conflicts: conflicts) { world in
            let id = try await world.known()
            try await world.damage(id)
            try await world.delete(id)
            let report = await world.synchronizer.synchronize()
            #expect(report.acknowledged == 1 && report.isComplete)
            #expect(try await world.remoteTexts().isEmpty)
            #expect(try await world.local().isEmpty)
        }
    }

    @Test("writes that refer to it, or that it refers to, are sent", arguments: ["talk", "a"])
    func references(damaged: String) async throws {
        try await World.run(in: .sqlite) { world in
            try await world.create(Conversation(id: "talk", title: "Talk"))
            try await world.create(Message(id: "a", text: "a", conversation: "talk"))
            try await world.create(Message(id: "b", text: "b"))
            try await world.damage(damaged)
            let report = await world.synchronizer.synchronize()
            #expect(report.rejected.map(\.entry.key.id) == [damaged])
            #expect(report.problems.isEmpty)
            #expect(try await world.remoteTexts() == ["b"])
        }
    }

    @Test("a creation without a response is repeated as it was sent")
    func sentCreation() async throws {
        try await World.run(in: .sqlite) { world in
            try await world.create(Message(id: "a", text: "a"))
            await world.disturb(.cutAfter, ["POST"])
            await world.synchronizer.synchronize()
            try await world.damage("a")
            await world.disturb(nil)
            #expect(await world.settle() == 1)
            #expect(try await world.remoteTexts() == ["a"])
            #expect(try await world.local().map(\.text) == ["a"])
        }
    }

    @Test("it can be written again, and deleted, whatever the schema declares")
    func mended() async throws {
        try await World.run(in: .sqlite) { world in
            let labels = RepositoryProxy<Label>(storage: world.storage)
            try await world.storage.prepare(Label.self)
            var label = try await labels.create(Label.Draft(name: "red"))
            try await world.damage(label.id)
            label.name = "blue"
            try await labels.storeOrUpdate(label)
            #expect(try await labels.find(.all) == [label])
            try await world.damage(label.id)
            try await labels.delete(id: label.id)
            #expect(try await labels.find(.all).isEmpty)

            try await world.storage.prepare(Card.self)
            let cards = RepositoryProxy<Card>(storage: world.storage)
            let card = try await cards.create(Card.Draft(title: "whole", board: "1"))
            try await world.damage(card.id)
            try await cards.delete(id: card.id)
            #expect(try await cards.find(.all).isEmpty)
        }
    }
}

extension World {
    /// Changes the first byte of a stored document.
    fileprivate func damage(_ id: String, _ column: String = "document") async throws {
        let files = try #require(storage.attachments).url.path
        let queue = try DatabaseQueue(path: String(files.dropLast("-files".count)))
        try await queue.write { database in
            let tables = try String.fetchAll(
                database,
                sql: "SELECT name FROM sqlite_master WHERE name GLOB 'records_*' AND type = 'table'"
            )
            for table in tables {
                try database.execute(
                    sql: "UPDATE \(table) SET \(column) = 'z' || substr(\(column), 2) WHERE id = ?",
                    arguments: [id]
                )
            }
        }
    }
}
