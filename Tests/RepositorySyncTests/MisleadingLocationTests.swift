import ExampleServer
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// Responses to changes with the URL of something else.
@Suite struct MisleadingLocationTests {
    // The trap: the last path component counts as the identity, and the change is settled with
    // another entity.
    @Test("the URL in a response to a change is not an identity", arguments: Store.allCases)
    func version(store: Store) async throws {
        try await World.run(in: store) { world in
            let first = try await world.known()
            let second = try await world.known(Message(id: "", text: "other", likes: 2))
            let address = "/messages/\(first)/versions/\(second)"
            for method in ["PUT", "PATCH"] {
                let answer = ScriptedAnswer(204, headers: ["Location": address])
                await world.server.script(method, "/messages/\(first)", answer)
            }
            try await world.update(Message(id: first, text: "changed", likes: 1))
            await world.synchronizer.push()
            #expect(try await world.local().map(\.id) == [first, second])
            #expect(try await world.local().map(\.text) == ["changed", "other"])
        }
    }
}
