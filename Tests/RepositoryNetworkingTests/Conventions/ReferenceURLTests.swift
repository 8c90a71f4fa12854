import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import Testing

/// Services that refer to entities by their URLs.
@Suite("References as URLs") struct ReferenceURLTests {
    private let absolute = #"{"id":7,"note":"https://other.example.com/api/notes/a%2Fb/?x=1"}"#

    private func withReplies(
        _ body: (ExampleServer, ReplyRepository, NoteRepository) async throws -> Void
    ) async throws {
        try await withExampleServer { server, url async throws in
            let session = NetworkingSession(url: url)
            let notes = NoteRepository(store: session, conventions: .plain)
            try await body(server, ReplyRepository(store: session), notes)
        }
    }

    @Test("are decoded to identities, and queried by these")
    func read() async throws {
        try await withReplies { server, replies, notes async throws in
            await server.script("GET", "/replies/7", .json(absolute))
            await server.script("GET", "/notes/a%2Fb", .json(#"{"id":"a/b","text":"hi"}"#))
            let reply = try await replies.find(id: 7)
            #expect(reply == Reply(id: 7, note: "a/b"))
            #expect(try await notes.find(id: reply.note).text == "hi")
        }
    }

    @Test("are sent as URLs, and matched locally with any URL of the service")
    func sent() async throws {
        try await withReplies { server, replies, _ async throws in
            await server.script("POST", "/replies", .json(absolute, status: 201))
            let created = try await replies.create(Reply.Draft(note: "a/b", others: ["1"]))
            #expect(created == Reply(id: 7, note: "a/b", others: ["1"]))
            let body = try await server.lastBody
            #expect(body == ["note": "/notes/a%2Fb/", "others": ["/notes/1/"]])
            await server.script("GET", "/replies", .json("[\(absolute)]"))
            let found = try await replies.find(where: { $0.note == "a/b" })
            #expect(found.map(\.id) == [7])
            #expect(try await replies.find(where: { $0.note == "a" }).isEmpty)
        }
    }

    @Test(
        "that are invalid do not form an entity",
        arguments: ["https://example.com", "", "/notes/%zz"]
    )
    func refused(url: String) async throws {
        try await withReplies { server, replies, _ async throws in
            await server.script("GET", "/replies/7", .json(#"{"id":7,"note":"\#(url)"}"#))
            let error = try await failure { _ = try await replies.find(id: 7) }
            #expect(error.code == .unreadableResponse)
        }
    }

    @Test("get the service's identity of an entity created locally")
    func followed() async throws {
        try await withReplies { server, replies, notes async throws in
            let storage = MemoryStorage()
            let synchronizer = Synchronizer(storage: storage, clock: ManualClock())
            try await synchronizer.register(RemoteCollection(notes))
            try await synchronizer.register(RemoteCollection(replies))
            let note = try Note(id: "local", text: "hi").jsonData()
            let reply = try Reply(id: -1, note: "local", others: ["5", "local"]).jsonData()
            try await storage.write { store throws(StorageError) in
                _ = try Outbox(Note.schema, in: store).create(note, id: "local")
                _ = try Outbox(Reply.schema, in: store).create(reply, id: "-1")
            }
            let five = #"{"id":"5","text":"five"}"#
            let given = #"{"id":"n1","text":"hi"}"#
            let replied = #"{"id":7,"note":"/notes/n1/","others":["/notes/5/","/notes/n1/"]}"#
            await server.script("POST", "/notes", .json(given, status: 201))
            await server.script("POST", "/replies", .json(replied, status: 201))
            await server.script("GET", "/notes", .json("[\(five),\(given)]"))
            await server.script("GET", "/replies", .json("[\(replied)]"))
            let report = await synchronizer.synchronize()
            #expect(report.isComplete, "\(report)")
            let request = await server.requests.first { $0.path == "/replies" }
            let sent = try JSON(jsonData: try #require(request).body)
            #expect(sent == ["note": "/notes/n1/", "others": ["/notes/5/", "/notes/n1/"]])
        }
    }
}
