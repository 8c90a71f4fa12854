import Foundation
import Testing

@testable import RepositoryLocal

/// Laws of changes on both sides, and of rejections.
@Suite struct ConflictLawTests {
    /// Creates a local change of the text, which another client has changed, too, with the likes.
    private func contested(_ policy: ConflictPolicy, hasTag: Bool) throws -> LawWorld {
        let world = LawWorld(policy, givesTags: hasTag)
        try world.know("m1", hasTag: hasTag)
        try world.write { try $0.patch(id: "m1", with: ["text": "mine"]) }
        return world
    }

    private func changeByOthers(_ world: LawWorld) {
        var members = world.service["messages/m1"] ?? [:]
        (members["text"], members["likes"]) = ("theirs", 7)
        world.service.set("messages/m1", to: members)
    }

    @Test(
        "A change of a known entity is guarded by its entity tag, or by a read unless the client wins"
    )
    func guards() async throws {
        for policy in ConflictPolicy.allCases {
            let tagged = try contested(policy, hasTag: true)
            try await tagged.run()
            #expect(tagged.service.takeLines() == ["PATCH messages/m1"])
            #expect(tagged.writes.map(\.request.tag) == ["\"1\""])

            let untagged = try contested(policy, hasTag: false)
            try await untagged.run()
            let lines = ["GET messages/m1", "PATCH messages/m1"]
            #expect(
                untagged.service.takeLines() == (policy == .clientWins ? [lines[1]] : lines)
            )
        }
    }

    @Test("Only the policy decides a conflict", arguments: ConflictPolicy.allCases)
    func policies(policy: ConflictPolicy) async throws {
        // The ways to detect the conflict: a 412, a read before sending, a read after a lost
        // response.
        let refused = try contested(policy, hasTag: true)
        changeByOthers(refused)
        try await refused.run()
        let checked = try contested(policy, hasTag: false)
        changeByOthers(checked)
        try await checked.run()
        let unanswered = try contested(policy, hasTag: true)
        unanswered.service.fail("PATCH messages/m1", .dropped)
        try await unanswered.run()
        unanswered.service.fail("PATCH messages/m1", nil)
        changeByOthers(unanswered)
        try await unanswered.run()

        let expected: (local: [JSON], remote: [JSON], SyncState) =
            switch policy {
            case .serverWins: (["theirs", 7], ["theirs", 7], .synchronized)
            case .clientWins, .merge: (["mine", 7], ["mine", 7], .synchronized)
            case .fail: (["mine", 0], ["theirs", 7], .conflicted)
            }
        for world in [refused, checked, unanswered] {
            let (here, there) = (try world.message("m1"), world.service["messages/m1"] ?? [:])
            #expect([here["text"], here["likes"]] == expected.local)
            #expect([there["text"], there["likes"]] == expected.remote)
            #expect(world.tables.record(LawWorld.key("m1"))?.state == expected.2)
        }
    }

    @Test("A deletion that loses against a change is reported as a conflict")
    func lostDeletions() async throws {
        for (policy, hasTag) in ConflictPolicy.allCases.flatMap({ [($0, true), ($0, false)] }) {
            let world = LawWorld(policy, givesTags: hasTag)
            try world.know("m1", hasTag: hasTag)
            try world.write { try $0.delete(id: "m1") }
            changeByOthers(world)
            try await world.run()
            guard policy != .clientWins else {
                #expect(world.service["messages/m1"] == nil && world.report.conflicts.isEmpty)
                continue
            }
            #expect(world.service["messages/m1"] != nil)
            #expect(try world.message("m1")["text"] == "theirs")
            let conflict = try #require(world.report.conflicts.first)
            #expect(conflict.resolution == (policy == .fail ? .open : .server))
            #expect(conflict.properties.map(\.key) == ["likes", "text"])
        }
    }

    @Test("A refused write is kept with the response, unless its entity was written since")
    func refusals() async throws {
        let world = LawWorld()
        try world.know("m1")
        try world.write { try $0.patch(id: "m1", with: ["text": ""]) }
        world.service.answer("PATCH messages/m1", 422, ["reason": "empty"])
        try await world.run()
        let entry = try #require(world.entries("m1").first)
        #expect(entry.state == .rejected && entry.failure?.status == 422)
        #expect(try entry.failure?.body.map { try JSON(jsonData: $0) } == ["reason": "empty"])
        #expect(try world.message("m1")["text"] == "")
        // It is not sent again automatically.
        world.now.addTimeInterval(100_000)
        try await world.run()
        #expect(world.service.takeLines().count == 1)

        let other = LawWorld()
        try other.know("m1")
        try other.write { try $0.patch(id: "m1", with: ["text": ""]) }
        let attempt = try #require(try other.mark("m1"))
        try other.write { try $0.patch(id: "m1", with: ["likes": 1]) }
        let error = RepositoryError(.invalid, during: "PATCH messages/m1", message: "Empty.")
        try other.perform(.reject(attempt.entry.id, error))
        let entries = other.entries("m1")
        #expect(entries.map(\.state) == [.waiting])
        #expect(entries.map(\.changed) == [["text": "", "likes": 1]])
        #expect(entries.first?.idempotencyKey != attempt.entry.idempotencyKey)
    }
}
