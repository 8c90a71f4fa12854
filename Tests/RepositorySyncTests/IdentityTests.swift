import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// Temporary identities, and their replacement by the server's.
@Suite struct IdentityTests {
    @Test("references are replaced in records and pending writes", arguments: Store.allCases)
    func references(store: Store) async throws {
        try await World.run(in: store) { world in
            let id = try await world.known()
            // The message comes before the conversation that it refers to.
            try await world.create(Message(id: "t1", text: "a", conversation: "talk"))
            try await world.patch(id, ["conversation": "talk"])
            try await world.create(Conversation(id: "talk", title: "Talk"))
            let report = await world.synchronize()
            #expect(report.acknowledged == 3)
            #expect(report.rejected.isEmpty)
            #expect(try await world.local().map(\.conversation) == ["c1", "c1"])
            #expect(try await world.remote.find(.all).map(\.conversation) == ["c1", "c1"])
        }
    }

    @Test("a record is found by its temporary identity", arguments: Store.allCases)
    func aliases(store: Store) async throws {
        try await World.run(in: store) { world in
            try await world.create(Conversation(id: "talk", title: "Talk"))
            try await world.create(Message(id: "t1", text: "a"))
            await world.synchronize()
            let messages = RepositoryProxy<Message>(storage: world.storage)
            let state = try await messages.syncState(of: "t1")
            #expect(state.state == .synchronized)
            try await world.update(Message(id: "t1", text: "b", conversation: "talk"))
            try await world.patch("t1", ["likes": 3])
            #expect(await world.synchronize().acknowledged == 1)
            let expected = [Message(id: "m1", text: "b", likes: 3, conversation: "c1")]
            #expect(try await world.local() == expected)
            #expect(try await world.remote.find(.all) == expected)
            try await world.delete("t1")
            await world.synchronize()
            #expect(try await world.remote.find(.all).isEmpty)
        }
    }

    // The trap: the identity that replaced the temporary one was replaced as well.
    @Test(
        "a recreated record is found by its temporary identity",
        arguments: Store.allCases
    )
    func aliasOfAlias(store: Store) async throws {
        try await World.run(in: store) { world in
            try await world.create(Message(id: "t1", text: "a"))
            await world.synchronize()
            try await world.remote.delete(id: "m1")
            try await world.patch("t1", ["likes": 3])
            await world.synchronize()
            #expect(try await world.local().map(\.id) == ["m2"])
            try await world.patch("t1", ["text": "b"])
            #expect(await world.synchronize().acknowledged == 1)
            #expect(try await world.remote.find(.all) == [Message(id: "m2", text: "b", likes: 3)])
        }
    }

    // The trap: references contain the server's identity now, and do not match the temporary one.
    @Test("referring records are found by a temporary identity", arguments: Store.allCases)
    func criteria(store: Store) async throws {
        try await World.run(in: store) { world in
            try await world.create(Conversation(id: "talk", title: "Talk"))
            try await world.create(Message(id: "t1", text: "a", conversation: "talk"))
            let local = world.messages(.localFirst)
            let conversation = Field<String?>("conversation")
            let id = Field<String>("_id")
            let criteria = Criteria(
                filter: conversation == "talk" && !(id == "other") || id == "none"
            )
            var observed = local.observe(criteria).makeAsyncIterator()
            var counted = local.observeCount(criteria).makeAsyncIterator()
            #expect(try await observed.next()?.map(\.id) == ["t1"])
            #expect(try await counted.next() == 1)
            await world.synchronize()
            #expect(try await local.find(criteria).map(\.id) == ["m1"])
            #expect(try await local.find { _ in conversation.isOneOf(["x", "talk"]) }.count == 1)
            #expect(try await local.find { _ in id == "t1" }.map(\.id) == ["m1"])
            #expect(try await observed.next()?.map(\.id) == ["m1"])
            await world.server.forgetRequests()
            let remote = world.messages(.remoteFirst)
            #expect(try await remote.find { _ in conversation == "talk" }.map(\.id) == ["m1"])
            #expect(try await remote.findOne { _ in conversation == "talk" }?.id == "m1")
            #expect(await world.server.requests.allSatisfy { !$0.query.contains("talk") })
        }
    }

    // The trap: the temporary identity no longer belongs to an entity, but is sent as if it did.
    @Test("references to a discarded entity are not sent", arguments: Store.allCases)
    func abandonedReference(store: Store) async throws {
        try await World.run(in: store) { world in
            try await world.create(Conversation(id: "talk", title: "Talk"))
            try await world.create(Conversation(id: "refused", title: ""))
            try await world.create(Message(id: "t1", text: "a", conversation: "talk"))
            try await world.create(Message(id: "t2", text: "b", conversation: "refused"))
            try await world.deleteConversation("talk")
            let refusal = try #require(
                await world.synchronize().rejected.first { $0.entry.key.id == "refused" }
            )
            try await world.storage.write { store throws(StorageError) in
                try store.discard(rejected: refusal.entry.id)
            }
            world.clock.advance(by: .seconds(600))
            await world.synchronize()
            let rejected = try await world.rejected()
            #expect(rejected.map(\.entry.key.id) == ["t1", "t2"])
            let message = "It refers to an entity that was deleted before the server knew it."
            #expect(rejected.allSatisfy { $0.entry.failure?.message == message })
            #expect(try await world.remote.find(.all).isEmpty)
            // After the correction, it is sent.
            try await world.update(Message(id: "t1", text: "a"))
            #expect(await world.synchronize().acknowledged == 1)
            #expect(try await world.remoteTexts() == ["a"])
        }
    }

    @Test("only writes that refer to a rejected entity wait", arguments: Store.allCases)
    func refusedReference(store: Store) async throws {
        try await World.run(in: store) { world in
            try await world.create(Conversation(id: "talk", title: ""))
            try await world.create(Message(id: "t1", text: "a", conversation: "talk"))
            try await world.create(Message(id: "t2", text: "b"))
            let report = await world.synchronize()
            #expect(report.rejected.map(\.entry.key.id) == ["talk"])
            #expect(report.postponed == 1)
            #expect(try await world.remote.find(.all).map(\.text) == ["b"])
            try await world.update(Conversation(id: "talk", title: "Talk"))
            #expect(await world.synchronize().acknowledged == 2)
            #expect(try await Set(world.remote.find(.all).map(\.conversation)) == ["c1", nil])
        }
    }

    @Test(
        "a change made while the creation is in flight is sent after it",
        arguments: Store.allCases
    )
    func changedInFlight(store: Store) async throws {
        let storage = Locked<(any Storage)?>(nil)
        let session: @Sendable (String) -> any Networking = { url in
            MeanwhileSession(session: NetworkingSession(local: url)) { request in
                guard request.head.method == .post, let storage = storage.withLock({ $0 })
                else { return }
                try? await storage.write { store throws(StorageError) in
                    _ = try Outbox(Message.schema, in: store)
                        .patch(id: "t1", with: ["text": "later"])
                }
            }
        }
        try await World.run(in: store, session: session) { world in
            storage.withLock { $0 = world.storage }
            try await world.create(Message(id: "t1", text: "first", likes: 2))
            #expect(await world.synchronize().acknowledged == 2)
            let expected = [Message(id: "m1", text: "later", likes: 2)]
            #expect(try await world.local() == expected)
            #expect(try await world.remote.find(.all) == expected)
            #expect(await world.writes() == ["POST /messages", "PATCH /messages/m1"])
        }
    }

    @Test(
        "a record deleted while its creation is in flight is deleted on the server",
        arguments: Store.allCases
    )
    func deletedInFlight(store: Store) async throws {
        let storage = Locked<(any Storage)?>(nil)
        let session: @Sendable (String) -> any Networking = { url in
            MeanwhileSession(session: NetworkingSession(local: url)) { request in
                guard request.head.method == .post, let storage = storage.withLock({ $0 })
                else { return }
                try? await storage.write { store throws(StorageError) in
                    try Outbox(Message.schema, in: store).delete(id: "t1")
                }
            }
        }
        try await World.run(in: store, session: session) { world in
            storage.withLock { $0 = world.storage }
            try await world.create(Message(id: "t1", text: "first"))
            #expect(await world.synchronize().acknowledged == 2)
            #expect(try await world.local().isEmpty)
            #expect(try await world.remote.find(.all).isEmpty)
        }
    }
}
