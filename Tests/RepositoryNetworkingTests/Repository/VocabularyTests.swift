import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

@Suite("The operations of repositories")
struct VocabularyTests {
    @Test("RepositoryKit: an entity is Identifiable, and converts from and to a dictionary")
    func entity() throws {
        let dictionary: [String: Any] = ["_id": "1", "text": "hi", "likes": 3]
        let message = try Message(dictionary: dictionary)
        #expect(message.id == "1")
        let back = try Message(dictionary: message.dictionary)
        #expect(back == message)
        let error = #expect(throws: ConversionError.self) { try Message(dictionary: ["_id": "1"]) }
        #expect(error?.keyPath == JSONKeyPath([.key("text")]))
    }

    @Test("Evocation: find, findOne, store, update, remove, single and batch, with criteria")
    func evocation() async throws {
        try await withExampleServer { _, url in
            let messages: any CRUDRepository<Message> = MessageRepository(
                store: NetworkingSession(url: url)
            )
            // store, storeOne
            let first = try await messages.create(Message.Draft(text: "hi"))
            let more = try await messages.create([
                Message.Draft(text: "ho", likes: 2), Message.Draft(text: "ho", likes: 4),
            ])
            // find, findOne
            let all = try await messages.find()
            #expect(all == [first] + more)
            let some = try await messages.find(["text": "ho"])
            #expect(some == more)
            let typed = try await messages.find { $0.text == "ho" && $0.likes > 2 }
            #expect(typed == [more[1]])
            let one = try await messages.findOne(["text": "ho"])
            #expect(one == more[0])
            let none = try await messages.findOne { $0.text == "hu" }
            #expect(none == nil)
            let both = try await messages.find(ids: [more[1].id, first.id])
            #expect(both == [more[1], first])
            // update, updateOne
            let liked = more.map { Message(id: $0.id, text: $0.text, likes: $0.likes + 1) }
            let updated = try await messages.update(liked)
            #expect(updated == liked)
            // remove
            try await messages.delete(liked)
            let left = try await messages.find()
            #expect(left == [first])
        }
    }
}
