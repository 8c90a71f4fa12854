import Messages
import RepositoryRuntime

/// A repository of an entity: create, read, update, patch, delete, and what a refusal looks like.
struct MessagesDemo {
    private let messages: MessageRepository
    private let conversation: ConversationRepository

    init(url: String) {
        let session = NetworkingSession(url: url)
        messages = MessageRepository(store: session)
        conversation = ConversationRepository(networking: session)
    }

    func run() async throws {
        title("Create: POST messages")
        var message = try await messages.create(Message.Draft(text: "Here goes a message"))
        show(message)

        title("Update: PUT messages/:id")
        message.text = "Here goes a better one"
        message.likes = 1
        message = try await messages.update(message)
        show(message)

        title("Patch: PATCH messages/:id with what changed")
        message = try await messages.patch(id: message.id, with: Message.Patch(likes: .set(2)))
        show(message)

        title("Read: GET messages, GET messages/:id")
        for found in try await messages.find() { show(found) }
        show(try await messages.find(id: message.id))

        title("A refusal: the server's answer, typed")
        do throws(RepositoryError) {
            _ = try await conversation.send(body: Message.Draft(text: ""))
        } catch {
            print("  \(error)")
            if let problem = error.failure as? Problem {
                for (key, reason) in (problem.errors ?? [:]).sorted(by: { $0.key < $1.key }) {
                    print("  \(key): \(reason.joined(separator: ", "))")
                }
            }
        }

        title("The mock environment: the example of the schema, without a server")
        print("  " + (try await conversation.suggestions()).joined(separator: ", "))

        title("Delete: DELETE messages/:id")
        try await messages.delete(id: message.id)
        print("  left: \(try await messages.find().count)")
    }

    private func show(_ message: Message) {
        print("  \(message.id): \"\(message.text)\", \(message.likes) likes")
    }
}
