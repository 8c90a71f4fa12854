import Foundation
import RepositoryRuntime
import ServiceMock
import Testing

/// Entities of a mock whose service marks deleted ones with a property.
@Suite struct MockTombstoneTests {
    @Test("a required enum has a value that does not mark the entity as deleted")
    func states() async throws {
        let schema = """
            repogen: 1
            apis:
              Desk:
                baseURL: https://notes.example.com
                conventions: { tombstone: { state: cancelled } }
            enums: { State: { cases: [confirmed, tentative, cancelled] } }
            entities: { Event: { id: Int, properties: { state: { type: State, readOnly: true } } } }
            repositories: { Events: { entity: Event, path: events } }
            """
        try await withMock(of: schema, seed: 1, count: 20) { (_, client) in
            var events = try await client.send("GET", "events").json.array ?? []
            for _ in 0..<6 { events.append(try await client.send("POST", "events", [:]).json) }
            #expect(events.count == 26)
            let states = Set(events.compactMap { $0["state"]?.string })
            #expect(states == ["confirmed", "tentative"])
            #expect(events.allSatisfy { $0["state"]?.isNull == false })
        }
    }

    // The trap: a value that is made up for the property marks the entity as deleted.
    @Test(
        "existing and new entities are not marked as deleted",
        arguments: [
            ("Date", "gone"), ("Bool", "gone"), ("Int", "gone"), ("Bool", "{ gone: false }"),
        ]
    )
    func marks(type: String, tombstone: String) async throws {
        let schema = """
            repogen: 1
            apis:
              Desk: { baseURL: https://notes.example.com, conventions: { tombstone: \(tombstone) } }
            entities:
              Note:
                id: Int
                properties: { text: String, "gone?": { type: \(type), readOnly: true } }
            repositories:
              Notes: { entity: Note, path: notes, remote: [create, read, delete] }
            """
        try await withMock(of: schema, seed: 1, count: 20) { (_, client) in
            let created = try await client.send("POST", "notes", ["text": "a"])
            #expect(created.status == 201)
            let listed = try await client.send("GET", "notes").json.array ?? []
            #expect(listed.count == 21)
            for note in listed + [created.json] {
                let unmarked: [JSON?] = [nil, .null, .bool(tombstone != "gone"), .number(.init(0))]
                #expect(unmarked.contains(note["gone"]), "\(note)")
            }
        }
    }

    @Test("a property as a cursor grows with each change, also in tombstones")
    func cursor() async throws {
        let schema = """
            repogen: 1
            apis:
              Desk:
                baseURL: https://notes.example.com
                conventions:
                  tombstone: gone
                  changes: { parameter: since, cursor: { property: rev } }
            entities:
              Note: { id: Int, properties: { text: String, rev: { type: Int, readOnly: true } } }
            repositories:
              Notes: { entity: Note, path: notes, remote: [create, read, update, delete] }
            """
        try await withMock(of: schema, count: 3) { (_, client) in
            func revision(_ json: JSON) throws -> Int { try #require(json["rev"]?.int) }
            let listed = try await client.send("GET", "notes").json.array ?? []
            let start = try listed.map(revision).max() ?? 0
            let created = try await client.send("POST", "notes", ["text": "a"]).json
            let id = try #require(created["id"]?.int)
            #expect(try revision(created) > start)
            let updated = try await client.send("PUT", "notes/\(id)", ["text": "b"]).json
            #expect(try revision(updated) > revision(created))
            _ = try await client.send("DELETE", "notes/\(id)")
            let since = try revision(updated) + 1
            let changes = try await client.send("GET", "notes?since=\(since)").json.array ?? []
            #expect(changes.map { $0["gone"]?.bool } == [true])
            #expect(try changes.allSatisfy { try revision($0) >= since })
        }
    }

    @Test("identities in responses of endpoints differ, whatever their key")
    func identities() async throws {
        let schema = """
            repogen: 1
            apis: { Desk: { baseURL: https://notes.example.com } }
            entities:
              Issue: { id: { type: Int, key: number }, properties: { text: String } }
            endpoints: { Search: { get: /search, response: "[Issue]" } }
            """
        try await withMock(of: schema, count: 3) { (_, client) in
            let found = try await client.send("GET", "search").json.array ?? []
            #expect(found.count > 1)
            #expect(Set(found.compactMap { $0["number"]?.int }).count == found.count)
        }
    }
}
