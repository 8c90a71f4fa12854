import Foundation
import HTTPTypes
import RepositoryRuntime
import ServiceVerification
import Testing

/// The requests of a verification are those of generated code.
@Suite("Requests of a verification", .timeLimit(.minutes(10))) struct SentRequestTests {
    @Test(
        "a PUT has properties that are set only on creation, and an update by another method none",
        arguments: [
            ("{}", "PUT", true),
            ("{ requests: { update: { post: \"{path}/{id}\" } } }", "POST", false),
        ]
    )
    func immutable(conventions: String, method: String, isSent: Bool) async throws {
        let schema = """
            repogen: 1
            entities:
              Note:
                id: Int
                properties: { text: String, author: { type: String, immutable: true } }
            repositories:
              Notes:
                entity: Note
                path: notes
                remote: [create, read, update, delete]
                conventions: \(conventions)
            """
        let found = try await VerifiedMock(of: schema)
        #expect(found.verification.differences.isEmpty, "\(found.messages)")
        let updates = found.requests.filter { request in
            request.method == method && request.path.hasPrefix("/notes/")
        }
        let bodies = updates.compactMap { try? JSON(jsonData: $0.body) }
        #expect(!bodies.isEmpty)
        for body in bodies {
            #expect(body["text"]?.string != nil)
            #expect((body["author"]?.string != nil) == isSent, "\(body)")
            #expect(body["id"] == nil)
        }
    }

    @Test("a PUT has the identity if the client may assign it")
    func identity() async throws {
        let schema = """
            repogen: 1
            entities:
              Note: { id: { type: String, assignedBy: either }, properties: { text: String } }
            repositories:
              Notes: { entity: Note, path: notes, remote: [create, read, update, delete] }
            """
        let found = try await VerifiedMock(of: schema)
        let bodies = found.bodies(of: "PUT")
        #expect(!bodies.isEmpty)
        #expect(bodies.allSatisfy { $0["id"]?.string != nil })
    }

    @Test("requests accept and send the media types of the conventions and of all statuses")
    func media() async throws {
        let schema = """
            repogen: 1
            apis:
              Desk:
                baseURL: https://desk.example.com
                conventions:
                  media: { sent: application/vnd.a+json, accepted: application/vnd.b+json }
            values: { Note: { properties: { text: String } } }
            endpoints:
              Read: { get: /one, response: Note }
              Look: { get: /two, responses: { 200: Note, 202: { text: text/csv }, 203: Note } }
              Plain: { get: /three, response: text }
              Own: { get: /four, headers: { accept: { type: String, key: Accept } }, response: Note }
              Send: { post: /five, body: Note, response: Note }
              Other: { post: /six, body: { json: Note, media: application/c+json } }
            """
        let found = try await VerifiedMock(of: schema, calls: ["Send", "Other"])
        func field(_ name: HTTPField.Name, _ path: String) throws -> String? {
            try #require(found.requests(to: path).first).fields[name]
        }
        #expect(try field(.accept, "/one") == "application/vnd.b+json")
        #expect(try field(.accept, "/two") == "application/vnd.b+json, text/csv")
        #expect(try field(.accept, "/three") == "text/*")
        let own = try field(.accept, "/four")
        #expect(own?.isEmpty == false && own != "application/vnd.b+json")
        #expect(try field(.contentType, "/five") == "application/vnd.a+json")
        #expect(try field(.contentType, "/six") == "application/c+json")
    }

    @Test("endpoints with an environment are not called")
    func environment() async throws {
        let schema = """
            repogen: 1
            endpoints:
              Hints: { get: /hints, response: "[String]", environment: mock, example: [a] }
              Words: { get: /words, response: "[String]" }
            """
        let found = try await VerifiedMock(of: schema)
        #expect(!found.requests(to: "/words").isEmpty)
        #expect(found.requests(to: "/hints").isEmpty)
        #expect(found.verification.unverified.map(\.subject) == ["Hints: request"])
    }

    @Test("an endpoint without authentication gets no credential, and others get all cookies")
    func credentials() async throws {
        let schema = """
            repogen: 1
            apis:
              Desk:
                baseURL: https://desk.example.com
                authentication: [bearer, { cookie: first }, { cookie: second }]
            endpoints:
              Open: { get: /open, response: "[String]", authentication: none }
              Closed: { get: /closed, response: "[String]" }
              Themed: { get: /themed, response: "[String]", cookies: { theme: String } }
            """
        let found = try await VerifiedMock(of: schema, credential: "secret")
        let open = try #require(found.requests(to: "/open").first)
        #expect(open.fields[.authorization] == nil && open.fields[.cookie] == nil)
        let closed = try #require(found.requests(to: "/closed").first)
        #expect(closed.fields[.authorization] == "Bearer secret")
        let keys = ["first=secret", "second=secret"]
        #expect(closed.fields[.cookie]?.components(separatedBy: "; ").sorted() == keys)
        let themed = try #require(found.requests(to: "/themed").first)
        let cookies = themed.fields[.cookie]?.components(separatedBy: "; ") ?? []
        #expect(cookies.dropLast().sorted() == keys)
        #expect(cookies.last?.hasPrefix("theme=") == true)
    }

    @Test("a draft in the body of an endpoint has what a client sends")
    func drafts() async throws {
        let schema = """
            repogen: 1
            entities:
              Note:
                id: Int
                properties:
                  text: String
                  secret: { type: String, writeOnly: true }
                  author: { type: String, immutable: true }
                  stars: { type: Int, readOnly: true }
            endpoints:
              Add: { post: /add, body: Note.Draft }
              Change: { patch: /change, body: Note.Patch }
            """
        let found = try await VerifiedMock(of: schema, calls: ["Add", "Change"])
        let draft = try #require(found.bodies(of: "POST").first?.object)
        #expect(Set(draft.keys) == ["text", "secret", "author"])
        let patch = try #require(found.bodies(of: "PATCH").first?.object)
        #expect(Set(patch.keys) == ["text"])
    }

    // The trap: samples may be equal, and a filter that holds for all entities proves nothing.
    @Test("created entities differ in what queries compare", arguments: 1...12)
    func differentEntities(_ attempt: Int) async throws {
        let schema = """
            repogen: 1
            apis:
              Desk:
                baseURL: https://desk.example.com
                conventions: { query: { filter: { equal: "{key}" } } }
            entities:
              Note: { id: Int, properties: { text: String, isUrgent: { type: Bool, indexed: true } } }
            repositories: { Notes: { entity: Note, path: notes } }
            """
        let found = try await VerifiedMock(of: schema, count: 0)
        #expect(found.verification.differences.isEmpty, "\(found.messages)")
        #expect(found.verification.left.isEmpty)
        let urgent = found.bodies(of: "POST").prefix(3).compactMap { $0["isUrgent"]?.bool }
        #expect(Set(urgent) == [false, true])
    }
}
