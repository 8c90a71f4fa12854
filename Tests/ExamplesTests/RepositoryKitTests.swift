import ExampleServer
import Foundation
import Messages
import RepositoryRuntime
import Testing

/// The features of RepositoryKit, tested with generated code over real HTTP on loopback.
@Suite struct RepositoryKitTests {
    @Test("RepositoryKit: an entity is identifiable, and converts from and to dictionaries")
    func entity() throws {
        let message = try Message(dictionary: ["_id": "1", "text": "Hello"])
        #expect(message == Message(id: "1", text: "Hello", likes: 0))
        #expect(message.dictionary["_id"] as? String == "1")
        #expect(message.dictionary["text"] as? String == "Hello")
        #expect { try Message(dictionary: ["_id": "1"]) } throws: { error in
            // RepositoryKit's initializer only fails; this one names the invalid key.
            "\(error)".contains("text")
        }
    }

    @Test("RepositoryKit: a repository has a path and a store, which is a URL session by default")
    func repository() async throws {
        try await withExampleServer { url, server in
            let repository = MessageRepository(store: NetworkingSession(url: url))
            #expect(repository.path == "messages")
            let found = try await repository.find()
            #expect(found.isEmpty)
            #expect(await server.requests.map(\.path) == ["/messages"])
        }
    }

    @Test("RepositoryKit: any Networking can replace the session")
    func replaceableStore() async throws {
        struct Canned: Networking {
            func send(
                _ request: NetworkingRequest
            ) async throws(NetworkingError) -> NetworkingResponse {
                NetworkingResponse(
                    status: 200,
                    body: Data(#"[{"_id":"9","text":"canned"}]"#.utf8)
                )
            }
        }
        let found = try await MessageRepository(store: Canned()).find()
        #expect(found.map(\.text) == ["canned"])
    }

    @Test("RepositoryKit: CRUD is POST path, GET path and path/:id, PUT and DELETE path/:id")
    func crud() async throws {
        try await withExampleServer { url, server in
            let repository = MessageRepository(store: NetworkingSession(url: url))
            var message = try await repository.create(Message.Draft(text: "Here goes a message"))
            #expect(message.text == "Here goes a message")
            message.text = "another"
            message = try await repository.update(message)
            #expect(try await repository.find(id: message.id).text == "another")
            #expect(try await repository.find().map(\.id) == [message.id])
            try await repository.delete(id: message.id)
            #expect(try await repository.find().isEmpty)
            let item = "/messages/\(message.id)"
            #expect(
                await server.requests.map { "\($0.method) \($0.path)" } == [
                    "POST /messages", "PUT \(item)", "GET \(item)", "GET /messages",
                    "DELETE \(item)", "GET /messages",
                ]
            )
        }
    }

    @Test("RepositoryKit: search(id).then(delete) is one line of async and await")
    func composition() async throws {
        try await withExampleServer { url, _ in
            let repository = MessageRepository(store: NetworkingSession(url: url))
            let id = try await repository.create(Message.Draft(text: "soon gone")).id
            try await repository.delete(repository.find(id: id))
            #expect(try await repository.find().isEmpty)
        }
    }

    @Test("RepositoryKit: the dictionary variant creates and updates from dictionaries")
    func dictionaryVariant() async throws {
        struct DictionaryMessages: CRUDNetworkingDictionaryRepository {
            typealias Entity = Message
            let store: any Networking
            let path = "messages"
        }
        try await withExampleServer { url, _ in
            let repository = DictionaryMessages(store: NetworkingSession(url: url))
            let message = try await repository.create(["text": "Here goes a message!!!"])
            #expect(message.text == "Here goes a message!!!")
            #expect(try await repository.find(id: message.id) == message)
        }
    }

    @Test("RepositoryKit: a patchable repository sends PATCH path/:id with only the difference")
    func patchable() async throws {
        try await withExampleServer { url, server in
            let repository = MessageRepository(store: NetworkingSession(url: url))
            let old = try await repository.create(Message.Draft(text: "old", likes: 3))
            var new = old
            new.text = "new"
            await server.forgetRequests()
            let patched = try await repository.patch(new, from: old)
            #expect(patched.text == "new")
            #expect(patched.likes == 3)
            let request = try #require(await server.requests.first)
            #expect(request.method == "PATCH")
            #expect(try JSON(jsonData: request.body) == ["text": "new"])

            await server.forgetRequests()
            #expect(try await repository.patch(patched, from: patched) == patched)
            #expect(await server.requests.isEmpty)
        }
    }

    @Test("RepositoryKit: an error can be handled, with the server's message")
    func errors() async throws {
        try await withExampleServer { url, _ in
            let conversation = ConversationRepository(networking: NetworkingSession(url: url))
            do throws(RepositoryError) {
                _ = try await conversation.send(body: Message.Draft(text: ""))
                Issue.record("the server takes a message without a text")
            } catch {
                #expect(error.status == 422)
                #expect(!error.isRetryable)
                let problem = try #require(error.failure as? Problem)
                #expect(problem.status == 422)
                #expect(problem.errors?["text"] != nil)
            }
        }
    }
}

/// Runs a server for the duration of a body.
func withExampleServer<Result>(
    _ body: (_ url: String, _ server: ExampleServer) async throws -> Result
) async throws -> Result {
    let server = ExampleServer()
    let url = try await server.start()
    do {
        let result = try await body(url, server)
        await server.stop()
        return result
    } catch {
        await server.stop()
        throw error
    }
}
