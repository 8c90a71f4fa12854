import Messages
import RepositoryRuntime
import RepositoryTesting
import Testing

/// The repository that the documentation shows is one.
@Suite struct ArchivedMessagesTests {
    @Test("it reads from its path, in its own form")
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
