import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

@Suite("A repository of an entity")
struct MessageRepositoryTests {
    @Test("RepositoryKit: CRUD by default implementations")
    func crud() async throws {
        try await withExampleServer { server, url in
            let messages = MessageRepository(store: NetworkingSession(url: url))

            let created = try await messages.create(Message.Draft(text: "hi", likes: 2))
            #expect(created == Message(id: "m1", text: "hi", likes: 2))

            let found = try await messages.find(id: "m1")
            #expect(found == created)
            let found2 = try await messages.find()
            #expect(found2 == [created])

            var changed = created
            changed.text = "hello"
            let found3 = try await messages.update(changed)
            #expect(found3 == changed)

            try await messages.delete(id: "m1")
            let found4 = try await messages.find()
            #expect(found4.isEmpty)

            let requests = await server.requests.map { "\($0.method) \($0.path)" }
            #expect(
                requests == [
                    "POST /messages", "GET /messages/m1", "GET /messages", "PUT /messages/m1",
                    "DELETE /messages/m1", "GET /messages",
                ]
            )
        }
    }

    @Test("RepositoryKit: a repository has a path and a store, below the base URL of the session")
    func path() async throws {
        try await withExampleServer { server, url in
            await server.script("GET", "/v1/users/1/messages", .json("[]"))
            let session = NetworkingSession(url: url + "/v1/")
            let messages = MessageRepository(store: session, path: "users/1/messages")
            let found = try await messages.find()
            #expect(found.isEmpty)
            #expect(await server.requests.last?.headers["accept"] == "application/json")
        }
    }

    @Test("RepositoryKit: the store can be replaced by any Networking")
    func anyNetworking() async throws {
        let canned = CannedNetworking(
            response: NetworkingResponse(
                status: 200,
                body: Data(#"[{"_id":"1","text":"hi"}]"#.utf8)
            )
        )
        let messages = MessageRepository(store: canned)
        let found = try await messages.find()
        #expect(found == [Message(id: "1", text: "hi")])
    }

    @Test("RepositoryKit: search(id).then(delete)")
    func searchThenDelete() async throws {
        try await withExampleServer { server, url in
            let repository = MessageRepository(store: NetworkingSession(url: url))
            try await repository.create([Message.Draft(text: "a"), Message.Draft(text: "b")])
            try await repository.delete(repository.find(id: "m1"))
            let found = try await repository.find().map(\.id)
            #expect(found == ["m2"])
        }
    }

    @Test("Only properties that a client may write are sent")
    func draftOnly() async throws {
        try await withExampleServer { server, url in
            let answer = #"{"_id":"1","text":"hi","sent_at":"2026-01-01T00:00:00Z"}"#
            await server.script("POST", "/messages", .json(answer, status: 201))
            await server.script("PUT", "/messages/1", .json(answer))
            let messages = MessageRepository(store: NetworkingSession(url: url))
            let created = try await messages.create(Message.Draft(text: "hi"))
            #expect(created.sentAt == Date(timeIntervalSince1970: 1_767_225_600))
            try await messages.update(created)
            for request in await server.requests {
                #expect(try JSON(jsonData: request.body) == ["text": "hi", "likes": 0])
                #expect(request.headers["content-type"] == "application/json")
            }
        }
    }

    @Test(
        "A created entity is the content sent, overlaid with the response",
        arguments: [
            // The whole entity, changed by the server; a part of it; other properties.
            (201, #"{"_id":"7","text":"hi!","likes":0}"#, nil, "hi!"),
            (201, #"{"_id":"7"}"#, nil, "hi"),
            (200, #"{"_id":"7","_etag":"abc","_links":{}}"#, nil, "hi"),
            (201, "", "/messages/7", "hi"),
            (201, #"{"ok":true}"#, "http://127.0.0.1:1/works/messages/7?x=1", "hi"),
            (204, "", "messages/7/", "hi"),
        ] as [(Int, String, String?, String)]
    )
    func overlay(status: Int, body: String, location: String?, text: String) async throws {
        try await withExampleServer { server, url in
            let headers = location.map { ["Location": $0] } ?? [:]
            await server.script(
                "POST",
                "/messages",
                ScriptedAnswer(status, headers: headers, body: Data(body.utf8))
            )
            let messages = MessageRepository(store: NetworkingSession(url: url))
            let created = try await messages.create(Message.Draft(text: "hi"))
            #expect(created == Message(id: "7", text: text))
        }
    }

    @Test("A created entity without an identity is an error that is not retryable")
    func noIdentity() async throws {
        try await withExampleServer { server, url in
            await server.script("POST", "/messages", ScriptedAnswer(201))
            let messages = MessageRepository(store: NetworkingSession(url: url))
            let error = await #expect(throws: RepositoryError.self) {
                try await messages.create(Message.Draft(text: "hi"))
            }
            #expect(error?.code == .emptyResponse)
            #expect(error?.isRetryable == false)
            #expect(error?.isAmbiguous == true)
        }
    }

    @Test(
        "An updated entity is the content sent, overlaid with the response",
        arguments: [
            (204, "", "hi", 3), (200, "{}", "hi", 3), (200, #"{"likes":4}"#, "hi", 4),
            (200, #"{"_id":"1","text":"HI","likes":3}"#, "HI", 3),
        ]
    )
    func updated(status: Int, body: String, text: String, likes: Int) async throws {
        try await withExampleServer { server, url in
            let answer = ScriptedAnswer(status, body: Data(body.utf8))
            await server.script("PUT", "/messages/1", answer)
            let messages = MessageRepository(store: NetworkingSession(url: url))
            let sentAt = Date(timeIntervalSince1970: 0)
            let sent = Message(id: "1", text: "hi", likes: 3, labels: ["a"], sentAt: sentAt)
            let updated = try await messages.update(sent)
            let expected = Message(id: "1", text: text, likes: likes, labels: ["a"], sentAt: sentAt)
            #expect(updated == expected)
        }
    }

    @Test("A second delete counts as done", arguments: [404, 410])
    func secondDelete(status: Int) async throws {
        try await withExampleServer { server, url in
            await server.script("DELETE", "/messages/1", ScriptedAnswer(status))
            let messages = MessageRepository(store: NetworkingSession(url: url))
            try await messages.delete(id: "1")
            #expect(await server.requests.count == 1)
        }
    }

    @Test(
        "An identity is one segment of the path, whatever it contains",
        arguments: [
            ("a/b", "/messages/a%2Fb"), ("a?b#c", "/messages/a%3Fb%23c"),
            ("ü 💥", "/messages/%C3%BC%20%F0%9F%92%A5"), ("%2F", "/messages/%252F"),
            ("..a", "/messages/..a"), ("a+b&c=d;e", "/messages/a%2Bb%26c%3Dd%3Be"),
        ]
    )
    func identity(id: String, path: String) async throws {
        try await withExampleServer { server, url in
            await server.script("GET", path, .json(#"{"_id":"1","text":"hi"}"#))
            let messages = MessageRepository(store: NetworkingSession(url: url))
            _ = try await messages.find(id: id)
            #expect(await server.requests.last?.path == path)
        }
    }

    @Test("An identity that would change the path is an error", arguments: ["", ".", ".."])
    func noIdentitySegment(id: String) async throws {
        try await withExampleServer { server, url in
            let messages = MessageRepository(store: NetworkingSession(url: url))
            let error = await #expect(throws: RepositoryError.self) {
                try await messages.delete(id: id)
            }
            #expect(error?.code == .invalidRequest)
            #expect(await server.requests.isEmpty)
        }
    }

    @Test("A batch reports the index of the failure")
    func batch() async throws {
        try await withExampleServer { server, url in
            let messages = MessageRepository(store: NetworkingSession(url: url))
            let error = await #expect(throws: RepositoryError.self) {
                try await messages.create(["a", "", "c"].map { Message.Draft(text: $0) })
            }
            #expect(error?.code == .invalid)
            #expect(error?.index == 1)
            let found = try await messages.find().map(\.text)
            #expect(found == ["a"])
        }
    }
}

/// A `Networking` that always returns the same response.
struct CannedNetworking: Networking {
    let response: NetworkingResponse

    func send(
        _ request: NetworkingRequest
    ) async throws(NetworkingError) -> NetworkingResponse {
        response
    }
}
