import ExampleServer
import Foundation
import RepositoryRuntime
import SyncSample
import Testing

/// A server that responds to a creation with an existing entity.
@Suite struct FoundCreationTests {
    private static let old = Message(id: "", text: "same", likes: 1)

    // The trap: the identity looks reused, and the pending change looks like that of another
    // entity.
    @Test(
        "the creation takes over no pending changes of the existing entity",
        arguments: Store.allCases
    )
    func waitingChange(store: Store) async throws {
        try await World.run(in: store, creationCheck: .comparison) { world in
            let id = try await found(world)
            try await world.create(Message(id: "t1", text: "same", likes: 1))
            try await world.patch(id, ["likes": 50])
            let report = await world.synchronize()
            #expect(report.acknowledged == 2 && report.superseded == 0)
            await world.server.setFaults(nil)
            #expect(try await world.remote.find(id: id).likes == 50)
            #expect(try await world.local() == world.remote.find(.all))
        }
    }

    @Test(
        "an existing entity does not count as a creation with other content",
        arguments: Store.allCases
    )
    func otherContent(store: Store) async throws {
        try await World.run(in: store, creationCheck: .comparison) { world in
            let id = try await found(world)
            try await world.create(Message(id: "t1", text: "new", likes: 1))
            let report = await world.synchronize()
            let rejected = try #require(report.rejected.first)
            #expect(rejected.entry.key.id == "t1")
            #expect(try await world.local().map(\.text).sorted() == ["new", "same"])
            await world.server.setFaults(nil)
            try await world.synchronizer.retry(rejected)
            #expect(await world.settle() == 1)
            #expect(try await world.remote.find(id: id).text == "same")
            #expect(try await world.local() == world.remote.find(.all))
        }
    }

    /// Returns the identity of a message that both sides know, and that is the response to
    /// creations.
    private func found(_ world: World) async throws -> String {
        let id = try await world.known(Self.old)
        let document = try #require(try await world.record(id)?.document)
        let answer = ScriptedAnswer.json(String(decoding: document, as: UTF8.self), status: 201)
        await world.disturb(.answer(answer), ["POST"])
        return id
    }
}
