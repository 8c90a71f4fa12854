import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

@Suite("A partial change of an entity")
struct PatchTests {
    private let old = Message(id: "1", text: "hi", likes: 2, labels: ["a", "b"])

    @Test(
        "RepositoryKit: Patchable sends the difference",
        arguments: [
            (Message(id: "1", text: "ho", likes: 2, labels: ["a", "b"]), #"{"text":"ho"}"#),
            // An array with a difference inside is sent as a whole.
            (
                Message(id: "1", text: "hi", likes: 2, labels: ["a", "c"]),
                #"{"labels":["a","c"]}"#
            ),
            (Message(id: "1", text: "hi", likes: 3, labels: nil), #"{"likes":3,"labels":null}"#),
        ]
    )
    func difference(new: Message, expected: String) async throws {
        try await withExampleServer { server, url in
            await server.script("PATCH", "/messages/1", ScriptedAnswer(204))
            let messages = MessageRepository(store: NetworkingSession(url: url))
            let patched = try await messages.patch(new, from: old)
            #expect(patched == new)
            let request = try #require(await server.requests.last)
            #expect(try JSON(jsonData: request.body) == JSON(jsonText: expected))
            #expect(request.headers["content-type"] == "application/json")
        }
    }

    @Test("sends nothing if only server-written properties differ")
    func empty() async throws {
        try await withExampleServer { server, url in
            let messages = MessageRepository(store: NetworkingSession(url: url))
            var new = old
            new.sentAt = Date(timeIntervalSince1970: 0)
            let found = try await messages.patch(new, from: old)
            #expect(found == new)
            #expect(await server.requests.isEmpty)
        }
    }

    // In the schema, `labels` is optional, but not nullable.
    @Test("removes with null properties that can only be missing")
    func removal() async throws {
        try await withExampleServer { server, url in
            let session = NetworkingSession(url: url)
            let messages = MessageRepository(store: session)
            let created = try await messages.create(Message.Draft(text: "hi", labels: ["a"]))
            var new = created
            new.labels = nil
            #expect(try await messages.patch(new, from: created) == new)
            let request = try #require(await server.requests.last)
            #expect(request.method == "PATCH")
            #expect(try JSON(jsonData: request.body) == ["labels": .null])

            let path = "/messages/\(created.id)"
            let response = try await session.send(NetworkingRequest(method: .get, path: path))
            #expect(
                try JSON(jsonData: response.body) == [
                    "_id": .string(created.id), "text": "hi", "likes": 0,
                ]
            )
        }
    }

    @Test("compares numbers by value")
    func numbers() throws {
        let first: JSON = ["x": 1, "y": [1, 2.0], "z": 100]
        let second = try JSON(jsonText: #"{"x":1.0,"y":[1e0,2],"z":1e2}"#)
        #expect(first == second)
    }

    @Test("of different entities is an error")
    func different() async throws {
        let messages = MessageRepository(store: NetworkingSession(url: "http://127.0.0.1:1"))
        var new = old
        new.id = "2"
        let other = new
        let error = await #expect(throws: RepositoryError.self) {
            try await messages.patch(other, from: old)
        }
        #expect(error?.code == .invalidRequest)
    }

    @Test("is overlaid with the response")
    func overlay() async throws {
        try await withExampleServer { server, url in
            await server.script("PATCH", "/messages/1", .json(#"{"likes":5,"_etag":"x"}"#))
            let messages = MessageRepository(store: NetworkingSession(url: url))
            var new = old
            new.text = "ho"
            let patched = try await messages.patch(new, from: old)
            #expect(patched == Message(id: "1", text: "ho", likes: 5, labels: ["a", "b"]))
        }
    }

    @Test("can be specified by property")
    func patch() async throws {
        try await withExampleServer { server, url in
            let messages = MessageRepository(store: NetworkingSession(url: url))
            let created = try await messages.create(Message.Draft(text: "hi", likes: 1))
            let patch = Message.Patch(likes: .set(9))
            let patched = try await messages.patch(id: created.id, with: patch)
            #expect(patched == Message(id: created.id, text: "hi", likes: 9))
            let request = try #require(await server.requests.last)
            #expect(request.method == "PATCH")
            #expect(try JSON(jsonData: request.body) == ["likes": 9])
        }
    }

    @Test(
        "fetches the entity if the response is incomplete",
        arguments: ["", #"{"_id":"1","text":"hi"}"#, #"{"ok":true}"#]
    )
    func readBack(body: String) async throws {
        try await withExampleServer { server, url in
            let answer = ScriptedAnswer(200, body: Data(body.utf8))
            await server.script("PATCH", "/messages/1", answer)
            let whole = #"{"_id":"1","text":"hi","likes":9,"labels":["a"]}"#
            await server.script("GET", "/messages/1", .json(whole))
            let messages = MessageRepository(store: NetworkingSession(url: url))
            let patch = Message.Patch(likes: .set(9))
            let patched = try await messages.patch(id: "1", with: patch)
            #expect(patched == Message(id: "1", text: "hi", likes: 9, labels: ["a"]))
        }
    }

    @Test("is not retryable if its result could not be read")
    func readBackFails() async throws {
        try await withExampleServer { server, url in
            await server.script("PATCH", "/messages/1", ScriptedAnswer(204))
            await server.script("GET", "/messages/1", ScriptedAnswer(503))
            let messages = MessageRepository(store: NetworkingSession(url: url))
            let error = await #expect(throws: RepositoryError.self) {
                try await messages.patch(id: "1", with: Message.Patch(likes: .set(9)))
            }
            #expect(error?.status == 503)
            #expect(error?.isRetryable == false)
            #expect(error?.isAmbiguous == true)
        }
    }

    @Test("from a known state that changes another entity is an error, like such a replacement")
    func otherIdentity() async throws {
        try await withExampleServer { server, url in
            let other = #"{"_id":"2","text":"ho","likes":2}"#
            await server.script("PATCH", "/messages/1", .json(other))
            let messages = MessageRepository(store: NetworkingSession(url: url))
            var new = old
            new.text = "ho"
            let changed = new
            let byDifference = await #expect(throws: RepositoryError.self) {
                try await messages.patch(changed, from: old)
            }
            #expect(byDifference?.code == .identityMismatch)
            #expect(await server.requests.map(\.method) == ["PATCH"])
        }
    }

    // The trap: the path names the entity by an alias.
    @Test("by identity returns the entity that the server names")
    func alias() async throws {
        try await withExampleServer { server, url in
            let own = #"{"_id":"2","text":"ho","likes":2}"#
            await server.script("PATCH", "/messages/me", .json(own))
            let messages = MessageRepository(store: NetworkingSession(url: url))
            let patched = try await messages.patch(id: "me", with: Message.Patch(text: .set("ho")))
            #expect(patched.id == "2")
        }
    }

    @Test("without changes is not sent")
    func nothing() async throws {
        try await withExampleServer { server, url in
            await server.script("GET", "/messages/1", .json(#"{"_id":"1","text":"hi"}"#))
            let messages = MessageRepository(store: NetworkingSession(url: url))
            let patched = try await messages.patch(id: "1", with: Message.Patch())
            #expect(patched == Message(id: "1", text: "hi"))
            #expect(await server.requests.map(\.method) == ["GET"])
        }
    }
}
