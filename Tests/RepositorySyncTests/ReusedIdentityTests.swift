import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// A server that gives the identity of a deleted entity again: what was to happen to the old one does not
/// happen to the new one.
@Suite struct ReusedIdentityTests {
    // The trap: the deletion has arrived and is not known to have, and the creation that waits behind it
    // gets the same identity.
    @Test("a deletion does not hit what waits behind it", arguments: Store.allCases, [true, false])
    func waitingCreation(store: Store, hasTags: Bool) async throws {
        try await World.run(in: store, creationCheck: .comparison) { world in
            try await prepare(world, hasTags: hasTags)
            let outcomes = world.synchronizer.outcomes()
            try await world.create(Message(id: "t1", text: "new"))
            await world.disturb(.answer(ScriptedAnswer(503)), ["DELETE", "GET"])
            world.clock.advance(by: .seconds(600))
            #expect(await world.synchronize().acknowledged == 2)
            #expect(try await world.local().map(\.id) == ["m1"])
            await world.disturb(nil)
            _ = await world.settle()
            try await check(world)
            let told = try await world.told(outcomes)
            #expect(
                told == ["delete m1: acknowledged", "create t1 -> m1: acknowledged"]
            )
        }
    }

    @Test("nor what the server has created at once", arguments: Store.allCases)
    func directCreation(store: Store) async throws {
        try await World.run(in: store, creationCheck: .comparison) { world in
            try await prepare(world, hasTags: false)
            let outcomes = world.synchronizer.outcomes()
            let messages = world.direct(.remoteFirst)
            let created = try await messages.create(Message.Draft(text: "new"))
            #expect(created.id == "m1")
            #expect(try await messages.find() == [created])
            _ = await world.settle()
            try await check(world)
            let told = try await world.told(outcomes)
            #expect(told == ["delete m1: acknowledged", "create m1: acknowledged"])
        }
    }

    // The trap: what is found under the identity of the deleted one is taken for its new state.
    @Test("nor what was created without an answer", arguments: Store.allCases, [true, false])
    func creationWithoutAnswer(store: Store, hasTags: Bool) async throws {
        try await World.run(in: store, creationCheck: .comparison) { world in
            try await prepare(world, hasTags: hasTags)
            await world.disturb(.cutAfter, ["POST"])
            try await world.messages(.remoteFirst).create(Message.Draft(text: "new"))
            await world.disturb(nil)
            #expect(try await world.entries().map(\.operation) == [.delete, .create])
            _ = await world.settle()
            try await check(world)
        }
    }

    // The trap: what the creation has made is known, as the one that was deleted.
    @Test("and the creation without an answer is found", arguments: Store.allCases, [true, false])
    func creationBeforeDeletion(store: Store, isListed: Bool) async throws {
        try await World.run(in: store, creationCheck: .comparison) { world in
            try await prepare(world, hasTags: false)
            await world.disturb(.cutAfter, ["POST"])
            try await world.messages(.remoteFirst).create(Message.Draft(text: "new"))
            await world.disturb(nil)
            if isListed {
                let listed = try await world.direct(.remoteFirst).find()
                #expect(listed == [Message(id: "m1", text: "new")])
            } else {
                // The deletion cannot be looked into; the listing can.
                await world.server.setFaults { request in
                    request.path.hasSuffix("m1") ? .answer(ScriptedAnswer(503)) : nil
                }
                world.clock.advance(by: .seconds(600))
                await world.synchronize()
                await world.server.setFaults(nil)
            }
            _ = await world.settle()
            try await check(world)
        }
    }

    // The trap: nothing is known here of what was deleted.
    @Test("nor does the deletion of an unknown one", arguments: Store.allCases)
    func unknownPredecessor(store: Store) async throws {
        try await World.run(in: store, creationCheck: .comparison) { world in
            await world.server.setTags(false)
            await world.server.setReusesIdentities(true)
            let id = try await world.remote.create(Message.Draft(text: "old")).id
            await world.disturb(.cutAfter, ["DELETE"])
            try await world.messages(.remoteFirst).delete(id: id)
            await world.disturb(.answer(ScriptedAnswer(503)), ["DELETE", "GET"])
            try await world.create(Message(id: "t1", text: "new"))
            await world.synchronize()
            await world.disturb(nil)
            _ = await world.settle()
            try await check(world)
        }
    }

    @Test("a change of what others have deleted is none of the new one")
    func change() async throws {
        try await World.run(creationCheck: .comparison) { world in
            await world.server.setReusesIdentities(true)
            let id = try await world.known()
            try await world.patch(id, ["likes": 9])
            try await world.remote.delete(id: id)
            let outcomes = world.synchronizer.outcomes()
            _ = try await world.direct(.remoteFirst).create(Message.Draft(text: "new"))
            _ = await world.settle()
            try await check(world)
            let told = try await world.told(outcomes)
            #expect(told == ["patch m1: superseded", "create m1: acknowledged"])
        }
    }

    // The trap: what somebody else has made of an entity is by chance what a creation has sent.
    @Test(
        "what was written to an entity that looks like a creation without an answer is kept",
        arguments: Store.allCases
    )
    func lookAlike(store: Store) async throws {
        try await World.run(in: store, creationCheck: .comparison) { world in
            await world.server.setTags(false)
            let id = try await world.known(Message(id: "", text: "hi"))
            await world.server.setFaults(FirstRequests("POST", .cutBefore).fault)
            try await world.create(Message(id: "t1", text: "same"))
            await world.synchronize()
            _ = try await world.remote.patch(id: id, with: Message.Patch(text: .set("same")))
            try await world.patch(id, ["labels": ["mine"]])
            // The change is compared before it is known what came of the creation.
            await world.server.setFaults { request in
                request.path == "/messages" ? .answer(ScriptedAnswer(503)) : nil
            }
            world.clock.advance(by: .seconds(600))
            await world.synchronize()
            await world.disturb(nil)
            _ = await world.settle()
            let remote = try await world.remote.find(.all)
            #expect(remote.map(\.text) == ["same", "same"])
            #expect(remote.map(\.labels) == [["mine"], nil])
            #expect(try await Set(world.local()) == Set(remote))
        }
    }

    /// A message was deleted on both sides, and only the server knows that it was there, too.
    private func prepare(_ world: World, hasTags: Bool) async throws {
        await world.server.setTags(hasTags)
        await world.server.setReusesIdentities(true)
        let id = try await world.known()
        await world.server.setFaults(FirstRequests("DELETE", .cutAfter).fault)
        try await world.delete(id)
        await world.synchronize()
        #expect(try await world.remote.find(.all).isEmpty)
        #expect(try await world.entries().map(\.operation) == [.delete])
    }

    private func check(_ world: World) async throws {
        let expected = [Message(id: "m1", text: "new")]
        #expect(try await world.remote.find(.all) == expected)
        #expect(try await world.local() == expected)
        #expect(try await world.entries().isEmpty)
    }
}
