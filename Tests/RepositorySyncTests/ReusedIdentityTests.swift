import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// A server that reuses the identity of a deleted entity: pending writes to the old one do not
/// affect the new one.
@Suite struct ReusedIdentityTests {
    // The trap: it is unknown that the deletion has arrived, and the creation pending after it gets
    // the same identity.
    @Test(
        "a deletion does not affect a pending creation",
        arguments: Store.allCases,
        [true, false]
    )
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

    @Test("a deletion does not affect a direct creation", arguments: Store.allCases)
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

    // The trap: the entity found under the identity of the deleted one counts as its new state.
    @Test(
        "a deletion does not affect a creation without a response",
        arguments: Store.allCases,
        [true, false]
    )
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

    // The trap: the created entity is known as the deleted one.
    @Test("the creation without a response is found", arguments: Store.allCases, [true, false])
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
                // The deletion cannot be checked; the listing can be fetched.
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

    // The trap: nothing is known locally of the deleted entity.
    @Test("the deletion of an unknown entity does not affect a new one", arguments: Store.allCases)
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

    @Test("a change of an entity deleted by others does not affect the new one")
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

    // The trap: another client has by chance changed an entity to the content of a creation.
    @Test(
        "writes to an entity that resembles a creation without a response are kept",
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
            // The change is compared before the outcome of the creation is known.
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

    /// Prepares a message that was deleted on both sides, whose deletion has an unknown outcome.
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
