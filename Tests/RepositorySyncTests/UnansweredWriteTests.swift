import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// A write without a response that has arrived is not another client's change.
@Suite struct UnansweredWriteTests {
    static let policies: [ConflictPolicy] = [.serverWins, .clientWins, .merge, .fail]

    // The trap: the server's state differs from the base, but because of the client's own write.
    @Test(
        "a deletion after a change without a response arrives",
        arguments: policies,
        [true, false]
    )
    func deletion(policy: ConflictPolicy, hasTags: Bool) async throws {
        try await World.run(conflicts: policy) { world in
            await world.server.setTags(hasTags)
            let id = try await world.known()
            await world.server.setFaults(FirstRequests("PATCH", .cutAfter).fault)
            try await world.patch(id, ["likes": 5])
            await world.synchronize()
            #expect(try await world.remote.find(id: id).likes == 5)
            try await world.delete(id)
            _ = await world.settle()
            #expect(try await world.remote.find(.all).isEmpty)
            #expect(try await world.local().isEmpty)
            #expect(try await world.entries().isEmpty)
        }
    }

    // The trap: the change has not arrived when the server is read, but has when the deletion
    // arrives.
    @Test("a late change does not prevent a deletion", arguments: policies)
    func lateChange(policy: ConflictPolicy) async throws {
        let late = LateChange("DELETE")
        try await World.run(conflicts: policy, session: late.session) { world in
            let id = try await world.known()
            await world.server.setFaults(FirstRequests("PATCH", .cutBefore).fault)
            try await world.patch(id, ["likes": 5])
            await world.synchronize()
            try await world.delete(id)
            late.arm {
                _ = try? await world.remote.patch(id: id, with: Message.Patch(likes: .set(5)))
            }
            _ = await world.settle()
            #expect(late.hasHappened)
            #expect(try await world.remote.find(.all).isEmpty)
            #expect(try await world.entries().isEmpty)
        }
    }

    @Test("writes after a change without a response are kept", arguments: policies)
    func laterChange(policy: ConflictPolicy) async throws {
        for fault in [Fault.cutAfter, .cutBefore] {
            try await World.run(conflicts: policy) { world in
                let id = try await world.known()
                await world.server.setFaults(FirstRequests("PATCH", fault).fault)
                try await world.patch(id, ["likes": 5])
                await world.synchronize()
                try await world.patch(id, ["likes": 6])
                _ = await world.settle()
                #expect(try await world.remote.find(.all).map(\.likes) == [6])
                #expect(try await world.entries().isEmpty)
            }
        }
    }

    @Test("a late replacement does not prevent the next one", arguments: policies)
    func lateReplacement(policy: ConflictPolicy) async throws {
        let late = LateChange("PUT")
        try await World.run(conflicts: policy, session: late.session) { world in
            let id = try await world.known()
            await world.server.setFaults(FirstRequests("PUT", .cutBefore).fault)
            try await world.update(Message(id: id, text: "first", likes: 5))
            await world.synchronize()
            try await world.update(Message(id: id, text: "second", likes: 6))
            late.arm {
                _ = try? await world.remote.update(Message(id: id, text: "first", likes: 5))
            }
            _ = await world.settle()
            #expect(late.hasHappened)
            #expect(
                try await world.remote.find(.all) == [Message(id: id, text: "second", likes: 6)]
            )
            #expect(try await world.entries().isEmpty)
        }
    }

    // The trap: all changes of the second one are there, because the first one has made them as
    // well.
    @Test(
        "a late replacement is recognized although the next one repeats part of it",
        arguments: policies
    )
    func repeatedPart(policy: ConflictPolicy) async throws {
        let late = LateChange("PUT")
        try await World.run(conflicts: policy, session: late.session) { world in
            let id = try await world.known()
            let old = try await world.remote.find(id: id)
            await world.server.setFaults(FirstRequests("PUT", .cutBefore).fault)
            try await world.update(Message(id: id, text: "mine", likes: old.likes + 1))
            await world.synchronize()
            let second = Message(id: id, text: "mine", likes: old.likes)
            try await world.update(second)
            late.arm {
                let first = Message(id: id, text: "mine", likes: old.likes + 1)
                _ = try? await world.remote.update(first)
            }
            _ = await world.settle()
            #expect(late.hasHappened)
            #expect(try await world.remote.find(.all) == [second])
            #expect(try await world.entries().isEmpty)
        }
    }

    @Test("an additional change of another client remains a conflict")
    func foreignChange() async throws {
        try await World.run(conflicts: .serverWins) { world in
            let id = try await world.known()
            await world.server.setFaults(FirstRequests("PATCH", .cutAfter).fault)
            try await world.patch(id, ["likes": 5])
            await world.synchronize()
            _ = try await world.remote.patch(id: id, with: Message.Patch(text: .set("theirs")))
            try await world.delete(id)
            _ = await world.settle()
            #expect(
                try await world.remote.find(.all) == [Message(id: id, text: "theirs", likes: 5)]
            )
            #expect(try await world.entries().isEmpty)
        }
    }

    // The trap: the content to send equals the server's state, so nothing prevents the late change.
    @Test(
        "a reverted change is sent while the first one may still arrive",
        arguments: Store.allCases,
        [true, false]
    )
    func takenBack(store: Store, isInFlight: Bool) async throws {
        try await World.run(in: store) { world in
            let id = try await world.known()
            let again: Fault = isInFlight ? .cutBefore : .answer(ScriptedAnswer(429))
            await world.server.setFaults(FirstRequests("PATCH", .cutBefore, again).fault)
            try await world.patch(id, ["likes": 5])
            for _ in 0..<2 {
                await world.synchronize()
                world.clock.advance(by: .seconds(600))
            }
            try await world.patch(id, ["likes": 1])
            #expect(await world.settle() > 0)
            let first = try #require(await world.server.requests.first { $0.method == "PATCH" })
            var late = NetworkingRequest(method: .patch, path: "messages/\(id)")
            late.body = first.body
            late.head.headerFields[.ifMatch] = first.headers["if-match"]
            #expect(try await world.session.send(late).status == 412)
            #expect(try await world.remote.find(id: id).likes == 1)
            #expect(try await world.local() == world.remote.find(.all))
            #expect(try await world.entries().isEmpty)
        }
    }

    // The trap: the arrival of one of several changes does not prove the arrival of earlier ones.
    @Test(
        "of two changes without a response, the first may arrive after the second",
        arguments: policies
    )
    func lateFirst(policy: ConflictPolicy) async throws {
        try await World.run(conflicts: policy) { world in
            await world.server.setTags(false)
            let id = try await world.known()
            let busy = Fault.answer(ScriptedAnswer(429))
            let faults = FirstRequests("PATCH", .cutBefore, busy, .cutAfter, busy)
            await world.server.setFaults(faults.fault)
            let changes: [[String: JSON]] = [["likes": 5], [:], ["likes": 6], ["text": "mine"]]
            for change in changes {
                try await world.patch(id, change)
                await world.synchronize()
                world.clock.advance(by: .seconds(600))
            }
            #expect(try await world.remote.find(id: id).likes == 6)
            _ = try await world.remote.patch(id: id, with: Message.Patch(likes: .set(5)))
            _ = await world.settle()
            #expect(
                try await world.remote.find(.all) == [Message(id: id, text: "mine", likes: 6)]
            )
            #expect(try await world.entries().isEmpty)
        }
    }
}
