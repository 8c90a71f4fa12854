import ExampleServer
import Foundation
import RepositoryRuntime
import ServiceMock
import ServiceVerification
import Testing

/// Verification does not touch existing entities, whatever the service responds.
@Suite("Cautious verification", .timeLimit(.minutes(30))) struct CautionTests {
    private static let schema = """
        repogen: 1
        entities:
          Note:
            id: Int
            properties: { text: String, stars: Int }
        repositories:
          Notes: { entity: Note, path: notes, remote: [create, read, update, patch, delete] }
        """

    /// Verifies a mock behind a proxy that lies.
    ///
    /// - Returns: The findings, and the entities of the mock before and afterwards.
    private func verify(
        _ lie: Lie = Lie(),
        schema: String = Self.schema
    ) async throws -> (found: Findings, before: Entities, after: Entities) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "caution-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "notes.yaml")
        try Data(schema.utf8).write(to: file)
        let subject = try VerifiedSchema(at: [file])
        let mock = try await MockServer.start(schemas: [file], count: 5)
        let before = mock.entities(of: "Note")
        var found = Findings(messages: [], left: [])
        try await LyingService.with(mock.url, lie) { url in
            let verification = await subject.verify(url)
            found = Findings(
                messages: verification.differences.map(\.message),
                left: verification.left
            )
        }
        let after = mock.entities(of: "Note")
        await mock.stop()
        return (found, before, after)
    }

    private typealias Entities = [String: [String: JSON]]

    private struct Findings {
        var messages: [String]
        var left: [String]
    }

    @Test("a create that responds with another entity's identity changes and deletes nothing")
    func foreignIdentity() async throws {
        let lie = Lie(response: { request, answer in
            if request.method == "POST" { answer.edit { $0["id"] = 2 } }
        })
        let (found, before, after) = try await verify(lie)
        #expect(after == before)
        #expect(found.left.isEmpty)
    }

    @Test("a create that responds with an existing entity creates nothing to delete")
    func getOrCreate() async throws {
        let lie = Lie(request: { request in
            guard request.method == "POST" else { return nil }
            return .json(#"{"id": 1, "text": "old", "stars": 3}"#)
        })
        let (found, before, after) = try await verify(lie)
        #expect(after == before)
        #expect(found.messages.contains { $0.contains("but it was not found") })
    }

    @Test("created entities are deleted even if the service responds with 500, or not at all")
    func failsAfterwards() async throws {
        let lie = Lie(response: { request, answer in
            if request.method == "POST" { answer = ScriptedAnswer(500) }
        })
        let (found, before, after) = try await verify(lie)
        #expect(after == before)
        #expect(found.left.isEmpty)
    }

    @Test("entities that a delete leaves are listed")
    func staysThere() async throws {
        let lie = Lie(request: { request in
            request.method == "DELETE" ? ScriptedAnswer(204) : nil
        })
        let (found, before, after) = try await verify(lie)
        #expect(after.count == before.count + found.left.count)
        #expect(found.left.count >= 3)
        #expect(found.left.allSatisfy { $0.contains("it still exists after its deletion") })
        for (id, entity) in before { #expect(after[id] == entity) }
    }

    @Test("a 404 for every delete lists the remaining entities")
    func cannotDelete() async throws {
        let lie = Lie(request: { request in
            request.method == "DELETE" ? .json("{}", status: 404) : nil
        })
        let (found, before, after) = try await verify(lie)
        #expect(after.count == before.count + found.left.count)
        #expect(found.messages.contains { $0.contains("the schema offers 'delete'") })
    }

    @Test("a busy service is retried, and not a difference")
    func busy() async throws {
        let count = Flag(times: 6)
        let lie = Lie(request: { _ in
            count.take() ? ScriptedAnswer(429, headers: ["Retry-After": "0"]) : nil
        })
        let (found, before, after) = try await verify(lie)
        #expect(after == before)
        #expect(found.messages.isEmpty, "\(found.messages)")
    }

    @Test("a service that asks for a long wait is not asked again, whatever the form of its wish")
    func longWait() async throws {
        var counts: [Int] = []
        for wish in ["100", try #require(HTTPDate.text(Date(timeIntervalSinceNow: 1_000)))] {
            let requests = Locked(0)
            let lie = Lie(request: { _ in
                requests.withLock { $0 += 1 }
                return ScriptedAnswer(429, headers: ["Retry-After": wish])
            })
            _ = try await verify(lie)
            counts.append(requests.withLock { $0 })
        }
        // One for each check that the service does not allow.
        #expect(counts == [3, 3])
    }

    @Test(
        "entities of a batch are found and deleted although listings lack their texts",
        arguments: ["[create, read, update, patch, delete, synchronize]", "[create, read, delete]"]
    )
    func unlistedText(remote: String) async throws {
        let schema = """
            repogen: 1
            entities:
              Note:
                id: Int
                properties: { likes: Int, "body?": { type: String, listed: false } }
            repositories: { Notes: { entity: Note, path: notes, remote: \(remote) } }
            """
        let (found, before, after) = try await verify(schema: schema)
        #expect(after == before)
        #expect(found.messages.isEmpty, "\(found.messages)")
        #expect(found.left.isEmpty, "\(found.left)")
    }

    @Test("entities of a batch that cannot be recognized are listed")
    func unrecognized() async throws {
        let schema = Self.schema.replacing("patch, delete]", with: "patch, delete, synchronize]")
        let lie = Lie(request: { request in
            // The service replaces the texts.
            guard request.method == "POST", var drafts = (try? JSON(jsonData: request.body))?.array
            else { return nil }
            for index in drafts.indices { drafts[index]["text"] = "-" }
            request.body = (try? JSON.array(drafts).jsonData()) ?? request.body
            return nil
        })
        let (found, before, after) = try await verify(lie, schema: schema)
        #expect(after.count == before.count + 2)
        #expect(found.left.count == 2, "\(found.left)")
        #expect(found.left.allSatisfy { $0.contains("possibly created by") })
    }

    @Test("nothing is created that neither a text nor a complete listing could identify")
    func unrecognizable() async throws {
        let schema = Self.schema.replacing("text: String, ", with: "")
        let lie = Lie(request: { request in
            request.method == "GET" && request.path == "/notes" ? ScriptedAnswer(403) : nil
        })
        let (found, before, after) = try await verify(lie, schema: schema)
        #expect(after == before)
        #expect(found.left.isEmpty, "\(found.left)")
    }

    @Test("UUIDs are sent as generated code sends them")
    func uuids() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "caution-\(UUID())")
        let bodies = folder.appending(path: "Bodies")
        try FileManager.default.createDirectory(at: bodies, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "notes.yaml")
        let schema = """
            repogen: 1
            entities: { Note: { id: UUID, properties: { text: String } } }
            repositories: { Notes: { entity: Note, path: notes, remote: [read] } }
            """
        try Data(schema.utf8).write(to: file)
        let id = UUID().uuidString
        let entities = "[{\"id\": \"\(id)\", \"text\": \"a\"}]"
        try Data(entities.utf8).write(to: bodies.appending(path: "Notes.json"))
        let mock = try await MockServer.start(schemas: [file], bodies: bodies)
        let paths = Locked<[String]>([])
        let lie = Lie(request: { request in
            paths.withLock { $0.append(request.path) }
            return nil
        })
        let subject = try VerifiedSchema(at: [file])
        try await LyingService.with(mock.url, lie) { url in
            #expect(await subject.verify(url).differences.isEmpty)
        }
        await mock.stop()
        #expect(paths.withLock { $0 }.contains("/notes/\(id.lowercased())"))
        #expect(!paths.withLock { $0 }.contains("/notes/\(id)"))
    }
}
