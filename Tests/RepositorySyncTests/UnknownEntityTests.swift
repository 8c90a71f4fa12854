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

    // The trap: a deletion stays pending forever, a change creates the entity a second time.
    @Test(
        "a write that is not found ends if the entity cannot be read",
        arguments: [403, 405, 501, 200]
    )
    func unreadable(status: Int) async throws {
        try await World.run { world in
            let ids = [try await world.known(), try await world.known()]
            for (method, id) in zip(["PATCH", "DELETE"], ids) {
                await world.server.script(method, "/messages/\(id)", .json("{}", status: 404))
                // Without a version, it is compared before it is sent.
                let before = try JSON(any: Message(id: id, text: "hi", likes: 1).dictionary)
                let answers = [
                    ScriptedAnswer.json(before.description), .json("<html>", status: status),
                ]
                await world.server.script("GET", "/messages/\(id)", answers)
            }
            try await world.patch(ids[0], ["text": "mine"])
            try await world.delete(ids[1])
            let report = await world.synchronizer.push()
            #expect(report.rejected.map(\.entry.failure?.status) == [404])
            #expect(report.acknowledged == 1 && report.postponed == 0, "\(report)")
            #expect(try await world.remote.find(.all).map(\.id) == ids)
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
