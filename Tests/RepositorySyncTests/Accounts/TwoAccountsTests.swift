import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// Two accounts on one device, each with a store and a synchronizer.
@Suite struct TwoAccountsTests {
    @Test(
        "data of one account never reaches the other, even if requests run during a switch",
        arguments: Store.allCases
    )
    func switched(store: Store) async throws {
        try await World.run { first in
            try await World.run { second in
                let switching = Locked<[Device]>([])
                // During the first one's request, the second one is active, and works.
                let session = MeanwhileSession(session: first.session) { request in
                    guard request.head.method == .post else { return }
                    let devices = switching.withLock { $0 }
                    await devices[0].synchronizer.stop()
                    // The task of the request is cancelled by now.
                    try await Task {
                        let count = try await devices[1].entries().count
                        try await devices[1].create(
                            Message(id: "t-\(count)-\(UUID())", text: "second")
                        )
                        await devices[1].synchronize()
                    }.value
                }
                let one = try await Device(store, session: session)
                let other = try await Device(store, session: second.session)
                switching.withLock { $0 = [one, other] }
                for number in 0..<5 {
                    // The same identity in both.
                    try await one.create(Message(id: "t\(number)", text: "first"))
                    try await other.create(Message(id: "t\(number)", text: "second"))
                    await one.synchronize()
                }
                for _ in 0..<10 where try await !one.entries().isEmpty { await one.synchronize() }
                await other.synchronize()
                switching.withLock { $0 = [] }
                #expect(try await Set(one.texts()) == ["first"])
                #expect(try await Set(other.texts()) == ["second"])
                #expect(try await first.remoteTexts() == Array(repeating: "first", count: 5))
                #expect(try await Set(second.remoteTexts()) == ["second"])
                #expect(try await second.remoteTexts().count == 10)

                try await one.storage.wipe()
                let left = try await other.texts()
                #expect(left.count == 10)
                #expect(await other.synchronize().isComplete)
                #expect(try await other.texts() == left)
            }
        }
    }

    // The trap: the run sends the writes of the first user with the credentials of the second.
    @Test("a run that was requested before the switch does not begin")
    func queued() async throws {
        try await World.run { world in
            let queue = Locked<(@Sendable () async -> Void)?>(nil)
            let session = MeanwhileSession(session: world.session) { request in
                await queue.withLock { $0.take() }?()
            }
            let device = try await Device(.memory, session: session)
            let run = Locked<Task<SyncReport, Never>?>(nil)
            queue.withLock {
                $0 = {
                    let queued = await requestAndStop(device.synchronizer)
                    run.withLock { $0 = queued }
                }
            }
            try await device.create(Message(id: "t1", text: "first"))
            try await device.create(Message(id: "t2", text: "second"))
            #expect(await device.synchronize().isCutShort)
            await world.server.forgetRequests()
            let report = try #require(await run.withLock { $0 }?.value)
            #expect(report.isCutShort)
            #expect(report.postponed > 0)
            #expect(!report.isComplete)
            #expect(await world.server.requests.isEmpty)
            // A later one sends everything, once.
            for _ in 0..<10 where try await !device.entries().isEmpty { await device.synchronize() }
            #expect(try await world.remoteTexts().sorted() == ["first", "second"])
        }
    }
}

/// Requests a run, and stops the synchronizer before it begins.
private func requestAndStop(
    _ synchronizer: isolated Synchronizer
) async -> Task<SyncReport, Never> {
    let run = Task { await synchronizer.synchronize() }
    // The task, which runs on the same actor, waits for the current run now.
    await Task.yield()
    synchronizer.stop()
    return run
}
