import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

/// Creations as requests within one request, each with its own response.
@Suite("Requests within a request") struct BatchTests {
    private let conventions = Conventions(
        envelope: .init(one: "data", list: "data", sent: "data"),
        versions: .member("last_modified", isQuoted: true),
        batch: .init(path: "v1/batch", limit: 2)
    )

    private func withNotes(
        _ body: (ExampleServer, BatchNoteRepository) async throws -> Void
    ) async throws {
        try await withExampleServer { server, url in
            let session = NetworkingSession(url: url)
            try await body(server, BatchNoteRepository(store: session, conventions: conventions))
        }
    }

    /// Returns the response to a request within another.
    private func answer(_ id: String, status: Int = 201) -> String {
        #"{"status":\#(status),"path":"/notes","headers":{},"body":{"data":{"id":"\#(id)"}}}"#
    }

    private let refusal = """
        {"status":400,"path":"/notes","headers":{},"body":{"code":400,"message":"No such text"}}
        """

    @Test("form an array up to the service's limit, without a path")
    func array() async throws {
        let conventions = Conventions(batch: .init(limit: 2))
        try await withExampleServer { server, url async throws in
            let session = NetworkingSession(url: url)
            let notes = BatchNoteRepository(store: session, conventions: conventions)
            #expect(RemoteCollection(notes).batchSize == 2)
            #expect(RemoteCollection(notes, batchSize: 100).batchSize == 2)
            #expect(RemoteCollection(notes, batchSize: 1).batchSize == 1)
            let unlimited = BatchNoteRepository(store: session, conventions: .plain)
            #expect(RemoteCollection(unlimited).batchSize == 25)
            #expect(RemoteCollection(unlimited, batchSize: 100).batchSize == 100)
            await server.script(
                "POST",
                "/notes/collection",
                .json(#"[{"id":"1"},{"id":"2"}]"#, status: 201),
                .json(#"[{"id":"3"}]"#, status: 201)
            )
            let results = await notes.create(all: ["a", "b", "c"].map { Note.Draft(text: $0) })
            #expect(try results.map { try $0.get().id } == ["1", "2", "3"])
            #expect(await server.lines == ["POST /notes/collection", "POST /notes/collection"])
        }
    }

    @Test("are limited by the service, and each has its own response")
    func created() async throws {
        try await withNotes { server, notes async throws in
            await server.script(
                "POST",
                "/v1/batch",
                .json(#"{"responses":[\#(answer("1")),\#(refusal)]}"#),
                .json(#"{"responses":[\#(answer("3"))]}"#)
            )
            let drafts = ["a", "b", "c"].map { Note.Draft(text: $0) }
            let results = await notes.create(all: drafts)
            #expect(try results[0].get() == Note(id: "1", text: "a"))
            let error = try #require(throws: RepositoryError.self) { try results[1].get() }
            #expect(error.code == .badRequest)
            #expect(error.service?.message == "No such text")
            #expect(error.index == 1)
            #expect(try results[2].get() == Note(id: "3", text: "c"))
            #expect(await server.lines == ["POST /v1/batch", "POST /v1/batch"])
            let first = try #require(await server.requests.first)
            #expect(first.headers["content-type"] == "application/json")
            #expect(
                try JSON(jsonData: first.body) == [
                    "defaults": [
                        "method": "POST", "path": "/notes",
                        "headers": ["Content-Type": "application/json"],
                    ],
                    "requests": [
                        ["body": ["data": ["text": "a", "likes": 0]]],
                        ["body": ["data": ["text": "b", "likes": 0]]],
                    ],
                ]
            )
        }
    }

    @Test("leave failed ones to the synchronizer, which sends them separately")
    func synchronized() async throws {
        try await withNotes { server, notes async throws in
            await server.script(
                "POST",
                "/v1/batch",
                .json(#"{"responses":[\#(answer("1")),\#(refusal)]}"#)
            )
            await server.script(
                "POST",
                "/notes",
                .json(#"{"code":400,"message":"No such text"}"#, status: 400)
            )
            await server.script("GET", "/notes", .json(#"{"data":[{"id":"1","text":"a"}]}"#))
            let device = try await Device(RemoteCollection(notes))
            try await device.create(Note(id: "x", text: "a"))
            try await device.create(Note(id: "y", text: "b"))
            let report = await device.synchronize()
            #expect(report.acknowledged == 1)
            #expect(report.rejected.count == 1)
            #expect(report.rejected.first?.entry.failure?.status == 400)
            #expect(await server.lines == ["POST /v1/batch", "POST /notes", "GET /notes"])
            #expect(try await device.entities().map(\.id).sorted() == ["1", "y"])
        }
    }

    @Test("with client-assigned identities only create new entities")
    func underIdentities() async throws {
        var conventions = conventions
        conventions.creationCheck = .identity
        try await withExampleServer { server, url async throws in
            let cards = BatchCardRepository(
                store: NetworkingSession(url: url),
                conventions: conventions
            )
            let old = #"{"status":200,"body":{"data":{"id":"1","title":"old"}}}"#
            await server.script("POST", "/v1/batch", .json(#"{"responses":[\#(old)]}"#))
            let results = await cards.create(all: [Card(id: "1", title: "new")])
            #expect(throws: RepositoryError.self) { try results[0].get() }
            let headers = try await server.lastBody["requests"]?[0]?["headers"]
            #expect(headers == ["If-None-Match": "*"])
        }
    }
}
