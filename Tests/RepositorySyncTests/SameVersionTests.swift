import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import Testing

/// A listing contains fewer properties than a single entity, with the same version.
@Suite struct SameVersionTests {
    private static let listed = #"[{"id":"1","title":"a","version":7}]"#
    private static let whole = #"{"id":"1","title":"a","version":7,"facts":"known"}"#
    private static let newer = #"{"id":"1","title":"b","version":8,"facts":"known"}"#

    private func run(
        reading body: String,
        _ check: (World) async throws -> Void
    ) async throws {
        try await World.run { world in
            await world.server.script("GET", "/badges", .json(Self.listed))
            await world.server.script("GET", "/badges/1", .json(body))
            await world.server.script("DELETE", "/badges/1", .json("", status: 204))
            let badges = try await BadgeRepository(store: world.session)
                .offline(with: world.synchronizer)
            let found = try await badges.find(.all)
            #expect(found.map(\.facts) == [nil])
            try await check(world)
        }
    }

    private func delete(in world: World) async throws {
        try await world.storage.write { store throws(StorageError) in
            try Outbox(Badge.schema, in: store).delete(id: "1")
        }
    }

    // The trap: it looks as if another client had changed it, so the deletion is discarded.
    @Test("the deletion of an entity with the known version is carried out")
    func deletion() async throws {
        try await run(reading: Self.whole) { world in
            try await delete(in: world)
            let report = await world.synchronizer.push()
            #expect(report.acknowledged == 1 && report.conflicts.isEmpty)
            #expect(await world.server.count(of: "DELETE") == 1)
        }
    }

    @Test("the deletion of a changed entity is discarded, by the policy")
    func changed() async throws {
        try await run(reading: Self.newer) { world in
            try await delete(in: world)
            let report = await world.synchronizer.push()
            #expect(report.superseded == 1)
            #expect(await world.server.count(of: "DELETE") == 0)
        }
    }

    // The trap: the listing replaces the known state, and an update would erase the rest.
    @Test("a listing erases nothing of the known version", arguments: Store.allCases)
    func listing(store: Store) async throws {
        try await World.run(in: store) { world in
            let date = world.clock.now
            let found = try await world.storage.write {
                store throws(StorageError) -> StoredRecord? in
                let badges = Confirmations(Badge.schema, in: store, at: date)
                try badges.put(Data(Self.whole.utf8), id: "1", entityTag: "7")
                let listed = Self.listed.dropFirst().dropLast()
                try badges.put(listed: Data(listed.utf8), id: "1", entityTag: "7")
                return try store.record(RecordKey(collection: "Badge", id: "1"))
            }
            let known = try found.map { try Badge(jsonData: $0.document) }
            #expect(known?.facts == "known")
        }
    }
}
