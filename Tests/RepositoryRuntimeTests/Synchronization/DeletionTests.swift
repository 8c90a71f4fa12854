import Foundation
import SyncSample
import Testing

@testable import RepositoryLocal

/// Deletions on either side whose outcome depends on what happened before.
@Suite struct DeletionTests {
    /// Runs a creation whose entity the app deletes before the response, and for which the service has an entity with
    /// another text.
    private func run(_ policy: ConflictPolicy, mine: String, theirs: String) async throws
        -> LawWorld
    {
        let world = LawWorld(policy, check: .identity)
        let created = try SyncMessage(id: "m1", text: mine).jsonData()
        try world.write { outbox in try outbox.create(created, id: "m1") }
        let known = try SyncMessage(id: "m1", text: theirs).jsonData()
        world.service.set("messages/m1", to: try [String: JSON](jsonData: known))
        world.service.answer("POST messages", 409)
        var isSent = false
        try await world.run { effect in
            guard !isSent, case .exchange(.send) = effect else { return }
            isSent = true
            try world.write { outbox in try outbox.delete(id: "m1") }
        }
        // Whatever remains is sent by the next one.
        try await world.run()
        return world
    }

    // The trap: the state of another client becomes the base, and the deletion is sent for it.
    @Test(
        "a deletion keeps an entity that another client has created under the same identity",
        arguments: ConflictPolicy.allCases
    )
    func foreignCreation(policy: ConflictPolicy) async throws {
        let world = try await run(policy, mine: "mine", theirs: "theirs")
        #expect((world.service["messages/m1"] == nil) == (policy == .clientWins))
        if policy != .clientWins { #expect(try world.message("m1")["text"] == "theirs") }
    }

    // The trap: the service has trimmed a text, so the client's own entity looks like another one.
    @Test(
        "a deletion follows a creation that has arrived in another form",
        arguments: ConflictPolicy.allCases
    )
    func ownCreation(policy: ConflictPolicy) async throws {
        let world = try await run(policy, mine: " mine ", theirs: "mine")
        #expect(world.service["messages/m1"] == nil)
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
