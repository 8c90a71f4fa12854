import Foundation
import RepositoryRuntime
import RepositorySQLite
import Testing

/// The end of observations, and their cleanup.
@Suite struct ObservationEndTests {
    @Test("it ends and unsubscribes when its task is cancelled", arguments: ObservedStore.allCases)
    func cancelled(store: ObservedStore) async throws {
        let world = try ObservedWorld(store)
        let task = Task {
            var count = 0
            for try await _ in world.items.observe() { count += 1 }
            return count
        }
        try await world.storage.reads(atLeast: 1)
        #expect(world.hasListeners)
        task.cancel()
        #expect(try await task.value <= 1)
        #expect(!world.hasListeners)
    }

    // The trap: a cancellation between a check and the wait that follows it.
    @Test("it ends whenever its task is cancelled")
    func cancelledAnytime() async {
        for _ in 0..<2_000 {
            let changes = StorageBroadcast().changes()
            let task = Task {
                for await _ in changes { Issue.record("nothing was published") }
            }
            Task.detached { task.cancel() }
            await task.value
        }
    }

    @Test("a task that is already cancelled gets no results", arguments: ObservedStore.allCases)
    func cancelledBefore(store: ObservedStore) async throws {
        let world = try ObservedWorld(store)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            var iterator = world.items.observe().makeAsyncIterator()
            return try await iterator.next()
        }
        #expect(try await task.value == nil)
        #expect(world.storage.reads == 0)
        #expect(!world.hasListeners)
    }

    @Test("it unsubscribes when it is released", arguments: ObservedStore.allCases)
    func givenUp(store: ObservedStore) async throws {
        let world = try ObservedWorld(store)
        func observe() async throws {
            let items = world.items.observe()
            var first = items.makeAsyncIterator()
            var second = items.makeAsyncIterator()
            _ = (try await first.next(), try await second.next())
            #expect(world.hasListeners)
        }
        try await observe()
        #expect(!world.hasListeners)
        for try await _ in world.items.observe() { break }
        #expect(!world.hasListeners)
    }

    @Test("it does not subscribe until it is read", arguments: ObservedStore.allCases)
    func unread(store: ObservedStore) async throws {
        let world = try ObservedWorld(store)
        let items = world.items.observe()
        let iterator = items.makeAsyncIterator()
        #expect(!world.hasListeners)
        withExtendedLifetime((items, iterator)) {}
    }

    @Test(
        "an invalid document throws an error, which ends the observation",
        arguments: ObservedStore.allCases
    )
    func unreadable(store: ObservedStore) async throws {
        let world = try ObservedWorld(store)
        var iterator = world.items.observe().makeAsyncIterator()
        #expect(try await iterator.next() == [])
        try await world.put("a", document: #"{"id":"a"}"#)
        do throws(RepositoryError) {
            _ = try await iterator.next()
            Issue.record("nothing was thrown")
        } catch {
            #expect(error.code == .unreadableDocument)
            #expect(error.operation == "observe Item")
        }
        #expect(!world.hasListeners)
        #expect(try await iterator.next() == nil)
    }

    @Test("it ends when the store is closed, and cannot start afterwards")
    func closed() async throws {
        let world = try ObservedWorld(.sqlite)
        var iterator = world.items.observe().makeAsyncIterator()
        #expect(try await iterator.next() == [])
        try await world.put("a")
        try world.close()
        // There is a change that can no longer be read.
        #expect(try await iterator.next() == nil)
        var other = world.items.observe().makeAsyncIterator()
        do throws(RepositoryError) {
            _ = try await other.next()
            Issue.record("nothing was thrown")
        } catch {
            #expect(error.code == .storage)
            #expect((error.cause as? StorageError)?.code == .closed)
        }
    }
}
