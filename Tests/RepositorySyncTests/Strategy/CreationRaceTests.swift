import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// Others pull, push and create while a creation is on its way past the outbox, to a server that
/// knows no idempotency keys.
@Suite struct CreationRaceTests {
    static let faults: [(String, Fault)] = [("cut before", .cutBefore), ("cut after", .cutAfter)]

    // The trap: the entity that the server has created is pulled before it is known that no answer
    // comes. Then it is no new one any more, and the search for a new one finds none.
    @Test("a pull in between does not double a creation", arguments: Store.allCases)
    func pull(store: Store) async throws {
        for (name, fault) in Self.faults {
            try await World.run(in: store, creationCheck: .comparison) { world in
                // One that is equal, which both sides have.
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
        "a pull in between does not double what is stored or updated",
        arguments: Store.allCases
    )
    func pullWhileStoring(store: Store) async throws {
        for (name, fault) in Self.faults {
            try await World.run(in: store, creationCheck: .comparison) { world in
                await world.server.setFaults(FirstRequests("POST", fault).fault)
                // The server knows no such entity, so that PUT becomes POST.
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

    @Test("an answer that comes after a pull is kept once", arguments: Store.allCases)
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

    @Test("an equal one that is answered meanwhile stays another one", arguments: Store.allCases)
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

    // The trap: what the server has just created is not known here yet, and so it could be the one
    // that is searched for.
    @Test("what is on its way is not taken for another one", arguments: Store.allCases)
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

    @Test("a process that ends meanwhile withholds nothing for long", arguments: Store.allCases)
    func end(store: Store) async throws {
        try await World.run(in: store, creationCheck: .comparison) { world in
            let messages = world.creating { await Self.forever() }
            let creation = Task { try await messages.create(Message.Draft(text: "new")) }
            while try await world.remote.find(.all).isEmpty { await Task.yield() }
            // It is never resumed, as in a process that has ended.
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
    /// The messages on both sides, where something happens between the server's answer to a creation,
    /// or the end of its connection, and the moment when the client hears of it.
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
