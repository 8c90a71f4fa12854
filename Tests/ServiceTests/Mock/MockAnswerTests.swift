import Foundation
import RepositoryRuntime
import ServiceMock
import Testing

/// The responses of a mock to filters, to requests for changes, and of endpoints.
@Suite(.timeLimit(.minutes(10))) struct MockAnswerTests {
    @Test(
        "a filter for missing values needs no value of the type",
        arguments: ["{key}__isnull=true", "{key}__isnull"]
    )
    func isNull(template: String) async throws {
        let schema = """
            repogen: 1
            apis:
              Desk:
                baseURL: https://desk.example.com
                conventions: { query: { filter: { isNull: "\(template)" } } }
            entities: { Note: { id: Int, properties: { text: String, "due?": Date } } }
            repositories: { Notes: { entity: Note, path: notes } }
            """
        try await withMock(of: schema) { (_, client) in
            let due: JSON = ["text": "a", "due": "2026-01-02T03:04:05Z"]
            _ = try await client.send("POST", "notes", due)
            _ = try await client.send("POST", "notes", ["text": "b"])
            let found = try await client.send("GET", "notes?due__isnull=true")
            #expect(found.status == 200)
            #expect(found.json.array?.map { $0["text"]?.string } == ["b"])
        }
    }

    @Test("behind a nested cursor, all entities may have changed")
    func nestedCursor() async throws {
        let schema = """
            repogen: 1
            apis:
              Desk:
                baseURL: https://desk.example.com
                conventions:
                  tombstone: gone
                  changes: { parameter: since, cursor: { property: meta.rev } }
            values: { Meta: { properties: { rev: Int } } }
            entities:
              Note: { id: Int, properties: { text: String, meta: { type: Meta, readOnly: true } } }
            repositories: { Notes: { entity: Note, path: notes } }
            """
        try await withMock(of: schema, seed: 1, count: 3) { (_, client) in
            let found = try await client.send("GET", "notes?since=999999")
            #expect(found.status == 200)
            #expect(found.json.array?.count == 3)
        }
    }

    @Test("an endpoint responds with sent values only if they are of the type of the response")
    func otherTypes() async throws {
        let schema = """
            repogen: 1
            values:
              Change: { properties: { text: Int, count: Int, "mood?": "String?" } }
              Note: { properties: { text: String, count: Int, mood: String } }
            endpoints: { Edit: { post: /edit, body: Change, response: Note } }
            """
        try await withMock(of: schema) { (_, client) in
            let sent: JSON = ["text": 1, "count": 77, "mood": .null]
            let found = try await client.send("POST", "edit", sent).json
            #expect(found["count"]?.int == 77)
            #expect(found["text"]?.string != nil)
            #expect(found["mood"]?.string != nil)
        }
    }

    @Test("entities have no files, because a mock has none")
    func files() async throws {
        let schema = """
            repogen: 1
            entities:
              Note:
                id: Int
                properties:
                  text: String
                  photo?: { type: String, file: image/png }
                  cover: { type: "String?", file: image/png }
            repositories: { Notes: { entity: Note, path: notes } }
            endpoints: { Latest: { get: /latest, response: "[Note]" } }
            """
        try await withMock(of: schema, seed: 1, count: 3) { (_, client) in
            let created = try await client.send("POST", "notes", ["text": "a"])
            #expect(created.status == 201)
            let listed = try await client.send("GET", "notes").json.array ?? []
            #expect(listed.count == 4)
            let latest = try await client.send("GET", "latest").json.array ?? []
            #expect(!latest.isEmpty)
            for note in listed + latest + [created.json] {
                #expect(note["photo"] == nil, "\(note)")
                #expect(note["cover"]?.isNull == true, "\(note)")
            }
        }
    }
}
