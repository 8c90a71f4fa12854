import ExampleServer
import Foundation
import RepositoryRuntime
import SyncSample
import Testing

/// A repository that keeps the server and the store in step.
@Suite struct InStepTests {
    private struct Messages: CRUDNetworkingStorageRepository {
        typealias Entity = Message
        let networking: MessageRepository
        let storage: any Storage
    }

    @Test("what the server confirms is stored", arguments: Store.allCases)
    func inStep(store: Store) async throws {
        try await World.run(in: store) { world in
            let messages = Messages(networking: world.remote, storage: world.storage)
            let message = try await messages.create(Message.Draft(text: "a"))
            #expect(try await messages.stored() == [message])
            let changed = Message(id: message.id, text: "b", likes: 2)
            #expect(try await messages.update(changed) == changed)
            #expect(try await messages.stored { $0.text == "b" } == [changed])
            let other = try await world.remote.create(Message.Draft(text: "c"))
            #expect(try await messages.find(.all) == [changed, other])
            #expect(try await messages.stored() == [changed, other])
            try await messages.delete(id: message.id)
            try await world.remote.delete(id: other.id)
            await #expect(throws: RepositoryError.self) { try await messages.find(id: other.id) }
            #expect(try await messages.stored().isEmpty)
        }
    }

    @Test("what waits is not overwritten", arguments: Store.allCases)
    func waiting(store: Store) async throws {
        try await World.run(in: store) { world in
            let messages = Messages(networking: world.remote, storage: world.storage)
            let id = try await world.known()
            try await world.patch(id, ["text": "mine"])
            let found = try await messages.find(id: id)
            #expect(found.text == "hi")
            let stored = try await messages.stored()
            #expect(stored == [Message(id: id, text: "mine", likes: 1)])
        }
    }

    @Test("nothing is written here that the server refuses", arguments: Store.allCases)
    func refused(store: Store) async throws {
        try await World.run(in: store) { world in
            let messages = Messages(networking: world.remote, storage: world.storage)
            await #expect(throws: RepositoryError.self) {
                try await messages.create(Message.Draft(text: ""))
            }
            let stored = try await messages.stored()
            #expect(stored == [])
        }
    }
}
