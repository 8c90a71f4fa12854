import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

@testable import RepositoryLocal

/// An update of the app adds properties while a creation has no response.
@Suite struct CreationAcrossUpdateTests {
    private static let document = #"{"id":"t1","title":"a"}"#
    /// The server has other values of the new properties.
    private static let created = #"{"id":"s1","title":"a","isDone":true,"rank":5}"#

    /// Creates an entity with an earlier version of the app, which gets no response, and updates
    /// the app.
    private func run(
        in store: Store,
        _ check: RemoteCollection.CreationCheck,
        _ body: (World) async throws -> Void
    ) async throws {
        try await World.run(in: store) { world in
            let date = world.clock.now
            let earlier = EntitySchema(name: "Chore", properties: ["id", "title"])
            try await world.storage.prepare(earlier) { $0 }
            try await world.storage.write { store throws(StorageError) in
                try Outbox(earlier, in: store).create(Data(Self.document.utf8), id: "t1")
                guard var entry = try store.entries().first else { return }
                entry.changed = ["id": "t1", "title": "a"]
                (entry.state, entry.attempts) = (.inFlight, 1)
                entry.idempotencyKey = "k1"
                try store.put(entry)
                var history = try WriteHistory.of(entry.id, in: store)
                history.sent = date
                try history.note(for: entry.id, in: store)
            }
            try await world.synchronizer.register(
                RemoteCollection(ChoreRepository(store: world.session), creationCheck: check)
            )
            try await body(world)
        }
    }

    private func chores(_ world: World) async throws -> [Chore] {
        try await world.storage.read { store throws(StorageError) in
            try store.records(in: "Chore", matching: .all)
        }.map { try Chore(jsonData: $0.document) }
    }

    // The trap: the entity on the server does not have the defaults, so it seems to be another.
    @Test("the created entity is recognized by what was sent", arguments: Store.allCases)
    func recognition(store: Store) async throws {
        try await run(in: store, .comparison) { world in
            await world.server.script("GET", "/chores", .json("[\(Self.created)]"))
            let report = await world.synchronize()
            #expect(report.acknowledged == 1, "\(report)")
            #expect(await world.server.requests.allSatisfy { $0.method == "GET" })
            let expected = Chore(id: "s1", title: "a", isDone: true, rank: 5)
            let stored = try await chores(world)
            #expect(stored == [expected])
        }
    }

    // The trap: a server that compares the bodies of equal keys rejects the defaults.
    @Test("a creation is repeated with its first body", arguments: Store.allCases)
    func repetition(store: Store) async throws {
        try await run(in: store, .idempotencyKey()) { world in
            await world.server.script("POST", "/chores", .json(Self.created, status: 201))
            await world.server.script("GET", "/chores/s1", .json(Self.created))
            let report = await world.synchronizer.push()
            #expect(report.acknowledged == 1, "\(report)")
            let bodies = await world.server.requests.filter { $0.method == "POST" }.map(\.text)
            #expect(bodies == [#"{"title":"a"}"#])
            // Before the next listing, too.
            let expected = Chore(id: "s1", title: "a", isDone: true, rank: 5)
            let stored = try await chores(world)
            #expect(stored == [expected])
        }
    }

    @Test("a value that was set after the update is sent", arguments: Store.allCases)
    func changed(store: Store) async throws {
        try await run(in: store, .idempotencyKey()) { world in
            await world.server.script("POST", "/chores", .json(Self.created, status: 201))
            await world.server.script("GET", "/chores/s1", .json(Self.created))
            let changed = Self.created.replacing("5", with: "9")
            await world.server.script("PUT", "/chores/s1", .json(changed))
            try await world.storage.write { store throws(StorageError) in
                _ = try Outbox(Chore.schema, in: store).patch(id: "t1", with: ["rank": 9])
            }
            let report = await world.synchronizer.push()
            #expect(report.acknowledged == 2, "\(report)")
            let bodies = await world.server.requests.filter { $0.method == "PUT" }.map(\.text)
            #expect(bodies == [#"{"isDone":true,"rank":9,"title":"a"}"#])
            let expected = Chore(id: "s1", title: "a", isDone: true, rank: 9)
            let stored = try await chores(world)
            #expect(stored == [expected])
        }
    }

    // The trap: a whole update names no changed properties.
    @Test("an edited value is sent, and an untouched one is not", arguments: Store.allCases)
    func edited(store: Store) async throws {
        try await run(in: store, .comparison) { world in
            let created = Self.created.replacing("true", with: "false")
            await world.server.script("GET", "/chores", .json("[\(created)]"))
            await world.server.script("GET", "/chores/s1", .json(created))
            await world.server.script("PUT", "/chores/s1", .json(Self.created))
            try await world.update(Chore(id: "t1", title: "a", isDone: true))
            let report = await world.synchronize()
            #expect(report.acknowledged == 2, "\(report)")
            let bodies = await world.server.requests.filter { $0.method == "PUT" }.map(\.text)
            #expect(bodies == [#"{"isDone":true,"rank":5,"title":"a"}"#])
            #expect(await world.server.requests.allSatisfy { $0.method != "POST" })
        }
    }
}
