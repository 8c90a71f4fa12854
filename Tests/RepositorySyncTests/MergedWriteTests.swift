import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// A merge is recorded until it has arrived.
@Suite struct MergedWriteTests {
    @Test("a merge counts as one even after a crash before it is sent", arguments: Store.allCases)
    func survives(store: Store) async throws {
        try await World.run(in: store, conflicts: .merge) { world in
            let id = try await world.known()
            try await world.patch(id, ["text": "mine"])
            _ = try await world.remote.patch(id: id, with: Message.Patch(likes: .set(9)))
            await world.disturb(.answer(ScriptedAnswer(503)), ["PATCH"])
            #expect(await world.synchronize().postponed == 1)
            await world.disturb(nil)
            // As in another process: only stored state is known.
            let other = Synchronizer(storage: world.storage, clock: world.clock)
            try await other.register(
                RemoteCollection(world.remote, creationCheck: .idempotencyKey())
            )
            world.clock.advance(by: .seconds(600))
            let report = await other.push()
            #expect(report.merged == 1)
            #expect(report.acknowledged == 0)
            let expected = Message(id: id, text: "mine", likes: 9)
            #expect(try await world.remote.find(.all) == [expected])
            // The next write of the same entity does not count as merged.
            try await world.patch(id, ["text": "next"])
            world.clock.advance(by: .seconds(1))
            let next = await other.push()
            #expect(next.merged == 0)
            #expect(next.acknowledged == 1)
        }
    }
}
