import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import Testing

/// The service has properties that are not in the schema, and an update replaces the whole entity.
@Suite struct UnknownKeyTests {
    private static let stored = #"{"id":"1","title":"a","weight":{"kg":1.50},"seal":null}"#
    private static let sent = #"{"seal":null,"title":"b","weight":{"kg":1.50}}"#

    private func run(
        in store: Store = .memory,
        _ body: (World) async throws -> Void
    ) async throws {
        try await World.run(in: store) { world in
            let changed = Self.stored.replacing("\"a\"", with: "\"b\"")
            await world.server.script("GET", "/parcels", .json("[\(Self.stored)]"))
            await world.server.script("GET", "/parcels/1", .json(Self.stored))
            await world.server.script("PUT", "/parcels/1", .json(changed))
            try await body(world)
        }
    }

    /// Expects one full replacement, with numbers as they were written.
    private func expectWhole(_ world: World) async throws {
        let bodies = await world.server.requests.filter { $0.method == "PUT" }.map(\.text)
        #expect(bodies.count == 1)
        let body = try #require(bodies.first)
        let (sent, expected) = (Data(body.utf8), Data(Self.sent.utf8))
        #expect(try JSON(jsonData: sent) == JSON(jsonData: expected))
        #expect(body.contains("1.50"))
    }

    // The trap: the request contains less than was read, and the service loses the rest.
    @Test("a replacement sends all properties that were read, known or not")
    func direct() async throws {
        try await run { world in
            let parcels = ParcelRepository(store: world.session)
            var parcel = try await parcels.find(id: "1")
            parcel.title = "b"
            try await parcels.update(parcel)
            try await expectWhole(world)
        }
    }

    @Test("a pending replacement does, too", arguments: Store.allCases)
    func synchronized(store: Store) async throws {
        try await run(in: store) { world in
            try await world.synchronizer.register(
                RemoteCollection(ParcelRepository(store: world.session))
            )
            await world.synchronize()
            var parcel = try #require(try await world.local(Parcel.self).first)
            parcel.title = "b"
            try await world.update(parcel)
            #expect(await world.synchronizer.push().acknowledged == 1)
            try await expectWhole(world)
        }
    }
}
