import Foundation
import SyncSample
import Testing

@testable import RepositoryLocal

/// Laws of listings.
@Suite struct PullLawTests {
    private func element(_ id: String, _ text: String) throws -> RemoteElement {
        let message = SyncMessage(id: id, text: text)
        return .entity(RemoteState(members: try [String: JSON](jsonData: message.jsonData())))
    }

    /// Stores a listing of one message that began at a certain time.
    private func list(
        _ id: String,
        _ text: String = "listed",
        at date: Date,
        in world: LawWorld
    ) throws {
        let page = [try element(id, text)]
        try world.perform(.storePage(page, of: "Message", listedAt: date))
    }

    @Test("A listing does not overwrite pending writes")
    func pendingWrites() async throws {
        let endings: [(LawWorld) async throws -> Void] = [
            { _ in },
            { world in _ = try world.mark("m1") },
            { world in
                world.service.answer("PATCH messages/m1", 422)
                try await world.run()
            },
            { world in
                world.service.set("messages/m1", to: nil)
                try await world.run()
            },
            { world in try world.write { try $0.delete(id: "m1") } },
        ]
        var states: [SyncState?] = []
        for ending in endings {
            let world = LawWorld(.fail)
            try world.know("m1")
            try world.write { try $0.patch(id: "m1", with: ["text": "mine"]) }
            try await ending(world)
            let record = world.tables.record(LawWorld.key("m1"))
            states.append(record?.state)
            try list("m1", at: world.now + 1, in: world)
            let tombstone = RemoteElement.tombstone("m1", nil)
            try world.perform(.storePage([tombstone], of: "Message", listedAt: world.now + 1))
            #expect(world.tables.record(LawWorld.key("m1")) == record)
        }
        #expect(states == [.waiting, .inFlight, .rejected, .conflicted, .deleted])
        try await deletedElsewhere()
    }

    /// A rejected deletion ends with that of another client, a rejected change does not.
    private func deletedElsewhere() async throws {
        for deletes in [true, false] {
            let world = LawWorld()
            try world.know("m1")
            try world.write {
                if deletes {
                    try $0.delete(id: "m1")
                } else {
                    try $0.patch(id: "m1", with: ["text": "x"])
                }
            }
            world.service.answer("DELETE messages/m1", 403)
            world.service.answer("PATCH messages/m1", 422)
            try await world.run()
            #expect(world.entries("m1").map(\.state) == [.rejected])
            world.now += 1
            try world.perform(
                .storePage([.tombstone("m1", nil)], of: "Message", listedAt: world.now)
            )
            #expect(world.entries("m1").isEmpty == deletes)
            #expect((world.tables.record(LawWorld.key("m1")) == nil) == deletes)
        }
    }

    @Test("A removed entity does not come back with an older listing")
    func departures() async throws {
        let world = LawWorld()
        let listed = world.now
        world.now += 1
        // More than are recorded separately.
        let ids = (1...4_000).map { "d\($0)" }
        for id in ids {
            try world.know(id)
            let departure = [RemoteElement.tombstone(id, nil)]
            world.now += 1
            try world.perform(
                .storePage(departure, of: "Message", listedAt: world.now)
            )
        }
        try world.know("m1")
        try world.write { try $0.delete(id: "m1") }
        try await world.run()
        for id in ["m1", "d1", "d2000", "d4000"] {
            #expect(world.tables.record(LawWorld.key(id)) == nil)
            try list(id, at: listed, in: world)
            #expect(world.tables.record(LawWorld.key(id)) == nil, "\(id)")
        }
        // A newer one contains another entity with that identity.
        try list("m1", at: world.now + 1, in: world)
        #expect(world.tables.record(LawWorld.key("m1")) != nil)
        try await departureBeforeListing()
    }

    /// An unknown entity was deleted before the first listing, which no incremental listing
    /// reports.
    private func departureBeforeListing() async throws {
        let changes = Conventions.Changes(parameter: "since", cursor: .header("Last-Change"))
        let world = LawWorld(changes: changes)
        world.service.setListingField("Last-Change", to: "5")
        let listed = world.now
        world.now += 1
        try await world.run(pulling: true)
        try list("s1", at: listed, in: world)
        #expect(world.tables.record(LawWorld.key("s1")) == nil)
        try list("s1", at: world.now + 1, in: world)
        #expect(world.tables.record(LawWorld.key("s1")) != nil)
        try await departureBeforeCursor()
    }

    /// The app stores an entity that it has read before, when the listing without it is complete,
    /// but its position is not stored yet.
    private func departureBeforeCursor() async throws {
        let changes = Conventions.Changes(parameter: "since", cursor: .header("Last-Change"))
        let world = LawWorld(changes: changes)
        world.service.setListingField("Last-Change", to: "5")
        let read = world.now
        world.now += 1
        var isStored: Bool?
        let document = try SyncMessage(id: "s1", text: "read").jsonData()
        try await world.run(pulling: true) { effect in
            guard case .store(.keepCursor(_, "Message")) = effect else { return }
            let confirmed = Confirmations(SyncMessage.schema, in: world.tables, at: read)
            isStored = try confirmed.put(document, id: "s1")
        }
        #expect(isStored == false)
    }

    @Test("Entities missing from a listing are removed only if the listing is complete")
    func unlisted() async throws {
        let broken: JSON = [["_id": "m1", "text": "old"], ["_id": 7]]
        let full: JSON = [["_id": "m1", "text": "old", "likes": 0]]
        for (status, body, isRemoved) in [
            (200, full, true), (200, broken, false), (500, nil, false),
        ] {
            let world = LawWorld()
            for id in ["m1", "m2"] { try world.know(id) }
            world.service.set("messages/m2", to: nil)
            world.service.answer("GET messages", status, body)
            world.now += 1
            try await world.run(pulling: true)
            #expect((world.tables.record(LawWorld.key("m2")) == nil) == isRemoved)
            #expect(world.tables.record(LawWorld.key("m1")) != nil)
            #expect(world.report.removed == (isRemoved ? 1 : 0))
        }
    }

    @Test("While the outcome of a creation is unknown, a listing adds no new entity of its type")
    func openCreations() async throws {
        let world = LawWorld(check: .comparison)
        try world.know("m1")
        try world.write { try $0.create(SyncMessage(id: "m2", text: "n").jsonData(), id: "m2") }
        try #require(try world.mark("m2") != nil)
        try list("s1", at: world.now + 1, in: world)
        try list("m1", at: world.now + 1, in: world)
        #expect(world.tables.record(LawWorld.key("s1")) == nil)
        #expect(try world.message("m1")["text"] == "listed")
        try await world.run()
        #expect(world.outcomes.map(\.kind) == [.acknowledged])
        try list("s9", at: world.now + 1, in: world)
        #expect(try world.message("s9")["text"] == "listed")
    }

    @Test("A cursor is stored only if everything before it is stored")
    func cursors() async throws {
        let changes = Conventions.Changes(parameter: "since", cursor: .header("Last-Change"))
        let world = LawWorld(changes: changes)
        let cursor = try #require(ChangeCursor(world.collections[1]))
        world.service.setListingField("Last-Change", to: "5")
        for id in ["m1", "m2"] { try world.know(id) }
        try world.write { try $0.patch(id: "m1", with: ["text": "mine"]) }
        world.service.answer("PATCH messages/m1", 422)
        world.now += 1
        try await world.run(pulling: true)
        #expect(world.report.pulled == 1)
        #expect(try cursor.read(from: world.tables) == nil)

        let rejected = try #require(world.entries("m1").first)
        try world.tables.discard(rejected: rejected.id)
        world.now += 1
        try await world.run(pulling: true)
        #expect(world.report.pulled == 2)
        #expect(try cursor.read(from: world.tables) == "5")

        // The same for incremental listings.
        world.service.setListingField("Last-Change", to: "6")
        try world.write { try $0.patch(id: "m1", with: ["text": "mine"]) }
        world.now += 1
        try await world.run(pulling: true)
        #expect(try cursor.read(from: world.tables) == "5")
        world.service.fail("PATCH messages/m1", nil)
        try world.write { try $0.patch(id: "m1", with: ["text": "better"]) }
        world.now += 1
        try await world.run(pulling: true)
        #expect(try cursor.read(from: world.tables) == "6")
        try await broughtByAnother()
        try await writtenMeanwhile()
    }

    /// A deleted entity is written after the listing, and before it would be removed.
    private func writtenMeanwhile() async throws {
        let changes = Conventions.Changes(parameter: "since", cursor: .header("Last-Change"))
        let world = LawWorld(changes: changes)
        let cursor = try #require(ChangeCursor(world.collections[1]))
        world.service.setListingField("Last-Change", to: "5")
        try world.know("m1")
        world.service.set("messages/m1", to: nil)
        world.now += 1
        var isWritten = false
        try await world.run(pulling: true) { effect in
            guard case .exchange(.read) = effect, !isWritten else { return }
            isWritten = true
            try world.write { try $0.patch(id: "m1", with: ["text": "mine"]) }
        }
        #expect(isWritten)
        #expect(world.tables.record(LawWorld.key("m1")) != nil)
        #expect(try cursor.read(from: world.tables) == nil)
    }

    /// Another request fetches an entity during a listing, which no longer contains it.
    private func broughtByAnother() async throws {
        let changes = Conventions.Changes(parameter: "since", cursor: .header("Last-Change"))
        let world = LawWorld(changes: changes)
        let cursor = try #require(ChangeCursor(world.collections[1]))
        world.service.setListingField("Last-Change", to: "5")
        try await world.run(pulling: true) { effect in
            guard case .exchange(.list(_, of: "Message")) = effect,
                world.tables.record(LawWorld.key("s1")) == nil
            else { return }
            world.now += 1
            try list("s1", at: world.now, in: world)
        }
        #expect(world.tables.record(LawWorld.key("s1")) != nil)
        #expect(try cursor.read(from: world.tables) == nil)

        world.now += 1
        try await world.run(pulling: true)
        #expect(world.tables.record(LawWorld.key("s1")) == nil)
        #expect(try cursor.read(from: world.tables) == "5")
    }
}
