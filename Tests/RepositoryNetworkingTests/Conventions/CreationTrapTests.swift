import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

/// Services that report success after doing something else.
@Suite("False successes") struct CreationTrapTests {
    private let byIdentity = Conventions(creationCheck: .identity)
    private let old = #"{"id":"c1","title":"old"}"#
    private let new = #"{"id":"c1","title":"new"}"#
    private let card = Card(id: "c1", title: "new")

    private func withCards(
        _ conventions: Conventions,
        _ body: (ExampleServer, CardRepository) async throws -> Void
    ) async throws {
        try await withExampleServer { server, url async throws in
            let session = NetworkingSession(url: url)
            try await body(server, CardRepository(store: session, conventions: conventions))
        }
    }

    @Test("a creation with a client-assigned identity only creates a new entity")
    func ifNoneMatch() async throws {
        try await withCards(byIdentity) { server, cards async throws in
            await server.script("POST", "/cards", .json(new, status: 201), ScriptedAnswer(412))
            #expect(try await cards.create(card) == card)
            let error = try await failure { try await cards.create(card) }
            #expect(error.code == .conflict)
            #expect(await server.headers("if-none-match", of: "POST") == ["*", "*"])
        }
        // If the service assigns the identity, there is nothing to reject.
        try await withService(byIdentity) { server, notes async throws in
            await server.script("POST", "/notes", .json(#"{"id":"1"}"#, status: 201))
            try await notes.create(Note.Draft(text: "hi"))
            #expect(await server.headers("if-none-match", of: "POST") == [nil])
        }
        try await withCards(.plain) { server, cards async throws in
            await server.script("POST", "/cards", .json(new, status: 201))
            try await cards.create(card)
            #expect(await server.headers("if-none-match", of: "POST") == [nil])
        }
    }

    @Test(
        "a creation answered with an existing entity is a conflict",
        arguments: [true, false]
    )
    func oldRecord(isByIdentity: Bool) async throws {
        try await withCards(isByIdentity ? byIdentity : .plain) { server, cards async throws in
            await server.script("POST", "/cards", .json(old))
            let error = try await failure { try await cards.create(card) }
            #expect(error.code == .conflict)
            #expect(!error.isRetryable)
            #expect(error.response?.body == Data(old.utf8))
        }
    }

    @Test(
        "a creation answered with its own content, or 201, succeeds",
        arguments: [
            (200, #"{"id":"c1","title":"new"}"#, "new"), (200, #"{"id":"c1"}"#, "new"),
            (200, #"{"id":"c1","rev":7}"#, "new"), (200, "", "new"),
            (201, #"{"id":"c1","title":"NEW"}"#, "NEW"),
        ]
    )
    func created(status: Int, body: String, title: String) async throws {
        try await withCards(byIdentity) { server, cards async throws in
            await server.script("POST", "/cards", .json(body, status: status))
            #expect(try await cards.create(card) == Card(id: "c1", title: title))
        }
    }

    @Test("the synchronizer merges a creation with an existing entity")
    func oldRecordMerged() async throws {
        try await withCards(byIdentity) { server, cards async throws in
            await server.script("POST", "/cards", .json(old))
            await server.script("GET", "/cards/c1", .json(old))
            await server.script("PUT", "/cards/c1", .json(new))
            await server.script("GET", "/cards", .json("[\(new)]"))
            let device = try await Device(RemoteCollection(cards))
            try await device.create(card)
            let report = await device.synchronize()
            #expect(report.isComplete, "\(report)")
            #expect(report.conflicts.first?.properties.map(\.key) == ["title"])
            let writes = await server.lines.filter { !$0.hasPrefix("GET") }
            #expect(writes == ["POST /cards", "PUT /cards/c1"])
            #expect(try await device.entities(Card.self) == [card])
        }
    }

    @Test(
        "the synchronizer keeps such a creation by policy, or without a shared identity",
        arguments: [true, false]
    )
    func oldRecordKept(isByIdentity: Bool) async throws {
        try await withCards(isByIdentity ? byIdentity : .plain) { server, cards async throws in
            await server.script("POST", "/cards", .json(old))
            await server.script("GET", "/cards/c1", .json(old))
            await server.script("GET", "/cards", .json("[\(old)]"))
            let policy = isByIdentity ? ConflictPolicy.fail : .merge
            let device = try await Device(RemoteCollection(cards, conflicts: policy))
            try await device.create(card)
            let report = await device.synchronize()
            #expect(report.acknowledged == 0)
            #expect(report.rejected.count == 1)
            #expect(try await device.entities(Card.self) == [card])
        }
    }

    @Test("an identity that the service does not accept is replaced by the service's")
    func otherIdentity() async throws {
        try await withCards(byIdentity) { server, cards async throws in
            let given = #"{"id":"2","title":"new"}"#
            await server.script("POST", "/cards", .json(given, status: 201))
            await server.script("GET", "/cards", .json("[\(given)]"))
            #expect(try await cards.create(card).id == "2")
            let device = try await Device(RemoteCollection(cards))
            try await device.create(card)
            #expect(await device.synchronize().acknowledged == 1)
            #expect(try await device.entities(Card.self) == [Card(id: "2", title: "new")])
        }
    }

    @Test("a replacement that creates another entity is an error")
    func otherIdentityOfUpdate() async throws {
        try await withCards(.plain) { server, cards async throws in
            let other = #"{"id":"101","title":"new"}"#
            await server.script("PUT", "/cards/c1", .json(other, status: 201))
            let error = try await failure { try await cards.update(card) }
            #expect(error.code == .identityMismatch)
            #expect(!error.isRetryable)
            await server.script("GET", "/cards", .json("[\(old)]"))
            await server.script("GET", "/cards/c1", .json(old))
            let device = try await Device(RemoteCollection(cards))
            _ = await device.synchronize()
            try await device.update(card)
            let report = await device.synchronize()
            #expect(report.acknowledged == 0)
            #expect(report.rejected.count == 1)
            #expect(try await device.entities(Card.self) == [card])
        }
    }

    @Test("creations with an identity are found under it, however the service stores the rest")
    func identity() async throws {
        try await withExampleServer { server, url in
            let cards = CardRepository(
                store: NetworkingSession(url: url),
                conventions: Conventions(versions: .none)
            )
            let kept = #"{"id":"a","title":"KEPT"}"#
            await server.setFaults { request in
                if request.method == "POST" { return .answer(ScriptedAnswer(500)) }
                return .answer(.json(request.path == "/cards" ? "[\(kept)]" : kept))
            }
            let device = try await Device(RemoteCollection(cards))
            try await device.create(Card(id: "a", title: "kept"))
            _ = await device.synchronize()
            _ = await device.synchronize()
            #expect(await server.lines.count { $0 == "POST /cards" } == 1)
            #expect(await server.lines.contains("GET /cards/a"))
            #expect(try await device.entities(Card.self) == [Card(id: "a", title: "KEPT")])
        }
    }
}
