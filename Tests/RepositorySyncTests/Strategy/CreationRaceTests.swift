import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// Concurrent pulls, pushes and creations while a direct creation is in flight, on a server without
/// idempotency keys.
@Suite struct CreationRaceTests {
    static let faults: [(String, Fault)] = [("cut before", .cutBefore), ("cut after", .cutAfter)]

    // The trap: the created entity is pulled before it is known that the response is lost. It is
    // then no longer new, and the search for a new one finds none.
    @Test("a concurrent pull does not duplicate a creation", arguments: Store.allCases)
    func pull(store: Store) async throws {
        for (name, fault) in Self.faults {
            try await World.run(in: store, creationCheck: .comparison) { world in
                // An equal one, which both sides have.
                let known = try await world.known(Message(id: "", text: "same"))
                await world.server.setFaults(FirstRequests("POST", fault).fault)
                let message = try await world.creating {
                    await world.synchronize()
                }.create(Message.Draft(text: "same"))
                #expect(message.id != known, "\(name)")
                #expect(try await world.local().count == 2, "\(name)")
                _ = await world.settle()
                let remote = try await world.remote.find(.all)
                #expect(remote.map(\.text) == ["same", "same"], "\(name)")
                #expect(try await Set(world.local()) == Set(remote), "\(name)")
                #expect(try await world.entries().isEmpty, "\(name)")
            }
        }
    }

    @Test(
        "a concurrent pull does not duplicate an upsert",
        arguments: Store.allCases
    )
    func pullWhileStoring(store: Store) async throws {
        for (name, fault) in Self.faults {
            try await World.run(in: store, creationCheck: .comparison) { world in
                await world.server.setFaults(FirstRequests("POST", fault).fault)
                // The server has no such entity, so PUT becomes POST.
                _ = try await world.creating {
                    await world.synchronize()
                }.storeOrUpdate(Message(id: "mine", text: "same"))
                _ = await world.settle()
                let remote = try await world.remote.find(.all)
                #expect(remote.map(\.text) == ["same"], "\(name)")
                #expect(try await world.local() == remote, "\(name)")
                #expect(try await world.entries().isEmpty, "\(name)")
            }
        }
    }

    @Test("a response that arrives after a pull is stored once", arguments: Store.allCases)
    func pullBeforeAnswer(store: Store) async throws {
        try await World.run(in: store, creationCheck: .comparison) { world in
            let message = try await world.creating {
                await world.synchronize()
            }.create(Message.Draft(text: "new"))
            #expect(try await world.local() == [message])
            let other = try await world.remote.create(Message.Draft(text: "of somebody else"))
            await world.synchronize()
            #expect(try await world.local() == [message, other])
        }
    }

    @Test("an equal entity created meanwhile remains separate", arguments: Store.allCases)
    func equalMeanwhile(store: Store) async throws {
        for (name, fault) in Self.faults {
            try await World.run(in: store, creationCheck: .comparison) { world in
                await world.server.setFaults(FirstRequests("POST", fault).fault)
                let draft = Message.Draft(text: "same")
                try await world.creating {
                    _ = try? await world.messages(.remoteFirst).create(draft)
                    await world.synchronize()
                }.create(draft)
                _ = await world.settle()
                let remote = try await world.remote.find(.all)
                #expect(remote.map(\.text) == ["same", "same"], "\(name)")
                #expect(try await Set(world.local()) == Set(remote), "\(name)")
                #expect(try await world.entries().isEmpty, "\(name)")
            }
        }
    }

    // The trap: the entity just created on the server is still unknown locally, and could be
    // mistaken for the one searched for.
    @Test("a creation in flight is not mistaken for another one", arguments: Store.allCases)
    func pushMeanwhile(store: Store) async throws {
        try await World.run(in: store, creationCheck: .comparison) { world in
            await world.server.setFaults(FirstRequests("POST", .cutBefore).fault)
            let draft = Message.Draft(text: "same")
            try await world.messages(.remoteFirst).create(draft)
            #expect(try await world.entries().map(\.state) == [.inFlight])
            let second = try await world.creating {
                world.clock.advance(by: .seconds(60))
                await world.synchronize()
            }.create(draft)
            _ = await world.settle()
            let remote = try await world.remote.find(.all)
            #expect(remote.map(\.text) == ["same", "same"])
            #expect(remote.contains(second))
            #expect(try await Set(world.local()) == Set(remote))
            #expect(try await world.entries().isEmpty)
        }
    }

    @Test("a killed process does not withhold entities for long", arguments: Store.allCases)
    func end(store: Store) async throws {
        try await World.run(in: store, creationCheck: .comparison) { world in
            let messages = world.creating { await Self.forever() }
            let creation = Task { try await messages.create(Message.Draft(text: "new")) }
            while try await world.remote.find(.all).isEmpty { await Task.yield() }
            // It is never resumed, as in a killed process.
            await world.synchronize()
            #expect(try await world.local().isEmpty)
            world.clock.advance(by: .seconds(3600))
            await world.synchronize()
            #expect(try await world.local().map(\.text) == ["new"])
            creation.cancel()
            _ = await creation.result
        }
    }

    /// Waits until the task is cancelled.
    private static func forever() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        await withTaskCancellationHandler {
            for await _ in stream {}
        } onCancel: {
            continuation.finish()
        }
    }
}

extension World {
    /// Returns the messages on both sides, and runs code after the server's response to a creation,
    /// or the end of its connection, before the client receives it.
    fileprivate func creating(
        _ meanwhile: @escaping @Sendable () async -> Void
    ) -> RepositoryProxy<Message> {
        let session = MeanwhileSession(session: session) { request in
            if request.head.method == .post { await meanwhile() }
        }
        return RepositoryProxy(
            remote: MessageRepository(store: session),
            storage: storage,
            strategy: Strategy(.remoteFirst),
            clock: clock
        )
    }
}
