import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// Memory use does not grow with the number of records.
@Suite struct ManyRecordsTests {
    private static let count = 3_000
    /// A page of records, each read before it is written, with its entries.
    private static let bound = 1_500

    @Test(
        "listing, sending and sweeping hold few records at once",
        arguments: Store.allCases,
        [RemoteCollection.Listing.whole, .pages(of: 200)]
    )
    func bounded(store: Store, listing: RemoteCollection.Listing) async throws {
        try await World.run(in: store) { world in
            let storage = CountingStorage(world.storage)
            let synchronizer = Synchronizer(storage: storage, clock: world.clock)
            try await synchronizer.register(
                RemoteCollection(
                    BatchMessageRepository(store: world.session),
                    creationCheck: .idempotencyKey(),
                    listing: listing,
                    batchSize: 100
                )
            )
            let documents = try (0..<Self.count).map { number in
                try Message(id: "x\(number)", text: "\(number)").jsonData()
            }
            try await world.storage.write { store throws(StorageError) in
                let outbox = Outbox(Message.schema, in: store)
                for (number, document) in documents.enumerated() {
                    try outbox.create(document, id: "x\(number)")
                }
            }
            #expect(await synchronizer.push().acknowledged == Self.count)
            // Another client has them all, and some of those that it knew were deleted.
            let other = CountingStorage(MemoryStorage())
            let second = Synchronizer(storage: other, clock: world.clock)
            try await second.register(
                RemoteCollection(MessageRepository(store: world.session), listing: listing)
            )
            world.clock.advance(by: .seconds(1))
            #expect(await second.synchronize().pulled == Self.count)
            for number in 1...3 { try await world.remote.delete(id: "m\(number)") }
            world.clock.advance(by: .seconds(1))
            #expect(await second.synchronize().removed == 3)
            #expect(storage.greatestNumber < Self.bound)
            #expect(other.greatestNumber < Self.bound)
            // If not, nothing was counted.
            #expect(other.totalNumber > Self.count)
        }
    }

    @Test("the summary reads no entries, however many are pending", arguments: Store.allCases)
    func summary(store: Store) async throws {
        try await World.run(in: store) { world in
            // The server rejects a message without text.
            for number in 0..<20 {
                try await world.create(Message(id: "x\(number)", text: number < 5 ? "" : "a"))
            }
            let storage = CountingStorage(world.storage)
            let synchronizer = Synchronizer(storage: storage, clock: world.clock)
            let before = SyncSummary(waiting: 20, rejected: 0)
            #expect(try await synchronizer.summary() == before)
            await world.synchronize()
            try await world.create(Message(id: "y", text: "a"))
            let after = SyncSummary(waiting: 1, rejected: 5)
            #expect(try await synchronizer.summary() == after)
            #expect(storage.totalNumber == 0)
        }
    }
}
