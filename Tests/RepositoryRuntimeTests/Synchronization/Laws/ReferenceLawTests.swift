import Foundation
import SyncSample
import Testing

@testable import RepositoryLocal

/// Laws of references between entities, and of their identities.
@Suite struct ReferenceLawTests {
    /// Creates a new conversation, a new message in it, and a known one that is moved to it.
    private func world() throws -> LawWorld {
        let world = LawWorld()
        try world.know("m1")
        let conversation = try Conversation(id: "temporary", title: "Trip").jsonData()
        try Outbox(Conversation.schema, in: world.tables).create(conversation, id: "temporary")
        try world.write {
            let message = SyncMessage(id: "m2", text: "hi", conversation: "temporary")
            try $0.create(message.jsonData(), id: "m2")
            try $0.patch(id: "m1", with: ["conversation": "temporary"])
        }
        return world
    }

    @Test("A reference to an entity that the server does not have yet is never sent")
    func references() async throws {
        let world = try world()
        world.service.fail("POST conversations", .dropped)
        try await world.run()
        #expect(world.service.takeLines() == ["POST conversations"])
        world.service.answer("POST conversations", 422)
        try await world.run()
        #expect(world.service.takeLines() == ["POST conversations"])

        // In a cycle, one is sent without its reference.
        let ring = LawWorld()
        let outbox = Outbox(Errand.schema, in: ring.tables)
        let errands = [("e1", "e2"), ("e2", "e3"), ("e3", "e1"), ("e4", "e4")]
        for (id, next) in errands {
            try outbox.create(Errand(id: id, title: id, next: next).jsonData(), id: id)
        }
        _ = ring.tables.commit()
        try await ring.run()
        var known: Set<JSON> = []
        for write in ring.writes {
            if let next = write.body["next"] { #expect(known.contains(next)) }
            if write.request.line == "POST errands" {
                known.insert(.string("s\(known.count + 1)"))
            }
        }
        #expect(known.count == 4)
        var titles: [JSON: JSON] = [:]
        let created = known.compactMap { ring.service["errands/\($0.string ?? "")"] }
        for errand in created { titles[errand["_id"] ?? .null] = errand["title"] }
        for errand in created {
            let next = errands.first { .string($0.0) == errand["title"] }?.1
            #expect(titles[errand["next"] ?? .null] == next.map(JSON.string))
        }
    }

    @Test("An identity assigned by the server replaces the temporary one everywhere")
    func identities() async throws {
        let world = try world()
        for line in ["POST messages", "PATCH messages/m1"] { world.service.answer(line, 503) }
        try await world.run()
        #expect(world.service.takeLines().first == "POST conversations")
        let temporary = LawWorld.key("temporary", in: "Conversation")
        let current = LawWorld.key("s1", in: "Conversation")
        #expect(world.tables.record(temporary) == nil && world.tables.record(current) != nil)
        #expect(try IdentityAliases(in: world.tables).current(temporary) == current)
        for id in ["m1", "m2"] {
            #expect(try world.message(id)["conversation"] == "s1")
            let changed = try #require(world.entries(id).first?.changed?.object)
            #expect(changed["conversation"] == "s1")
        }
        #expect(world.writes.dropFirst().map { $0.body["conversation"] } == ["s1", "s1"])
        // A write by the temporary identity changes the same entity.
        let outbox = Outbox(Conversation.schema, in: world.tables)
        let renamed = try Conversation(id: "temporary", title: "Journey").jsonData()
        #expect(try outbox.update(renamed, id: "temporary").key == current)
        let document = try #require(world.tables.record(current)?.document)
        #expect(try DocumentMembers.read(document) == ["_id": "s1", "title": "Journey"])
        try await unsentReference()
    }

    /// A patch of another property leaves a reference to an entity that was created again as it is
    /// on the server.
    private func unsentReference() async throws {
        let world = LawWorld()
        try world.know("m1")
        var record = try #require(world.tables.record(LawWorld.key("m1")))
        let document = try SyncMessage(id: "m1", text: "old", conversation: "c1").jsonData()
        (record.document, record.base) = (document, document)
        try world.tables.put(record)
        world.service.set("messages/m1", to: try [String: JSON](jsonData: document))
        let deleted = LawWorld.key("c1", in: "Conversation")
        try IdentityAliases.note("c2", inPlaceOf: deleted, in: world.tables)
        try world.write { try $0.patch(id: "m1", with: ["likes": 0]) }
        try await world.run()
        #expect(world.entries("m1").isEmpty)
        #expect(try world.message("m1")["conversation"] == "c1")
    }
}
