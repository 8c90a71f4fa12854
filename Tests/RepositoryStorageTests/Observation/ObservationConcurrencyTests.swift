import Foundation
import RepositoryRuntime
import RepositorySQLite
import TestSupport
import Testing

/// Observation during concurrent writes.
@Suite struct ObservationConcurrencyTests {
    @Test(
        "concurrent writes cause neither lost nor duplicate results",
        arguments: ObservedStore.allCases,
        [1, 2, 3] as [UInt64]
    )
    func writers(store: ObservedStore, seed: UInt64) async throws {
        let world = try ObservedWorld(store)
        let queries: [Criteria] = [
            .all,
            Criteria(Item<String>.self) { $0.rank > 5 },
            Criteria(Item<String>.self, limit: 4) { $0.rank > 5 }
                .ordered(Item<String>.self) { $0.rank.descending },
        ]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for query in queries {
                group.addTask {
                    let last = try await observe(query, of: world)
                    #expect(try await world.items.find(query) == last)
                }
            }
            group.addTask {
                try await write(to: world, seed: seed)
                // It is in the result of each query, and marks the end for observers.
                try await world.put("end", rank: 1000)
            }
            try await group.waitForAll()
        }
        #expect(!world.hasListeners)
    }

    /// Observes until the end, and returns the last result.
    private func observe(
        _ query: Criteria,
        of world: ObservedWorld
    ) async throws -> [Item<String>] {
        var last: [Item<String>]?
        for try await items in world.items.observe(query) {
            #expect(items != last)
            last = items
            if items.contains(where: { $0.id == "end" }) { break }
        }
        return try #require(last)
    }

    /// Writes from several tasks to few items, so that they collide.
    private func write(to world: ObservedWorld, seed: UInt64) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 as Range<UInt64> {
                group.addTask {
                    var random = SeededRandom(seed: seed &* 100 &+ writer)
                    for _ in 0..<60 {
                        let id = "\(Int.random(in: 0..<12, using: &random))"
                        if Int.random(in: 0..<4, using: &random) == 0 {
                            try await world.items.delete(id: id)
                        } else {
                            try await world.put(id, rank: .random(in: 0..<10, using: &random))
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test(
        "a write between reading and publishing is not lost",
        arguments: ObservedStore.allCases
    )
    func between(store: ObservedStore) async throws {
        let world = try ObservedWorld(store)
        let other = ItemRepository<String>(storage: world.storage.base)
        for id in ["a", "b", "c"] {
            world.storage.afterRead { _ = try? await other.storeOrUpdate(Item(id: id)) }
        }
        var iterator = world.items.observe().makeAsyncIterator()
        for ids in [[], ["a"], ["a", "b"], ["a", "b", "c"]] {
            #expect(try await iterator.next()?.map(\.id) == ids)
        }
        #expect(world.storage.reads == 4)
    }

    @Test("writes of another store on the same file are observed")
    func otherStore() async throws {
        let folder = try TemporaryFolder()
        var configuration = SQLiteConfiguration.testing
        configuration.externalChangeInterval = .milliseconds(10)
        let here = ItemRepository<String>(storage: try folder.store(configuration))
        let there = ItemRepository<String>(storage: try folder.store(configuration))
        var iterator = here.observe { $0.rank > 3 }.makeAsyncIterator()
        #expect(try await iterator.next() == [])
        let item = Item<String>(id: "a", name: "", rank: 4)
        try await there.storeOrUpdate(item)
        #expect(try await iterator.next() == [item])
        try await there.delete(id: "a")
        #expect(try await iterator.next() == [])
    }

    @Test("writes of another process are observed")
    func otherProcess() async throws {
        let folder = try TemporaryFolder()
        var configuration = SQLiteConfiguration.testing
        configuration.externalChangeInterval = .milliseconds(10)
        let notes = OpaqueItemRepository(storage: try folder.store(configuration))
        var iterator = notes.observeCount().makeAsyncIterator()
        #expect(try await iterator.next() == 0)
        let said = try await BackgroundWork.run {
            try StorageClient("prepare", folder.file.path, in: folder.url).finish()
        }
        #expect(said == ["done"])
        #expect(try await iterator.next() == 1)
    }
}
