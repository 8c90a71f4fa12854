import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// What was sent without an answer, and has arrived, is nobody else's change.
@Suite struct UnansweredWriteTests {
    static let policies: [ConflictPolicy] = [.serverWins, .clientWins, .merge, .fail]

    // The trap: the server has another state than the base, which is one's own doing.
    @Test(
        "a deletion behind a change without an answer arrives",
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

    // The trap: the change is not there when the server is asked, and there when the deletion arrives.
    @Test("a change that arrives late does not keep a deletion off", arguments: policies)
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

    @Test("what was written behind a change without an answer is kept", arguments: policies)
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

    @Test("a replacement that arrives late does not keep the next off", arguments: policies)
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

    @Test("what somebody else has changed as well stays a conflict")
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
}
