import ExampleServer
import Foundation
import RepositoryRuntime
import SyncSample
import Testing

/// Batches, by the rule of their operation.
@Suite struct ProxyBatchTests {
    private let drafts = [Message.Draft(text: "a"), .init(text: ""), .init(text: "c")]

    @Test("a batch is sent to the server one by one, up to a failure", arguments: Store.allCases)
    func remote(store: Store) async throws {
        try await World.run(in: store) { world in
            let messages = world.messages(.remoteFirst)
            let error = try await repositoryError { try await messages.create(drafts) }
            #expect(error.index == 1)
            #expect(error.status == 422)
            #expect(try await world.remoteTexts() == ["a"])
            #expect(try await world.local().map(\.text) == ["a"])
            let created = try await messages.results.create([drafts[0], drafts[2]])
            #expect(created.map(\.origin) == [.remote, .remote])
            let ids = created.map(\.value.id)
            #expect(try await messages.patch(ids: ids, with: .init(likes: .set(2))).count == 2)
            let updated = ids.map { Message(id: $0, text: "d", likes: 2) }
            #expect(try await messages.update(updated) == updated)
            #expect(try await messages.find(ids: ids) == updated)
            #expect(try await messages.storeOrUpdate(updated) == updated)
            try await messages.delete(updated)
            #expect(try await world.remoteTexts() == ["a"])
            #expect(try await world.local() == world.remote.find(.all))
        }
    }

    @Test("a batch that begins locally is one transaction", arguments: Store.allCases)
    func local(store: Store) async throws {
        try await World.run(in: store) { world in
            let messages = world.messages(.localFirst)
            var changes = world.storage.changes().makeAsyncIterator()
            let created = try await messages.results.create(drafts)
            #expect(created.map(\.editsWaiting) == [1, 1, 1])
            #expect(created.map(\.origin) == [.local, .local, .local])
            let change = try #require(await changes.next())
            let keys = created.map { RecordKey(collection: "Message", id: $0.value.id) }
            #expect(keys.allSatisfy { change.touches($0) })
            let report = await world.synchronize()
            #expect(report.acknowledged == 2)
            #expect(report.rejected.count == 1)
            let ids = try await world.local().map(\.id)
            let patched = try await messages.results.patch(ids: ids, with: .init(text: .set("d")))
            #expect(patched.map(\.value.text) == ["d", "d", "d"])
            #expect(await world.settle() == 3)
            #expect(try await world.remoteTexts() == ["d", "d", "d"])
            let deleted = try await messages.results.delete(ids: world.local().map(\.id))
            #expect(deleted.map(\.editsWaiting) == [1, 1, 1])
            #expect(await world.settle() == 3)
            #expect(try await world.remoteTexts() == [])
        }
    }

    @Test("a batch with a local conflict is all or nothing, although the rule has a fallback")
    func conflict() async throws {
        try await World.run { world in
            let presses = RepositoryProxy(
                remote: PressRepository(store: world.session),
                storage: world.storage,
                strategy: Strategy(.localFirst),
                clock: world.clock
            )
            let ids = [Press.ID(UUID()), Press.ID(UUID())]
            let drafts = (ids + ids).map { Press.Draft(id: $0, title: "A") }
            let error = try await repositoryError { try await presses.create(drafts) }
            #expect(error.code == .conflict)
            #expect(error.index == 2)
            let stored = RepositoryProxy<Press>(storage: world.storage)
            #expect(try await stored.find(.all).isEmpty)
        }
    }

    @Test("a batch that can only be written locally is all or nothing", arguments: Store.allCases)
    func all(store: Store) async throws {
        try await World.run(in: store) { world in
            let id = try await world.known()
            let rule = Strategy.Rule(target: .local, synchronize: true)
            let patch = Message.Patch(likes: .set(5))
            let error = try await repositoryError {
                try await world.messages(rule).patch(ids: [id, "m9"], with: patch)
            }
            #expect(error.code == .notFound)
            #expect(error.index == 1)
            #expect(try await world.local().map(\.likes) == [1])
            #expect(try await world.entries().isEmpty)
            // If the server may know them, each is processed separately.
            let second = try await repositoryError {
                try await world.messages(.localFirst).patch(ids: [id, "m9"], with: patch)
            }
            #expect(second.status == 404)
            #expect(second.index == 1)
            #expect(try await world.local().map(\.likes) == [5])
        }
    }

    @Test("local writes do not become part of pending ones", arguments: Store.allCases)
    func mixed(store: Store) async throws {
        try await World.run(in: store) { world in
            let ids = [try await world.known(), try await world.known()]
            try await world.patch(ids[0], ["likes": 7])
            let patch = Message.Patch(text: .set("new"))
            let results = try await world.messages(.localOnly).results.patch(ids: ids, with: patch)
            #expect(results.map(\.warnings) == [[], [.willNotBeSent]])
            #expect(results.map(\.editsWaiting) == [1, 0])
            await world.synchronizer.push()
            #expect(try await world.remoteTexts() == ["new", "hi"])
        }
    }

    @Test("an empty batch does nothing")
    func empty() async throws {
        try await World.run { world in
            let messages = world.messages(.remoteFirst)
            #expect(try await messages.create([Message.Draft]()).isEmpty)
            try await messages.delete(ids: [])
            #expect(await world.server.requests.isEmpty)
        }
    }
}
