import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// The writes to an entity that are pending, in flight or rejected, over real HTTP.
@Suite struct SyncStateTests {
    @Test("a repository returns the pending writes to an entity", arguments: Store.allCases)
    func states(store: Store) async throws {
        try await World.run(in: store) { world in
            let messages = world.messages(.localFirst)
            let id = try await messages.create(Message.Draft(text: "new")).id
            var state = try await messages.syncState(of: id)
            #expect(state.state == .waiting)
            #expect(state.waiting.map(\.operation) == [.create])
            #expect(state.inFlight == nil && state.rejected == nil && !state.isSynchronized)

            await world.server.setFaults(FirstRequests("POST", .cutAfter).fault)
            await world.synchronizer.push()
            try await messages.patch(id: id, with: .init(text: .set("")))
            state = try await messages.syncState(of: id)
            #expect(state.state == .inFlight)
            #expect(state.inFlight?.operation == .create)
            #expect(state.waiting.map(\.operation) == [.patch])
            #expect(state.key.id == id)

            _ = await world.settle()
            // Still by the temporary identity.
            state = try await messages.syncState(of: id)
            #expect(state.key.id != id)
            #expect(state.state == .rejected)
            #expect(state.inFlight == nil && state.waiting.isEmpty)
            let rejected = try #require(state.rejected)
            #expect(rejected.entry.failure?.status == 422)
            #expect(try rejected.entity(as: Message.self)?.text == "")

            try await world.synchronizer.discard(rejected)
            state = try await messages.syncState(of: id)
            #expect(state.state == .synchronized)
            #expect(state.isSynchronized)
            #expect(try await messages.syncState(of: "nowhere").state == nil)
        }
    }

    @Test("a pending deletion is included", arguments: Store.allCases)
    func deletion(store: Store) async throws {
        try await World.run(in: store) { world in
            let id = try await world.known()
            let messages = world.messages(.localFirst)
            try await messages.delete(id: id)
            let state = try await messages.syncState(of: id)
            #expect(state.state == .deleted)
            #expect(state.waiting.map(\.operation) == [.delete])
        }
    }

    @Test("the state is observed across the change of the identity", arguments: Store.allCases)
    func followed(store: Store) async throws {
        try await World.run(in: store) { world in
            let messages = world.messages(.localFirst)
            let id = try await messages.create(Message.Draft(text: "new")).id
            var states = messages.syncStates(of: id).makeAsyncIterator()
            #expect(try await states.next()?.waiting.map(\.operation) == [.create])
            await world.synchronize()
            var last = try #require(try await states.next())
            while !last.isSynchronized { last = try #require(try await states.next()) }
            #expect(last.key.id != id)
            // Changes of another entity yield nothing.
            try await messages.create(Message.Draft(text: "other"))
            try await messages.patch(id: id, with: .init(text: .set("newer")))
            #expect(try await states.next()?.waiting.map(\.operation) == [.patch])
        }
    }

    @Test("observation ends with its task")
    func cancelled() async throws {
        try await World.run { world in
            let states = world.messages(.localFirst).syncStates(of: "m1")
            let (began, beginning) = AsyncStream.makeStream(of: Void.self)
            let reader = Task {
                for try await _ in states { beginning.finish() }
                return Task.isCancelled
            }
            for await _ in began {}
            reader.cancel()
            let wasCancelled = try await reader.value
            #expect(wasCancelled)
        }
    }

    @Test("without a local store, it throws")
    func noStore() async throws {
        try await World.run { world in
            let messages = RepositoryProxy(remote: world.remote, storage: nil)
            let error = try await repositoryError { _ = try await messages.syncState(of: "m1") }
            #expect(error.code == .unavailable)
            let other = try await repositoryError {
                for try await _ in messages.syncStates(of: "m1") {}
            }
            #expect(other.code == .unavailable)
        }
    }
}
