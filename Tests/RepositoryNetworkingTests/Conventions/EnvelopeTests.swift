import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

/// Envelopes of entities in requests and responses.
@Suite("Envelopes") struct EnvelopeTests {
    private let data = Conventions(envelope: .init(one: "data", list: "data", sent: "data"))

    @Test("enclose the bodies of all requests and responses")
    func both() async throws {
        try await withService(data) { server, notes async throws in
            let one = #"{"data":{"id":"1","text":"hi"},"permissions":{}}"#
            await server.script("POST", "/notes", .json(one, status: 201))
            await server.script("GET", "/notes", .json(#"{"data":[{"id":"1","text":"hi"}]}"#))
            await server.script("GET", "/notes/1", .json(one))
            await server.script("PUT", "/notes/1", .json(one))
            await server.script("PATCH", "/notes/1", .json(one))
            let note = Note(id: "1", text: "hi")
            #expect(try await notes.create(Note.Draft(text: "hi")) == note)
            #expect(try await server.lastBody == ["data": ["text": "hi", "likes": 0]])
            #expect(try await notes.find() == [note])
            #expect(try await notes.find(id: "1") == note)
            #expect(try await notes.update(note) == note)
            #expect(try await server.lastBody == ["data": ["text": "hi", "likes": 0]])
            #expect(try await notes.patch(id: "1", with: .init(text: .set("hi"))) == note)
            #expect(try await server.lastBody == ["data": ["text": "hi"]])
        }
    }

    @Test("differ by operation and direction, with constants next to the entity")
    func datasette() async throws {
        let conventions = Conventions(
            requests: [
                .create: .init(.post, "{path}/-/insert"),
                .update: .init(.post, "{path}/{id}/-/update"),
            ],
            envelope: .init(
                one: "rows[0]",
                list: "rows",
                sent: "row",
                exceptions: [.update: "update"],
                constants: [.create: ["return": true], .update: ["return": true]]
            )
        )
        try await withService(conventions) { server, notes async throws in
            let rows = #"{"ok":true,"rows":[{"id":"1","text":"hi","likes":2}]}"#
            await server.script("POST", "/notes/-/insert", .json(rows, status: 201))
            await server.script("POST", "/notes/1/-/update", .json(rows))
            await server.script("GET", "/notes/1", .json(rows))
            let note = Note(id: "1", text: "hi", likes: 2)
            #expect(try await notes.create(note.draft) == note)
            #expect(
                try await server.lastBody == ["row": ["text": "hi", "likes": 2], "return": true]
            )
            #expect(try await notes.update(note) == note)
            #expect(
                try await server.lastBody == [
                    "update": ["text": "hi", "likes": 2], "return": true,
                ]
            )
            #expect(try await notes.find(id: "1") == note)
        }
    }

    @Test(
        "without an entity leave it as it was sent",
        arguments: [
            (200, #"{"ok":true}"#, "application/json"), (204, "", "text/html"),
            (200, "", "application/json"), (200, " \n", "application/json"),
            (200, #"{"data":null}"#, "application/json"),
        ]
    )
    func none(status: Int, body: String, type: String) async throws {
        try await withService(data) { server, notes async throws in
            let headers = ["Content-Type": type]
            let answer = ScriptedAnswer(status, headers: headers, body: Data(body.utf8))
            for method in ["PUT", "PATCH", "DELETE"] {
                await server.script(method, "/notes/1", answer)
            }
            await server.script("GET", "/notes/1", .json(#"{"data":{"id":"1","text":"new"}}"#))
            let note = Note(id: "1", text: "hi", likes: 1)
            #expect(try await notes.update(note) == note)
            var changed = note
            changed.text = "new"
            #expect(try await notes.patch(changed, from: note) == changed)
            // Properties missing in the response are read back.
            let patched = try await notes.patch(id: "1", with: .init(text: .set("new")))
            #expect(patched == Note(id: "1", text: "new"))
            try await notes.delete(id: "1")
            #expect(
                await server.requests.map(\.method) == ["PUT", "PATCH", "PATCH", "GET", "DELETE"]
            )
        }
    }

    @Test(
        "without an identity leave it to Location",
        arguments: [
            "http://127.0.0.1:1/v1/notes/7", "/notes/7", "notes/7", "7", "/notes/7/", "/n/7?x=1",
        ]
    )
    func location(location: String) async throws {
        try await withService(data) { server, notes async throws in
            let answer = ScriptedAnswer.json(
                #"{"ok":true}"#,
                status: 201,
                headers: ["Location": location]
            )
            await server.script("POST", "/notes", answer)
            #expect(try await notes.create(Note.Draft(text: "hi")) == Note(id: "7", text: "hi"))
            #expect(await server.lines == ["POST /notes"])
        }
    }

    @Test(
        "without the array are not an empty list",
        arguments: [#"{"rows":[]}"#, #"{"data":null}"#, "{}"]
    )
    func noList(body: String) async throws {
        try await withService(data) { server, notes async throws in
            await server.script("GET", "/notes", .json(body))
            let error = try await failure { _ = try await notes.find() }
            #expect(error.code == .emptyResponse)
        }
    }

    /// Bodies without the envelope's keys, and the messages of their errors.
    static let misspeltBodies: [(body: String, message: String)] = [
        (
            #"{"rows":[],"count":7}"#,
            "There is no value at 'data.items': the body has the keys 'count' and 'rows'."
        ),
        (
            #"{"data":{"records":[1]}}"#,
            "There is no value at 'data.items': 'data' has the key 'records'."
        ),
        (#"{"data":null}"#, "There is no value at 'data.items': 'data' is null."),
        (#"{"data":"a secret"}"#, "There is no value at 'data.items': 'data' is not an object."),
        ("[{},{}]", "There is no value at 'data.items': the body is an array of length 2."),
        (#"{"data":{}}"#, "There is no value at 'data.items': 'data' is an object without keys."),
    ]

    @Test("with a misspelled key are reported with the existing keys", arguments: misspeltBodies)
    func misspelt(body: String, message: String) async throws {
        let conventions = Conventions(envelope: .init(one: "data.items", list: "data.items"))
        try await withService(conventions) { server, notes async throws in
            await server.script("GET", "/notes", .json(body))
            let error = try await failure { _ = try await notes.find() }
            #expect(error.code == .emptyResponse)
            #expect(error.message == message)
            await server.script("POST", "/notes", .json(body, status: 201))
            let creation = try await failure { try await notes.create(Note.Draft(text: "hi")) }
            #expect(creation.message == message)
        }
    }

    @Test(
        "that are empty mean that the entity does not exist",
        arguments: [
            ("", "null"), ("", " null\n"), ("data", #"{"data":null}"#), ("[0]", "[]"),
            ("rows[0]", #"{"rows":[]}"#), ("data.attributes", #"{"data":null}"#),
        ]
    )
    func absent(envelope: String, body: String) async throws {
        let conventions = Conventions(envelope: .init(one: JSONKeyPath(text: envelope)))
        try await withService(conventions) { server, notes async throws in
            await server.script("GET", "/notes/1", .json(body))
            let error = try await failure { _ = try await notes.find(id: "1") }
            #expect(error.code == .notFound)
        }
    }

    @Test(
        "without the entity do not mean that it does not exist",
        arguments: [("data", #"{"rows":null}"#), ("rows[0]", #"{"data":[]}"#), ("data", "[]")]
    )
    func misspeltOne(envelope: String, body: String) async throws {
        let conventions = Conventions(envelope: .init(one: JSONKeyPath(text: envelope)))
        try await withService(conventions) { server, notes async throws in
            await server.script("GET", "/notes/1", .json(body))
            let error = try await failure { _ = try await notes.find(id: "1") }
            #expect(error.code == .emptyResponse)
        }
    }

    @Test("may be the first element of an array")
    func element() async throws {
        let conventions = Conventions(envelope: .init(one: "[0]"))
        try await withService(conventions) { server, notes async throws in
            let one = #"[{"id":"1","text":"hi"}]"#
            await server.script("POST", "/notes", .json(one, status: 201))
            await server.script("GET", "/notes/1", .json(one))
            #expect(try await notes.create(Note.Draft(text: "hi")) == Note(id: "1", text: "hi"))
            #expect(try await notes.find(id: "1") == Note(id: "1", text: "hi"))
        }
    }

    @Test("that are truncated are unreadable, even after the entity")
    func cutOff() async throws {
        try await withService(data) { server, notes async throws in
            await server.script("GET", "/notes/1", .json(#"{"data":{"id":"1","text":"hi"},"#))
            let error = try await failure { _ = try await notes.find(id: "1") }
            #expect(error.code == .unreadableResponse)
        }
    }

    @Test("enclose batches of creations")
    func many() async throws {
        let conventions = Conventions(
            requests: [.createAll: .init(.post, "{path}/-/insert")],
            envelope: .init(
                list: "rows",
                exceptions: [.createAll: "rows"],
                constants: [.createAll: ["return": true]]
            )
        )
        try await withExampleServer { server, url async throws in
            let notes = BatchNoteRepository(
                store: NetworkingSession(url: url),
                conventions: conventions
            )
            let rows = #"{"ok":true,"rows":[{"id":"1","text":"a"},{"id":"2","text":"b"}]}"#
            await server.script("POST", "/notes/-/insert", .json(rows, status: 201))
            let drafts = ["a", "b"].map { Note.Draft(text: $0) }
            let created = try await notes.create(all: drafts).map { try $0.get() }
            #expect(created == [Note(id: "1", text: "a"), Note(id: "2", text: "b")])
            let rowsSent: JSON = [["text": "a", "likes": 0], ["text": "b", "likes": 0]]
            #expect(try await server.lastBody == ["rows": rowsSent, "return": true])
        }
    }

    @Test("of batches may be missing, with the array sent to the collection itself")
    func manyToTheCollection() async throws {
        let conventions = Conventions(
            requests: [.createAll: .init(.post, "{path}")],
            envelope: .init(list: "_items")
        )
        try await withExampleServer { server, url async throws in
            let notes = BatchNoteRepository(
                store: NetworkingSession(url: url),
                conventions: conventions
            )
            await server.script("POST", "/notes", .json(#"{"_items":[{"id":"1"},{"id":"2"}]}"#))
            await server.script("GET", "/notes", .json(#"{"_items":[]}"#))
            let device = try await Device(RemoteCollection(notes))
            try await device.create(Note(id: "x", text: "a"))
            try await device.create(Note(id: "y", text: "b"))
            let report = await device.synchronize()
            #expect(report.acknowledged == 2)
            #expect(await server.lines.first == "POST /notes")
            #expect(
                try await server.requests.first.map { try JSON(jsonData: $0.body) } == [
                    ["text": "a", "likes": 0], ["text": "b", "likes": 0],
                ]
            )
        }
    }
}
