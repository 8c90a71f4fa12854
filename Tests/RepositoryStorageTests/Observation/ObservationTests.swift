import Foundation
import RepositoryRuntime
import Testing

/// The results that an observer of a query gets.
@Suite struct ObservationTests {
    @Test(
        "the first result comes immediately, others when the result changes",
        arguments: ObservedStore.allCases
    )
    func results(store: ObservedStore) async throws {
        let world = try ObservedWorld(store)
        try await world.put("a", rank: 4)
        var popular = world.items.observe { $0.rank > 3 }.makeAsyncIterator()
        #expect(try await popular.next()?.map(\.id) == ["a"])
        try await world.put("b", rank: 5)
        #expect(try await popular.next()?.map(\.id) == ["a", "b"])
        try await world.put("a", rank: 1)
        #expect(try await popular.next()?.map(\.id) == ["b"])
        try await world.items.patch(id: "b", with: .init(rank: .set(9)))
        #expect(try await popular.next()?.map(\.rank) == [9])
        try await world.items.delete(id: "b")
        #expect(try await popular.next() == [])
    }

    @Test("order and limit are part of the query", arguments: ObservedStore.allCases)
    func order(store: ObservedStore) async throws {
        let world = try ObservedWorld(store)
        for rank in 1...3 { try await world.put("\(rank)", rank: rank) }
        let top = world.items.observe(
            limit: 2,
            orderedBy: { [$0.rank.descending] },
            where: { _ in .always }
        )
        var iterator = top.makeAsyncIterator()
        #expect(try await iterator.next()?.map(\.id) == ["3", "2"])
        try await world.put("1", rank: 7)
        #expect(try await iterator.next()?.map(\.id) == ["1", "3"])
    }

    @Test(
        "a single entity is observed before its creation and after its deletion",
        arguments: ObservedStore.allCases
    )
    func entity(store: ObservedStore) async throws {
        let world = try ObservedWorld(store)
        var iterator = world.items.observe(id: "a").makeAsyncIterator()
        #expect(try await iterator.next() == .some(nil))
        try await world.put("a", rank: 1)
        #expect(try await iterator.next()??.rank == 1)
        try await world.put("a", rank: 2)
        #expect(try await iterator.next()??.rank == 2)
        try await world.items.delete(id: "a")
        #expect(try await iterator.next() == .some(nil))
    }

    @Test("a number of entities is observed", arguments: ObservedStore.allCases)
    func count(store: ObservedStore) async throws {
        let world = try ObservedWorld(store)
        var all = world.items.observeCount().makeAsyncIterator()
        var ranked = world.items.observeCount { $0.rank > 3 }.makeAsyncIterator()
        #expect(try await all.next() == 0)
        #expect(try await ranked.next() == 0)
        try await world.put("a", rank: 1)
        #expect(try await all.next() == 1)
        try await world.put("b", rank: 5)
        #expect(try await all.next() == 2)
        #expect(try await ranked.next() == 1)
    }

    @Test(
        "a change that does not affect the result yields nothing",
        arguments: ObservedStore.allCases
    )
    func irrelevant(store: ObservedStore) async throws {
        let world = try ObservedWorld(store)
        try await world.put("a", rank: 4)
        try await world.put("b", rank: 1)
        let observed = Task {
            var ids: [[String]] = []
            for try await items in world.items.observe(where: { $0.rank > 3 }) {
                ids.append(items.map(\.id))
                if ids.count == 2 { break }
            }
            return ids
        }
        try await world.storage.reads(atLeast: 1)
        // Another item changes; the same item is written unchanged; and again with other bytes.
        try await world.put("b", rank: 2)
        try await world.storage.reads(atLeast: 2)
        try await world.put("a", rank: 4)
        try await world.storage.reads(atLeast: 3)
        try await world.put("a", document: #"{ "rank": 4, "name": "", "id": "a" }"#)
        try await world.storage.reads(atLeast: 4)
        try await world.put("c", rank: 4)
        #expect(try await observed.value == [["a"], ["a", "c"]])
    }

    @Test("entities that are not Equatable are compared by their stored documents")
    func opaque() async throws {
        let world = try ObservedWorld(.memory)
        let opaque = OpaqueItemRepository(storage: world.storage)
        let item = Item<String>(id: "a", name: "one")
        try await opaque.storeOrUpdate(OpaqueItem(item))
        let observed = Task {
            var names: [[String]] = []
            for try await items in opaque.observe() {
                names.append(items.map(\.item.name))
                if names.count == 2 { break }
            }
            return names
        }
        try await world.storage.reads(atLeast: 1)
        try await opaque.storeOrUpdate(OpaqueItem(item))
        try await world.storage.reads(atLeast: 2)
        var other = item
        other.name = "two"
        try await opaque.storeOrUpdate(OpaqueItem(other))
        #expect(try await observed.value == [["one"], ["two"]])
    }

    @Test("a change of another collection or entity causes no reads")
    func elsewhere() async throws {
        let world = try ObservedWorld(.sqlite)
        try await world.put("a")
        var all = world.items.observe().makeAsyncIterator()
        #expect(try await all.next()?.count == 1)
        let other = OpaqueItem(Item<String>(id: "a", name: ""))
        try await OpaqueItemRepository(storage: world.storage).storeOrUpdate(other)
        // Published changes are processed before the end.
        try world.close()
        #expect(try await all.next() == nil)
        #expect(world.storage.reads == 1)

        let second = try ObservedWorld(.sqlite)
        try await second.put("a")
        var observed = second.items.observe(id: "a").makeAsyncIterator()
        #expect(try await observed.next()??.id == "a")
        try await second.put("b")
        try second.close()
        #expect(try await observed.next() == nil)
        #expect(second.storage.reads == 1)
    }

    @Test("a slow consumer gets the latest result once", arguments: ObservedStore.allCases)
    func slow(store: ObservedStore) async throws {
        let world = try ObservedWorld(store)
        var iterator = world.items.observe().makeAsyncIterator()
        #expect(try await iterator.next() == [])
        for number in 0..<200 { try await world.put("\(number % 40)", rank: number) }
        #expect(try await iterator.next() == world.items.find())
        // One read for 200 writes; nothing is buffered.
        #expect(world.storage.reads == 3)
        try await world.put("last")
        #expect(try await iterator.next()?.count == 41)
        #expect(world.storage.reads == 4)
    }

    @Test("an actor can observe, and errors are typed") @MainActor
    func actor() async throws {
        let items = try ObservedWorld(.memory).items
        func numbers() async throws(RepositoryError) -> [Int] {
            var seen: [Int] = []
            for try await count in items.observeCount() {
                seen.append(count)
                if count == 2 { break }
                try await items.storeOrUpdate(Item(id: "\(count)"))
            }
            return seen
        }
        #expect(try await numbers() == [0, 1, 2])
    }
}
