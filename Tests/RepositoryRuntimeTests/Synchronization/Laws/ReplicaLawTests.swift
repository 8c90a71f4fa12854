import Foundation
import SyncSample
import Testing

@testable import RepositoryLocal

/// Laws of a partial replica.
@Suite struct ReplicaLawTests {
    /// The two messages with the most likes, of those with the text "kept".
    private let selection = ReplicaSelection(SyncMessage.self, newest: 2, by: \.likes) {
        $0.text == "kept"
    }

    private func stored(_ world: LawWorld) throws -> [String: [String: JSON]] {
        var found: [String: [String: JSON]] = [:]
        for record in world.tables.records(in: "Message", after: nil, limit: .max) {
            found[record.key.id] = try DocumentMembers.read(record.document)
        }
        return found
    }

    @Test("Entities outside of the selection are removed, unless they are pending or referenced")
    func trimmed() async throws {
        let endings: [(LawWorld) async throws -> Void] = [
            { world in world.service.answer("PATCH messages/m1", 503) },
            { world in
                world.service.fail("PATCH messages/m1", .dropped)
                _ = try world.mark("m1")
            },
            { world in world.service.answer("PATCH messages/m1", 422) },
            { world in
                try world.write { try $0.delete(id: "m1") }
                world.service.answer("DELETE messages/m1", 503)
            },
        ]
        for ending in endings {
            let world = LawWorld(keeping: ["Message": selection])
            for number in 1...5 { try world.know("m\(number)", text: "kept", likes: number) }
            try world.know("m6", text: "other", likes: 6)
            try world.write { try $0.patch(id: "m1", with: ["labels": ["mine"]]) }
            try await ending(world)
            world.now += 1
            try await world.run(pulling: true)
            #expect(try Set(stored(world).keys) == ["m1", "m4", "m5"])
            #expect(world.report.dropped == 3)
            #expect(world.report.removed == 0)
        }
        try await referred()
    }

    private func referred() async throws {
        let world = LawWorld(keeping: [
            "Conversation": ReplicaSelection(Conversation.self) { $0.title == "kept" }
        ])
        for (id, title) in [("c1", "kept"), ("c2", "referred"), ("c3", "other")] {
            let members = try [String: JSON](
                jsonData: Conversation(id: id, title: title).jsonData()
            )
            world.service.set("conversations/\(id)", to: members)
            let document = try DocumentMembers.write(members)
            try world.tables.put(
                StoredRecord(
                    key: LawWorld.key(id, in: "Conversation"),
                    document: document,
                    base: document,
                    confirmedAt: world.now
                )
            )
        }
        let message = SyncMessage(id: "local", text: "mine", conversation: "c2")
        try world.write { try $0.create(message.jsonData(), id: "local") }
        world.service.answer("POST messages", 503)
        world.now += 1
        try await world.run(pulling: true)
        let records = world.tables.records(in: "Conversation", after: nil, limit: .max)
        #expect(records.map(\.key.id).sorted() == ["c1", "c2"])
    }

    @Test("A partial store knows after each transaction which entities may be missing")
    func knowsWhatItLacks() async throws {
        var (ends, count) = (false, 1)
        while !ends {
            let world = LawWorld(keeping: ["Message": selection])
            for number in 1...4 { try world.know("m\(number)", text: "kept", likes: number) }
            world.now += 1
            try await world.run(pulling: true)
            // Two leave the selection, one is added, and two of the others are deleted.
            for number in 5...7 {
                let message = SyncMessage(id: "m\(number)", text: "kept", likes: number)
                world.service.set(
                    "messages/m\(number)",
                    to: try [String: JSON](jsonData: message.jsonData())
                )
            }
            world.service.set("messages/m4", to: ["_id": "m4", "text": "other", "likes": 9])
            world.now += 1
            ends = try await world.run(pulling: true, endingAfter: count) < count
            try expectTruth(world, of: 1...4, after: count)
            world.now += 1
            try await world.run(pulling: true)
            try expectTruth(world, of: 1...7, after: count)
            #expect(try Set(stored(world).keys) == ["m6", "m7"])
            count += 1
        }
        #expect(count > 8)
    }

    /// Expects that the store has the given messages of the last full listing if its state says so.
    private func expectTruth(
        _ world: LawWorld,
        of numbers: ClosedRange<Int>,
        after count: Int
    ) throws {
        guard let state = try ReplicaState(of: "Message", selection, in: world.tables) else {
            return
        }
        let stored = try stored(world)
        for number in numbers where stored["m\(number)"] == nil {
            guard world.service["messages/m\(number)"]?["text"] == "kept" else { continue }
            let asked = Criteria(SyncMessage.self) { $0.text == "kept" && $0.likes >= number }
            #expect(
                !state.holdsAll(of: asked, selection, last: nil),
                "m\(number) is missing after \(count) effects"
            )
        }
    }
}
