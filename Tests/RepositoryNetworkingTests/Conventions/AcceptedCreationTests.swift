import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

/// Creations that the server has accepted (202), and may carry out later.
@Suite("An accepted creation") struct AcceptedCreationTests {
    // The trap: the identity of the job becomes that of the entity, and the next change overwrites
    // a foreign one.
    @Test(
        "has an unknown outcome if the response is not the entity",
        arguments: [
            "", #"{"id":"job-1"}"#, #"{"id":"job-1","state":"queued"}"#,
            #"{"id":"job-1","text":"import"}"#, #"{"id":"job-1","text":null}"#,
        ]
    )
    func job(body: String) async throws {
        try await withService(.plain) { server, notes async throws in
            let headers = ["Location": "/jobs/99"]
            let accepted = ScriptedAnswer(202, headers: headers, body: Data(body.utf8))
            await server.script("POST", "/notes", accepted)
            let error = try await failure { _ = try await notes.create(Note.Draft(text: "hi")) }
            #expect(error.isAmbiguous && !error.isRetryable)
            #expect(error.code == .unreadableResponse)
            #expect(error.status == 202)
        }
    }

    @Test(
        "has succeeded if `Location` is the URL of the entity",
        arguments: ["", #"{"status":"accepted"}"#, #"{"id":"7"}"#]
    )
    func location(body: String) async throws {
        try await withService(.plain) { server, notes async throws in
            let headers = ["Location": "/notes/7"]
            let accepted = ScriptedAnswer(202, headers: headers, body: Data(body.utf8))
            await server.script("POST", "/notes", accepted)
            await server.script("GET", "/notes/7", .json(#"{"id":"7","text":"hi","likes":0}"#))
            let created = try await notes.create(Note.Draft(text: "hi"))
            #expect(created == Note(id: "7", text: "hi"))
        }
    }

    @Test(
        "has succeeded if the client assigns the identity",
        arguments: ["", #"{"title":"job","state":"queued"}"#, #"{"id":"job-1"}"#]
    )
    func ownIdentity(body: String) async throws {
        try await withExampleServer { server, url in
            await server.script("POST", "/cards", ScriptedAnswer(202, body: Data(body.utf8)))
            let session = NetworkingSession(url: url)
            let cards = CardRepository(store: session, conventions: .plain)
            let card = Card(id: "c1", title: "hi")
            let created = try await cards.create(card)
            #expect(created == card)
        }
    }

    @Test("is found in the listing by the synchronizer, and not taken for its job")
    func synchronized() async throws {
        try await withService(.plain) { server, notes async throws in
            let accepted = ScriptedAnswer(202, headers: ["Location": "/jobs/99"])
            await server.script("POST", "/notes", accepted)
            let note = #"{"id":"7","text":"hi","likes":0}"#
            await server.script("GET", "/notes", .json("[]"), .json("[\(note)]"))
            let device = try await Device(RemoteCollection(notes))
            _ = await device.synchronize()
            try await device.create(Note(id: "local", text: "hi"))
            _ = await device.synchronize()
            #expect(try await device.entities() == [Note(id: "7", text: "hi")])
            #expect(await server.requests.count { $0.method == "POST" } == 1)
        }
    }

    // The trap: it is sent again before the server has carried it out.
    @Test("is left to the user if the listing lacks it, and not sent again")
    func absent() async throws {
        try await withService(.plain) { server, notes async throws in
            let job = ScriptedAnswer.json(#"{"id":"job-1","state":"queued"}"#, status: 202)
            await server.script("POST", "/notes", job)
            await server.script("GET", "/notes", .json("[]"))
            let device = try await Device(RemoteCollection(notes))
            let note = Note(id: "local", text: "hi")
            try await device.create(note)
            #expect(await device.synchronize().rejected.count == 1)
            _ = await device.synchronize()
            #expect(try await device.entities() == [note])
            #expect(await server.requests.count { $0.method == "POST" } == 1)
        }
    }

    // The trap: the search for it fails, and the next run does not know that it was accepted.
    @Test("is left to the user if the listing cannot be read, and not sent again")
    func unlisted() async throws {
        try await withService(.plain) { server, notes async throws in
            let job = ScriptedAnswer.json(#"{"id":"job-1","state":"queued"}"#, status: 202)
            await server.script("POST", "/notes", job)
            await server.script("GET", "/notes", ScriptedAnswer(503), .json("[]"))
            let device = try await Device(RemoteCollection(notes))
            try await device.create(Note(id: "local", text: "hi"))
            for _ in 1...3 { _ = await device.synchronize() }
            #expect(await server.requests.count { $0.method == "POST" } == 1)
        }
    }

    @Test("has succeeded if the response is the entity, also in the form of the service")
    func entity() async throws {
        try await withService(.plain) { server, notes async throws in
            let note = ScriptedAnswer.json(#"{"id":"7","text":"Hi","likes":0}"#, status: 202)
            await server.script("POST", "/notes", note)
            let created = try await notes.create(Note.Draft(text: " hi"))
            #expect(created == Note(id: "7", text: "Hi"))
            let device = try await Device(RemoteCollection(notes))
            try await device.create(Note(id: "local", text: "hi"))
            #expect(await device.synchronize().acknowledged == 1)
        }
    }
}
