import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

/// Paths and media types of requests.
@Suite("Forms of requests") struct RequestFormTests {
    private let note = Note(id: "a b", text: "hi")

    /// Calls every operation once; returns the received requests.
    private func requests(_ conventions: Conventions, path: String) async throws -> [String] {
        var lines: [String] = []
        try await withService(conventions, path: path) { server, notes async throws in
            await server.setFaults { request in
                let isList = request.method == "GET" && !request.path.contains("a%20b")
                return .answer(
                    .json(isList ? "[]" : #"{"id":"a b","text":"hi"}"#)
                )
            }
            _ = try await notes.find()
            _ = try await notes.find(id: note.id)
            try await notes.create(note.draft)
            try await notes.update(note)
            try await notes.patch(id: note.id, with: .init(text: .set("hi")))
            try await notes.delete(id: note.id)
            lines = await server.lines
            let accepted = await server.requests.map { $0.headers["accept"] }
            #expect(accepted == Array(repeating: conventions.media.accepted, count: lines.count))
        }
        return lines
    }

    @Test("are plain REST by default")
    func plain() async throws {
        #expect(
            try await requests(.plain, path: "notes") == [
                "GET /notes", "GET /notes/a%20b", "POST /notes", "PUT /notes/a%20b",
                "PATCH /notes/a%20b", "DELETE /notes/a%20b",
            ]
        )
    }

    @Test("may be POST for all operations, with their own paths")
    func posted() async throws {
        let conventions = Conventions(requests: [
            .create: .init(.post, "{path}/-/insert"),
            .update: .init(.post, "{path}/{id}/-/update"),
            .patch: .init(.post, "{path}/{id}"),
            .delete: .init(.post, "{path}/{id}/-/delete"),
        ])
        #expect(
            try await requests(conventions, path: "db/notes") == [
                "GET /db/notes", "GET /db/notes/a%20b", "POST /db/notes/-/insert",
                // A removed property must be sent to a service that keeps missing ones.
                "GET /db/notes/a%20b", "POST /db/notes/a%20b/-/update", "POST /db/notes/a%20b",
                "POST /db/notes/a%20b/-/delete",
            ]
        )
    }

    @Test("end in a slash only if the path of the collection does")
    func slash() async throws {
        #expect(
            try await requests(.plain, path: "notes/").prefix(3) == [
                "GET /notes/", "GET /notes/a%20b", "POST /notes/",
            ]
        )
    }

    @Test("have a slash, a suffix or a query if they declare one")
    func suffix() async throws {
        let conventions = Conventions(requests: [
            .list: .init(.get, "{path}.json?_shape=array"),
            .read: .init(.get, "{path}/{id}.json"),
            .update: .init(.put, "{path}/{id}/"),
        ])
        #expect(
            try await requests(conventions, path: "notes/") == [
                "GET /notes.json?_shape=array", "GET /notes/a%20b.json", "POST /notes/",
                "PUT /notes/a%20b/", "PATCH /notes/a%20b", "DELETE /notes/a%20b",
            ]
        )
    }

    @Test("keep their own query in addition to that of criteria")
    func query() async throws {
        let conventions = Conventions(requests: [.list: .init(.get, "{path}?_shape=array")])
        try await withService(conventions) { server, notes async throws in
            await server.script("GET", "/notes", .json("[]"))
            _ = try await notes.find { $0.text == "a" }
            #expect(await server.lines == ["GET /notes?_shape=array&text=a"])
        }
    }

    @Test("an identity that would change the path is an error in all of them")
    func steps() async throws {
        let conventions = Conventions(requests: [.delete: .init(.post, "{path}/{id}/-/delete")])
        try await withService(conventions) { server, notes async throws in
            for id in ["", "..", "."] {
                let error = try await failure { try await notes.delete(id: id) }
                #expect(error.code == .invalidRequest)
            }
            #expect(await server.lines.isEmpty)
        }
    }
}

@Suite("Media types") struct MediaTypeTests {
    @Test("are those of the conventions, for sending, patching and accepting")
    func types() async throws {
        let type = "application/vnd.api+json"
        let conventions = Conventions(
            media: .init(sent: type, accepted: type, patch: "application/merge-patch+json")
        )
        try await withService(conventions) { server, notes async throws in
            let answer = ScriptedAnswer.json(#"{"id":"1","text":"hi"}"#)
            await server.script("POST", "/notes", answer)
            await server.script("PATCH", "/notes/1", answer)
            try await notes.create(Note.Draft(text: "hi"))
            try await notes.patch(id: "1", with: .init(text: .set("hi"), mood: .clear))
            #expect(try await server.lastBody == ["text": "hi", "mood": .null])
            let requests = await server.requests
            #expect(
                requests.map { $0.headers["content-type"] } == [
                    type, "application/merge-patch+json",
                ]
            )
            #expect(requests.map { $0.headers["accept"] } == [type, type])
        }
    }

    @Test("of JSON Patch use operations, inside the envelope, and its media type")
    func jsonPatch() async throws {
        let conventions = Conventions(
            envelope: .init(one: "data", sent: "data"),
            patches: .jsonPatch
        )
        try await withService(conventions) { server, notes async throws in
            await server.script("PATCH", "/notes/1", .json(#"{"data":{"id":"1","text":"a"}}"#))
            var note = Note(id: "1", text: "hi", mood: "sad")
            let old = note
            (note.text, note.mood) = ("a", nil)
            try await notes.patch(note, from: old)
            let request = try #require(await server.requests.last)
            #expect(request.headers["content-type"] == "application/json-patch+json")
            #expect(
                try JSON(jsonData: request.body) == [
                    ["op": "add", "path": "/data/mood", "value": .null],
                    ["op": "add", "path": "/data/text", "value": "a"],
                ]
            )
        }
    }

    @Test(
        "of forms use brackets for nested properties",
        arguments: ["application/x-www-form-urlencoded", "Application/x-www-form-urlencoded; a=b"]
    )
    func form(type: String) async throws {
        let conventions = Conventions(
            media: .init(sent: type),
            requests: [.update: .init(.post, "{path}/{id}"), .patch: .init(.post, "{path}/{id}")],
            envelope: .init(sent: "note")
        )
        try await withService(conventions) { server, notes async throws in
            let answer = ScriptedAnswer.json(#"{"id":"1","text":"hi"}"#)
            await server.script("POST", "/notes", answer)
            await server.script("POST", "/notes/1", answer)
            try await notes.create(Note.Draft(text: "a&b=c d+é", editors: ["u1", "u2"]))
            try await notes.patch(id: "1", with: .init(mood: .clear))
            // Empty properties of a new entity are left out, but not elements of arrays.
            try await notes.create(Note.Draft(text: "", editors: ["", "u2"]))
            let requests = await server.requests.filter { $0.method == "POST" }
            #expect(
                requests.map(\.text) == [
                    "note%5Beditors%5D%5B0%5D=u1&note%5Beditors%5D%5B1%5D=u2&note%5Blikes%5D=0"
                        + "&note%5Btext%5D=a%26b%3Dc%20d%2B%C3%A9",
                    "note%5Bmood%5D=",
                    "note%5Beditors%5D%5B0%5D=&note%5Beditors%5D%5B1%5D=u2&note%5Blikes%5D=0",
                ]
            )
            #expect(requests.map { $0.headers["content-type"] } == [type, type, type])
        }
    }

    @Test("of an update without PUT list removed properties")
    func removedByUpdate() async throws {
        let conventions = Conventions(requests: [.update: .init(.patch, "{path}/{id}")])
        try await withService(conventions) { server, notes async throws in
            let old = #"{"id":"1","text":"old","likes":2,"mood":"glad","editors":["u1"]}"#
            await server.script("GET", "/notes/1", .json(old))
            await server.script("PATCH", "/notes/1", ScriptedAnswer(204))
            try await notes.update(Note(id: "1", text: "new"))
            let patch = try #require(await server.requests.first { $0.method == "PATCH" })
            let sent = try JSON(jsonData: patch.body)
            // A service that merges would keep missing properties.
            #expect(sent["mood"] == .null)
            #expect(sent["text"] == "new")
        }
    }
}
