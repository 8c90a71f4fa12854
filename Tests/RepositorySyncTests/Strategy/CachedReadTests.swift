import ExampleServer
import Foundation
import RepositoryRuntime
import SyncSample
import Testing

/// Reads through an HTTP cache, whose responses may be older than the stored entities.
@Suite struct CachedReadTests {
    // The trap: the response has just arrived, but its content is from before the synchronization.
    @Test("a cached response does not replace newer data", arguments: Store.allCases)
    func older(store: Store) async throws {
        try await World.run(in: store) { world in
            let repository = MessageRepository(store: world.session.with(.cache()))
            let messages = RepositoryProxy(
                remote: repository,
                synchronizer: world.synchronizer,
                strategy: Strategy(.remoteFirst)
            )
            let message = try await world.remote.create(Message.Draft(text: "old"))
            await world.server.script(
                "GET",
                "/messages/\(message.id)",
                .json(try message.jsonText(), headers: ["Cache-Control": "max-age=1000"])
            )
            #expect(try await messages.find(id: message.id) == message)
            _ = try await world.remote.update(Message(id: message.id, text: "new"))
            await world.synchronize()
            #expect(try await world.local().map(\.text) == ["new"])
            await world.server.forgetRequests()
            _ = try await messages.find(id: message.id)
            #expect(await world.server.requests.isEmpty)
            #expect(try await world.local().map(\.text) == ["new"])
        }
    }
}
