import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// Attempts become less frequent while a server is down.
@Suite struct RetryStormTests {
    // The trap: a write that met a 503 before keeps a date in the past, and is always due.
    @Test("attempts to reach an unreachable server become less frequent", arguments: Store.allCases)
    func unreachable(store: Store) async throws {
        let gate = Gate()
        try await World.run(in: store, session: gate.session) { world in
            try await afterUnavailable(world)
            gate.set(.closed(.cannotConnect))
            let before = gate.tries
            await world.synchronizer.start()
            await world.pass(3600)
            // After 10, 20, 40, 80, 160, 300 seconds and so on.
            #expect((10...20).contains(gate.tries - before), "\(gate.tries - before)")
            gate.set(.open)
            await world.pass(301)
            await world.synchronizer.stop()
            #expect(try await world.entries().isEmpty)
        }
    }

    @Test("attempts of an unauthorized client become less frequent", arguments: Store.allCases)
    func unauthorized(store: Store) async throws {
        try await World.run(in: store) { world in
            try await afterUnavailable(world)
            await world.server.setFaults { _ in .answer(ScriptedAnswer(401)) }
            await world.server.forgetRequests()
            await world.synchronizer.start()
            await world.pass(3600)
            let count = await world.server.requests.count
            #expect((10...20).contains(count), "\(count)")
            await world.server.setFaults(nil)
            await world.pass(301)
            await world.synchronizer.stop()
            #expect(try await world.entries().isEmpty)
        }
    }

    /// Prepares two writes that met a 503, and are due again.
    private func afterUnavailable(_ world: World) async throws {
        await world.server.setFaults { _ in .answer(ScriptedAnswer(503)) }
        try await world.create(Message(id: "t1", text: "a"))
        try await world.create(Message(id: "t2", text: "b"))
        await world.synchronizer.push()
        await world.server.setFaults(nil)
        world.clock.advance(by: .seconds(20))
    }

    @Test("pending writes behind a rejected one do not cause checks every second")
    func blocked() async throws {
        try await World.run { world in
            try await world.create(Conversation(id: "c1", title: ""))
            await world.server.script("POST", "/messages", .json("{}", status: 503))
            try await world.create(Message(id: "t1", text: "a"))
            await world.synchronizer.push()
            try await world.patch("t1", ["conversation": "c1"])
            let progress = world.synchronizer.progress()
            let runs = Locked(0)
            let counting = Task {
                for await case .ended in progress { runs.withLock { $0 += 1 } }
            }
            await world.synchronizer.start()
            await world.pass(600)
            await world.synchronizer.stop()
            counting.cancel()
            await counting.value
            // Pending writes are checked once a minute.
            #expect(runs.withLock { $0 } <= 14)
        }
    }

    @Test(
        "during a gateway outage, only a few writes are tried",
        arguments: Store.allCases,
        [500, 502, 503, 504]
    )
    func outage(store: Store, status: Int) async throws {
        try await World.run(in: store) { world in
            for number in 0..<50 {
                try await world.create(Message(id: "t\(number)", text: "\(number)"))
            }
            await world.server.setFaults { _ in .answer(ScriptedAnswer(status)) }
            let report = await world.synchronizer.push()
            #expect(await world.server.requests.count == 3)
            #expect(report.postponed == 50)
            #expect(report.problems.contains { $0.id == nil && $0.collection == "Message" })
            await world.synchronizer.start()
            await world.pass(3600)
            let count = await world.server.requests.count
            #expect(count <= 3 * 20, "\(count)")
            await world.server.setFaults(nil)
            await world.pass(601)
            await world.synchronizer.stop()
            #expect(try await world.entries().isEmpty)
            #expect(try await world.remote.find(.all).count == 50)
        }
    }

    // The trap: failing writes are before all others, each time.
    @Test("poisoned writes at the front block only their own entities")
    func poisoned() async throws {
        try await World.run { world in
            await world.server.setFaults { request in
                request.text.contains("poison") ? .answer(ScriptedAnswer(500)) : nil
            }
            for number in 0..<5 {
                try await world.create(Message(id: "p\(number)", text: "poison \(number)"))
            }
            for number in 0..<5 {
                try await world.create(Message(id: "t\(number)", text: "\(number)"))
            }
            for _ in 0..<3 { await world.synchronize() }
            #expect(try await world.remote.find(.all).count == 5)
            #expect(try await world.entries().count == 5)
        }
    }
}
