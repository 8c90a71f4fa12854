import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

/// Services without paths for entities: the query contains the identity.
@Suite("Identities in queries") struct IdentityInQueryTests {
    private static let note = #"[{"id":"a b&c","text":"hi"}]"#
    private static let operations: [ServiceOperation] = [.read, .update, .patch, .delete]

    private let conventions = Conventions(
        requests: [
            .read: .init(.get, "{path}"), .update: .init(.put, "{path}"),
            .patch: .init(.patch, "{path}"), .delete: .init(.delete, "{path}"),
        ],
        parameters: Dictionary(
            uniqueKeysWithValues: operations.map { ($0, ["id": "eq.{id}"]) }
        ),
        envelope: .init(one: "[0]"),
        versions: .none
    )

    @Test("are placed where the service requires them, percent-encoded")
    func requests() async throws {
        try await withService(conventions) { server, notes async throws in
            await server.setFaults { _ in .answer(.json(Self.note)) }
            let id = "a b&c"
            #expect(try await notes.find(id: id).text == "hi")
            try await notes.update(Note(id: id, text: "hi"))
            try await notes.patch(id: id, with: .init(text: .set("hi")))
            try await notes.delete(id: id)
            let query = "/notes?id=eq.a%20b%26c"
            #expect(
                await server.lines
                    == ["GET \(query)", "PUT \(query)", "PATCH \(query)", "DELETE \(query)"]
            )
        }
    }

    // The trap: the last component of the path is not the identity, so the entity gets that of all
    // others.
    @Test(
        "of created entities are found in Location where requests contain them",
        arguments: [
            ("{path}", ["id": "eq.{id}"], "/notes?select=text&id=eq.a%20b", "a b"),
            ("{path}", ["id": "eq.{id}"], "/notes/7", "7"),
            ("{path}", ["id": "eq.{id}"], "/notes?id=7", nil),
            ("{path}/{id}.json", [:], "/notes/abc.json", "abc"),
            ("{path}/{id}.json", [:], "/notes/abc", "abc"),
            ("{path}({id})", [:], "https://example.org/v1/notes(7)", "7"),
            ("{path}('{id}')", [:], "notes('7')#x", "7"),
            ("{path}('{id}')", [:], "/notes%28%277%27%29", "7"),
            ("{path}({id})", [:], "/notes", nil),
            ("{path}/{id}/full?all=1", [:], "/notes/7/full", "7"),
            ("{path}/{id}/full", [:], "/notes/7/", "7"),
            ("{path}/{id}", [:], "/notes/a%2Fb?x=1", "a/b"),
        ] as [(String, [String: String], String, String?)]
    )
    func location(
        path: String,
        query: [String: String],
        location: String,
        id: String?
    ) async throws {
        let conventions = Conventions(
            requests: [.read: .init(.get, path)],
            parameters: [.read: query],
            versions: .none
        )
        try await withService(conventions) { server, notes async throws in
            let headers = ["Location": location]
            await server.script("POST", "/notes", ScriptedAnswer(201, headers: headers))
            let created = try? await notes.create(Note.Draft(text: "hi"))
            #expect(created?.id == id)
            #expect(await server.lines == ["POST /notes"])
        }
    }

    // The trap: such a service reports success although no rows were changed.
    @Test("without an entity are not found, whatever the status code")
    func absence() async throws {
        try await withService(conventions) { server, notes async throws in
            await server.setFaults { _ in .answer(.json("[]")) }
            let requests: [() async throws -> Void] = [
                { _ = try await notes.find(id: "1") },
                { try await notes.update(Note(id: "1", text: "hi")) },
                { try await notes.patch(id: "1", with: .init(text: .set("hi"))) },
            ]
            for request in requests {
                let error = await #expect(throws: RepositoryError.self) { try await request() }
                #expect(error?.code == .notFound)
            }
            // It is deleted, by any client.
            try await notes.delete(id: "1")
        }
    }

    // The trap: a deletion without a condition deletes all rows.
    @Test("that are missing or empty do not become requests to all entities")
    func nowhere() async throws {
        var conventions = conventions
        conventions.parameters = [.delete: ["force": "true"]]
        for (conventions, id) in [(conventions, "1"), (self.conventions, "")] {
            try await withService(conventions) { server, notes async throws in
                let error = await #expect(throws: RepositoryError.self) {
                    try await notes.delete(id: id)
                }
                #expect(error?.code == .invalidRequest)
                #expect(await server.lines.isEmpty)
            }
        }
    }
}
