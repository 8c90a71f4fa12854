import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// The laws of the planner on writes, over real HTTP.
@Suite struct ProxyWriteTests {
    @Test(
        "what the server does is kept here",
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
        "a write that is put off is written here with its intent, and sent later",
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

    @Test("a write without a network waits, too", arguments: Store.allCases, ProxyWrite.allCases)
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

    @Test("a server that says how long it is away is not asked before", arguments: Store.allCases)
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
        "an ambiguous write is settled under its own key, and never sent blindly twice",
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
                    // Whatever repeats by itself what was cut does so with the same key.
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

    @Test("a creation that went without a key is found out by looking", arguments: Store.allCases)
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
        "what the server refuses fails with its answer, and nothing is written here",
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
        "a write does not overtake edits that wait",
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
        "without synchronization, a write that falls back stays here, and says so",
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
            // What was sent and may have arrived can only fail.
            await world.disturb(.cutAfter)
            let error = try await repositoryError {
                try await write.perform(id, by: world.messages(rule))
            }
            #expect(error.isAmbiguous)
        }
    }

    @Test("a write begins here, and the server learns of it", arguments: Store.allCases)
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
            // The synchronizer was asked, and nobody else.
            await world.isSynchronized()
            #expect(try await world.remoteTexts() == ["hi"])
            // By the identity that it had here, it is found, changed and deleted all the same.
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
        "what refers to an entity that the server does not know yet waits for it",
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

    @Test("so does what refers to it within an array", arguments: Store.allCases)
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
    /// How many messages the server has ever created.
    func creations() async throws -> Int {
        let bytes = await server.creations(of: "messages")
        return try [JSON](jsonData: bytes).count
    }
}

/// A repository that makes its requests for creations itself.
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
