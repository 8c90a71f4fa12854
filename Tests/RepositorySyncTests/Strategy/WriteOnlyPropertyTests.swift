import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// Write-only properties cannot be kept in the outbox.
@Suite struct WriteOnlyPropertyTests {
    private static let offline = Strategy.Rule(target: .local, synchronize: true)
    private static let body = #"{"id":7,"title":"old","code":"A"}"#

    private func run(
        _ store: Store,
        _ rule: Strategy.Rule,
        _ body: (World, RepositoryProxy<Voucher>) async throws -> Void
    ) async throws {
        try await World.run(in: store) { world in
            let vouchers = VoucherRepository(store: world.session)
            try await world.synchronizer.register(RemoteCollection(vouchers, listing: .none))
            let document = Data(Self.body.utf8)
            try await world.storage.write { store throws(StorageError) in
                let confirmed = Confirmations(Voucher.schema, in: store, at: world.clock.now)
                try confirmed.put(document, id: "7", entityTag: "\"1\"")
            }
            let proxy = RepositoryProxy(
                remote: vouchers,
                storage: world.storage,
                strategy: Strategy(rule),
                clock: world.clock
            )
            try await body(world, proxy)
        }
    }

    // The trap: the entity has no such property, so the pending write lacks it, and is
    // acknowledged.
    @Test("a write with one is rejected if it would become pending", arguments: Store.allCases)
    func refused(store: Store) async throws {
        try await run(store, Self.offline) { world, vouchers in
            let draft = Voucher.Draft(title: "new", code: "B", pin: "1234")
            let creation = try await repositoryError { _ = try await vouchers.create(draft) }
            let change = try await repositoryError {
                _ = try await vouchers.patch(id: 7, with: .init(pin: .set("1234")))
            }
            for error in [creation, change] {
                #expect(error.code == .invalidRequest)
                #expect(error.message.contains("'pin'"))
            }
            #expect(try await world.entries().isEmpty)
        }
    }

    @Test("a write without one becomes pending", arguments: Store.allCases)
    func accepted(store: Store) async throws {
        try await run(store, Self.offline) { world, vouchers in
            _ = try await vouchers.create(Voucher.Draft(title: "new", code: "B"))
            _ = try await vouchers.patch(id: 7, with: .init(title: .set("newer")))
            #expect(try await world.entries().map(\.operation) == [.create, .patch])
        }
    }

    @Test("while the server is reachable, it is sent", arguments: Store.allCases)
    func sent(store: Store) async throws {
        try await run(store, .remoteFirst) { world, vouchers in
            await world.server.script("PATCH", "/vouchers/7", .json(Self.body))
            await world.server.script("GET", "/vouchers/7", .json(Self.body))
            _ = try await vouchers.patch(id: 7, with: .init(pin: .set("1234")))
            let sent = await world.server.requests.filter { $0.method == "PATCH" }.map(\.text)
            #expect(sent == [#"{"pin":"1234"}"#])
        }
    }
}
