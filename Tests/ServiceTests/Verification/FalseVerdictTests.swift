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
}
