import ExampleServer
import Foundation
import RepositoryRuntime
import SyncSample
import Testing

/// A repository that keeps the server and the store in sync.
@Suite struct InStepTests {
    private struct Messages: CRUDNetworkingStorageRepository, PatchRepository {
        typealias Entity = Message
        let networking: MessageRepository
        let storage: any Storage
        let clock: any SyncClock
    }

    @Test("confirmed entities are stored", arguments: Store.allCases)
    func inStep(store: Store) async throws {
        try await World.run(in: store) { world in
            let messages = messages(of: world)
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

    @Test("the server's entities are found although a pending document is unreadable")
    func unreadable() async throws {
        try await World.run { world in
            let messages = messages(of: world)
            let id = try await world.known()
            try await world.storage.write { store throws(StorageError) in
                _ = try Outbox(Message.schema, in: store).create(
                    Data(#"{"id":"t1"}"#.utf8),
                    id: "t1"
                )
            }
            #expect(try await messages.find(.all).map(\.id) == [id])
        }
    }

    @Test("pending writes are not overwritten", arguments: Store.allCases)
    func waiting(store: Store) async throws {
        try await World.run(in: store) { world in
            let messages = messages(of: world)
            let id = try await world.known()
            try await world.patch(id, ["text": "mine"])
            let found = try await messages.find(id: id)
            #expect(found.text == "hi")
            let stored = try await messages.stored()
            #expect(stored == [Message(id: id, text: "mine", likes: 1)])
        }
    }

    @Test("an update is no foreign change for pending writes", arguments: Store.allCases)
    func ownWrite(store: Store) async throws {
        try await World.run(in: store, conflicts: .fail) { world in
            let messages = messages(of: world)
            let id = try await world.known()
            try await world.patch(id, ["text": "mine"])
            try await messages.update(Message(id: id, text: "hi", likes: 5))
            let report = await world.synchronize()
            #expect(report.conflicts.isEmpty && report.rejected.isEmpty)
            #expect(report.acknowledged == 1)
            let merged = [Message(id: id, text: "mine", likes: 5)]
            #expect(try await world.remote.find(.all) == merged)
            #expect(try await messages.stored() == merged)
        }
    }

    @Test("a patch of the stored state does not drop a pending write", arguments: Store.allCases)
    func patchOfStored(store: Store) async throws {
        try await World.run(in: store) { world in
            let messages = messages(of: world)
            let id = try await world.known()
            try await world.patch(id, ["text": "mine"])
            let stored = try #require(try await messages.stored().first)
            #expect(try await messages.patch(stored, from: stored) == stored)
            await world.synchronize()
            #expect(try await world.remote.find(id: id).text == "mine")
        }
    }

    @Test("a patch does not hide a foreign change from a pending write", arguments: Store.allCases)
    func foreignChange(store: Store) async throws {
        try await World.run(in: store, conflicts: .serverWins) { world in
            let messages = messages(of: world)
            let id = try await world.known()
            try await world.patch(id, ["text": "mine"])
            try await world.remote.patch(id: id, with: .init(text: .set("theirs")))
            try await messages.patch(id: id, with: .init(likes: .set(5)))
            await world.synchronize()
            let theirs = [Message(id: id, text: "theirs", likes: 5)]
            #expect(try await world.remote.find(.all) == theirs)
            #expect(try await messages.stored() == theirs)
        }
    }

    @Test("nothing is stored that the server rejects", arguments: Store.allCases)
    func refused(store: Store) async throws {
        try await World.run(in: store) { world in
            let messages = messages(of: world)
            await #expect(throws: RepositoryError.self) {
                try await messages.create(Message.Draft(text: ""))
            }
            let stored = try await messages.stored()
            #expect(stored == [])
        }
    }

    @Test("batches are stored, up to the failed element", arguments: Store.allCases)
    func batches(store: Store) async throws {
        try await World.run(in: store) { world in
            let messages = messages(of: world)
            let drafts = ["a", "b", "", "c"].map { Message.Draft(text: $0) }
            let created = await #expect(throws: RepositoryError.self) {
                try await messages.create(drafts)
            }
            #expect(created?.index == 2)
            #expect(try await messages.stored().map(\.text) == ["a", "b"])
            let ids = try await messages.stored().map(\.id)
            let patched = try await messages.patch(ids: ids, with: Message.Patch(likes: .set(5)))
            #expect(patched.map(\.likes) == [5, 5])
            #expect(try await messages.stored() == patched)
            let updated = await #expect(throws: RepositoryError.self) {
                try await messages.update([
                    Message(id: ids[0], text: "new"), Message(id: "none", text: "x"),
                    Message(id: ids[1], text: "not reached"),
                ])
            }
            #expect(updated?.index == 1)
            #expect(try await messages.stored().map(\.text) == ["new", "b"])
            try await world.remote.delete(id: ids[1])
            try await world.delete(ids[0])
            let found = await #expect(throws: RepositoryError.self) {
                try await messages.find(ids: ids)
            }
            #expect(found?.index == 1)
            #expect(try await world.record(ids[1]) == nil)
            try await messages.delete(ids: ids)
            #expect(try await world.remote.find(.all).isEmpty)
        }
    }

    @Test("an entity is patched or upserted, whether or not it exists")
    func patchAndStore() async throws {
        try await World.run { world in
            let messages = messages(of: world)
            let old = try await messages.create(Message.Draft(text: "a", likes: 1))
            var new = old
            new.likes = 2
            #expect(try await messages.patch(new, from: old) == new)
            #expect(try await messages.stored() == [new])
            let kept = try await messages.storeOrUpdate([
                Message(id: old.id, text: "b"), Message(id: "t1", text: "c"),
            ])
            #expect(kept.map(\.text) == ["b", "c"])
            #expect(kept[0].id == old.id && kept[1].id != "t1")
            #expect(try await messages.stored() == kept)
            #expect(try await world.remote.find(.all) == kept)
        }
    }

    // The trap: any unknown row may be the result of the creation without a response.
    @Test("a created entity is stored even while another creation is in flight")
    func createdWhileOpen() async throws {
        try await World.run(creationCheck: .comparison) { world in
            let messages = messages(of: world)
            await world.server.setFaults(FirstRequests("POST", .cutAfter).fault)
            try await world.create(Message(id: "t1", text: "open"))
            #expect(await world.synchronizer.push().postponed == 1)
            let created = try await messages.create(Message.Draft(text: "created"))
            #expect(try await messages.stored().contains(created))
            _ = await world.settle()
            #expect(try await Set(messages.stored().map(\.text)) == ["open", "created"])
            #expect(try await world.remote.find(.all).count == 2)
        }
    }

    private func messages(of world: World) -> Messages {
        Messages(networking: world.remote, storage: world.storage, clock: world.clock)
    }
}
