import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// A service forgets idempotency keys after a time, and would do again what it has done.
@Suite struct KeyLifetimeTests {
    static let day = Duration.seconds(86_400)

    // The trap: sent again with a key that nobody knows any more, it is created twice.
    @Test(
        "a creation that was not answered for longer is searched for",
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

    @Test("one that was not answered for less is sent again", arguments: Store.allCases)
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

    // The trap: the response is the one of then, and no listing of changes mentions the deletion again.
    @Test("one that was deleted there meanwhile leaves here, too", arguments: Store.allCases)
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

    @Test("the service says for how long", arguments: [59, 60])
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

    @Test("where nothing can be searched it is rejected, and says why", arguments: Store.allCases)
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
                    It is not known whether the server has created this, and the server cannot be \
                    asked: The entities of the collection cannot be listed.
                    """
            )
            let kept: Message? = try write.entity()
            #expect(kept?.likes == 7)
            #expect(try await world.entries().map(\.state) == [.rejected])
            #expect(try await world.remoteTexts() == ["once"])
            // Whoever has looked may give it up, or send it once more.
            try await world.synchronizer.discard(write)
            #expect(await world.synchronize().isComplete)
            #expect(try await world.remoteTexts() == ["once"])
        }
    }

    // The trap: taken for what the server refuses, it is mended here, and created a second time.
    @Test("one that cannot be read any more is rejected so, too", arguments: Store.allCases)
    func unreadable(store: Store) async throws {
        try await World.run(in: store) { world in
            try await sendWithoutAnswer(world, becoming: ["_id": "t1", "text": 7])
            let write = try #require(await world.synchronize().rejected.first)
            let message = try #require(write.entry.failure?.message)
            #expect(message.hasPrefix("It is not known whether the server has created this"))
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

    /// Creates a message whose answer is lost, and which another version of the app has sent.
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

    @Test("one sent past the outbox is as old as its request", arguments: Store.allCases)
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
