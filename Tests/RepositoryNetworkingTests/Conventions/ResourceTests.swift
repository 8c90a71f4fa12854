import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

/// Entities in the form of JSON:API 1.1.
@Suite("Resources of JSON:API") struct ResourceTests {
    private let conventions = Conventions(
        media: .init(sent: "application/vnd.api+json", accepted: "application/vnd.api+json"),
        envelope: .init(one: "data", list: "data", sent: "data"),
        resource: .init(type: "notes", relationships: ["author": "users", "editors": "users"]),
        paging: .init(.next("links.next"), total: .member("meta.total"))
    )

    private let full = """
        {"type":"notes","id":"1","attributes":{"text":"hi","likes":2},"relationships":{
        "author":{"data":{"type":"users","id":"7"},"links":{"related":"/users/7"}},
        "editors":{"data":[{"type":"users","id":"8"},{"type":"users","id":"9"}]},
        "comments":{"links":{"related":"/notes/1/comments"}}}}
        """
    private let note = Note(id: "1", text: "hi", likes: 2, author: "7", editors: ["8", "9"])

    @Test("are encoded and decoded with to-one and to-many relationships")
    func both() async throws {
        try await withService(conventions) { server, notes async throws in
            await server.script("POST", "/notes", .json("{\"data\":\(full)}", status: 201))
            await server.script("PUT", "/notes/1", .json("{\"data\":\(full)}"))
            #expect(try await notes.create(note.draft) == note)
            let relationships: JSON = [
                "author": ["data": ["type": "users", "id": "7"]],
                "editors": [
                    "data": [["type": "users", "id": "8"], ["type": "users", "id": "9"]]
                ],
            ]
            var resource: [String: JSON] = [
                "type": "notes", "attributes": ["text": "hi", "likes": 2],
                "relationships": relationships,
            ]
            // The service assigns the identity.
            #expect(try await server.lastBody == ["data": .object(resource)])
            #expect(try await notes.update(note) == note)
            resource["id"] = "1"
            #expect(try await server.lastBody == ["data": .object(resource)])
            let types = await server.requests.map { $0.headers["content-type"] }
            #expect(types == ["application/vnd.api+json", "application/vnd.api+json"])
        }
    }

    @Test("are patched with the changed attributes, and null for an empty relationship")
    func patched() async throws {
        try await withService(conventions) { server, notes async throws in
            await server.script("PATCH", "/notes/1", ScriptedAnswer(204))
            var changed = note
            (changed.text, changed.author, changed.editors) = ("new", nil, [])
            #expect(try await notes.patch(changed, from: note) == changed)
            #expect(
                try await server.lastBody == [
                    "data": [
                        "type": "notes", "id": "1", "attributes": ["text": "new"],
                        "relationships": ["author": ["data": .null], "editors": ["data": []]],
                    ]
                ]
            )
        }
    }

    @Test("are listed, with empty relationships, and with included resources")
    func listed() async throws {
        try await withService(conventions) { server, notes async throws in
            let none = """
                {"type":"notes","id":"2","attributes":{"text":"ho"},"relationships":{
                "author":{"data":null},"editors":{"data":[]}}}
                """
            let bare = #"{"type":"notes","id":"3","attributes":{"text":"hu"}}"#
            let body = """
                {"data":[\(full),\(none),\(bare)],"included":[{"type":"users","id":"7"}],
                "links":{"self":"/notes","next":null},"meta":{"total":3}}
                """
            await server.script("GET", "/notes", .json(body))
            let all = [
                note, Note(id: "2", text: "ho", editors: []), Note(id: "3", text: "hu"),
            ]
            #expect(try await notes.find() == all)
            var pages = notes.pages().makeAsyncIterator()
            let page = try #require(await pages.next())
            #expect(page.elements == all)
            #expect(page.total == 3)
            let included = try JSON(jsonData: page.response.body)["included"]
            #expect(included == [["type": "users", "id": "7"]])
            #expect(try await pages.next() == nil)
        }
    }
}
