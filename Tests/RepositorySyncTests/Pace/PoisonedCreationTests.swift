import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// A creation that always fails on the server blocks nothing, and is reported eventually.
@Suite struct PoisonedCreationTests {
    static let checks: [RemoteCollection.CreationCheck] = [.idempotencyKey(), .comparison]

    // The trap: the next new row may be the created one, so none is stored.
    @Test(
        "known entities are refreshed while a creation is unresolved",
        arguments: Store.allCases,
        checks
    )
    func pulls(store: Store, check: RemoteCollection.CreationCheck) async throws {
        try await World.run(in: store, creationCheck: check) { world in
            let changed = try await world.known(Message(id: "", text: "changed"))
            let gone = try await world.known(Message(id: "", text: "gone"))
            try await poison(world)
            #expect(await world.synchronize().postponed == 1)
            _ = try await world.remote.patch(id: changed, with: Message.Patch(text: .set("new")))
            try await world.remote.delete(id: gone)
            let added = try await world.remote.create(Message.Draft(text: "added"))
            let report = await world.synchronize()
            #expect(report.problems.contains { $0.collection == "Message" && $0.id == "t1" })
            #expect(!report.isComplete)
            #expect(try await Set(world.local().map(\.text)) == ["new", "poison"])
            // Once that is known, the withheld rows are stored.
            await world.server.setFaults(nil)
            _ = await world.settle()
            #expect(try await world.local().contains(added))
            #expect(try await world.local().count == 3)
        }
    }

    @Test(
        "after a number of attempts it is rejected, with the server's response",
        arguments: Store.allCases,
        checks + [.identity]
    )
    func isRejected(store: Store, check: RemoteCollection.CreationCheck) async throws {
        try await World.run(in: store, creationCheck: check) { world in
            var outcomes = world.synchronizer.outcomes().makeAsyncIterator()
            try await poison(world)
            var reports: [SyncReport] = []
            while reports.count < 30, reports.last?.rejected.isEmpty ?? true {
                reports.append(await world.synchronize())
            }
            #expect(reports.count == 20)
            let write = try #require(try await world.rejected().first)
            #expect(write.entry.failure?.status == 500)
            #expect(try write.answer(as: JSON.self)?["cause"] == "poison")
            let outcome = await outcomes.next()
            guard case .rejected(let failure)? = outcome?.kind else {
                Issue.record("The outcome is another one.")
                return
            }
            #expect(failure.status == 500)
            // New rows are stored again, and it can be edited and sent.
            let added = try await world.remote.create(Message.Draft(text: "added"))
            #expect(await world.synchronize().problems.isEmpty)
            #expect(try await world.local().contains(added))
            try await world.update(Message(id: "t1", text: "good"))
            #expect(await world.synchronize().acknowledged == 1)
            #expect(try await world.remote.find(.all).map(\.text) == ["added", "good"])
        }
    }

    // The trap: the server has carried it out, and only its response failed.
    @Test("one that was carried out after all is found, and not rejected", arguments: checks)
    func hasHappened(check: RemoteCollection.CreationCheck) async throws {
        try await World.run(creationCheck: check) { world in
            try await poison(world)
            for _ in 0..<19 { await world.synchronize() }
            let happened = try await world.remote.create(Message.Draft(text: "poison", likes: 0))
            let report = await world.synchronize()
            #expect(report.acknowledged == 1)
            #expect(try await world.local() == [happened])
        }
    }

    @Test("an outage, or a failing listing, does not cause a rejection", arguments: checks)
    func outage(check: RemoteCollection.CreationCheck) async throws {
        for status in [500, 502, 503, 504] {
            try await World.run(creationCheck: check) { world in
                try await world.create(Message(id: "t1", text: "a"))
                await world.server.setFaults { _ in .answer(ScriptedAnswer(status)) }
                for _ in 0..<30 { #expect(await world.synchronize().rejected.isEmpty) }
                await world.server.setFaults(nil)
                #expect(await world.settle() == 1)
                #expect(try await world.remote.find(.all).map(\.text) == ["a"])
            }
        }
    }

    /// Makes the server fail for one creation, however often it is sent.
    private func poison(_ world: World) async throws {
        await world.server.setFaults { request in
            guard request.method == "POST", request.headers["idempotency-key"] != nil,
                request.text.contains("poison")
            else { return nil }
            return .answer(.json(#"{"cause":"poison"}"#, status: 500))
        }
        try await world.create(Message(id: "t1", text: "poison"))
    }
}
