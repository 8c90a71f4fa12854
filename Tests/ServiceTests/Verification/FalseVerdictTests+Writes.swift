import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import ServiceVerification
import Testing

// Errors, forms and changes.
extension FalseVerdictTests {
    @Test(
        "a declared error need not be like the other errors of the service",
        arguments: ["text", "Problem"]
    )
    func declaredErrors(type: String) async throws {
        let schema = """
            repogen: 1
            apis:
              Desk: { baseURL: https://desk.example.com, conventions: gitHub }
            values: { Problem: { properties: { title: String } } }
            entities: { Note: { id: Int, properties: { text: String } } }
            repositories:
              Notes: { entity: Note, path: notes, remote: [read], errors: { 404: \(type) } }
            """
        let found = try await VerifiedMock(of: schema)
        #expect(found.messages.isEmpty, "\(found.messages)")
        guard type == "Problem" else { return }
        let lie = Lie(response: { _, answer in
            if answer.status == 404 { answer = .json("{\"message\": \"-\"}", status: 404) }
        })
        let other = try await VerifiedMock(of: schema, lie)
        #expect(other.messages.count == 1)
        #expect(other.lines.allSatisfy { $0.contains("title: String") }, "\(other.lines)")
    }

    @Test("unions are created in forms")
    func unionsInForms() async throws {
        let schema = """
            repogen: 1
            apis: { Desk: { baseURL: https://desk.example.com, conventions: stripe } }
            unions: { Method: { discriminator: type, cases: { card: Card, iban: Iban } } }
            values:
              Card: { properties: { last4: Int } }
              Iban: { properties: { number: String } }
            entities: { Charge: { id: String, properties: { amount: Int, method: Method } } }
            repositories: { Charges: { entity: Charge, path: charges } }
            """
        let found = try await VerifiedMock(of: schema)
        #expect(found.messages.isEmpty, "\(found.messages)")
        #expect(found.requests.contains { $0.method == "DELETE" })
    }

    @Test("a patch may be sent with PUT")
    func patchByPUT() async throws {
        let schema = """
            repogen: 1
            apis:
              Desk:
                baseURL: https://desk.example.com
                conventions: { requests: { patch: { put: "{path}/{id}/parts" } } }
            entities: { Note: { id: Int, properties: { "text?": String, "stars?": Int } } }
            repositories:
              Notes: { entity: Note, path: notes, remote: [create, read, patch, delete] }
            """
        let found = try await VerifiedMock(of: schema)
        #expect(found.messages.isEmpty, "\(found.messages)")
        #expect(found.requests.contains { $0.path.hasSuffix("/parts") })
    }
}
