import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// Outcomes of writes, each published once, over real HTTP.
@Suite struct WriteOutcomeTests {
    @Test(
        "the outcome of a pending write is published once, of any kind",
        arguments: Store.allCases
    )
    func waiting(store: Store) async throws {
        try await World.run(in: store) { world in
            let id = try await world.known()
            let outcomes = world.synchronizer.outcomes()
            try await world.create(Message(id: "t1", text: "new"))
            try await world.create(Message(id: "t2", text: ""))
            // One write from two edits, and the server has changed, too.
            try await world.patch(id, ["text": "mine"])
            try await world.patch(id, ["text": "mine again"])
            _ = try await world.remote.patch(id: id, with: .init(likes: .set(9)))
            await world.synchronize()
            let new = try #require(try await world.local().first { $0.text == "new" }?.id)
            try await world.delete(new)
            await world.synchronize()
            await world.synchronize()
            #expect(
                try await world.told(outcomes) == [
                    "create t1 -> \(new): acknowledged",
                    "create t2 -> t2: rejected 422",
                    "patch \(id): merged",
                    "delete \(new): acknowledged",
                ]
            )
        }
    }

    @Test("a write replaced by the server's state is superseded", arguments: Store.allCases)
    func superseded(store: Store) async throws {
        try await World.run(in: store, conflicts: .serverWins) { world in
            let id = try await world.known()
            let outcomes = world.synchronizer.outcomes()
            try await world.patch(id, ["text": "mine"])
            _ = try await world.remote.patch(id: id, with: .init(text: .set("theirs")))
            #expect(await world.synchronize().superseded == 1)
            #expect(try await world.told(outcomes) == ["patch \(id): superseded"])
        }
    }

    // The trap: the outcome is that of the change before the deletion.
    @Test("a deletion that loses against a change is superseded", arguments: Store.allCases)
    func lostDeletion(store: Store) async throws {
        try await World.run(in: store) { world in
            let id = try await world.known()
            let outcomes = world.synchronizer.outcomes()
            await world.server.setFaults(FirstRequests("PATCH", .cutBefore).fault)
            try await world.patch(id, ["text": "mine"])
            await world.synchronize()
            try await world.delete(id)
            _ = try await world.remote.patch(id: id, with: .init(text: .set("theirs")))
            world.clock.advance(by: .seconds(600))
            let report = await world.synchronize()
            #expect(report.superseded == 1)
            #expect(report.conflicts.flatMap(\.properties).map(\.key) == ["text"])
            #expect(try await world.told(outcomes) == ["delete \(id): superseded"])
        }
    }

    @Test(
        "a rejected creation that was deleted meanwhile has an outcome",
        arguments: Store.allCases
    )
    func deletedMeanwhile(store: Store) async throws {
        try await World.run(in: store) { world in
            let outcomes = world.synchronizer.outcomes()
            await world.server.setFaults(FirstRequests("POST", .cutBefore).fault)
            try await world.create(Message(id: "t1", text: "new"))
            await world.synchronize()
            try await world.delete("t1")
            await world.server.script("POST", "/messages", .json("{}", status: 422))
            world.clock.advance(by: .seconds(600))
            let report = await world.synchronizer.push()
            #expect(report.superseded == 1)
            #expect(try await world.entries().isEmpty)
            #expect(try await world.told(outcomes) == ["create t1 -> t1: superseded"])
        }
    }

    @Test("each write of a batch has its own outcome", arguments: Store.allCases)
    func batch(store: Store) async throws {
        try await World.run(in: store) { world in
            try await world.synchronizer.register(
                RemoteCollection(
                    BatchMessageRepository(store: world.session),
                    creationCheck: .idempotencyKey()
                )
            )
            let outcomes = world.synchronizer.outcomes()
            let answer = #"[{"_id":"m7","text":"a"},{"error":"no"},{"_id":"m9","text":"c"}]"#
            await world.server.script("POST", "/messages/collection", .json(answer))
            await world.server.script("POST", "/messages", .json("{}", status: 422))
            for text in ["a", "b", "c"] {
                try await world.create(Message(id: "t-\(text)", text: text))
            }
            await world.synchronizer.push()
            #expect(
                try await world.told(outcomes) == [
                    "create t-a -> m7: acknowledged", "create t-c -> m9: acknowledged",
                    "create t-b -> t-b: rejected 422",
                ]
            )
        }
    }

    @Test("outcomes of direct writes are published, too", arguments: Store.allCases)
    func direct(store: Store) async throws {
        try await World.run(in: store) { world in
            let outcomes = world.synchronizer.outcomes()
            let messages = world.direct(.remoteFirst)
            let id = try await messages.create(Message.Draft(text: "hi", likes: 1)).id
            _ = try? await messages.create(Message.Draft(text: ""))
            _ = try await world.remote.patch(id: id, with: .init(likes: .set(9)))
            try await messages.update(Message(id: id, text: "mine", likes: 1))
            _ = try? await messages.patch(id: id, with: .init(text: .set("")))
            _ = try? await messages.update(Message(id: "nowhere", text: "new"))
            try await messages.delete(id: id)
            #expect(
                try await world.told(outcomes) == [
                    "create \(id): acknowledged", "create nothing: rejected 422",
                    "update \(id): merged", "patch \(id): rejected 422",
                    "update nowhere: rejected 404", "delete \(id): acknowledged",
                ]
            )
        }
    }

    @Test("a thrown conflict is a rejection, with the server's state")
    func thrownConflict() async throws {
        try await World.run(conflicts: .fail) { world in
            let messages = world.direct(.remoteFirst)
            let id = try await messages.create(Message.Draft(text: "hi")).id
            _ = try await world.remote.update(Message(id: id, text: "theirs"))
            var outcomes = world.direct().outcomes().makeAsyncIterator()
            let mine = Message(id: id, text: "mine")
            _ = try await repositoryError { try await messages.update(mine) }
            let outcome = try #require(await outcomes.next())
            #expect(outcome.id == id)
            guard case .rejected(let failure) = outcome.kind else {
                Issue.record("it is \(outcome.kind)")
                return
            }
            #expect(failure.status == 412)
            #expect(try Message(jsonData: try #require(failure.body)).text == "theirs")
        }
    }

    @Test("the outcome of a write without a response is published once it is resolved")
    func ambiguous() async throws {
        try await World.run { world in
            let outcomes = world.synchronizer.outcomes()
            await world.server.setFaults(FirstRequests("POST", .cutAfter).fault)
            // Without a synchronizer, so that this one alone decides when it is resolved.
            let message = try await world.messages(.remoteFirst).create(Message.Draft(text: "hi"))
            _ = await world.settle()
            let id = try #require(try await world.local().first?.id)
            #expect(
                try await world.told(outcomes) == ["create \(message.id) -> \(id): acknowledged"]
            )
        }
    }

    @Test("writes without an outcome, and local ones, are not published")
    func untold() async throws {
        try await World.run { world in
            let outcomes = world.synchronizer.outcomes()
            await world.disturb(.cutBefore)
            _ = try await repositoryError {
                try await world.direct().create(Message.Draft(text: "new"))
            }
            try await world.direct(.localOnly).create(Message.Draft(text: "here"))
            // It was never sent.
            try await world.create(Message(id: "t1", text: "new"))
            try await world.delete("t1")
            #expect(try await world.told(outcomes).isEmpty)
        }
    }

    @Test(
        "a repository publishes its own outcomes, with typed identities",
        arguments: Store.allCases
    )
    func typed(store: Store) async throws {
        try await World.run(in: store) { world in
            let messages = world.direct()
            var own = messages.outcomes().makeAsyncIterator()
            try await world.create(Conversation(id: "c", title: "ours"))
            try await world.create(Message(id: "t1", text: "new"))
            await world.synchronize()
            let outcome = try #require(await own.next())
            let id = try #require(try await world.local().first?.id)
            #expect(outcome.id == id)
            #expect(outcome.temporaryID == "t1")
            #expect(outcome.operation == .create)
            #expect(outcome.kind == .acknowledged)
            // Outcomes of other collections do not count as missed.
            #expect(outcome.missedBefore == 0)
        }
    }

    @Test("identities of all kinds are parsed from text")
    func identities() {
        func typed<Value: Entity>(_ type: Value.Type, _ id: String) -> Value.ID? {
            EntityWriteOutcome<Value>(
                WriteOutcome(
                    collection: Value.schema.name,
                    id: id,
                    operation: .delete,
                    kind: .acknowledged
                )
            )?.id
        }
        #expect(typed(Message.self, "7") == "7")
        #expect(typed(Voucher.self, "-7") == -7)
        #expect(typed(Voucher.self, "7.0") == nil)
        #expect(
            EntityWriteOutcome<Voucher>(
                WriteOutcome(
                    collection: "Message",
                    id: "7",
                    operation: .delete,
                    kind: .acknowledged
                )
            ) == nil
        )
    }

    @Test("a slow consumer gets the latest outcomes, and the number dropped")
    func slowReader() async throws {
        try await World.run { world in
            let few = world.synchronizer.outcomes(keeping: 2)
            let all = world.synchronizer.outcomes()
            for number in 1...4 {
                try await world.direct().delete(id: "\(number)")
            }
            #expect(
                try await world.told(few) == ["delete 4: acknowledged (after 3 others)"]
            )
            #expect(try await world.told(all).count == 4)
        }
    }

    @Test("it ends with its task, and with the synchronizer")
    func ends() async throws {
        var synchronizer: Synchronizer? = Synchronizer(storage: MemoryStorage())
        let first = try #require(synchronizer?.outcomes())
        let second = try #require(synchronizer?.outcomes())
        let reader = Task {
            for await _ in first {}
            return Task.isCancelled
        }
        reader.cancel()
        #expect(await reader.value)
        synchronizer = nil
        for await _ in second { Issue.record("nothing was written") }
    }
}
