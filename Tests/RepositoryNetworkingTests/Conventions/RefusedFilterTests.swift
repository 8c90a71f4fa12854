import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

/// Services that reject conditions on some properties, over real HTTP.
@Suite("A condition that a service rejects") struct RefusedFilterTests {
    private static let notes =
        #"[{"id":"1","text":"a","likes":0},{"id":"2","text":"b","likes":0},{"id":"3","text":"a","likes":0}]"#

    /// Runs a body with a service that responds to conditions with a status code.
    private func withNotes(
        refusing status: Int,
        unfiltered: ScriptedAnswer = .json(Self.notes),
        _ body: (ExampleServer, NoteRepository) async throws -> Void
    ) async throws {
        try await withExampleServer { server, url async throws in
            await server.script("GET", "/notes", unfiltered)
            await server.setFaults { request in
                request.query.contains("text") ? .answer(ScriptedAnswer(status)) : nil
            }
            let session = NetworkingSession(url: url)
            try await body(server, NoteRepository(store: session, conventions: Conventions()))
        }
    }

    @Test("is evaluated locally, after one request without it", arguments: [400, 422])
    func refused(status: Int) async throws {
        try await withNotes(refusing: status) { server, notes async throws in
            let found = try await notes.find { $0.text == "a" }
            #expect(found.map(\.id) == ["1", "3"])
            let limited = try await notes.find(limit: 1) { $0.text == "a" }
            #expect(limited.map(\.id) == ["1"])
            #expect(await server.lines.count == 4)
            await server.forgetRequests()
            var ids: [[String]] = []
            for try await page in notes.pages(Criteria(Note.self) { $0.text == "a" }) {
                #expect(page.total == nil)
                ids.append(page.elements.map(\.id))
            }
            #expect(ids == [["1", "3"]])
            #expect(await server.lines == ["GET /notes?text=a", "GET /notes"])
        }
    }

    @Test("remains an error if the service rejects everything, or for another reason")
    func masked() async throws {
        try await withNotes(refusing: 422, unfiltered: ScriptedAnswer(403)) {
            server,
            notes async throws in
            #expect(
                try await failure { _ = try await notes.find { $0.text == "a" } }.code == .invalid
            )
            let pages = notes.pages(Criteria(Note.self) { $0.text == "a" })
            let error = try await failure { for try await _ in pages {} }
            #expect(error.code == .invalid)
            #expect(await server.lines.count == 4)
        }
        try await withNotes(refusing: 403) { server, notes async throws in
            #expect(
                try await failure { _ = try await notes.find { $0.text == "a" } }.code == .forbidden
            )
            #expect(await server.lines.count == 1)
        }
    }

    @Test("does not cause reading everything if it cannot be evaluated locally")
    func undecidable() async throws {
        try await withNotes(refusing: 400) { server, notes async throws in
            let search = Criteria(
                filter: .comparison(Comparison(key: "text_search", value: .string("a")))
            )
            #expect(try await failure { _ = try await notes.find(search) }.code == .badRequest)
            #expect(await server.lines.count == 1)
        }
    }
}
