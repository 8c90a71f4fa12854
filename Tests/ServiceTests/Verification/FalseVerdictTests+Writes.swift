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

    private static let changing = """
        repogen: 1
        entities: { Note: { id: Int, properties: { text: String, "stars?": Int } } }
        repositories:
          Notes: { entity: Note, path: notes, remote: [create, read, update, patch, delete] }
        """

    @Test("an old state in the response to a change is found", arguments: ["PUT", "PATCH"])
    func oldState(method: String) async throws {
        let lie = Lie(response: { request, answer in
            if request.method == method { answer.edit { $0["text"] = "old" } }
        })
        let found = try await VerifiedMock(of: Self.changing, lie)
        #expect(found.messages.count == 1, "\(found.messages)")
        let message = try #require(found.messages.first)
        #expect(message.contains("but the response has the string \"old\""), "\(message)")
        #expect(found.lines.allSatisfy { $0.contains("remote:") })
    }

    @Test("a response to a change may have no body")
    func noState() async throws {
        let lie = Lie(response: { request, answer in
            let isChange = ["PUT", "PATCH"].contains(request.method)
            if isChange, answer.status == 200 { answer = ScriptedAnswer(204) }
        })
        let found = try await VerifiedMock(of: Self.changing, lie)
        #expect(found.messages.isEmpty, "\(found.messages)")
    }

    @Test("a merge patch that ignores null is found")
    func ignoredNull() async throws {
        let lie = Lie(request: { request in
            guard request.method == "PATCH",
                let members = (try? JSON(jsonData: request.body))?.object
            else { return nil }
            let kept = JSON.object(members.filter { !$0.value.isNull })
            request.body = (try? kept.jsonData()) ?? request.body
            return nil
        })
        let found = try await VerifiedMock(of: Self.changing, lie)
        #expect(
            found.messages == ["'patch' set 'stars' to null, but the service has kept its value"]
        )
        // A service may need the value for reasons of its own.
        let refusing = Lie(request: { request in
            let json = try? JSON(jsonData: request.body)
            return request.method == "PATCH" && json?["stars"] == .null
                ? ScriptedAnswer(422) : nil
        })
        #expect(try await VerifiedMock(of: Self.changing, refusing).messages.isEmpty)
    }

    @Test("two listed entities with the same identity are found")
    func sameIdentity() async throws {
        let lie = Lie(response: { request, answer in
            guard request.path.hasSuffix("/notes"), request.method == "GET" else { return }
            answer.edit { json in
                guard var elements = json.array, elements.count > 1 else { return }
                elements[1]["id"] = elements[0]["id"] ?? .null
                json = .array(elements)
            }
        })
        let schema = Self.changing.replacing("create, read, update, patch, delete", with: "read")
        let found = try await VerifiedMock(of: schema, lie)
        let isFound = found.messages.contains { $0.hasPrefix("two entities of a listing have") }
        #expect(isFound, "\(found.messages)")
    }
}
