import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

/// Services where PUT to the path of an entity creates it.
@Suite("Creations at the path of their identity") struct CreationAtIdentityTests {
    private let conventions = Conventions(requests: [.create: .init(.put, "{path}/{id}")])
    private let card = Card(id: "a/b", title: "new")
    private let new = #"{"id":"a/b","title":"new"}"#
    private let old = #"{"id":"a/b","title":"old"}"#
    private let path = "/cards/a%2Fb"

    private func withCards(
        _ body: (ExampleServer, CardRepository) async throws -> Void
    ) async throws {
        try await withExampleServer { server, url async throws in
            let session = NetworkingSession(url: url)
            try await body(server, CardRepository(store: session, conventions: conventions))
        }
    }

    @Test("only create new entities, and an existing one is a conflict")
    func created() async throws {
        try await withCards { server, cards async throws in
            await server.script("PUT", path, .json(new, status: 201), ScriptedAnswer(412))
            #expect(try await cards.create(card) == card)
            let error = try await failure { try await cards.create(card) }
            #expect(error.code == .conflict)
            #expect(error.operation == "PUT \(path)")
            #expect(await server.lines == ["PUT \(path)", "PUT \(path)"])
            #expect(await server.headers("if-none-match", of: "PUT") == ["*", "*"])
            #expect(try await server.lastBody == JSON(jsonText: new))
        }
    }

    @Test("replace nothing on a service without versions that ignores the condition")
    func ignored() async throws {
        try await withExampleServer { server, url async throws in
            var conventions = conventions
            conventions.versions = .none
            let session = NetworkingSession(url: url)
            let cards = CardRepository(store: session, conventions: conventions)
            await server.script("PUT", path, .json(new, status: 201))
            await server.script("GET", path, .json(old))
            let error = try await failure { try await cards.create(card) }
            #expect(error.code == .conflict)
            #expect(error.operation == "PUT \(path)")
            // A failed read does not count as a missing entity.
            await server.script("GET", path, ScriptedAnswer(500))
            #expect(try await failure { try await cards.create(card) }.code == .server)
            #expect(await server.lines == ["GET \(path)", "GET \(path)"])
            await server.script("GET", path, ScriptedAnswer(404))
            #expect(try await cards.create(card) == card)
            #expect(await server.lines.last == "PUT \(path)")
        }
    }

    @Test("use a condition, which an update at the same path does not")
    func trap() async throws {
        try await withCards { server, cards async throws in
            await server.script("PUT", path, .json(new))
            #expect(try await cards.update(card) == card)
            #expect(await server.headers("if-none-match", of: "PUT") == [nil])
        }
    }

    @Test("are not sent without an identity", arguments: ["", ".."])
    func withoutIdentity(id: String) async throws {
        try await withCards { server, cards async throws in
            let error = try await failure { try await cards.create(Card(id: id, title: "new")) }
            #expect(error.code == .invalidRequest)
            #expect(await server.lines.isEmpty)
        }
    }

    @Test("without a response are searched for at their path, and not sent again blindly")
    func lost() async throws {
        try await withCards { server, cards async throws in
            await server.script("PUT", path, .json(new, status: 201))
            await server.script("GET", path, .json(new))
            await server.script("GET", "/cards", .json("[\(new)]"))
            await server.setFaults { $0.method == "PUT" ? .cutAfter : nil }
            let device = try await Device(RemoteCollection(cards))
            try await device.create(card)
            _ = await device.synchronize()
            await server.setFaults(nil)
            let report = await device.synchronize()
            #expect(report.acknowledged == 1)
            #expect(report.isComplete, "\(report)")
            #expect(await server.lines.filter { $0.hasPrefix("PUT") } == ["PUT \(path)"])
            #expect(try await device.entities(Card.self) == [card])
        }
    }

    @Test("that meet another entity are merged, and do not replace it")
    func met() async throws {
        try await withCards { server, cards async throws in
            await server.script("PUT", path, ScriptedAnswer(412), .json(new))
            await server.script("GET", path, .json(old))
            await server.script("GET", "/cards", .json("[\(new)]"))
            let device = try await Device(RemoteCollection(cards))
            try await device.create(card)
            let report = await device.synchronize()
            #expect(report.isComplete, "\(report)")
            #expect(report.conflicts.first?.properties.map(\.key) == ["title"])
            #expect(await server.headers("if-none-match", of: "PUT") == ["*", nil])
        }
    }

    @Test("have their own paths within a request with many")
    func batch() async throws {
        try await withExampleServer { server, url async throws in
            var conventions = conventions
            conventions.batch = .init(path: "batch", limit: 10)
            let cards = BatchCardRepository(
                store: NetworkingSession(url: url),
                conventions: conventions
            )
            let answers = ["x", "a/b"].map {
                #"{"status":201,"body":{"id":"\#($0)","title":"new"}}"#
            }
            let body = #"{"responses":[\#(answers.joined(separator: ","))]}"#
            await server.script("POST", "/batch", .json(body))
            _ = await cards.create(all: [Card(id: "x", title: "new"), card])
            let sent = try await server.lastBody
            let requests = try #require(sent["requests"]?.array)
            #expect(requests.map { $0["path"]?.string } == ["/cards/x", path])
            #expect(sent["defaults"]?["method"]?.string == "PUT")
            #expect(requests.map { $0["headers"]?["If-None-Match"]?.string } == ["*", "*"])
        }
    }
}
