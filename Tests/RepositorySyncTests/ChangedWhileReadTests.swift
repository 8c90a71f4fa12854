import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// Without entity tags, the server's state is read before a change is sent: local writes meanwhile
/// count.
@Suite struct ChangedWhileReadTests {
    // The trap: the deletion has become a change by then, but is ended as a deletion.
    @Test("an entity rewritten while its deletion is compared is sent", arguments: Store.allCases)
    func writtenAgain(store: Store) async throws {
        try await run(store) { world, late, id in
            try await world.delete(id)
            try await world.remote.delete(id: id)
            late.arm { await record { try await world.create(Message(id: id, text: "again")) } }
            _ = await world.settle()
            #expect(late.hasHappened)
            #expect(try await world.remoteTexts() == ["again"])
        }
    }

    // The trap: the deletion is ended instead of the change, and the record stays hidden forever.
    @Test("an entity deleted while its change is compared is deleted", arguments: Store.allCases)
    func deleted(store: Store) async throws {
        try await run(store) { world, late, id in
            let outcomes = world.synchronizer.outcomes()
            try await world.patch(id, ["text": "mine"])
            try await world.remote.delete(id: id)
            late.arm { await record { try await world.delete(id) } }
            _ = await world.settle()
            #expect(late.hasHappened)
            #expect(try await world.record(id) == nil)
            #expect(try await world.told(outcomes) == ["delete m1: acknowledged"])
        }
    }

    // The trap: the change sent without a response is forgotten, and counts as foreign.
    @Test(
        "a late change does not prevent a deletion made during the comparison",
        arguments: Store.allCases
    )
    func lateChange(store: Store) async throws {
        try await run(store) { world, late, id in
            let faults = FirstRequests("PATCH", .cutBefore, .answer(ScriptedAnswer(429)))
            await world.server.setFaults(faults.fault)
            try await world.patch(id, ["likes": 5])
            for _ in 0..<2 {
                await world.synchronize()
                world.clock.advance(by: .seconds(600))
            }
            #expect(try await world.entries().map(\.state) == [.waiting])
            late.arm {
                await record { try await world.delete(id) }
                late.arm {
                    await record {
                        _ = try await world.remote.patch(id: id, with: .init(likes: .set(5)))
                    }
                }
            }
            let report = await world.synchronize()
            #expect(report.conflicts.isEmpty)
            #expect(try await world.remote.find(.all).isEmpty)
        }
    }

    /// Runs a body with a message that both sides have, and that has no entity tag.
    private func run(
        _ store: Store,
        _ body: (World, LateChange, String) async throws -> Void
    ) async throws {
        let late = LateChange("GET")
        try await World.run(in: store, session: late.session) { world in
            await world.server.setTags(false)
            let id = try await world.known()
            try await body(world, late, id)
            #expect(try await world.entries().isEmpty)
            #expect(try await world.local() == world.remote.find(.all))
        }
    }
}

/// Runs code that must succeed.
private func record(_ body: () async throws -> Void) async {
    do {
        try await body()
    } catch {
        Issue.record(error)
    }
}
