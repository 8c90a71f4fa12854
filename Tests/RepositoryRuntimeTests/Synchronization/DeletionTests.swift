import Foundation
import SyncSample
import Testing

@testable import RepositoryLocal

/// Deletions on either side whose outcome depends on what happened before.
@Suite struct DeletionTests {
    // The trap: the state of another client becomes the base, and the deletion is sent for it.
    @Test(
        "a deletion keeps an entity that another client has created under the same identity",
        arguments: ConflictPolicy.allCases
    )
    func foreignCreation(policy: ConflictPolicy) async throws {
        let world = LawWorld(policy, check: .identity)
        let mine = try SyncMessage(id: "m1", text: "mine").jsonData()
        try world.write { outbox in try outbox.create(mine, id: "m1") }
        world.service.fail("POST messages", .dropped)
        try await world.run()
        try world.write { outbox in try outbox.delete(id: "m1") }
        let theirs = try SyncMessage(id: "m1", text: "theirs").jsonData()
        world.service.set("messages/m1", to: try [String: JSON](jsonData: theirs))
        world.service.answer("POST messages", 409)
        try await world.run()
        #expect((world.service["messages/m1"] == nil) == (policy == .clientWins))
        if policy != .clientWins { #expect(try world.message("m1")["text"] == "theirs") }
    }

    // The trap: the later of the two dates counts, which was wrong.
    @Test("the last deletion counts, even if the clock was ahead at an earlier one")
    func departures() throws {
        let world = LawWorld()
        let key = LawWorld.key("m1")
        let now = world.now
        try world.tables.noteDeparture(of: key, at: now + 3600)
        try world.tables.noteDeparture(of: key, at: now)
        let departures = Departures(of: "Message", in: world.tables)
        let standing = try departures.standing(of: "m1", listedAt: now - 1, now: now)
        guard case .gone = standing else {
            Issue.record("\(standing)")
            return
        }
    }
}
