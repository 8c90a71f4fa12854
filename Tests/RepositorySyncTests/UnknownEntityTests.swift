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

    // The trap: the service answers like this to an unsupported method or a forbidden write, too. A
    // change creates the entity a second time, a deletion removes it only here.
    @Test(
        "a write that is not found is rejected if the entity exists",
        arguments: [404, 410],
        ConflictPolicy.allCases
    )
    func unknownRoute(status: Int, policy: ConflictPolicy) async throws {
        for hasTags in [true, false] {
            try await World.run(conflicts: policy) { world in
                await world.server.setTags(hasTags)
                let changed = try await world.known()
                let deleted = try await world.known()
                for (method, id) in [("PATCH", changed), ("DELETE", deleted)] {
                    await world.server.script(
                        method,
                        "/messages/\(id)",
                        .json("{}", status: status)
                    )
                }
                try await world.patch(changed, ["text": "mine"])
                try await world.delete(deleted)
                let report = await world.synchronize()
                #expect(report.rejected.map(\.entry.failure?.status) == [status, status])
                #expect(report.conflicts.isEmpty, "\(report)")
                #expect(try await world.remote.find(.all).map(\.id) == [changed, deleted])
                #expect(try await world.local().map(\.text).sorted() == ["hi", "mine"])
            }
        }
    }

    // The trap: the write waits for the user's decision, although it has its effect, and the position
    // of the listing is never stored.
    @Test(
        "a rejected deletion ends if another client deletes the entity",
        arguments: Store.allCases
    )
    func deletedElsewhere(store: Store) async throws {
        try await World.run(in: store) { world in
            let id = try await world.known()
            try await world.delete(id)
            await world.server.script("DELETE", "/messages/\(id)", .json("{}", status: 403))
            #expect(await world.synchronizer.push().rejected.map(\.entry.failure?.status) == [403])
            await world.synchronize()
            #expect(try await world.entries().map(\.state) == [.rejected])
            await world.server.script("DELETE", "/messages/\(id)", [])
            try await world.remote.delete(id: id)
            #expect(await world.synchronize().removed == 1)
            #expect(try await world.entries().isEmpty)
            #expect(try await world.local().isEmpty)
            #expect(await world.synchronize().isComplete)
        }
    }

    @Test("a rejected change stays if another client deletes the entity", arguments: Store.allCases)
    func changedElsewhere(store: Store) async throws {
        try await World.run(in: store) { world in
            let id = try await world.known()
            try await world.update(Message(id: id, text: "mine"))
            await world.server.script("PUT", "/messages/\(id)", .json("{}", status: 422))
            #expect(await world.synchronizer.push().rejected.count == 1)
            try await world.remote.delete(id: id)
            #expect(await world.synchronize().removed == 0)
            #expect(try await world.entries().map(\.state) == [.rejected])
            #expect(try await world.local().map(\.text) == ["mine"])
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
