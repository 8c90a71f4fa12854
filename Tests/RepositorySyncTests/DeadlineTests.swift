import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// Synchronizations with a deadline, over real HTTP.
@Suite struct DeadlineTests {
    private func write(_ count: Int, in world: World) async throws {
        for number in 0..<count {
            try await world.create(Message(id: "t\(number)", text: "\(number)"))
        }
    }

    /// Counts the requests of a method; the second takes so long that little time is left.
    private func slowDown(_ method: String, in world: World) async -> Locked<Int> {
        let requests = Locked(0)
        await world.server.setFaults { [clock = world.clock] request in
            guard request.method == method else { return nil }
            let count = requests.withLock { count in
                count += 1
                return count
            }
            if count == 2 { clock.advance(by: .seconds(21)) }
            return nil
        }
        return requests
    }

    @Test("no request starts shortly before the deadline", arguments: Store.allCases)
    func lastRequest(store: Store) async throws {
        try await World.run(in: store) { world in
            try await write(4, in: world)
            let requests = await slowDown("POST", in: world)
            let report = await world.synchronizer.synchronize(
                until: world.clock.now.addingTimeInterval(25),
                reserve: .seconds(5)
            )
            #expect(requests.withLock { $0 } == 2)
            #expect(report.acknowledged == 2 && report.postponed == 2)
            #expect(report.isCutShort && !report.isComplete)

            let next = await world.synchronize()
            #expect(next.acknowledged == 2 && next.isComplete && !next.isCutShort)
            #expect(try await world.remote.find(.all).count == 4)
        }
    }

    @Test("a write in flight at the deadline is carried out once", arguments: Store.allCases)
    func cutOff(store: Store) async throws {
        try await World.run(in: store) { world in
            try await write(1, in: world)
            await world.server.setFaults { [clock = world.clock] request in
                guard request.method == "POST" else { return nil }
                // It is carried out, and the deadline comes before a response.
                clock.advance(by: .seconds(30))
                return .cutAfter
            }
            let report = await world.synchronizer.synchronize(
                until: world.clock.now.addingTimeInterval(25)
            )
            #expect(report.isCutShort && report.acknowledged == 0 && report.postponed == 1)
            await world.server.setFaults(nil)
            world.clock.advance(by: .seconds(3600))
            #expect(await world.synchronize().isComplete)
            #expect(try await world.remote.find(.all).count == 1)
        }
    }

    @Test("a write that meets a conflict is not sent again shortly before the deadline")
    func conflict() async throws {
        try await World.run(conflicts: .merge) { world in
            await world.server.setTags(true)
            let id = try await world.known()
            // With its tag, which the listing lacks, it is not read before it is written.
            _ = try await world.messages(.remoteFirst).find(id: id)
            try await world.patch(id, ["text": "mine"])
            try await world.remote.patch(id: id, with: Message.Patch(text: .set("theirs")))
            let writes = Locked(0)
            await world.server.setFaults { [clock = world.clock] request in
                guard request.method == "PATCH" else { return nil }
                writes.withLock { $0 += 1 }
                clock.advance(by: .seconds(21))
                return nil
            }
            let report = await world.synchronizer.synchronize(
                until: world.clock.now.addingTimeInterval(25),
                reserve: .seconds(5)
            )
            #expect(writes.withLock { $0 } == 1)
            #expect(report.isCutShort, "\(report)")
            #expect(report.postponed == 1, "\(report)")
            #expect(report.conflicts.map(\.resolution) == [.local])
            await world.server.setFaults(nil)
            let next = await world.synchronize()
            #expect(next.isComplete && next.conflicts.isEmpty)
            #expect(try await world.remote.find(id: id).text == "mine")
        }
    }

    @Test("with enough time, a run is complete")
    func enoughTime() async throws {
        try await World.run(in: .memory) { world in
            try await write(3, in: world)
            let report = await world.synchronizer.synchronize(
                until: world.clock.now.addingTimeInterval(25)
            )
            #expect(report.acknowledged == 3 && report.isComplete && !report.isCutShort)
            // The deadline ends with the run.
            #expect(world.clock.sleepers == 0)
        }
    }

    @Test("a past deadline sends nothing", arguments: Store.allCases)
    func passed(store: Store) async throws {
        try await World.run(in: store) { world in
            try await write(2, in: world)
            let report = await world.synchronizer.synchronize(until: world.clock.now)
            #expect(report.isCutShort && report.postponed == 2)
            #expect(await world.server.requests.isEmpty)
            #expect(await world.synchronize().acknowledged == 2)
        }
    }

    @Test("a listing of many pages ends shortly before the deadline", arguments: Store.allCases)
    func pages(store: Store) async throws {
        try await World.run(in: store, listing: .pages(of: 2)) { world in
            for number in 1...8 {
                _ = try await world.remote.create(Message.Draft(text: "\(number)"))
            }
            let pages = await slowDown("GET", in: world)
            let report = await world.synchronizer.synchronize(
                until: world.clock.now.addingTimeInterval(25),
                reserve: .seconds(5)
            )
            #expect(pages.withLock { $0 } == 2)
            #expect(report.isCutShort && !report.isComplete)
            let next = await world.synchronize()
            #expect(next.isComplete)
            #expect(try await world.local().count == 8)
        }
    }

    @Test(
        "a search for a created entity ends shortly before the deadline",
        arguments: Store.allCases
    )
    func search(store: Store) async throws {
        try await World.run(
            in: store,
            creationCheck: .comparison,
            listing: .pages(of: 2)
        ) { world in
            for number in 1...8 {
                _ = try await world.remote.create(Message.Draft(text: "\(number)"))
            }
            try await write(1, in: world)
            await world.server.setFaults { $0.method == "POST" ? .cutBefore : nil }
            _ = await world.synchronizer.push()
            let pages = await slowDown("GET", in: world)
            let report = await world.synchronizer.synchronize(
                until: world.clock.now.addingTimeInterval(25),
                reserve: .seconds(5)
            )
            #expect(pages.withLock { $0 } == 2)
            #expect(report.isCutShort && report.postponed == 1)
            #expect(await world.synchronize().isComplete)
            #expect(try await world.local().count == 9)
        }
    }

    @Test("a run that finishes in time is complete, however late its last response is")
    func lastResponse() async throws {
        try await World.run(in: .memory) { world in
            try await write(1, in: world)
            let report = await world.synchronizer.synchronize(
                until: world.clock.now.addingTimeInterval(25)
            )
            world.clock.advance(by: .seconds(60))
            #expect(report.isComplete)
            // A past deadline blocks nothing.
            try await world.create(Message(id: "later", text: "later"))
            #expect(await world.synchronize().acknowledged == 1)
        }
    }

    // The trap: the first of two callers with the same deadline clears it for both.
    @Test("the deadline of a caller lasts until its own run has ended")
    func twoCallers() async throws {
        try await World.run { world in
            try await write(4, in: world)
            let requests = Locked(0)
            let clock = world.clock
            await world.server.setFaults { request in
                guard request.method == "POST" else { return nil }
                let count = requests.withLock { count in
                    count += 1
                    return count
                }
                // Three failures end the first run; then the time is over within the second one.
                if count == 4 { clock.advance(by: .seconds(21)) }
                return count <= 3 ? .unavailable() : nil
            }
            let synchronizer = world.synchronizer
            let end = clock.now.addingTimeInterval(25)
            async let first = synchronizer.synchronize(until: end, reserve: .seconds(5))
            await until { requests.withLock { $0 } > 0 }
            async let second = synchronizer.synchronize(until: end, reserve: .seconds(5))
            #expect(await first.postponed == 4)
            #expect(await second.postponed == 3)
            #expect(requests.withLock { $0 } == 4)
        }
    }
}
