import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// A pending patch omits properties that a client may send only once.
@Suite struct ImmutablePropertyTests {
    private static let body = #"{"id":7,"title":"old","code":"A"}"#

    /// Runs a body with a client that knows a voucher, and has a pending patch of it.
    private func run(
        _ store: Store,
        patching changes: [String: JSON],
        _ body: (World) async throws -> Void
    ) async throws {
        try await World.run(in: store) { world in
            try await world.synchronizer.register(
                RemoteCollection(VoucherRepository(store: world.session), listing: .none)
            )
            let document = Data(Self.body.utf8)
            try await world.storage.write { store throws(StorageError) in
                let confirmed = Confirmations(Voucher.schema, in: store, at: world.clock.now)
                try confirmed.put(document, id: "7", entityTag: "\"1\"")
                _ = try Outbox(Voucher.schema, in: store).patch(id: "7", with: changes)
            }
            try await body(world)
        }
    }

    private func voucher(_ world: World) async throws -> Voucher {
        let record = try await world.storage.read { store throws(StorageError) in
            try store.record(RecordKey(collection: "Voucher", id: "7"))
        }
        return try Voucher(jsonData: try #require(record).document)
    }

    @Test("the other properties are sent", arguments: Store.allCases)
    func rest(store: Store) async throws {
        try await run(store, patching: ["title": "new", "code": "B"]) { world in
            let answer = #"{"id":7,"title":"new","code":"A"}"#
            await world.server.script("PATCH", "/vouchers/7", .json(answer))
            let report = await world.synchronizer.push()
            #expect(report.acknowledged == 1)
            let sent = await world.server.requests.map { "\($0.method) \($0.text)" }
            #expect(sent == [#"PATCH {"title":"new"}"#])
            // The server's code is authoritative.
            let voucher = try await voucher(world)
            #expect(voucher.code == "A")
            #expect(voucher.title == "new")
        }
    }

    @Test(
        "if there are none, nothing is sent, and the change is reverted locally",
        arguments: Store.allCases
    )
    func nothing(store: Store) async throws {
        try await run(store, patching: ["code": "B"]) { world in
            let report = await world.synchronizer.push()
            #expect(report.acknowledged == 1)
            #expect(await world.server.requests.isEmpty)
            #expect(try await world.entries().isEmpty)
            let voucher = try await voucher(world)
            #expect(voucher.code == "A")
        }
    }
}
