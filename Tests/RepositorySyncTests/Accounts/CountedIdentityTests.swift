import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import Testing

/// Temporary identities that each device counts separately.
@Suite struct CountedIdentityTests {
    // The trap: both devices have counted to the same number, for two entities.
    @Test("entities of two devices with the same counts stay separate", arguments: Store.allCases)
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
            // The entity with that number is now its own, which was sent.
            #expect(try await world.synchronizer.importPendingWrites(data).known == 1)
        }
    }

    // The trap: the reference names an entity of the importing device.
    @Test("references follow a renumbered identity", arguments: Store.allCases)
    func references(store: Store) async throws {
        try await World.run(in: store) { world in
            let second = try await Device(store, session: world.session)
            for synchronizer in [world.synchronizer, second.synchronizer] {
                try await synchronizer.register(
                    RemoteCollection(CoinRepository(store: world.session))
                )
                try await synchronizer.register(
                    RemoteCollection(PurseRepository(store: world.session))
                )
            }
            try await world.create(Coin(id: -1, title: "own"))
            try await world.create(Purse(id: "p1", coins: [-1]))
            try await second.write(Purse(id: "p2", coins: [-1, -2, 3]))
            try await second.write(Coin(id: -1, title: "other"))
            try await second.write(Coin(id: -2, title: "given up"))
            try await second.storage.write { store throws(StorageError) in
                try Outbox(Coin.schema, in: store).delete(id: "-2")
            }
            let data = try await second.synchronizer.exportPendingWrites()
            #expect(try await world.synchronizer.importPendingWrites(data).imported == 2)
            #expect(
                try await world.local(Coin.self) == [
                    Coin(id: -1, title: "own"), Coin(id: -2, title: "other"),
                ]
            )
            let purses = try await world.local(Purse.self)
            // The discarded entity has a number that is never reused.
            #expect(purses.map(\.coins) == [[-1], [-2, -3, 3]])
            try await world.create(Coin(id: -4, title: "later"))
            await world.server.script(
                "POST",
                "/coins",
                .json(#"{"id":7,"title":"x"}"#, status: 201),
                .json(#"{"id":8,"title":"x"}"#, status: 201),
                .json(#"{"id":9,"title":"x"}"#, status: 201)
            )
            await world.server.script(
                "POST",
                "/purses",
                .json(#"{"id":"s1","coins":[7]}"#, status: 201)
            )
            let report = await world.synchronizer.push()
            #expect(report.acknowledged == 4)
            #expect(report.rejected.map(\.entry.key.id) == ["p2"])
        }
    }
}

extension Device {
    fileprivate func write<Value: Entity>(_ entity: Value) async throws {
        let document = try entity.jsonData()
        let id = entity.id.pathComponent
        try await storage.write { store throws(StorageError) in
            _ = try Outbox(Value.schema, in: store).create(document, id: id)
        }
    }
}

/// An entity that refers to others by numbers.
private nonisolated struct Purse: Entity, MemberEncodable {
    struct Draft: EntityDraft, MemberEncodable {
        let coins: [Int]

        func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
            writer.member("coins", coins)
        }
    }

    typealias Patch = VoucherRepository.Entity.Patch
    typealias Fields = VoucherRepository.Entity.Fields

    let id: String
    let coins: [Int]
    var draft: Draft { Draft(coins: coins) }

    static var schema: EntitySchema {
        EntitySchema(name: "Purse", indexed: [], references: ["coins": "Coin"])
    }

    init(id: String, coins: [Int]) {
        (self.id, self.coins) = (id, coins)
    }

    init(dictionary: [String: Any]) throws(ConversionError) {
        id = try DictionaryReader(dictionary).required("id", as: String.self)
        coins = []
    }

    init(from reader: inout JSONReader) throws(JSONError) {
        let members = try [String: JSON](from: &reader)
        id = members["id"]?.string ?? ""
        coins = members["coins"]?.array?.compactMap(\.int) ?? []
    }

    func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
        writer.member("id", id)
        writer.member("coins", coins)
    }
}

private struct PurseRepository: CRUDNetworkingRepository {
    typealias Entity = Purse
    let store: any Networking
    let path = "purses"
}
