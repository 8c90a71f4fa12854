import Foundation
import RepositoryRuntime
import SyncSample
import Testing

/// More pending writes than fit in a page; `SYNC_WAITING` sets the number.
@Suite struct ManyWritesTests {
    @Test("all writes are sent, however many are pending", arguments: Store.allCases, [1, 100])
    func many(store: Store, batchSize: Int) async throws {
        let environment = ProcessInfo.processInfo.environment["SYNC_WAITING"]
        let count = environment.flatMap { Int($0) } ?? 250
        try await World.run(in: store) { world in
            try await world.synchronizer.register(
                RemoteCollection(
                    BatchMessageRepository(store: world.session),
                    creationCheck: .idempotencyKey(),
                    batchSize: batchSize
                )
            )
            let documents = try (0..<count).map { number in
                try Message(id: "t\(number)", text: "\(number)").jsonData()
            }
            try await world.storage.write { store throws(StorageError) in
                let outbox = Outbox(Message.schema, in: store)
                for (number, document) in documents.enumerated() {
                    try outbox.create(document, id: "t\(number)")
                }
            }
            let start = ContinuousClock.now
            let report = await world.synchronizer.push()
            let time = start.duration(to: .now)
            if environment != nil {
                print("\(count) writes, \(store), \(batchSize) a request: \(time)")
            }
            #expect(report.acknowledged == count)
            #expect(try await world.remote.find(.all).count == count)
            #expect(try await world.local().allSatisfy { $0.id.hasPrefix("m") })
        }
    }
}
