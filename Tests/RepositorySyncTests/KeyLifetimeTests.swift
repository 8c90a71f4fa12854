import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// A service forgets idempotency keys after some time, and would repeat a creation.
@Suite struct KeyLifetimeTests {
    static let day = Duration.seconds(86_400)

    // The trap: sent again with a forgotten key, it is created twice.
    @Test(
        "a creation without a response for longer is searched for",
        arguments: Store.allCases,
        [Fault.cutAfter, .cutBefore]
    )
    func searched(store: Store, fault: Fault) async throws {
        try await World.run(in: store) { world in
            await world.server.setFaults(FirstRequests("POST", fault).fault)
            try await world.create(Message(id: "t1", text: "once"))
            #expect(await world.synchronize().postponed == 1)
            await world.server.forgetIdempotencyKeys()
            world.clock.advance(by: Self.day)
            #expect(await world.synchronize().acknowledged == 1)
            #expect(try await world.remoteTexts() == ["once"])
            #expect(try await world.local() == world.remote.find(.all))
        }
    }

    @Test("a creation without a response for less is sent again", arguments: Store.allCases)
    func repeated(store: Store) async throws {
        try await World.run(in: store) { world in
            await world.server.setFaults(FirstRequests("POST", .cutAfter).fault)
            try await world.create(Message(id: "t1", text: "once"))
            #expect(await world.synchronize().postponed == 1)
            world.clock.advance(by: Self.day - .seconds(10))
            await world.server.forgetRequests()
            #expect(await world.synchronizer.push().acknowledged == 1)
            #expect(await world.server.requests.map(\.method) == ["POST", "GET"])
            #expect(try await world.remoteTexts() == ["once"])
        }
    }

    // The trap: the clock was two days fast, so the request seems to be from the future.
    @Test("a creation that was sent while the clock was fast is searched for")
    func fastClock() async throws {
        try await World.run { world in
            world.clock.advance(by: Self.day * 2)
            await world.server.setFaults(FirstRequests("POST", .cutAfter).fault)
            try await world.create(Message(id: "t1", text: "once"))
            #expect(await world.synchronize().postponed == 1)
            await world.server.forgetIdempotencyKeys()
            world.clock.advance(by: .seconds(-36 * 3_600))
            #expect(await world.synchronizer.synchronize().acknowledged == 1)
            #expect(try await world.remoteTexts() == ["once"])
        }
    }

    // The trap: the response is the original one, and no incremental listing contains the deletion
    // again.
    @Test(
        "one that was deleted on the server meanwhile is removed locally, too",
        arguments: Store.allCases
    )
    func deletedElsewhere(store: Store) async throws {
        try await World.run(in: store) { world in
            await world.server.setFaults(FirstRequests("POST", .cutAfter).fault)
            try await world.create(Message(id: "t1", text: "once"))
            #expect(await world.synchronizer.push().postponed == 1)
            let created = try #require(try await world.remote.find(.all).first)
            try await world.remote.delete(id: created.id)
            #expect(await world.synchronizer.push().acknowledged == 1)
            #expect(try await world.local().isEmpty)
            #expect(try await world.remoteTexts().isEmpty)
        }
    }

    @Test("the service declares the lifetime", arguments: [59, 60])
    func ownLifetime(seconds: Int) async throws {
        let check = RemoteCollection.CreationCheck.idempotencyKey(lifetime: .seconds(60))
        try await World.run(creationCheck: check) { world in
            await world.server.setFaults(FirstRequests("POST", .cutAfter).fault)
            try await world.create(Message(id: "t1", text: "once"))
            #expect(await world.synchronizer.push().postponed == 1)
            world.clock.advance(by: .seconds(seconds))
            await world.server.forgetRequests()
            #expect(await world.synchronizer.push().acknowledged == 1)
            let methods = await world.server.requests.map(\.method)
            #expect(methods.first == (seconds < 60 ? "POST" : "GET"))
        }
    }

    @Test("without a search it is rejected, with the reason", arguments: Store.allCases)
    func rejected(store: Store) async throws {
        try await World.run(in: store, listing: .none) { world in
            await world.server.setFaults(FirstRequests("POST", .cutAfter).fault)
            try await world.create(Message(id: "t1", text: "once"))
            #expect(await world.synchronize().postponed == 1)
            try await world.patch("t1", ["likes": 7])
            await world.server.forgetIdempotencyKeys()
            world.clock.advance(by: Self.day)
            let write = try #require(await world.synchronize().rejected.first)
            #expect(write.entry.operation == .create)
            #expect(
                write.entry.failure?.message == """
                    It is unknown whether the server has created this, and there is no way to find \
                    out: The entities of the collection cannot be listed.
                    """
            )
            let kept: Message? = try write.entity()
            #expect(kept?.likes == 7)
            #expect(try await world.entries().map(\.state) == [.rejected])
            #expect(try await world.remoteTexts() == ["once"])
            // After checking, the user may discard it, or send it once more.
            try await world.synchronizer.discard(write)
            #expect(await world.synchronize().isComplete)
            #expect(try await world.remoteTexts() == ["once"])
        }
    }

    // The trap: mistaken for a rejection, it is corrected locally, and created a second time.
    @Test("one that can no longer be decoded is rejected, too", arguments: Store.allCases)
    func unreadable(store: Store) async throws {
        try await World.run(in: store) { world in
            try await sendWithoutAnswer(world, becoming: ["_id": "t1", "text": 7])
            let write = try #require(await world.synchronize().rejected.first)
            let message = try #require(write.entry.failure?.message)
            #expect(message.hasPrefix("It is unknown whether the server has created this"))
            #expect(try await world.remoteTexts() == ["once"])
        }
    }

    @Test("one that lacks a new property with a default is searched for", arguments: Store.allCases)
    func filled(store: Store) async throws {
        try await World.run(in: store) { world in
            try await sendWithoutAnswer(world, becoming: ["_id": "t1", "text": "once"])
            await world.server.forgetIdempotencyKeys()
            world.clock.advance(by: Self.day)
            #expect(await world.synchronize().acknowledged == 1)
            #expect(try await world.remoteTexts() == ["once"])
            #expect(try await world.local() == world.remote.find(.all))
        }
    }

    /// Creates a message whose response is lost, sent by another version of the app.
    private func sendWithoutAnswer(_ world: World, becoming sent: [String: JSON]) async throws {
        await world.server.setFaults(FirstRequests("POST", .cutAfter).fault)
        try await world.create(Message(id: "t1", text: "once"))
        #expect(await world.synchronize().postponed == 1)
        try await world.storage.write { store throws(StorageError) in
            for var entry in try store.entries() {
                entry.changed = .object(sent)
                try store.put(entry)
            }
        }
    }

    @Test("one that was deleted meanwhile is not forgotten", arguments: Store.allCases)
    func deleted(store: Store) async throws {
        try await World.run(in: store, listing: .none) { world in
            await world.server.setFaults(FirstRequests("POST", .cutAfter).fault)
            try await world.create(Message(id: "t1", text: "once"))
            #expect(await world.synchronize().postponed == 1)
            try await world.delete("t1")
            world.clock.advance(by: Self.day)
            #expect(await world.synchronize().rejected.map(\.entry.operation) == [.create])
            #expect(try await world.record("t1")?.state == .rejected)
        }
    }

    @Test("the age of a direct creation counts from its request", arguments: Store.allCases)
    func pastOutbox(store: Store) async throws {
        try await World.run(in: store) { world in
            await world.server.setFaults(FirstRequests("POST", .cutAfter).fault)
            _ = try? await world.messages(.remoteFirst).create(Message.Draft(text: "once"))
            let entries = try await world.entries()
            #expect(entries.map(\.state) == [.inFlight])
            await world.server.forgetIdempotencyKeys()
            world.clock.advance(by: Self.day)
            _ = await world.settle()
            #expect(try await world.remoteTexts() == ["once"])
        }
    }
}
