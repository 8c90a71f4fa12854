import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// The laws of the planner for reads, over real HTTP.
@Suite struct ProxyReadTests {
    @Test(
        "responses are stored, and used while the server is unreachable",
        arguments: Store.allCases
    )
    func transient(store: Store) async throws {
        try await World.run(in: store) { world in
            let message = try await world.remote.create(Message.Draft(text: "hi", likes: 1))
            let messages = world.messages(.remoteFirst)
            let first = try await messages.results.find { $0.text == "hi" }
            #expect(first.origin == .remote)
            #expect(first.age == .zero)
            #expect(first.value == [message])
            world.clock.advance(by: .seconds(60))
            for fault in [Fault.answer(ScriptedAnswer(503)), .cutBefore] {
                await world.disturb(fault, ["GET"])
                let all = try await messages.results.find()
                #expect(all.origin == .local)
                #expect(all.value == [message])
                #expect(all.age == .seconds(60))
                #expect(all.attempts.map(\.outcome) == [.transient, .succeeded])
                #expect(all.attempts.allSatisfy { $0.duration > .zero })
                #expect(try await messages.results.find(id: message.id).origin == .local)
                #expect(try await messages.results.findOne().value == message)
            }
        }
    }

    // The trap: without a network, the token cannot be renewed, and the server seems to reject.
    @Test("without a network for a token, the local store is read and written")
    func noToken() async throws {
        struct Source: TokenSource {
            func token() async throws -> String? { throw URLError(.notConnectedToInternet) }
            func renewedToken(replacing refused: String) async throws -> String? { nil }
        }
        try await World.run { world in
            let messages = RepositoryProxy(
                remote: MessageRepository(store: world.session.with(.bearer(Source()))),
                storage: world.storage,
                clock: world.clock
            )
            let created = try await messages.results.create(Message.Draft(text: "a"))
            #expect(created.origin == .local && created.editsWaiting == 1)
            #expect(try await messages.find() == [created.value])
        }
    }

    @Test("without a network, an entity that is not stored is not reported as missing")
    func unreachable() async throws {
        try await withClosedPort { closed in
            try await World.run { world in
                let messages = RepositoryProxy(
                    remote: MessageRepository(store: NetworkingSession(local: closed)),
                    storage: world.storage
                )
                #expect(try await messages.results.find().origin == .local)
                #expect(try await messages.find() == [])
                #expect(try await messages.findOne() == nil)
                let error = try await repositoryError { _ = try await messages.find(id: "m1") }
                #expect(error.code == .network)
                #expect(error.isRetryable)
            }
        }
    }

    @Test(
        "an entity missing on the server is removed locally, and not returned",
        arguments: Store.allCases
    )
    func gone(store: Store) async throws {
        try await World.run(in: store) { world in
            let id = try await world.known()
            let edited = try await world.known()
            try await world.remote.delete(id: id)
            try await world.remote.delete(id: edited)
            try await world.patch(edited, ["likes": 7])
            let messages = world.messages(.remoteFirst)
            let error = try await repositoryError { _ = try await messages.find(id: id) }
            #expect(error.code == .notFound)
            #expect(try await world.record(id) == nil)
            // Pending edits take precedence over the entity missing on the server.
            #expect(try await messages.find(id: edited).likes == 7)
            let alone = world.messages(Strategy.Rule(target: .remote, synchronize: true))
            #expect(
                try await repositoryError { _ = try await alone.find(id: edited) }.code == .notFound
            )
            #expect(try await world.record(edited) != nil)
        }
    }

    @Test("a response does not overwrite pending writes", arguments: Store.allCases)
    func edited(store: Store) async throws {
        try await World.run(in: store) { world in
            let ids = [try await world.known(), try await world.known(), try await world.known()]
            try await world.patch(ids[0], ["text": "mine"])
            try await world.delete(ids[1])
            _ = try await world.remote.update(Message(id: ids[0], text: "theirs"))
            _ = try await world.remote.update(Message(id: ids[2], text: "newer"))
            for rule in [Strategy.Rule.remoteFirst, .init(target: .remote, synchronize: true)] {
                let found = try await world.messages(rule).results.find()
                #expect(found.origin == .remote)
                #expect(found.value.map(\.text) == ["mine", "newer"])
                #expect(found.editsWaiting == 2)
            }
            #expect(try await world.local().map(\.text) == ["mine", "newer"])
            #expect(try await world.entries().count == 2)
            let messages = world.messages(.remoteFirst)
            let one = try await messages.results.find(id: ids[0])
            #expect(one.value.text == "mine")
            #expect(one.editsWaiting == 1)
            for rule in [Strategy.Rule.remoteFirst, .localFirst] {
                let error = try await repositoryError {
                    _ = try await world.messages(rule).find(id: ids[1])
                }
                #expect(error.code == .notFound)
            }
        }
    }

    @Test("a rejected write does not count as pending", arguments: Store.allCases)
    func refused(store: Store) async throws {
        try await World.run(in: store) { world in
            let id = try await world.known()
            let results = world.messages(.localFirst).results
            try await results.patch(id: id, with: Message.Patch(text: .set("")))
            #expect(try await results.find().editsWaiting == 1)
            #expect(await world.synchronize().rejected.count == 1)
            #expect(try await results.find().editsWaiting == 0)
            #expect(try await results.find(id: id).editsWaiting == 0)
            for rule in [Strategy.Rule.remoteFirst, .init(target: .remote, synchronize: true)] {
                let found = try await world.messages(rule).results.find()
                #expect(found.value.map(\.text) == [""])
                #expect(found.editsWaiting == 0)
            }
            var observed = world.messages(.localFirst).results.observe(id: id).makeAsyncIterator()
            #expect(try await observed.next()?.editsWaiting == 0)
            // The write that replaces it is pending.
            let edit = try await results.patch(id: id, with: Message.Patch(text: .set("better")))
            #expect(edit.editsWaiting == 1)
            #expect(try await observed.next()?.editsWaiting == 1)
        }
    }

    @Test("a missing entity is fetched from the server once, and stored", arguments: Store.allCases)
    func miss(store: Store) async throws {
        try await World.run(in: store) { world in
            let message = try await world.remote.create(Message.Draft(text: "hi"))
            let messages = world.messages(.localFirst)
            let first = try await messages.results.find(id: message.id)
            #expect(first.origin == .remote)
            #expect(first.attempts.map(\.outcome) == [.notFound, .succeeded, .succeeded])
            await world.server.forgetRequests()
            #expect(try await messages.results.find(id: message.id).origin == .local)
            #expect(try await messages.results.find { $0.text == "hi" }.value == [message])
            #expect(await world.server.requests.isEmpty)
            #expect(try await messages.results.find { $0.text == "no" }.origin == .remote)
            #expect(await world.server.requests.count == 1)
            let error = try await repositoryError { _ = try await messages.find(id: "m9") }
            #expect(error.code == .notFound)
            #expect(error.status == 404)
            #expect(
                try await messages.results.find(ids: [message.id]).map(\.value) == [message]
            )
        }
    }

    @Test("a rule with one side uses that side only", arguments: Store.allCases)
    func alone(store: Store) async throws {
        try await World.run(in: store) { world in
            _ = try await world.remote.create(Message.Draft(text: "hi"))
            #expect(try await world.messages(.remoteOnly).find().count == 1)
            #expect(try await world.local().isEmpty)
            await world.server.forgetRequests()
            #expect(try await world.messages(.localOnly).find() == [])
            #expect(await world.server.requests.isEmpty)
            await world.disturb(.answer(ScriptedAnswer(503)), ["GET"])
            let error = try await repositoryError {
                _ = try await world.messages(.remoteOnly).find()
            }
            #expect(error.status == 503)
        }
    }

    @Test("an error of the server is not replaced by a local value", arguments: [401, 403, 400])
    func refused(status: Int) async throws {
        try await World.run { world in
            _ = try await world.known()
            await world.disturb(.answer(ScriptedAnswer(status)), ["GET"])
            let error = try await repositoryError {
                _ = try await world.messages(.remoteFirst).find()
            }
            #expect(error.status == status)
        }
    }
}
