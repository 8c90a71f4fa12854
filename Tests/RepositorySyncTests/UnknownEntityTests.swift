import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// Writes to entities of the server that are not stored locally.
@Suite struct UnknownEntityTests {
    // The trap: it is sent again and again, without a report.
    @Test("a rejected deletion is kept as rejected", arguments: Store.allCases)
    func refusedDeletion(store: Store) async throws {
        try await World.run(in: store) { world in
            let id = try await world.remote.create(Message.Draft(text: "used")).id
            try await world.delete(id)
            await world.server.script("DELETE", "/messages/\(id)", .json("{}", status: 409))
            let report = await world.synchronizer.push()
            #expect(report.rejected.map(\.entry.failure?.status) == [409])
            #expect(await world.writes() == ["POST /messages", "DELETE /messages/\(id)"])
            #expect(try await world.entries().map(\.state) == [.rejected])
        }
    }

    // The trap: with nothing to compare, the server's previous state counts as a later change.
    @Test(
        "a replacement without a response that has not arrived is sent again",
        arguments: Store.allCases,
        ConflictPolicy.allCases
    )
    func replacement(store: Store, policy: ConflictPolicy) async throws {
        for fault in [Fault.cutBefore, .cutAfter] {
            try await World.run(in: store, conflicts: policy) { world in
                let id = try await world.remote.create(Message.Draft(text: "old", likes: 2)).id
                await world.server.setFaults(FirstRequests("PUT", fault).fault)
                let mine = Message(id: id, text: "mine")
                try await world.messages(.remoteFirst).update(mine)
                #expect(try await world.entries().map(\.state) == [.inFlight])
                let report = await world.synchronize()
                #expect(report.acknowledged == 1 && report.conflicts.isEmpty, "\(report)")
                #expect(try await world.remote.find(.all) == [mine])
                #expect(try await world.local() == [mine])
                #expect(try await world.entries().isEmpty)
            }
        }
    }
}
