import ExampleServer
import Foundation
import RepositoryRuntime
import SyncSample
import Testing

/// Rules that differ between operations, and a store that cannot be read in part.
@Suite struct MixedRuleTests {
    // The trap: the server answers with 404, as it never had the entity.
    @Test("an entity that a rule keeps on the device survives a read", arguments: Store.allCases)
    func deviceOnly(store: Store) async throws {
        try await World.run(in: store) { world in
            let presses = RepositoryProxy(
                remote: PressRepository(store: world.session),
                storage: world.storage,
                strategy: Strategy(.remoteFirst, [.create: .localOnly]),
                clock: world.clock
            )
            let id = Press.ID(UUID())
            let created = try await presses.results.create(Press.Draft(id: id, title: "A"))
            #expect(created.warnings == [.willNotBeSent])
            let error = try await repositoryError { _ = try await presses.find(id: id) }
            #expect(error.code == .notFound)
            let stored = RepositoryProxy<Press>(storage: world.storage)
            #expect(try await stored.find(.all).map(\.id) == [id])
        }
    }

    // The trap: an edit of the copy creates the deleted entity again.
    @Test("an entity that is deleted only on the server leaves no copy", arguments: Store.allCases)
    func deletedRemotely(store: Store) async throws {
        try await World.run(in: store) { world in
            let id = try await world.known()
            let messages = RepositoryProxy(
                remote: world.remote,
                synchronizer: world.synchronizer,
                strategy: Strategy(.localFirst, [.delete: .remoteOnly])
            )
            try await messages.delete(id: id)
            #expect(try await world.local().isEmpty)
            #expect(try await world.remote.find(.all).isEmpty)
        }
    }

    // The trap: the server's list replaces the local one, without the pending writes.
    @Test("pending writes are applied although a document is unreadable", arguments: Store.allCases)
    func unreadable(store: Store) async throws {
        try await World.run(in: store) { world in
            let (first, second) = (try await world.known(), try await world.known())
            try await world.storage.write { store throws(StorageError) in
                let key = RecordKey(collection: "Message", id: first)
                let document = Data(#"{"id":"\#(first)"}"#.utf8)
                try store.put(StoredRecord(key: key, document: document, base: document))
            }
            try await world.patch(second, ["text": "mine"])
            let messages = RepositoryProxy(
                remote: world.remote,
                storage: world.storage,
                strategy: Strategy(.localFirst),
                clock: world.clock
            )
            let found = try await messages.results.find()
            #expect(found.origin == .remote)
            #expect(found.editsWaiting == 1)
            #expect(found.value.map(\.text).sorted() == ["hi", "mine"])
            // The server's state replaces the unreadable document.
            #expect(try await messages.results.find().origin == .local)
        }
    }

    @MainActor private final class Model {
        private let minimum = 2
        private let messages: RepositoryProxy<Message>

        init(_ messages: RepositoryProxy<Message>) {
            self.messages = messages
        }

        func texts() async throws -> [[String]] {
            let found = try await messages.find { $0.likes >= minimum }
            let results = try await messages.results.find { $0.likes >= minimum }
            let page = try await messages.page(5, where: { $0.likes >= minimum })
            let values = try await messages.values(of: { $0.text }, where: { $0.likes >= minimum })
            return [found.map(\.text), results.value.map(\.text), page.map(\.text), Array(values)]
        }
    }

    @Test("conditions can contain properties of the main actor")
    func isolated() async throws {
        try await World.run { world in
            _ = try await world.known(Message(id: "", text: "a", likes: 1))
            _ = try await world.known(Message(id: "", text: "b", likes: 2))
            let model = await Model(RepositoryProxy(storage: world.storage))
            #expect(try await model.texts() == [["b"], ["b"], ["b"], ["b"]])
        }
    }
}
