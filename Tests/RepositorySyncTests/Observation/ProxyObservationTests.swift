import ExampleServer
import Foundation
import RepositoryRuntime
import SyncSample
import Testing

/// Observation of entities with a server, over real HTTP.
@Suite struct ProxyObservationTests {
    private struct Messages: CRUDNetworkingStorageRepository {
        typealias Entity = Message
        let networking: MessageRepository
        let storage: any Storage
    }

    @Test("pulled entities are observed", arguments: Store.allCases)
    func pull(store: Store) async throws {
        try await World.run(in: store) { world in
            let id = try await world.known()
            let messages = world.messages(.localFirst)
            var popular = messages.observe { $0.likes > 3 }.makeAsyncIterator()
            var count = messages.observeCount().makeAsyncIterator()
            #expect(try await popular.next() == [])
            #expect(try await count.next() == 1)
            _ = try await world.remote.update(Message(id: id, text: "hi", likes: 9))
            await world.synchronize()
            #expect(try await popular.next()?.map(\.likes) == [9])
            try await world.remote.delete(id: id)
            await world.synchronize()
            #expect(try await popular.next() == [])
            #expect(try await count.next() == 0)
        }
    }

    @Test("entities found on the server and stored are observed", arguments: Store.allCases)
    func found(store: Store) async throws {
        try await World.run(in: store) { world in
            let inStep = Messages(networking: world.remote, storage: world.storage)
            let proxy = world.messages(.remoteFirst)
            var one = inStep.observe().makeAsyncIterator()
            var other = proxy.observe().makeAsyncIterator()
            #expect(try await one.next() == [])
            #expect(try await other.next() == [])
            let message = try await inStep.create(Message.Draft(text: "hi"))
            #expect(try await one.next() == [message])
            #expect(try await other.next() == [message])
            _ = try await world.remote.update(Message(id: message.id, text: "new"))
            _ = try await proxy.find()
            #expect(try await one.next()?.map(\.text) == ["new"])
            #expect(try await other.next()?.map(\.text) == ["new"])
        }
    }

    @Test(
        "results have the number of pending writes, until the server has them",
        arguments: Store.allCases
    )
    func edits(store: Store) async throws {
        try await World.run(in: store) { world in
            let id = try await world.known()
            let messages = world.messages(.localFirst)
            var all = messages.results.observe { $0.text != "" }.makeAsyncIterator()
            let first = try #require(try await all.next())
            #expect(first.value.map(\.id) == [id])
            #expect(first.origin == .local)
            #expect(first.editsWaiting == 0)
            #expect(first.age != nil)
            _ = try await messages.patch(id: id, with: .init(likes: .set(5)))
            let edited = try #require(try await all.next())
            #expect(edited.value.map(\.likes) == [5])
            #expect(edited.editsWaiting == 1)
            await world.synchronize()
            // In flight, it is still pending.
            let sent = try #require(try await all.next())
            #expect(sent.value.map(\.likes) == [5])
            #expect(sent.editsWaiting == 0)
        }
    }

    @Test(
        "an entity is observed from its temporary identity to the server's",
        arguments: Store.allCases
    )
    func identity(store: Store) async throws {
        try await World.run(in: store) { world in
            let messages = world.messages(.localFirst)
            let temporary = try await messages.create(Message.Draft(text: "hi")).id
            var plain = messages.observe(id: temporary).makeAsyncIterator()
            var results = messages.results.observe(id: temporary).makeAsyncIterator()
            #expect(try await plain.next()??.id == temporary)
            #expect(try await results.next()?.editsWaiting == 1)
            await world.synchronize()
            let message = try #require(try await plain.next() ?? nil)
            #expect(message.id != temporary)
            let confirmed = try await results.next()
            #expect(confirmed?.value == message)
            #expect(confirmed?.editsWaiting == 0)
            // By now its identity differs from the one passed.
            _ = try await messages.patch(id: message.id, with: .init(likes: .set(7)))
            #expect(try await plain.next()??.likes == 7)
            #expect(try await results.next()?.editsWaiting == 1)
            try await messages.delete(id: message.id)
            #expect(try await plain.next() == .some(nil))
            let deleted = try #require(try await results.next())
            #expect(deleted.value == nil)
            #expect(deleted.editsWaiting > 0)
            await world.synchronize()
            #expect(try await results.next()?.editsWaiting == 0)
        }
    }

    @Test("of many rows, only the result is in memory", arguments: Store.allCases)
    func bounded(store: Store) async throws {
        try await World.run(in: store) { world in
            let records = try (0..<3_000).map { number in
                let message = Message(id: "x\(number)", text: "hi", likes: number)
                let key = RecordKey(collection: "Message", id: message.id)
                return StoredRecord(key: key, document: try message.jsonData())
            }
            try await world.storage.write { store throws(StorageError) in
                for record in records { try store.put(record) }
            }
            let storage = CountingStorage(world.storage)
            let messages = RepositoryProxy<Message>(storage: storage)
            let top = messages.observe(
                limit: 20,
                orderedBy: { [$0.likes.descending] },
                where: { _ in .always }
            )
            var iterator = top.makeAsyncIterator()
            var count = messages.observeCount().makeAsyncIterator()
            #expect(try await iterator.next()?.first?.likes == 2_999)
            #expect(try await count.next() == 3_000)
            try await messages.storeOrUpdate(Message(id: "y", text: "hi", likes: 5_000))
            #expect(try await iterator.next()?.first?.id == "y")
            #expect(try await count.next() == 3_001)
            #expect(storage.greatestNumber == 20)
        }
    }

    @Test("without a local store, observation throws")
    func unavailable() async throws {
        try await World.run { world in
            let messages = RepositoryProxy(remote: world.remote, storage: nil)
            var iterator = messages.observe().makeAsyncIterator()
            let error = try await repositoryError { _ = try await iterator.next() }
            #expect(error.code == .unavailable)
            #expect(try await iterator.next() == nil)
            var results = messages.results.observe(id: "m1").makeAsyncIterator()
            #expect(
                try await repositoryError { _ = try await results.next() }.code == .unavailable
            )
        }
    }
}
