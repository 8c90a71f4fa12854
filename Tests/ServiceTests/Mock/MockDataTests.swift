import Diagnostics
import Foundation
import RepositoryRuntime
import SchemaLanguage
import ServiceMock
import Testing

/// The entities of a mock always match its schema.
@Suite(.timeLimit(.minutes(30))) struct MockDataTests {
    private static func checked(_ text: String) throws -> CheckedSchema {
        let file = SourceFile(path: "schema.yaml", bytes: Array(text.utf8))
        let (schema, diagnostics) = SchemaCompiler().compile([file])
        return try #require(schema, "\(diagnostics)")
    }

    @Test("UUIDs are the same in upper and lower case")
    func uuids() async throws {
        let schema = """
            repogen: 1
            entities: { Note: { id: UUID, properties: { text: String, "parent?": Note.ID } } }
            repositories: { Notes: { entity: Note, path: notes } }
            """
        try await withMock(of: schema, seed: 1, count: 2) { (mock, client) in
            let listed = try await client.send("GET", "notes").json.array ?? []
            let id = try #require(listed.first?["id"]?.string)
            #expect(id == id.lowercased())
            for text in [id, id.uppercased()] {
                #expect(try await client.send("GET", "notes/\(text)").status == 200)
                let child: JSON = ["text": "a", "parent": .string(text)]
                #expect(try await client.send("POST", "notes", child).status == 201)
                let found = try await client.send("GET", "notes?id=\(text)").json.array
                #expect(found?.count == 1)
            }
            let upper = id.uppercased()
            let lower = try await client.send("GET", "notes?parent=\(id)").json
            #expect(lower.array?.count ?? 0 >= 2)
            #expect(try await client.send("GET", "notes?parent=\(upper)").json == lower)
            #expect(try await client.send("DELETE", "notes/\(upper)").status == 204)
            #expect(try await client.send("GET", "notes/\(id)").status == 404)
        }
    }

    @Test("entities of two APIs with the same path are separate, and the conflict is reported")
    func conflicts() async throws {
        let schema = """
            repogen: 1
            apis:
              Shop: { baseURL: "https://shop.example.com" }
              Forum: { baseURL: "https://forum.example.com" }
            entities:
              Customer: { api: Shop, id: Int, properties: { email: String } }
              Member: { api: Forum, id: String, properties: { nick: String } }
            repositories:
              Customers: { entity: Customer, path: users, remote: [read] }
              Members: { entity: Member, path: users, remote: [read] }
            """
        try await withMock(of: schema, seed: 1, count: 2) { (mock, client) in
            let listed = try await client.send("GET", "users").json.array ?? []
            #expect(listed.count == 2)
            #expect(listed.allSatisfy { $0["email"] != nil && $0["nick"] == nil })
            #expect(
                mock.conflicts == [
                    "Shop and Forum have GET /users: Shop gets it",
                    "Shop and Forum have GET /users/{}: Shop gets it",
                ]
            )
        }
    }

    @Test("entities match a changed schema: they get new properties, or make room for others")
    func reload() async throws {
        func schema(_ entity: String) -> String {
            """
            repogen: 1
            entities: { \(entity) }
            repositories: { Notes: { entity: \(entity.prefix { $0 != ":" }), path: notes } }
            """
        }
        let first = schema("Note: { id: Int, properties: { text: String, \"likes?\": Int } }")
        try await withMock(of: first, seed: 1, count: 2) { (mock, client) in
            func listed(_ new: String) async throws -> [JSON] {
                mock.replaceSchema(try Self.checked(schema(new)))
                return try await client.send("GET", "notes").json.array ?? []
            }
            #expect(try await client.send("POST", "notes", ["text": "mine"]).status == 201)
            let more = "text: String, likes: Int, stars: Int = 3, mood: \"String?\""
            let grown = try await listed("Note: { id: Int, properties: { \(more) } }")
            #expect(grown.count == 3)
            #expect(grown.last?["text"]?.string == "mine")
            #expect(grown.allSatisfy { $0["likes"]?.int != nil && $0["mood"]?.isNull == true })
            #expect(grown.allSatisfy { $0["stars"]?.int == 3 })
            // Entities that do not match are deleted, and their identities are not reused.
            let text = schema("Note: { id: Int, properties: { text: Kind, likes: Int } }")
            let kinds = "enums: { Kind: { cases: [mine], unknown: fail } }\nentities:"
            mock.replaceSchema(try Self.checked(text.replacing("entities:", with: kinds)))
            let rest = try await client.send("GET", "notes").json.array ?? []
            #expect(rest.map { $0["text"]?.string } == ["mine"])
            let next: JSON = ["text": "mine", "likes": 1]
            #expect(try await client.send("POST", "notes", next).json["id"]?.int == 4)
            let renumbered = try await listed("Note: { id: String, properties: { \(more) } }")
            #expect(renumbered.count == 2)
            #expect(renumbered.allSatisfy { $0["id"]?.string != nil })
            let others = try await listed("Memo: { id: String, properties: { title: String } }")
            #expect(others.count == 2)
            #expect(others.allSatisfy { $0["title"] != nil && $0["text"] == nil })
        }
    }

    @Test("assigned identities are in the range of a small type, and end with an error")
    func smallIdentities() async throws {
        let schema = """
            repogen: 1
            entities: { Note: { id: UInt8, properties: { text: String } } }
            repositories: { Notes: { entity: Note, path: notes } }
            """
        try await withMock(of: schema, seed: 1, count: 250) { (mock, client) in
            var statuses: [Int] = []
            for _ in 0..<10 {
                statuses.append(try await client.send("POST", "notes", ["text": "a"]).status)
            }
            #expect(statuses == Array(repeating: 201, count: 5) + Array(repeating: 507, count: 5))
            #expect(Set(mock.entities(of: "Note").keys.compactMap(Int.init)) == Set(1...255))
        }
    }

    @Test("a file is not a folder of bodies")
    func bodyFile() async throws {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "mock-\(UUID().uuidString).yaml")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("repogen: 1\nvalues: { A: {} }\n".utf8).write(to: file)
        await #expect(throws: InvalidBodies.self) {
            try await MockServer.start(schemas: [file], bodies: file).stop()
        }
    }
}
