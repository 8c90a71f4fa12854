import Foundation
import SyncSample
import Testing

@testable import RepositoryLocal

/// Laws of local writes.
@Suite struct OutboxLawTests {
    private static let new = Result { try SyncMessage(id: "m2", text: "new").jsonData() }
    private static let changed = Result { try SyncMessage(id: "m1", text: "changed").jsonData() }

    @Test("A local write and the intent to send it are one transaction")
    func transaction() throws {
        let writes: [(OutboxEntry.Operation, String, (Outbox) throws -> Void)] = [
            (.create, "m2", { try $0.create(Self.new.get(), id: "m2") }),
            (.update, "m1", { try $0.update(Self.changed.get(), id: "m1") }),
            (.patch, "m1", { try $0.patch(id: "m1", with: ["text": "changed"]) }),
            (.delete, "m1", { try $0.delete(id: "m1") }),
        ]
        for (operation, id, write) in writes {
            let world = LawWorld()
            try world.know("m1")
            let before = world.tables.record(LawWorld.key(id))
            try write(Outbox(SyncMessage.schema, in: world.tables))
            #expect(world.tables.record(LawWorld.key(id)) != before)
            #expect(world.entries(id).map(\.operation) == [operation])
            world.tables.rollBack()
            #expect(world.tables.record(LawWorld.key(id)) == before)
            #expect(world.entries(id).isEmpty)
        }
    }

    @Test("Pending writes of an entity are combined, but nothing is added to a write in flight")
    func coalescing() throws {
        let world = LawWorld()
        try world.know("m1")
        try world.write { try $0.patch(id: "m1", with: ["text": "first"]) }
        try world.write { try $0.patch(id: "m1", with: ["likes": 1]) }
        #expect(world.entries("m1").map(\.changed) == [["text": "first", "likes": 1]])

        let attempt = try #require(try world.mark("m1"))
        try world.write { try $0.patch(id: "m1", with: ["text": "second"]) }
        try world.write { try $0.update(Self.changed.get(), id: "m1") }
        let entries = world.entries("m1")
        #expect(entries.map(\.state) == [.inFlight, .waiting])
        #expect(entries.map(\.operation) == [.patch, .update])
        #expect(entries.first == attempt.entry)
    }

    @Test("Deleting a new entity that was never sent sends nothing")
    func deletionOfTheUnsent() async throws {
        let world = LawWorld()
        try world.write { try $0.create(Self.new.get(), id: "m2") }
        try world.write { try $0.update(SyncMessage(id: "m2", text: "newer").jsonData(), id: "m2") }
        try world.write { try $0.delete(id: "m2") }
        try await world.run()
        #expect(world.service.takeLines().isEmpty)
        #expect(world.tables.record(LawWorld.key("m2")) == nil)
        #expect(world.entries("m2").isEmpty)
    }

    @Test("A change made while a write is in flight survives the confirmation of that write")
    func laterWrite() async throws {
        let world = LawWorld()
        try world.know("m1")
        try world.write { try $0.patch(id: "m1", with: ["text": "first"]) }
        let attempt = try #require(try world.mark("m1"))
        try world.write { try $0.patch(id: "m1", with: ["text": "second", "likes": 2]) }

        var confirmed = attempt.sent
        confirmed["likes"] = 1
        world.service.set("messages/m1", to: confirmed)
        let state = RemoteState(members: confirmed, tag: "\"2\"")
        try world.perform(.settle(attempt, .success(state)))
        #expect(try world.message("m1")["text"] == "second")
        #expect(try world.message("m1")["likes"] == 2)
        #expect(world.entries("m1").map(\.state) == [.waiting])

        try await world.run()
        #expect(world.writes.map(\.body) == [["text": "second", "likes": 2]])
        #expect(world.writes.map(\.request.tag) == ["\"2\""])
        #expect(world.service["messages/m1"]?["text"] == "second")
    }
}
