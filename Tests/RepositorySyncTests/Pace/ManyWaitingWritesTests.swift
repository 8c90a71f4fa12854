import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// Pending writes are not read repeatedly; `SYNC_WAITING` sets the number.
@Suite struct ManyWaitingWritesTests {
    @Test("a local write is sent without reading all pending ones", arguments: Store.allCases)
    func localWrite(store: Store) async throws {
        let environment = ProcessInfo.processInfo.environment["SYNC_WAITING"]
        let count = environment.flatMap { Int($0) } ?? 300
        try await World.run(in: store) { world in
            let documents = try (0..<count).map { number in
                try Message(id: "w\(number)", text: "waiting \(number)").jsonData()
            }
            let due = world.clock.now.addingTimeInterval(100)
            try await world.storage.write { store throws(StorageError) in
                let outbox = Outbox(Message.schema, in: store)
                for (number, document) in documents.enumerated() {
                    let record = try outbox.create(document, id: "w\(number)")
                    guard var entry = try store.entries(of: record.key).first else { continue }
                    (entry.attempts, entry.notBefore) = (1, due)
                    try store.put(entry)
                }
            }
            let storage = CountingStorage(world.storage)
            let synchronizer = Synchronizer(
                storage: storage,
                clock: world.clock,
                backoff: Backoff(first: .seconds(10), jitter: { 1 })
            )
            try await synchronizer.register(RemoteCollection(world.remote))
            await synchronizer.start()
            await world.settled()
            let before = storage.totalNumber
            let start = ContinuousClock.now
            for number in 0..<5 {
                try await world.create(Message(id: "t\(number)", text: "\(number)"))
                for await summary in synchronizer.summaries() where summary.waiting == count {
                    break
                }
            }
            let time = start.duration(to: .now)
            if environment != nil { print("5 writes, \(count) wait, \(store): \(time)") }
            #expect(storage.totalNumber - before < 100)
            #expect(try await world.remote.find(.all).count == 5)
            // Nevertheless everything is sent when it is due.
            world.clock.advance(by: .seconds(101))
            await until {
                // The loop that checks for due writes may begin to wait only now.
                world.clock.advance(by: .seconds(1))
                try? await Task.sleep(for: .milliseconds(100))
                return (try? await synchronizer.summary().isSynchronized) ?? false
            }
            await synchronizer.stop()
            #expect(try await world.remote.find(.all).count == count + 5)
        }
    }

    @Test("writes that are not due are read, but not written")
    func notDue() async throws {
        try await World.run { world in
            for number in 0..<300 {
                try await world.create(Message(id: "t\(number)", text: "\(number)"))
            }
            let due = world.clock.now.addingTimeInterval(100)
            try await world.storage.write { store throws(StorageError) in
                for var entry in try store.entries() {
                    entry.notBefore = due
                    try store.put(entry)
                }
            }
            let changes = world.storage.changes()
            let progress = world.synchronizer.progress()
            await world.synchronizer.start()
            for await case .ended in progress { break }
            await world.synchronizer.stop()
            try await world.storage.write { store throws(StorageError) in
                try store.set(Data(), forKey: "mark")
                try store.put(
                    OutboxEntry(key: RecordKey(collection: "X", id: "1"), operation: .create)
                )
            }
            // The first change is this one.
            for await change in changes {
                #expect(!change.touchesOutbox(ofCollection: "Message"))
                break
            }
        }
    }
}
