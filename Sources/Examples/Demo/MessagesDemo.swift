import Messages
import RepositoryRuntime

/// A repository of an entity: create, read, update, patch, delete, and a rejected request.
struct MessagesDemo {
    private let messages: MessageRepository
    private let conversation: ConversationRepository
    private let transcript: Transcript

    init(url: String, transcript: Transcript) {
        let session = NetworkingSession(demo: url)
        messages = MessageRepository(store: session)
        conversation = ConversationRepository(networking: session)
        self.transcript = transcript
    }

    func run() async throws {
        transcript.title("Messages: a repository of an entity, each operation a request")
        var message = try await messages.create(Message.Draft(text: "Here goes a message"))
        show("create", "POST messages", message, as: "\"Here goes a message\", 0 likes")

        message.text = "Here goes a better one"
        message.likes = 1
        message = try await messages.update(message)
        show("update", "PUT messages/:id", message, as: "\"Here goes a better one\", 1 like")

        message = try await messages.patch(id: message.id, with: Message.Patch(likes: .set(2)))
        show("patch", "PATCH messages/:id", message, as: "\"Here goes a better one\", 2 likes")

        let found = try await messages.find { $0.likes > 1 }
        transcript.step("find", "GET messages", "\(found.count) found", holds: found == [message])
        let read = try await messages.find(id: message.id)
        show("find", "GET messages/:id", read, as: message.summary)

        try await messages.delete(id: message.id)
        let left = try await messages.find().count
        transcript.step("delete", "DELETE messages/:id", "\(left) left", holds: left == 0)

        transcript.title("A rejected request, and a mock environment")
        do throws(RepositoryError) {
            _ = try await conversation.send(body: Message.Draft(text: ""))
            transcript.fail("a message without a text is rejected")
        } catch {
            let problem = error.failure as? Problem
            let reasons = problem?.errors?["text"] ?? []
            transcript.step(
                "rejected",
                "\(error.status.map { "\($0)" } ?? "no status"), typed",
                "text \(reasons.joined(separator: ", "))",
                holds: error.status == 422 && !reasons.isEmpty
            )
        }
        let suggestions = try await conversation.suggestions()
        transcript.step(
            "mock",
            "the example of the schema",
            suggestions.joined(separator: ", "),
            holds: suggestions == ["Hello", "See you"]
        )
    }

    private func show(
        _ operation: String,
        _ request: String,
        _ message: Message,
        as expected: String
    ) {
        transcript.step(
            operation,
            request,
            "\(message.id): \(message.summary)",
            holds: message.summary == expected
        )
    }
}
