import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// Each failed exchange increases the delay, whatever its kind.
@Suite struct WriteIntervalTests {
    static let checks: [RemoteCollection.CreationCheck] = [.idempotencyKey(), .comparison]

    @Test("a creation that always fails is sent at growing intervals", arguments: checks)
    func creation(check: RemoteCollection.CreationCheck) async throws {
        try await World.run(creationCheck: check) { world in
            await world.server.script("POST", "/messages", .json("{}", status: 500))
            try await world.create(Message(id: "t1", text: "a"))
            await world.synchronizer.push()
            await world.server.forgetRequests()
            await world.synchronizer.start()
            let times = await world.times(of: "POST", within: 620)
            await world.synchronizer.stop()
            #expect(intervals(times) == [10, 20, 40, 80, 160, 300])
        }
    }

    @Test("a search that always fails is repeated at growing intervals")
    func search() async throws {
        try await World.run(creationCheck: .comparison) { world in
            await world.server.setFaults { request in
                request.method == "POST" ? .cutBefore : .answer(ScriptedAnswer(500))
            }
            try await world.create(Message(id: "t1", text: "a"))
            await world.synchronizer.push()
            await world.server.forgetRequests()
            await world.synchronizer.start()
            let times = await world.times(of: "GET", within: 620)
            await world.synchronizer.stop()
            #expect(intervals(times) == [10, 20, 40, 80, 160, 300])
        }
    }

    @Test("checks and reads that always fail are repeated at growing intervals")
    func check() async throws {
        for policy in [ConflictPolicy.merge, .clientWins] {
            try await World.run(conflicts: policy) { world in
                let id = try await world.known()
                await world.server.setFaults { _ in .answer(ScriptedAnswer(500)) }
                try await world.patch(id, ["likes": 5])
                await world.server.forgetRequests()
                await world.synchronizer.push()
                // It is checked before it is sent; or sent, and then read back.
                #expect(await world.server.count(of: "GET") == (policy == .merge ? 1 : 0))
                await world.server.forgetRequests()
                await world.synchronizer.start()
                let times = await world.times(of: "GET", within: 620)
                await world.synchronizer.stop()
                #expect(intervals(times) == [10, 20, 40, 80, 160, 300])
            }
        }
    }

    /// Returns the times between the attempts; the first was at 0.
    private func intervals(_ times: [Int]) -> [Int] {
        zip(times, [0] + times).map { $0 - $1 }
    }
}
