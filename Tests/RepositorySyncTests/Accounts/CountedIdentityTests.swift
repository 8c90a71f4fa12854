import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import Testing

/// Temporary identities that each device counts for itself.
@Suite struct CountedIdentityTests {
    // The trap: both devices have counted to the same number, for two entities.
    @Test("two devices that count alike keep their entities apart", arguments: Store.allCases)
    func sameNumber(store: Store) async throws {
        try await World.run(in: store) { world in
            await world.server.script(
                "POST",
                "/coins",
                .json(#"{"id":7,"title":"own"}"#, status: 201),
                .json(#"{"id":8,"title":"other"}"#, status: 201)
            )
            let second = try await Device(store, session: world.session)
            for synchronizer in [world.synchronizer, second.synchronizer] {
                try await synchronizer.register(
                    RemoteCollection(CoinRepository(store: world.session))
                )
            }
            try await world.create(Coin(id: -1, title: "own"))
            let other = try Coin(id: -1, title: "other").jsonData()
            try await second.storage.write { store throws(StorageError) in
                _ = try Outbox(Coin.schema, in: store).create(other, id: "-1")
            }
            let data = try await second.synchronizer.exportPendingWrites()
            #expect(try await world.synchronizer.importPendingWrites(data).imported == 1)
            let expected = [Coin(id: -1, title: "own"), Coin(id: -2, title: "other")]
            #expect(try await world.local(Coin.self) == expected)
            #expect(try await world.synchronizer.importPendingWrites(data).known == 1)
            #expect(await world.synchronizer.push().acknowledged == 2)
            let known = [Coin(id: 7, title: "own"), Coin(id: 8, title: "other")]
            #expect(try await world.local(Coin.self) == known)
            // What has that number by now is its own, which was sent.
            #expect(try await world.synchronizer.importPendingWrites(data).known == 1)
        }
    }
}
