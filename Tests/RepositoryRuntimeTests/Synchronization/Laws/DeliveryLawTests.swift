import Foundation
import SyncSample
import Testing

@testable import RepositoryLocal

/// Laws of requests and their repetition.
@Suite struct DeliveryLawTests {
    /// A local write of one message, and its request.
    private struct Write: Sendable {
        let line: String
        let id: String
        let make: @Sendable (Outbox) throws -> Void
    }

    private static let writes = [
        Write(line: "POST messages", id: "m2") {
            try $0.create(SyncMessage(id: "m2", text: "new").jsonData(), id: "m2")
        },
        Write(line: "PUT messages/m1", id: "m1") {
            try $0.update(SyncMessage(id: "m1", text: "changed").jsonData(), id: "m1")
        },
        Write(line: "PATCH messages/m1", id: "m1") {
            try $0.patch(id: "m1", with: ["text": "changed"])
        },
        Write(line: "DELETE messages/m1", id: "m1") { try $0.delete(id: "m1") },
    ]

    /// Creates a world with a known message, and a write of it or of a new one.
    private func world(
        _ write: Write,
        check: RemoteCollection.CreationCheck = .comparison,
        listing: RemoteCollection.Listing = .whole
    ) throws -> LawWorld {
        let world = LawWorld(check: check, listing: listing)
        try world.know("m1")
        try world.write(write.make)
        return world
    }

    @Test("A write is marked as in flight before it is sent")
    func marks() async throws {
        for write in Self.writes {
            let world = try world(write)
            try await world.run()
            #expect(world.writes.map(\.request.line) == [write.line])
            #expect(world.writes.map { $0.outbox.map(\.state) } == [[.inFlight]])
        }
        let batch = LawWorld(batchSize: 25)
        for id in ["m2", "m3"] {
            try batch.write { try $0.create(SyncMessage(id: id, text: id).jsonData(), id: id) }
        }
        batch.service.fail("POST messages/collection", .dropped)
        try await batch.run()
        #expect(batch.writes.map(\.request.line) == ["POST messages/collection"])
        #expect(batch.writes.map { $0.outbox.map(\.state) } == [[.inFlight, .inFlight]])
    }

    @Test("A write whose mark is too old is not sent")
    func oldMarks() async throws {
        for write in Self.writes {
            let world = try world(write, listing: .none)
            world.storingTakes = SyncLease.duration / 3
            try await world.run()
            #expect(world.writes.isEmpty)

            let other = try self.world(write)
            other.storingTakes = SyncLease.duration / 3 - 1
            try await other.run()
            #expect(other.writes.map(\.request.line) == [write.line])
        }
    }

    @Test(
        "A postponed write stays in flight, unless it was certainly not carried out"
    )
    func states() async throws {
        for write in Self.writes {
            let world = try world(write, check: .idempotencyKey())
            for status in [429, 503, 401] {
                world.service.answer(write.line, status)
                try await world.run()
                #expect(world.entries(write.id).map(\.state) == [.waiting], "\(status)")
            }
            world.service.fail(write.line, .unsent)
            try await world.run()
            #expect(world.entries(write.id).map(\.state) == [.waiting])

            for status in [500, 502, 408] {
                let world = try self.world(write)
                world.service.answer(write.line, status)
                try await world.run()
                #expect(world.entries(write.id).map(\.state) == [.inFlight], "\(status)")
            }
            world.service.fail(write.line, .dropped)
            try await world.run()
            #expect(world.entries(write.id).map(\.state) == [.inFlight])
            // A failure to send it now does not determine the outcome of the first attempt.
            for line in [write.line, "GET messages/m1"] { world.service.fail(line, .unsent) }
            try await world.run()
            #expect(world.entries(write.id).map(\.state) == [.inFlight])
        }
    }

    @Test(
        "A write that was carried out is not sent again, unless an earlier request may still arrive"
    )
    func arrived() async throws {
        for write in Self.writes {
            let world = try world(write)
            world.service.fail(write.line, .lost)
            try await world.run()
            #expect(world.entries(write.id).map(\.state) == [.inFlight])
            try await world.run()
            #expect(world.writes.map(\.request.line) == [write.line])
            #expect(world.service.carriedOut == [write.line])
            #expect(world.outcomes.map(\.kind) == [.acknowledged])
            #expect(world.tables.entries(in: OutboxEntry.State.open, after: 0, limit: 1).isEmpty)
        }
        // The first change may arrive after the second: then it must meet a newer version.
        let line = "PATCH messages/m1"
        let world = try world(Self.writes[2])
        world.service.fail(line, .dropped)
        try await world.run()
        try world.write { try $0.patch(id: "m1", with: ["text": "newer"]) }
        world.service.fail(line, .lost)
        try await world.run()
        world.service.fail(line, nil)
        try await world.run()
        #expect(world.service.carriedOut == [line, line])
        #expect(world.writes.map { $0.body["text"] } == ["changed", "newer", "newer"])
    }

    @Test(
        "A write in flight is sent again only after a read, with a known key, or to delete an unknown entity"
    )
    func looks() async throws {
        for write in Self.writes {
            let world = try world(write)
            world.service.fail(write.line, .dropped)
            try await world.run()
            #expect(world.service.takeLines() == [write.line])
            world.service.fail(write.line, nil)
            try await world.run()
            let look = write.id == "m1" ? "GET messages/m1" : "GET messages"
            #expect(world.service.takeLines() == [look, write.line])
            #expect(world.outcomes.map(\.kind) == [.acknowledged])
        }
        let keys = try world(Self.writes[0], check: .idempotencyKey())
        keys.service.fail("POST messages", .dropped)
        try await keys.run()
        try await keys.run()
        #expect(keys.service.takeLines() == ["POST messages", "POST messages"])
        // The service has forgotten the key.
        keys.now.addTimeInterval(100_000)
        try await keys.run()
        #expect(keys.service.takeLines().first == "GET messages")

        let unknown = LawWorld()
        try unknown.write { try $0.delete(id: "m9") }
        unknown.service.fail("DELETE messages/m9", .dropped)
        try await unknown.run()
        try await unknown.run()
        #expect(unknown.service.takeLines() == ["DELETE messages/m9", "DELETE messages/m9"])
    }

    @Test(
        "A creation is repeated with its key and its first body; changed content gets another key"
    )
    func keys() async throws {
        let world = try world(Self.writes[0], check: .idempotencyKey())
        world.service.fail("POST messages", .dropped)
        try await world.run()
        try world.write { try $0.update(SyncMessage(id: "m2", text: "newer").jsonData(), id: "m2") }
        world.service.fail("POST messages", nil)
        try await world.run()
        let sent = world.writes
        #expect(
            sent.map(\.request.line) == ["POST messages", "POST messages", "PUT messages/s1"]
        )
        #expect(sent.map { $0.body["text"] } == ["new", "new", "newer"])
        let first = try #require(sent.first?.request.key)
        #expect(sent.map { $0.request.key == first } == [true, true, false])

        for status in [422, 503] {
            let other = try self.world(Self.writes[0], check: .idempotencyKey())
            other.service.answer("POST messages", status)
            try await other.run()
            try other.write {
                try $0.update(SyncMessage(id: "m2", text: "newer").jsonData(), id: "m2")
            }
            try await other.run()
            #expect(other.writes.map { $0.body["text"] } == ["new", "newer"])
            #expect(Set(other.writes.map(\.request.key)).count == 2, "\(status)")
        }
    }

    @Test("The response to a repeated creation may be outdated, so the entity is read")
    func replays() async throws {
        for isDeleted in [false, true] {
            let world = try world(Self.writes[0], check: .idempotencyKey())
            world.service.fail("POST messages", .lost)
            try await world.run()
            world.service.set("messages/s1", to: isDeleted ? nil : ["_id": "s1", "text": "other"])
            world.service.fail("POST messages", nil)
            _ = world.service.takeLines()
            try await world.run()
            #expect(world.service.takeLines() == ["POST messages", "GET messages/s1"])
            #expect(world.outcomes.map(\.kind) == [.acknowledged])
            #expect(try world.message("s1")["text"] == (isDeleted ? nil : "other"))
        }
        // A process that is killed before it has read starts again.
        let world = try world(Self.writes[0], check: .idempotencyKey())
        world.service.fail("POST messages", .lost)
        try await world.run()
        world.service.fail("POST messages", nil)
        world.service.fail("GET messages/s1", .dropped)
        try await world.run()
        #expect(world.entries("m2").map(\.state) == [.inFlight])
        // If it may not be read, the response must suffice.
        world.service.answer("GET messages/s1", 403)
        try await world.run()
        #expect(try world.message("s1")["text"] == "new")

        let unlisted = try self.world(Self.writes[0], check: .idempotencyKey(), listing: .none)
        unlisted.service.fail("POST messages", .lost)
        try await unlisted.run()
        unlisted.service.fail("POST messages", nil)
        unlisted.service.answer("GET messages/s1", 404)
        try await unlisted.run()
        #expect(try unlisted.message("s1")["text"] == "new")
    }

    @Test(
        "A search for a creation ignores entities that another pending creation may have created"
    )
    func twins() async throws {
        let world = try world(Self.writes[0], check: .idempotencyKey())
        world.service.fail("POST messages", .dropped)
        try await world.run()
        // The service has forgotten the key of the first, and creates the second.
        world.now.addTimeInterval(100_000)
        try world.write { try $0.create(SyncMessage(id: "m3", text: "new").jsonData(), id: "m3") }
        world.service.fail("GET messages", .unsent)
        world.service.fail("POST messages", .lost)
        try await world.run()
        for line in ["GET messages", "POST messages"] { world.service.fail(line, nil) }
        for _ in 0..<2 { try await world.run() }
        #expect(world.service.carriedOut == ["POST messages", "POST messages"])
        #expect(world.tables.records(in: "Message", after: nil, limit: 9).count == 3)
        #expect(world.outcomes.count == 2)
    }

    @Test("A creation whose outcome cannot be determined is left to the user")
    func unknownFate() async throws {
        let world = try world(Self.writes[0], listing: .none)
        world.service.fail("POST messages", .dropped)
        try await world.run()
        try await world.run()
        #expect(world.service.takeLines() == ["POST messages"])
        #expect(world.entries("m2").map(\.state) == [.rejected])
        #expect(world.report.rejected.count == 1)
        #expect(try world.message("m2")["text"] == "new")
        try await world.run()
        #expect(world.service.takeLines().isEmpty)
    }

    @Test(
        "If the process is killed between any two effects, no write is lost or carried out twice",
        arguments: [RemoteCollection.CreationCheck.idempotencyKey(), .comparison]
    )
    func processEnds(check: RemoteCollection.CreationCheck) async throws {
        var limit = 1
        while true {
            let world = LawWorld(check: check)
            for id in ["m1", "m3", "m4"] { try world.know(id) }
            try world.write { try $0.create(SyncMessage(id: "m2", text: "n").jsonData(), id: "m2") }
            try world.write { try $0.update(SyncMessage(id: "m1", text: "c").jsonData(), id: "m1") }
            try world.write { try $0.delete(id: "m3") }
            try world.write { try $0.patch(id: "m4", with: ["likes": 4]) }
            let count = try await world.run(pulling: true, endingAfter: limit)
            world.now.addTimeInterval(10)
            try await world.run(pulling: true)
            #expect(
                world.service.carriedOut.sorted() == [
                    "DELETE messages/m3", "PATCH messages/m4", "POST messages", "PUT messages/m1",
                ],
                "\(limit)"
            )
            #expect(world.tables.entries(in: OutboxEntry.State.open, after: 0, limit: 1).isEmpty)
            for id in ["m1", "m4", "s1"] {
                #expect(try world.message(id) == world.service["messages/\(id)"], "\(limit)")
            }
            #expect(world.tables.records(in: "Message", after: nil, limit: 9).count == 3)
            guard count == limit else { break }
            limit += 1
        }
        #expect(limit > 15)
    }
}
