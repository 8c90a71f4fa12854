import ExampleServer
import Foundation
import RepositoryRuntime
import SyncSample
import Testing

/// The local state after a conflict: nothing that is written or read later depends on it wrongly.
@Suite struct ConflictAftermathTests {
    // The trap: the stored entity keeps the old values of other properties, and the next update
    // sends them.
    @Test("a patch that is retried after a conflict keeps the server's other values")
    func retriedConflict() async throws {
        try await World.run(conflicts: .fail) { world in
            let id = try await world.known(Message(id: "", text: "hi", likes: 1))
            _ = try await world.remote.update(Message(id: id, text: "theirs", likes: 2))
            try await world.patch(id, ["text": "mine"])
            #expect(await world.synchronize().rejected.count == 1)
            let write = try #require(await world.synchronizer.rejectedWrites().first)
            try await world.synchronizer.retry(write)
            #expect(await world.synchronizer.push().acknowledged == 1)
            let whole = Message(id: id, text: "mine", likes: 2)
            #expect(try await world.remote.find(id: id) == whole)
            #expect(try await world.local() == [whole])
        }
    }

    // The trap: it has no confirmed state any more, like an entity that the server never had.
    @Test(
        "entities that refer to a deleted one are sent if the server has known it",
        arguments: Store.allCases,
        [true, false]
    )
    func referrersOfDeleted(store: Store, isDiscarded: Bool) async throws {
        try await World.run(in: store, conflicts: .fail) { world in
            let draft = Conversation.Draft(title: "a")
            let conversation = try await world.remoteConversations.create(draft).id
            let id = try await world.known(Message(id: "", text: "hi", conversation: conversation))
            try await world.storage.write { store throws(StorageError) in
                _ = try Outbox(Conversation.schema, in: store)
                    .patch(id: conversation, with: ["title": "mine"])
            }
            try await world.remoteConversations.delete(id: conversation)
            #expect(await world.synchronizer.push().rejected.count == 1)
            if isDiscarded {
                let write = try #require(await world.synchronizer.rejectedWrites().first)
                try await world.synchronizer.discard(write)
            } else {
                try await world.storage.write { store throws(StorageError) in
                    try Outbox(Conversation.schema, in: store).delete(id: conversation)
                }
                await world.synchronizer.push()
            }
            try await world.patch(id, ["text": "mine"])
            let report = await world.synchronizer.push()
            #expect(report.rejected.isEmpty, "\(report.rejected)")
            #expect(try await world.remote.find(id: id).text == "mine")
        }
    }

    // The trap: a query for the former identity looks only for the new one.
    @Test("entities that refer to a recreated one are found by its former identity")
    func referrersOfRecreated() async throws {
        try await World.run(conflicts: .merge) { world in
            let draft = Conversation.Draft(title: "a")
            let conversation = try await world.remoteConversations.create(draft).id
            let id = try await world.known(Message(id: "", text: "hi", conversation: conversation))
            try await world.storage.write { store throws(StorageError) in
                _ = try Outbox(Conversation.schema, in: store)
                    .patch(id: conversation, with: ["title": "mine"])
            }
            try await world.remoteConversations.delete(id: conversation)
            #expect(await world.synchronizer.push().rejected.isEmpty)
            #expect(try await world.remoteConversations.find(.all).map(\.title) == ["mine"])
            let messages = RepositoryProxy<Message>(storage: world.storage)
            let reference = Field<String?>("conversation")
            let found = try await messages.find { _ in reference == conversation }
            #expect(found.map(\.id) == [id])
            let count = try await messages.aggregate(
                { _ in .count },
                where: { _ in reference == conversation }
            )
            #expect(count == 1)
        }
    }
}
