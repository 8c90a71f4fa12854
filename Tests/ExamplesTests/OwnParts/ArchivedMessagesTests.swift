import Messages
import RepositoryRuntime
import RepositoryTesting
import Testing

/// The repository in the documentation works.
@Suite struct ArchivedMessagesTests {
    @Test("it reads from its own path, in its own format")
    func reading() async throws {
        let network = ScriptedNetwork()
        network.script(
            .get,
            "archive/messages",
            .json(#"{"items":[{"_id":"1","text":"old"}],"of":1}"#)
        )
        let found = try await ArchivedMessages(store: network).find()
        #expect(found == [Message(id: "1", text: "old")])
        #expect(network.requests.map(\.operation) == ["GET /archive/messages"])
    }
}
