import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import Testing

/// Services that merge nested objects in patches, as RFC 7396 specifies, keep missing keys.
@Suite struct DeepPatchTests {
    private static let old = ["a": "1", "b": "2"]
    private static let whole = #"{"_id":"7","title":"x","related":{"a":"1","b":"2"}}"#
    private static let left = #"{"_id":"7","title":"x","related":{"a":"1"}}"#

    private func run(
        _ type: String,
        _ body: (World, MergedTickets) async throws -> Void
    ) async throws {
        try await World.run { world in
            await world.server.script("GET", "/tickets/7", .json(Self.whole))
            await world.server.script("PATCH", "/tickets/7", .json(Self.left))
            try await body(world, MergedTickets(store: world.session, type: type))
        }
    }

    private func patches(_ world: World) async -> [String] {
        await world.server.requests.filter { $0.method == "PATCH" }.map(\.text)
    }

    // The trap: sending an object without a key does not remove that key there.
    @Test(
        "a removed property is sent as null if its previous value is known",
        arguments: [
            ("application/merge-patch+json", #"{"related":{"b":null}}"#),
            ("application/json", #"{"related":{"a":"1"}}"#),
        ]
    )
    func difference(type: String, body: String) async throws {
        try await run(type) { world, tickets in
            let old = try Ticket(jsonData: Data(Self.whole.utf8))
            var new = old
            new.related = ["a": "1"]
            _ = try await tickets.patch(new, from: old)
            _ = try await tickets.patch(id: "7", with: .init(related: .set(["a": "1"])))
            #expect(await patches(world) == [body, body])
        }
    }

    // The trap: the server merges the object, and its response restores the removed key.
    @Test("a nested key that a patch did not remove is removed by a full update")
    func mergedByTheServer() async throws {
        try await run("application/json") { world, tickets in
            let merged = #"{"_id":"7","title":"y","related":{"a":"1","b":"2"}}"#
            await world.server.script("PATCH", "/tickets/7", .json(merged))
            await world.server.script("GET", "/tickets/7", .json(merged))
            let replaced = #"{"_id":"7","title":"y","related":{"a":"1"}}"#
            await world.server.script("PUT", "/tickets/7", .json(replaced))
            try await world.synchronizer.register(RemoteCollection(tickets, listing: .none))
            let date = world.clock.now
            try await world.storage.write { store throws(StorageError) in
                try Confirmations(Ticket.schema, in: store, at: date)
                    .put(Data(Self.whole.utf8), id: "7", entityTag: "\"1\"")
                _ = try Outbox(Ticket.schema, in: store).patch(
                    id: "7",
                    with: ["related": .object(["a": "1"]), "title": "y"]
                )
            }
            let report = await world.synchronizer.push()
            #expect(report.acknowledged == 1, "\(report)")
            #expect(await world.writes() == ["PATCH /tickets/7", "PUT /tickets/7"])
            let bodies = await world.server.requests.filter { $0.method == "PUT" }.map(\.text)
            #expect(bodies == [#"{"related":{"a":"1"},"title":"y"}"#])
        }
    }

    @Test(
        "a postponed patch contains keys removed since",
        arguments: [
            ("application/merge-patch+json", #"{"related":{"b":null}}"#),
            ("application/json", #"{"related":{"a":"1"}}"#),
        ]
    )
    func waiting(type: String, body: String) async throws {
        try await run(type) { world, tickets in
            try await world.synchronizer.register(RemoteCollection(tickets, listing: .none))
            let document = Data(Self.whole.utf8)
            try await world.storage.write { store throws(StorageError) in
                let confirmed = Confirmations(Ticket.schema, in: store, at: world.clock.now)
                try confirmed.put(document, id: "7", entityTag: "\"1\"")
                let outbox = Outbox(Ticket.schema, in: store)
                _ = try outbox.patch(id: "7", with: ["related": .object(["a": "1"])])
            }
            #expect(await world.synchronizer.push().acknowledged == 1)
            #expect(await patches(world) == [body])
        }
    }
}

/// The tickets of a service with the patch format of a test.
private struct MergedTickets: CRUDNetworkingRepository, PatchableRepository {
    typealias Entity = Ticket
    let store: any Networking
    let path = "tickets"
    let type: String

    var conventions: Conventions { Conventions(media: .init(patch: type)) }
}
