import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// A server reports success for a change that it has not applied.
@Suite struct IgnoredWriteTests {
    private static let before = #"{"id":"1","title":"a","facts":null}"#
    private static let after = #"{"id":"1","title":"mine","facts":null}"#

    private func run(
        reading body: String,
        _ check: (World) async throws -> Void
    ) async throws {
        try await World.run { world in
            let tag = ["ETag": "\"1\""]
            let date = world.clock.now
            await world.server.script("PUT", "/playbooks/1", .json(Self.before, headers: tag))
            await world.server.script("GET", "/playbooks/1", .json(body, headers: tag))
            try await world.synchronizer.register(
                RemoteCollection(WholePlaybookRepository(store: world.session))
            )
            try await world.storage.write { store throws(StorageError) in
                _ = try Confirmations(WholePlaybook.schema, in: store, at: date)
                    .put(Data(Self.before.utf8), id: "1", entityTag: "\"1\"")
            }
            try await world.update(WholePlaybook(id: "1", title: "mine", facts: nil))
            try await check(world)
        }
    }

    // The trap: the response counts as the result of the change, which is then lost locally.
    @Test("an ignored change is rejected and kept")
    func ignored() async throws {
        try await run(reading: Self.before) { world in
            // The server may only show it later.
            for _ in 0..<2 {
                #expect(await world.synchronizer.push().postponed == 1)
                world.clock.advance(by: .seconds(600))
            }
            let report = await world.synchronizer.push()
            #expect(report.acknowledged == 0)
            #expect(report.rejected.map(\.entry.key.id) == ["1"])
            #expect(await world.server.count(of: "PUT") == 3)
            let known = try await world.local(WholePlaybook.self)
            #expect(known.map(\.title) == ["mine"])
        }
    }

    @Test("a change answered with the previous state is read back, and done")
    func oldAnswer() async throws {
        try await run(reading: Self.after) { world in
            let report = await world.synchronizer.push()
            #expect(report.acknowledged == 1 && report.rejected.isEmpty)
            let known = try await world.local(WholePlaybook.self)
            #expect(known.map(\.title) == ["mine"])
            #expect(await world.server.count(of: "PUT") == 1)
        }
    }

    /// Runs a check with a message that the server never changes.
    private func runIgnoringChanges(_ check: (World) async throws -> Void) async throws {
        try await World.run { world in
            let tag = ["ETag": "\"1\""]
            let date = world.clock.now
            let before = #"{"_id":"m1","text":"a","likes":0}"#
            for method in ["PUT", "PATCH", "GET"] {
                await world.server.script(method, "/messages/m1", .json(before, headers: tag))
            }
            try await world.storage.write { store throws(StorageError) in
                _ = try Confirmations(Message.schema, in: store, at: date)
                    .put(Data(before.utf8), id: "m1", entityTag: "\"1\"")
            }
            try await check(world)
        }
    }

    // The trap: for a property that the response omits, the content sent counts as the server's.
    @Test(
        "an ignored change is rejected if the response omits its property"
    )
    func leftOut() async throws {
        try await runIgnoringChanges { world in
            try await world.update(Message(id: "m1", text: "a", labels: ["new"]))
            #expect(await world.synchronizer.push().postponed == 1)
            #expect(await world.server.count(of: "GET") == 1)
            #expect(try await world.local(Message.self).map(\.labels) == [["new"]])
        }
    }

    // The trap: a text that the service would trim looks like the remaining change.
    @Test("an ignored change is rejected even together with one without effect")
    func besideSpace() async throws {
        try await runIgnoringChanges { world in
            try await world.update(Message(id: "m1", text: "a ", likes: 7))
            #expect(await world.synchronizer.push().acknowledged == 0)
            #expect(try await world.local().map(\.likes) == [7])
        }
    }
}
