import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

@testable import RepositoryLocal

/// A requested run sees all earlier writes.
@Suite struct RequestedRunTests {
    // The trap: the current run has already sent its writes, and is pulling.
    @Test("a write during a run is sent by the next, and callers wait for that")
    func writeDuringPull() async throws {
        for pulls in [false, true] {
            let late = Locked<(@Sendable () async throws -> SyncReport)?>(nil)
            let asked = Locked<Task<SyncReport, any Error>?>(nil)
            let session: @Sendable (String) -> any Networking = { url in
                MeanwhileSession(session: NetworkingSession(local: url)) { request in
                    guard request.head.method == .get,
                        let body = late.withLock({ late in
                            defer { late = nil }
                            return late
                        })
                    else { return }
                    let (written, writing) = AsyncStream.makeStream(of: Void.self)
                    let task = Task {
                        let report = try await body()
                        writing.finish()
                        return report
                    }
                    asked.withLock { $0 = task }
                    // The run continues while a caller waits for the next.
                    for _ in 0..<100 { await Task.yield() }
                    _ = written
                }
            }
            try await World.run(session: session) { world in
                late.withLock { late in
                    late = {
                        try await world.create(Message(id: "t1", text: "late"))
                        return pulls
                            ? await world.synchronizer.synchronize()
                            : await world.synchronizer.push()
                    }
                }
                await world.synchronize()
                let report = try await asked.withLock { $0 }?.value
                #expect(report?.acknowledged == 1)
                #expect(report?.postponed == 0)
                #expect(try await world.entries().isEmpty)
                #expect(try await world.remote.find(.all).map(\.text) == ["late"])
            }
        }
    }

    @Test("a local write during a run is sent automatically")
    func triggerDuringPull() async throws {
        let late = Locked<(@Sendable () async throws -> Void)?>(nil)
        let session: @Sendable (String) -> any Networking = { url in
            MeanwhileSession(session: NetworkingSession(local: url)) { request in
                guard request.head.method == .get,
                    let body = late.withLock({ late in
                        defer { late = nil }
                        return late
                    })
                else { return }
                try await body()
                // The change is received while the run continues.
                for _ in 0..<1000 { await Task.yield() }
            }
        }
        try await World.run(session: session) { world in
            await world.synchronizer.start()
            await world.settled()
            late.withLock { late in
                late = { try await world.create(Message(id: "t1", text: "late")) }
            }
            await world.synchronizer.synchronize()
            for await summary in world.synchronizer.summaries() where summary.isSynchronized {
                break
            }
            await world.synchronizer.stop()
            let texts = try await world.remote.find(.all).map(\.text)
            #expect(texts == ["late"])
        }
    }

    @Test("after a stop, a local write waits for an explicit run")
    func stopped() async throws {
        try await World.run { world in
            await world.synchronizer.start()
            await world.settled()
            await world.synchronizer.stop()
            try await world.create(Message(id: "t1", text: "a"))
            // As a repository does after a write.
            await world.synchronizer.pushByItself()
            #expect(try await world.entries().count == 1)
            await world.synchronizer.push()
            #expect(try await world.entries().isEmpty)
        }
    }

    static let lost: [NetworkingError.Code] = [.timedOut, .connectionLost, .truncated]

    @Test(
        "an explicit run immediately retries writes that the network interrupted",
        arguments: lost
    )
    func byHand(code: NetworkingError.Code) async throws {
        let gate = Gate()
        try await World.run(session: gate.session) { world in
            try await world.create(Message(id: "t1", text: "a"))
            gate.set(.closed(code))
            #expect(await world.synchronizer.push().postponed == 1)
            gate.set(.open)
            #expect(await world.synchronizer.push().acknowledged == 1)
        }
    }

    @Test("an explicit run tries a write once, too", arguments: Store.allCases)
    func once(store: Store) async throws {
        try await World.run(in: store) { world in
            await world.server.setFaults { request in
                request.text.contains("poison") ? .answer(ScriptedAnswer(503)) : nil
            }
            try await world.create(Message(id: "t1", text: "poison"))
            try await world.create(Message(id: "t2", text: "a"))
            #expect(await world.synchronizer.push().acknowledged == 1)
            #expect(await world.server.count(of: "POST") == 2)
        }
    }

    @Test("the return of the network retries interrupted writes, and honors requested pauses")
    func networkReturns() async throws {
        let server = ExampleServer()
        let url = try await server.start()
        let (clock, storage, gate) = (ManualClock(), MemoryStorage(), Gate())
        let (states, network) = AsyncStream.makeStream(of: Bool.self)
        let synchronizer = Synchronizer(
            storage: storage,
            clock: clock,
            backoff: Backoff(first: .seconds(10), jitter: { 1 }),
            reachability: ScriptedReachability(stream: states)
        )
        let remote = MessageRepository(store: gate.session(url))
        try await synchronizer.register(
            RemoteCollection(remote, creationCheck: .idempotencyKey())
        )
        let document = try Message(id: "t1", text: "a").jsonData()
        try await storage.write { store throws(StorageError) in
            _ = try Outbox(Message.schema, in: store).create(document, id: "t1")
        }
        gate.set(.closed(.connectionLost))
        await synchronizer.start()
        await until { clock.sleepers > 0 }
        gate.set(.open)
        // Pauses requested by the server apply to all runs.
        await server.setFaults { _ in .unavailable(503, retryAfter: 100) }
        network.yield(true)
        await until { await server.count(of: "POST") > 0 }
        await server.setFaults(nil)
        let pulled = await synchronizer.synchronize()
        #expect(pulled.postponed == 1)
        #expect(await server.count(of: "POST") == 1)
        await synchronizer.stop()
        clock.advance(by: .seconds(101))
        #expect(await synchronizer.synchronize().acknowledged == 1)
        await server.stop()
    }
}

private struct ScriptedReachability: Reachability {
    let stream: AsyncStream<Bool>

    func states() -> AsyncStream<Bool> { stream }
}
