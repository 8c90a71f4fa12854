import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

/// Services that request a pause in a custom header field, even of a successful response.
@Suite("Backoff") struct BackoffTests {
    private static let conventions = Conventions(backoff: "Backoff")

    private static func answer(
        _ body: String,
        backoff: String,
        status: Int = 200
    ) -> ScriptedAnswer {
        .json(body, status: status, headers: ["backoff": backoff])
    }

    // The trap: this is not a rejection, so a client that only reads Retry-After continues
    // immediately.
    @Test(
        "in a listing delays the next ones until its end",
        arguments: [true, false]
    )
    func listing(isSaid: Bool) async throws {
        let conventions = isSaid ? Self.conventions : .plain
        try await withService(conventions) { server, notes async throws in
            await server.script("GET", "/notes", Self.answer("[]", backoff: "100"), .json("[]"))
            let device = try await Device(RemoteCollection(notes))
            #expect(await device.synchronize().isComplete)
            let early = await device.synchronize(after: .seconds(90))
            #expect(early.isComplete != isSaid)
            #expect(await server.lines.count == (isSaid ? 1 : 2))
            #expect(await device.synchronize(after: .seconds(20)).isComplete)
            #expect(await server.lines.count == (isSaid ? 2 : 3))
        }
    }

    @Test("in a cached response counts once")
    func cached() async throws {
        try await withExampleServer { server, url async throws in
            let session = NetworkingSession(url: url).with(.cache())
            let notes = NoteRepository(store: session, conventions: Self.conventions)
            await server.script(
                "GET",
                "/notes",
                .json("[]", headers: ["ETag": "\"1\"", "Backoff": "100"]),
                ScriptedAnswer(304, headers: ["ETag": "\"1\""]),
                ScriptedAnswer(304, headers: ["ETag": "\"1\"", "Backoff": "50"]),
                ScriptedAnswer(304, headers: ["ETag": "\"1\""])
            )
            let device = try await Device(RemoteCollection(notes))
            let waits = [0, 110, 1, 1, 60, 1].map { Duration.seconds($0) }
            var asked: [Int] = []
            for wait in waits {
                _ = await device.synchronize(after: wait)
                asked.append(await server.lines.count)
            }
            #expect(asked == [1, 2, 3, 3, 4, 5])
        }
    }

    @Test("in the response to a write delays the others, and loses none")
    func write() async throws {
        try await withService(Self.conventions) { server, notes async throws in
            await server.script("GET", "/notes", .json("[]"))
            await server.script(
                "POST",
                "/notes",
                Self.answer(#"{"id":"7","text":"a"}"#, backoff: "30", status: 201),
                .json(#"{"id":"8","text":"b"}"#, status: 201)
            )
            let device = try await Device(RemoteCollection(notes))
            try await device.create(Note(id: "t1", text: "a"))
            try await device.create(Note(id: "t2", text: "b"))
            let report = await device.synchronize()
            #expect((report.acknowledged, report.postponed) == (1, 1))
            #expect(await server.lines == ["POST /notes"])
            #expect(await device.synchronize(after: .seconds(20)).postponed == 1)
            #expect(await server.lines == ["POST /notes"])
            #expect(await device.synchronize(after: .seconds(20)).acknowledged == 1)
            #expect(await server.lines.filter { $0 == "POST /notes" }.count == 2)
        }
    }

    @Test("of one collection applies to the whole service")
    func service() async throws {
        try await withService(Self.conventions) { server, notes async throws in
            let cards = CardRepository(store: notes.store, conventions: .plain)
            await server.script("GET", "/notes", Self.answer("[]", backoff: "100"), .json("[]"))
            await server.script("GET", "/cards", .json("[]"))
            let device = try await Device(RemoteCollection(notes), and: RemoteCollection(cards))
            #expect(await device.synchronize().problems.map(\.collection) == ["Card"])
            #expect(await server.lines == ["GET /notes"])
            #expect(await device.synchronize(after: .seconds(110)).isComplete)
            #expect(await server.lines == ["GET /notes", "GET /notes", "GET /cards"])
        }
    }

    @Test("lets a started listing finish")
    func pages() async throws {
        var conventions = Self.conventions
        conventions.paging = .init(.page(parameter: "page", first: 1), size: 1)
        try await withService(conventions) { server, notes async throws in
            await server.script(
                "GET",
                "/notes",
                Self.answer(#"[{"id":"1","text":"a"}]"#, backoff: "100"),
                .json("[]")
            )
            let device = try await Device(RemoteCollection(notes))
            #expect(await device.synchronize().isComplete)
            #expect(await server.lines == ["GET /notes?page=1", "GET /notes?page=2"])
        }
    }

    @Test("without a valid time is ignored", arguments: ["soon", "", "0", "-5"])
    func nonsense(text: String) async throws {
        try await withService(Self.conventions) { server, notes async throws in
            await server.script("GET", "/notes", Self.answer("[]", backoff: text), .json("[]"))
            let device = try await Device(RemoteCollection(notes))
            _ = await device.synchronize()
            #expect(await device.synchronize(after: .seconds(1)).isComplete)
            #expect(await server.lines.count == 2)
        }
    }
}
