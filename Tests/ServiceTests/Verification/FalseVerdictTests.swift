import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import ServiceVerification
import Testing

/// Services that do what their schema declares, and differences at the right line.
@Suite("Verdicts of a verification", .timeLimit(.minutes(10))) struct FalseVerdictTests {
    // The trap: a date has whole seconds, and a deletion in the same second is not after it.
    @Test("a deletion is found although the cursor is a date")
    func dates() async throws {
        let schema = """
            repogen: 1
            apis:
              Desk:
                baseURL: https://desk.example.com
                conventions:
                  tombstone: gone
                  changes: { header: If-Modified-Since, cursor: { header: Last-Modified } }
            entities: { Note: { id: Int, properties: { text: String } } }
            repositories: { Notes: { entity: Note, path: notes, remote: [create, read, delete] } }
            """
        let found = try await VerifiedMock(of: schema)
        #expect(found.verification.differences.isEmpty, "\(found.messages)")
        #expect(found.requests.contains { $0.fields[.ifModifiedSince] != nil })
    }

    @Test(
        "identities of any integer type are in its range",
        arguments: ["Int8", "UInt8", "Int16", "UInt16"]
    )
    func integers(type: String) async throws {
        let schema = """
            repogen: 1
            entities:
              Note: { id: { type: \(type), assignedBy: client }, properties: { text: String } }
            repositories: { Notes: { entity: Note, path: notes } }
            """
        let found = try await VerifiedMock(of: schema)
        #expect(found.verification.differences.isEmpty, "\(found.messages)")
        #expect(found.requests.contains { $0.method == "POST" })
    }

    @Test(
        "no entity is created with the mark of a deleted one",
        arguments: ["gone: Bool", "gone?: Bool", "gone: Bool = false", "state: State"]
    )
    func marks(property: String) async throws {
        let mark = property.hasPrefix("state") ? "{ state: cancelled }" : "gone"
        let schema = """
            repogen: 1
            apis:
              Desk: { baseURL: https://desk.example.com, conventions: { tombstone: \(mark) } }
            enums: { State: { cases: [cancelled, open] } }
            entities: { Note: { id: Int, properties: { text: String, \(property) } } }
            repositories: { Notes: { entity: Note, path: notes } }
            """
        let found = try await VerifiedMock(of: schema)
        #expect(found.verification.differences.isEmpty, "\(found.messages)")
        #expect(found.requests.contains { $0.method == "DELETE" })
    }

    @Test(
        "a version may have any single value",
        arguments: ["String", "Int", "Double", "Decimal", "Date", "UUID"]
    )
    func versions(type: String) async throws {
        let schema = """
            repogen: 1
            apis:
              Desk:
                baseURL: https://desk.example.com
                conventions: { versions: { key: rev } }
            entities:
              Note: { id: Int, properties: { text: String, rev: { type: \(type), readOnly: true } } }
            repositories: { Notes: { entity: Note, path: notes } }
            """
        let found = try await VerifiedMock(of: schema)
        #expect(found.verification.differences.isEmpty, "\(found.messages)")
        #expect(found.verification.confirmed > 0)
    }

    @Test(
        "a version may be in a nested object, or of a scalar type",
        arguments: [("meta.rev", "meta: Meta"), ("rev", "rev: { type: Moment, readOnly: true }")]
    )
    func versions(key: String, property: String) async throws {
        let schema = """
            repogen: 1
            apis:
              Desk:
                baseURL: https://desk.example.com
                conventions: { versions: { key: \(key) } }
            scalars: { Moment: { swift: Date, format: unixMilliseconds } }
            values: { Meta: { properties: { rev: { type: Int, readOnly: true } } } }
            entities: { Note: { id: Int, properties: { text: String, \(property) } } }
            repositories: { Notes: { entity: Note, path: notes } }
            """
        let found = try await VerifiedMock(of: schema)
        #expect(found.verification.differences.isEmpty, "\(found.messages)")
        #expect(found.requests.contains { $0.method == "DELETE" })
    }

    @Test("a tombstone may be on a later page of the changes")
    func pagesOfChanges() async throws {
        let schema = """
            repogen: 1
            apis:
              Desk:
                baseURL: https://desk.example.com
                conventions:
                  paging: { page: page, size: 1, sizeParameter: limit }
                  tombstone: gone
                  changes: { parameter: since, cursor: { property: changed } }
            entities:
              Note:
                id: Int
                properties: { text: String, changed: { type: Int, readOnly: true } }
            repositories: { Notes: { entity: Note, path: notes } }
            """
        let found = try await VerifiedMock(of: schema)
        #expect(found.verification.differences.isEmpty, "\(found.messages)")
        let changes = found.requests.filter { $0.query.contains("since=") }
        #expect(changes.contains { $0.query.contains("page=2") }, "\(changes.map(\.query))")
    }

    @Test(
        "what a form cannot express is no violation",
        arguments: [
            "email?: { type: String, format: email }", "code?: { type: String, minLength: 2 }",
            "tags: { type: \"[String]\", minItems: 1 }",
        ]
    )
    func forms(property: String) async throws {
        let schema = """
            repogen: 1
            apis: { Desk: { baseURL: https://desk.example.com, conventions: stripe } }
            entities: { Note: { id: String, properties: { text: String, \(property) } } }
            repositories: { Notes: { entity: Note, path: notes } }
            """
        let found = try await VerifiedMock(of: schema)
        #expect(found.verification.differences.isEmpty, "\(found.messages)")
        #expect(found.requests.contains { $0.method == "POST" })
    }

    @Test("a contained entity is sent as it is received")
    func contained() async throws {
        let schema = """
            repogen: 1
            entities:
              User:
                id: Int
                properties:
                  name: { type: String, readOnly: true }
                  password: { type: String, writeOnly: true }
              Note: { id: Int, properties: { text: String, author: User } }
            repositories: { Notes: { entity: Note, path: notes } }
            """
        let found = try await VerifiedMock(of: schema)
        #expect(found.verification.differences.isEmpty, "\(found.messages)")
        #expect(found.requests.contains { $0.method == "DELETE" })
    }

    @Test("entities on later pages are compared, too")
    func laterPages() async throws {
        let schema = """
            repogen: 1
            apis:
              Desk:
                baseURL: https://desk.example.com
                conventions: { paging: { page: page, size: 3, sizeParameter: limit } }
            entities: { Note: { id: Int, properties: { text: String } } }
            repositories: { Notes: { entity: Note, path: notes, remote: [read] } }
            """
        let lie = Lie(response: { request, answer in
            guard request.query.contains("page=2") else { return }
            answer.body = Data("[{\"id\": 1000, \"text\": null}]".utf8)
        })
        let found = try await VerifiedMock(of: schema, lie)
        let isFound = found.messages.contains { $0.contains("does not allow null for 'text'") }
        #expect(isFound, "\(found.messages)")
    }

    @Test("lines of JSON end only at line breaks")
    func lines() async throws {
        let schema = """
            repogen: 1
            values: { Note: { properties: { text: String } } }
            endpoints: { Log: { get: /log, response: { jsonLines: Note } } }
            """
        let lie = Lie(response: { _, answer in
            answer.body = Data("{\"text\": \"a\u{2028}b\u{85}c\"}\r\n{\"text\": \"d\"}\n".utf8)
        })
        let found = try await VerifiedMock(of: schema, lie)
        #expect(found.verification.differences.isEmpty, "\(found.messages)")
        #expect(found.verification.confirmed > 0)
    }

    @Test("a wrong body of one of several statuses is a difference at 'responses'")
    func byStatus() async throws {
        let schema = """
            repogen: 1
            endpoints:
              Look:
                get: /look
                errors: { 404: text }
                responses: { 200: "[String]" }
            """
        let noJSON = try await VerifiedMock(
            of: schema,
            Lie(response: { _, answer in answer.body = Data("oops".utf8) })
        )
        #expect(noJSON.lines.count == 1, "\(noJSON.messages)")
        #expect(noJSON.lines.allSatisfy { $0.contains("responses:") }, "\(noJSON.lines)")
        let other = try await VerifiedMock(of: schema, .media("text/html"))
        #expect(other.lines.count == 1, "\(other.messages)")
        #expect(other.lines.allSatisfy { $0.contains("responses:") }, "\(other.lines)")
    }

    @Test("a PUT that merges is found")
    func merging() async throws {
        let schema = """
            repogen: 1
            entities: { Note: { id: Int, properties: { text: String, "stars?": Int } } }
            repositories:
              Notes: { entity: Note, path: notes, remote: [create, read, update, patch, delete] }
            """
        #expect(try await VerifiedMock(of: schema).messages.isEmpty)
        let lie = Lie(request: { request in
            if request.method == "PUT" { request.method = "PATCH" }
            return nil
        })
        let found = try await VerifiedMock(of: schema, lie)
        #expect(
            found.messages == [
                "'update' left out 'stars', but the service has kept it: its PUT merges"
            ]
        )
        // A default of the service is another value.
        let filling = Lie(request: { request in
            guard request.method == "PUT", var json = try? JSON(jsonData: request.body),
                json["stars"] == nil
            else { return nil }
            json["stars"] = 4_711
            request.body = (try? json.jsonData()) ?? request.body
            return nil
        })
        #expect(try await VerifiedMock(of: schema, filling).messages.isEmpty)
    }

    @Test("an ignored If-Match is found, although the schema does not declare versions")
    func ignoredVersions() async throws {
        let schema = """
            repogen: 1
            entities: { Note: { id: Int, properties: { text: String } } }
            repositories: { Notes: { entity: Note, path: notes } }
            """
        let found = try await VerifiedMock(of: schema, .ignoring(header: "If-Match"))
        #expect(found.messages.count == 1)
        #expect(found.messages.first?.contains("ignores 'If-Match'") == true)
    }

    @Test("pages are checked although the first has only two entities")
    func smallPages() async throws {
        let schema = """
            repogen: 1
            apis:
              Desk:
                baseURL: https://desk.example.com
                conventions: { paging: { page: page, sizeParameter: size, size: 2 } }
            entities: { Note: { id: Int, properties: { text: String } } }
            repositories: { Notes: { entity: Note, path: notes, remote: [read] } }
            """
        #expect(try await VerifiedMock(of: schema).messages.isEmpty)
        let found = try await VerifiedMock(of: schema, .ignoring("page"))
        #expect(!found.messages.isEmpty)
    }

    // The trap: samples of one letter do not differ.
    @Test("a change is verified although the text is short")
    func shortText() async throws {
        let schema = """
            repogen: 1
            entities:
              Note: { id: Int, properties: { text: { type: String, minLength: 1, maxLength: 12 } } }
            repositories: { Notes: { entity: Note, path: notes } }
            """
        let found = try await VerifiedMock(of: schema, .ignoring(header: "If-Match"))
        #expect(found.messages.count == 1)
        #expect(found.verification.left.isEmpty)
    }

    @Test("an old version in the response to a change is found")
    func oldVersion() async throws {
        let schema = """
            repogen: 1
            entities: { Note: { id: Int, properties: { text: String } } }
            repositories: { Notes: { entity: Note, path: notes } }
            """
        let last = Locked<String?>(nil)
        let lie = Lie(response: { request, answer in
            guard let key = answer.headers.keys.first(where: { $0.lowercased() == "etag" }) else {
                return
            }
            if request.method == "GET" {
                last.withLock { [value = answer.headers[key]] in $0 = value }
            } else if request.method == "PUT" {
                answer.headers[key] = last.withLock { $0 }
            }
        })
        let found = try await VerifiedMock(of: schema, lie)
        #expect(found.messages.count == 1)
        #expect(found.messages.first?.contains("has the version before it") == true)
    }

    @Test("a text may have any media type, and a cut stream is found")
    func streams() async throws {
        let schema = """
            repogen: 1
            values: { Tick: { properties: { price: Int } } }
            endpoints:
              GetText: { get: /text, response: text }
              Lines: { get: /lines, response: { jsonLines: Tick } }
            """
        #expect(
            try await VerifiedMock(of: schema, .media("application/yaml", in: "/text")).messages
                .isEmpty
        )
        let lie = Lie(response: { request, answer in
            if request.path.hasSuffix("/lines") { answer.body += Data("{\"price\":2".utf8) }
        })
        let found = try await VerifiedMock(of: schema, lie)
        #expect(found.messages == ["an element of the stream is not JSON"])
    }
}
