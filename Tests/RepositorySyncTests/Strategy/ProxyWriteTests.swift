import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// The laws of the planner for writes, over real HTTP.
@Suite struct ProxyWriteTests {
    @Test(
        "writes on the server are stored",
        arguments: Store.allCases,
        ProxyWrite.allCases
    )
    func online(store: Store, write: ProxyWrite) async throws {
        try await World.run(in: store) { world in
            let id = try await world.known()
            let result = try await write.perform(id, by: world.messages(.remoteFirst))
            #expect(result.origin == .remote)
            #expect(result.attempts.map(\.side) == [.remote, .local])
            #expect(result.warnings.isEmpty)
            #expect(result.editsWaiting == 0)
            #expect(try await world.remoteTexts() == write.texts)
            #expect(try await world.local().map(\.text) == write.texts)
            #expect(try await world.entries().isEmpty)
            if write != .delete { #expect(result.age == .zero) }
        }
    }

    @Test(
        "a transient failure writes locally with the intent, which is sent later",
        arguments: Store.allCases,
        ProxyWrite.allCases
    )
    func transient(store: Store, write: ProxyWrite) async throws {
        for status in [503, 429, 425] {
            try await World.run(in: store) { world in
                let id = try await world.known()
                await world.disturb(.answer(ScriptedAnswer(status)))
                let result = try await write.perform(id, by: world.messages(.remoteFirst))
                #expect(result.origin == .local)
                #expect(result.editsWaiting == 1)
                #expect(result.attempts.map(\.outcome) == [.transient, .succeeded])
                #expect(result.attempts.first?.error?.status == status)
                #expect(result.warnings.isEmpty)
                #expect(try await world.local().map(\.text) == write.texts)
                #expect(try await world.remoteTexts() == ["hi"])
                #expect(try await world.entries().map(\.operation) == [write.intent])
                await world.disturb(nil)
                #expect(await world.settle() == 1)
                #expect(try await world.remoteTexts() == write.texts)
                #expect(try await world.local() == world.remote.find(.all))
            }
        }
    }

    @Test(
        "a write without a network stays pending, too",
        arguments: Store.allCases,
        ProxyWrite.allCases
    )
    func unreachable(store: Store, write: ProxyWrite) async throws {
        try await withClosedPort { closed in
            try await World.run(in: store) { world in
                let id = try await world.known()
                let messages = RepositoryProxy(
                    remote: MessageRepository(store: NetworkingSession(local: closed)),
                    storage: world.storage,
                    clock: world.clock
                )
                let result = try await write.perform(id, by: messages)
                #expect(result.origin == .local)
                #expect(result.attempts.first?.outcome == .unreachable)
                #expect(await world.settle() == 1)
                #expect(try await world.remoteTexts() == write.texts)
                #expect(try await world.local() == world.remote.find(.all))
            }
        }
    }

    @Test(
        "a server that requested a pause is not contacted before its end",
        arguments: Store.allCases
    )
    func retryAfter(store: Store) async throws {
        try await World.run(in: store) { world in
            let id = try await world.known()
            await world.disturb(.unavailable(503, retryAfter: 100))
            try await ProxyWrite.update.perform(id, by: world.messages(.remoteFirst))
            await world.disturb(nil)
            await world.server.forgetRequests()
            world.clock.advance(by: .seconds(90))
            #expect(await world.synchronizer.push().postponed == 1)
            #expect(await world.writes().isEmpty)
            world.clock.advance(by: .seconds(20))
            #expect(await world.synchronizer.push().acknowledged == 1)
        }
    }

    @Test(
        "an ambiguous write is resolved under its own key, and never sent blindly twice",
        arguments: Store.allCases,
        ProxyWrite.allCases
    )
    func ambiguous(store: Store, write: ProxyWrite) async throws {
        let faults: [Fault] = [.cutBefore, .cutAfter, .truncated, .answer(ScriptedAnswer(500))]
        for fault in faults {
            for check in AmbiguityTests.checks {
                try await World.run(in: store, creationCheck: check) { world in
                    let id = try await world.known()
                    await world.server.forgetRequests()
                    await world.disturb(fault)
                    let result = try await write.perform(id, by: world.messages(.remoteFirst))
                    #expect(result.attempts.map(\.outcome) == [.ambiguous, .succeeded], "\(fault)")
                    #expect(result.origin == .local)
                    #expect(result.editsWaiting == 1)
                    let entry = try #require(try await world.entries().first)
                    #expect(entry.state == .inFlight)
                    #expect(entry.operation == write.intent)
                    // Automatic retries of a lost request use the same key.
                    let sent = await world.server.requests.filter { $0.method != "GET" }
                    let keys = sent.map { $0.headers["idempotency-key"] }
                    #expect(Set(keys) == [entry.idempotencyKey], "\(fault)")
                    await world.disturb(nil)
                    #expect(await world.settle() == 1, "\(fault)")
                    #expect(try await world.remoteTexts() == write.texts, "\(fault)")
                    #expect(try await world.local() == world.remote.find(.all), "\(fault)")
                    let creations = try await world.creations()
                    #expect(creations == (write == .create ? 2 : 1), "\(fault)")
                    #expect(try await world.entries().isEmpty, "\(fault)")
                }
            }
        }
    }

    @Test("a creation without a key is resolved by a search", arguments: Store.allCases)
    func ambiguousWithoutKey(store: Store) async throws {
        for fault in [Fault.cutBefore, .cutAfter] {
            try await World.run(in: store, creationCheck: .idempotencyKey()) { world in
                await world.disturb(fault, ["POST"])
                let messages = RepositoryProxy(
                    remote: OwnRequests(store: world.session),
                    storage: world.storage,
                    clock: world.clock
                )
                let result = try await messages.results.create(Message.Draft(text: "once"))
                #expect(result.origin == .local)
                #expect(result.attempts.first?.outcome == .ambiguous)
                await world.disturb(nil)
                #expect(await world.settle() == 1)
                #expect(try await world.remoteTexts() == ["once"])
                #expect(try await world.creations() == 1)
                #expect(try await world.local() == world.remote.find(.all))
            }
        }
    }

    @Test(
        "a rejected write fails with the server's response, and nothing is stored",
        arguments: Store.allCases,
        ProxyWrite.allCases
    )
    func refused(store: Store, write: ProxyWrite) async throws {
        for status in [400, 401, 403, 409, 412, 422] {
            try await World.run(in: store) { world in
                let id = try await world.known()
                await world.disturb(.answer(.json(#"{"title":"no"}"#, status: status)))
                let error = try await repositoryError {
                    try await write.perform(id, by: world.messages(.remoteFirst))
                }
                #expect(error.status == status)
                #expect(error.response?.body == Data(#"{"title":"no"}"#.utf8))
                #expect(try await world.local().map(\.text) == ["hi"])
                #expect(try await world.entries().isEmpty)
            }
        }
    }

    @Test(
        "a write does not overtake pending writes",
        arguments: Store.allCases,
        [ProxyWrite.update, .patch, .change, .delete, .storeOrUpdate]
    )
    func noOvertaking(store: Store, write: ProxyWrite) async throws {
        for rule in [Strategy.Rule.remoteFirst, .remoteOnly] {
            try await World.run(in: store) { world in
                let id = try await world.known()
                try await world.patch(id, ["likes": 7])
                await world.server.forgetRequests()
                let result = try await write.perform(id, by: world.messages(rule))
                #expect(result.origin == .local)
                #expect(await world.server.requests.isEmpty)
                #expect(try await world.entries().count == 1)
                #expect(await world.settle() == 1)
                #expect(try await world.remoteTexts() == write.texts)
                if [.patch, .change].contains(write) {
                    #expect(try await world.remote.find(id: id).likes == 7)
                }
            }
        }
    }

    @Test(
        "without synchronization, a fallback write stays local, and warns",
        arguments: Store.allCases,
        ProxyWrite.allCases
    )
    func notSynchronized(store: Store, write: ProxyWrite) async throws {
        try await World.run(in: store) { world in
            let id = try await world.known()
            await world.disturb(.answer(ScriptedAnswer(503)))
            let rule = Strategy.Rule(target: .remote, fallback: .local)
            let result = try await write.perform(id, by: world.messages(rule))
            #expect(result.origin == .local)
            #expect(result.warnings == [.willNotBeSent])
            #expect(result.editsWaiting == 0)
            #expect(try await world.local().map(\.text) == write.texts)
            #expect(try await world.entries().isEmpty)
            await world.disturb(nil)
            await world.synchronizer.push()
            #expect(try await world.remoteTexts() == ["hi"])
            // A write that was sent and may have arrived can only fail.
            await world.disturb(.cutAfter)
            let error = try await repositoryError {
                try await write.perform(id, by: world.messages(rule))
            }
            #expect(error.isAmbiguous)
        }
    }

    @Test("a write begins locally, and is sent to the server", arguments: Store.allCases)
    func localFirst(store: Store) async throws {
        try await World.run(in: store) { world in
            let messages = RepositoryProxy(
                remote: world.remote,
                synchronizer: world.synchronizer,
                strategy: .offlineFirst
            )
            let result = try await messages.results.create(Message.Draft(text: "hi"))
            #expect(result.origin == .local)
            #expect(result.editsWaiting == 1)
            #expect(result.warnings.isEmpty)
            // Only the synchronizer was triggered.
            await world.isSynchronized()
            #expect(try await world.remoteTexts() == ["hi"])
            // It is still found, changed and deleted by its temporary identity.
            let id = result.value.id
            #expect(try await messages.find(id: id) == Message(id: "m1", text: "hi"))
            #expect(try await messages.update(Message(id: id, text: "you")).id == "m1")
            await world.isSynchronized()
            #expect(try await world.remoteTexts() == ["you"])
            let direct = world.messages(.remoteFirst)
            #expect(try await direct.results.find(id: id).origin == .remote)
            #expect(try await direct.patch(id: id, with: .init(likes: .set(3))).likes == 3)
            try await direct.delete(id: id)
            #expect(try await world.remoteTexts() == [])
            #expect(try await world.local() == [])
        }
    }

    @Test(
        "an entity waits for a referenced one that the server does not know yet",
        arguments: Store.allCases
    )
    func references(store: Store) async throws {
        try await World.run(in: store) { world in
            let conversations = RepositoryProxy(
                remote: world.remoteConversations,
                storage: world.storage,
                strategy: .offlineFirst,
                clock: world.clock
            )
            let conversation = try await conversations.create(Conversation.Draft(title: "c"))
            let messages = world.messages(.remoteFirst)
            let draft = Message.Draft(text: "hi", conversation: conversation.id)
            let first = try await messages.results.create(draft)
            #expect(first.origin == .local)
            #expect(await world.settle() == 2)
            #expect(try await world.remote.find(.all).map(\.conversation) == ["c1"])
            // Also by the old identity, which the server never knew.
            #expect(try await messages.results.create(draft).origin == .local)
            #expect(await world.settle() == 1)
            #expect(try await world.remote.find(.all).map(\.conversation) == ["c1", "c1"])
        }
    }

    @Test("the same holds for a reference in an array", arguments: Store.allCases)
    func arraysOfReferences(store: Store) async throws {
        try await World.runWithTickets(in: store) { world in
            let rules: [RepositoryOperation: Strategy.Rule] = [.create: .localFirst]
            let tickets = RepositoryProxy(
                remote: world.tickets,
                storage: world.storage,
                strategy: Strategy(.remoteFirst, rules),
                clock: world.clock
            )
            let first = try await tickets.create(Ticket.Draft(title: "first"))
            var direct = tickets
            direct.strategy = .default
            let draft = Ticket.Draft(title: "second", blockedBy: [first.id])
            #expect(try await direct.results.create(draft).origin == .local)
            #expect(await world.settle() == 2)
            let remote = try await world.tickets.find(.all)
            #expect(remote.last?.blockedBy == remote.first.map { [$0.id] })
            #expect(try await Set(tickets.find()) == Set(remote))
        }
    }
}

extension World {
    /// Returns the number of messages ever created on the server.
    func creations() async throws -> Int {
        let bytes = await server.creations(of: "messages")
        return try [JSON](jsonData: bytes).count
    }
}

/// A repository with custom requests for creations.
private struct OwnRequests: CRUDNetworkingRepository {
    typealias Entity = Message
    let store: any Networking
    let path = "messages"

    func create(_ draft: Message.Draft) async throws(RepositoryError) -> Message {
        var request = NetworkingRequest(method: .post, path: "messages")
        do {
            request.body = try draft.jsonData()
            let response = try await store.send(request)
            return try Message(jsonData: response.body)
        } catch {
            var failure = RepositoryError(
                .network,
                during: request.operation,
                message: "No answer.",
                cause: error
            )
            failure.isAmbiguous = (error as? NetworkingError)?.isAmbiguous ?? true
            throw failure
        }
    }
}
