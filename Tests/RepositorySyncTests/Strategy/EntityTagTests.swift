import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// Direct writes under optimistic concurrency control, over real HTTP.
@Suite struct EntityTagTests {
    /// Returns the messages, written directly, with the policy of a synchronizer or without one.
    private func messages(_ world: World, hasPolicy: Bool) -> RepositoryProxy<Message> {
        hasPolicy
            ? RepositoryProxy(
                remote: world.remote,
                synchronizer: world.synchronizer,
                strategy: Strategy(.remoteFirst)
            ) : world.messages(.remoteFirst)
    }

    /// Returns a message that both sides know, with its tag, and that another client has liked
    /// since.
    private func contested(
        _ world: World,
        _ messages: RepositoryProxy<Message>
    ) async throws -> Message {
        let message = try await messages.create(Message.Draft(text: "hi", likes: 1))
        _ = try await world.remote.patch(id: message.id, with: .init(likes: .set(9)))
        await world.server.forgetRequests()
        return message
    }

    @Test("the version in a response is assumed by the next write", arguments: Store.allCases)
    func known(store: Store) async throws {
        try await World.run(in: store) { world in
            let messages = world.messages(.remoteFirst)
            let id = try await messages.create(Message.Draft(text: "hi")).id
            #expect(try await world.record(id)?.entityTag == "\"1\"")
            try await messages.update(Message(id: id, text: "2"))
            try await messages.patch(id: id, with: .init(text: .set("3")))
            try await messages.patch(Message(id: id, text: "4"), from: Message(id: id, text: "3"))
            #expect(try await world.record(id)?.entityTag == "\"4\"")
            _ = try await world.remote.update(Message(id: id, text: "5"))
            #expect(try await messages.find(id: id).text == "5")
            #expect(try await world.record(id)?.entityTag == "\"5\"")
            try await messages.delete(id: id)
            let sent = await world.server.requests.filter { $0.path.hasSuffix(id) }
            #expect(
                sent.map { $0.headers["if-match"] } == [
                    "\"1\"", "\"2\"", "\"3\"", nil, nil, "\"5\"",
                ]
            )
            #expect(try await world.remoteTexts().isEmpty)
        }
    }

    // The trap: the response has no body, so the caller's state is stored under the new tag.
    @Test("a change of an older state keeps newer properties", arguments: Store.allCases)
    func olderState(store: Store) async throws {
        try await World.run(in: store) { world in
            let messages = world.messages(.remoteFirst)
            let old = try await messages.create(Message.Draft(text: "hi", likes: 1))
            _ = try await world.remote.patch(id: old.id, with: .init(likes: .set(9)))
            _ = try await messages.find(id: old.id)
            await world.server.script(
                "PATCH",
                "/messages/\(old.id)",
                ScriptedAnswer(204, headers: ["ETag": "\"3\""])
            )
            var new = old
            new.text = "yo"
            #expect(try await messages.patch(new, from: old).likes == 9)
            let record = try #require(try await world.record(old.id))
            #expect(record.entityTag == "\"3\"")
            #expect(try Message(jsonData: record.document).likes == 9)
            let sent = await world.server.requests.last { $0.method == "PATCH" }
            #expect(sent?.text == #"{"text":"yo"}"#)
        }
    }

    @Test("a patch of another version conflicts also without PATCH", arguments: Store.allCases)
    func replaced(store: Store) async throws {
        try await World.run(in: store) { world in
            let conversations = RepositoryProxy(
                remote: world.remoteConversations,
                storage: world.storage,
                strategy: Strategy(.remoteFirst),
                clock: world.clock
            )
            let mine = try await conversations.create(.init(title: "old"))
            var theirs = mine
            theirs.title = "theirs"
            _ = try await world.remoteConversations.update(theirs)
            let error = try await repositoryError {
                _ = try await conversations.patch(id: mine.id, with: .init(title: .set("mine")))
            }
            #expect(error.code == .conflict)
            #expect(error.cause is WriteConflict<Conversation>)
            #expect(try await world.remoteConversations.find(.all).map(\.title) == ["theirs"])
        }
    }

    @Test(
        "another version is merged with the write",
        arguments: Store.allCases,
        ProxyWrite.allCases
    )
    func merged(store: Store, write: ProxyWrite) async throws {
        guard ![.create, .delete].contains(write) else { return }
        try await World.run(in: store, conflicts: .merge) { world in
            let messages = messages(world, hasPolicy: true)
            let message = try await contested(world, messages)
            let result = try await write.perform(message.id, by: messages)
            #expect(result.origin == .remote)
            let expected = Message(id: message.id, text: "new", likes: 9)
            #expect(result.value == expected)
            #expect(try await world.remote.find(id: message.id) == expected)
            #expect(try await world.local() == [expected])
            #expect(try await world.record(message.id)?.entityTag == "\"3\"")
        }
    }

    // The trap: the store has the other version, so the unmerged write looks like a change of it.
    @Test(
        "a merged write that gets no response stays merged",
        arguments: [Fault.answer(ScriptedAnswer(503)), .cutBefore, .cutAfter],
        [ProxyWrite.update, .storeOrUpdate]
    )
    func mergedWithoutResponse(fault: Fault, write: ProxyWrite) async throws {
        try await World.run(conflicts: .merge) { world in
            let messages = RepositoryProxy(
                remote: world.remote,
                synchronizer: world.synchronizer,
                strategy: .default
            )
            let message = try await contested(world, messages)
            let count = Locked(0)
            await world.server.setFaults { request in
                guard request.method == "PUT" else { return nil }
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                return number == 2 ? fault : nil
            }
            let expected = Message(id: message.id, text: "new", likes: 9)
            #expect(try await write.perform(message.id, by: messages).value == expected)
            _ = await world.settle()
            #expect(try await world.remote.find(id: message.id) == expected)
            #expect(try await world.local() == [expected])
        }
    }

    @Test("with clientWins, the write replaces the other version")
    func clientWins() async throws {
        try await World.run(conflicts: .clientWins) { world in
            let messages = messages(world, hasPolicy: true)
            var message = try await contested(world, messages)
            message.text = "mine"
            #expect(try await messages.update(message) == message)
            #expect(try await world.remote.find(id: message.id) == message)
            _ = try await world.remote.update(Message(id: message.id, text: "theirs"))
            try await messages.delete(id: message.id)
            #expect(try await world.remoteTexts().isEmpty)
        }
    }

    @Test(
        "if not, it fails with both versions, and the store has the server's",
        arguments: Store.allCases,
        [ConflictPolicy.serverWins, .fail, nil]
    )
    func open(store: Store, policy: ConflictPolicy?) async throws {
        try await World.run(in: store, conflicts: policy ?? .merge) { world in
            let messages = messages(world, hasPolicy: policy != nil)
            let message = try await contested(world, messages)
            let mine = Message(id: message.id, text: "mine", likes: 5)
            let error = try await repositoryError { try await messages.update(mine) }
            #expect(error.code == .conflict)
            #expect(!error.isRetryable)
            let conflict = try #require(error.cause as? WriteConflict<Message>)
            let theirs = Message(id: message.id, text: "hi", likes: 9)
            #expect(conflict.local == mine)
            #expect(conflict.remote == theirs)
            #expect(conflict.summary.resolution == .open)
            #expect(conflict.summary.properties.map(\.key) == ["likes"])
            #expect(conflict.summary.properties.map(\.remote) == [9])
            #expect(try await world.remote.find(id: message.id) == theirs)
            #expect(try await world.local() == [theirs])
            // A user who has seen both states overwrites the server's.
            try await messages.update(mine)
            #expect(try await world.remote.find(id: message.id) == mine)
        }
    }

    @Test("a deletion of a changed entity is not carried out", arguments: [true, false])
    func deletion(hasPolicy: Bool) async throws {
        try await World.run { world in
            let messages = messages(world, hasPolicy: hasPolicy)
            let message = try await contested(world, messages)
            let error = try await repositoryError { try await messages.delete(id: message.id) }
            let conflict = try #require(error.cause as? WriteConflict<Message>)
            #expect(conflict.local == nil)
            #expect(conflict.remote?.likes == 9)
            #expect(try await world.local().map(\.likes) == [9])
            try await messages.delete(id: message.id)
            #expect(try await world.remoteTexts().isEmpty)
            #expect(try await world.local().isEmpty)
        }
    }

    @Test("a server that rejects for another reason is asked twice only")
    func otherReason() async throws {
        try await World.run { world in
            let messages = messages(world, hasPolicy: true)
            let message = try await messages.create(Message.Draft(text: "hi"))
            await world.server.forgetRequests()
            await world.disturb(.answer(ScriptedAnswer(412)))
            let error = try await repositoryError { try await messages.update(message) }
            #expect(error.status == 412)
            #expect(error.cause == nil)
            #expect(await world.server.requests.map(\.method) == ["PUT", "GET"])
        }
    }

    @Test("the error for a required version explains it")
    func required() async throws {
        try await World.run { world in
            let id = try await world.remote.create(Message.Draft(text: "hi")).id
            await world.disturb(.answer(ScriptedAnswer(428)))
            let error = try await repositoryError {
                try await world.messages(.remoteFirst).update(Message(id: id, text: "new"))
            }
            #expect(error.code == .conflict)
            #expect(error.message.contains("If-Match"))
        }
    }
}
