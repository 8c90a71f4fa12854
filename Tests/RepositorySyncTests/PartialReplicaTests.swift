import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// A store with a partial replica: `RemoteCollection.keeping`.
@Suite struct PartialReplicaTests {
    /// Registers the messages with a selection.
    private static func keep(
        _ selection: ReplicaSelection?,
        _ world: World,
        conventions: Conventions = Conventions(),
        listing: RemoteCollection.Listing = .whole
    ) async throws {
        let remote = Messages(store: world.session, conventions: conventions)
        try await world.synchronizer.register(
            RemoteCollection(remote, listing: listing, keeping: selection)
        )
    }

    /// A service with incremental listings.
    private static let changes = Conventions(
        tombstone: Conventions.Tombstone("deleted"),
        changes: .init(parameter: "since", cursor: .header("Last-Change"))
    )

    private static let unread = ReplicaSelection(Message.self) { $0.text == "unread" }

    private static func newest(_ count: Int, of text: String? = nil) -> ReplicaSelection {
        ReplicaSelection(Message.self, newest: count, by: \.likes) { message in
            text.map { message.text == $0 } ?? .always
        }
    }

    /// Creates messages on the server, with one like, two likes and so on.
    private static func fill(_ world: World, _ texts: [String]) async throws -> [String] {
        var ids: [String] = []
        for (index, text) in texts.enumerated() {
            ids.append(
                try await world.remote.create(Message.Draft(text: text, likes: index + 1)).id
            )
        }
        return ids
    }

    /// Returns the titles of the conversations in the store, sorted.
    private static func titles(_ world: World) async throws -> [String] {
        try await world.storage.read { store throws(StorageError) in
            try store.records(in: "Conversation", matching: .all)
        }.map { try Conversation(jsonData: $0.document).title }.sorted()
    }

    /// Returns the queries of the listings of messages.
    private static func listings(_ world: World) async -> [String] {
        await world.server.requests.filter { $0.method == "GET" && $0.path == "/messages" }
            .map(\.query)
    }

    @Test("only the selection is listed and stored", arguments: Store.allCases)
    func listing(store: Store) async throws {
        try await World.run(in: store) { world in
            try await Self.keep(Self.unread, world)
            let ids = try await Self.fill(world, ["unread", "read", "unread"])
            let report = await world.synchronize()
            #expect(report.isComplete)
            #expect(try await world.local().map(\.id) == [ids[0], ids[2]])
            #expect(report.pulled == 2)
            #expect(await Self.listings(world) == ["text=unread"])
        }
    }

    @Test("listing stops after the newest entities", arguments: Store.allCases)
    func newest(store: Store) async throws {
        try await World.run(in: store) { world in
            try await Self.keep(Self.newest(3), world, listing: .pages(of: 2))
            _ = try await Self.fill(world, (1...9).map { "\($0)" })
            let first = await world.synchronize()
            #expect(try await world.local().map(\.text).sorted() == ["7", "8", "9"])
            #expect(
                await Self.listings(world) == [
                    "sort=-likes&limit=2&offset=0", "sort=-likes&limit=2&offset=2",
                ]
            )
            // The last page has one more than is kept: an observer does not see it.
            #expect(first.pulled == 3)
            #expect(first.dropped == 0)
            let again = await world.synchronize()
            #expect(again.pulled == 3)
            #expect(again.dropped == 0)
            // A new one is added, and one that is no longer among the newest is dropped.
            _ = try await world.remote.create(Message.Draft(text: "new", likes: 9))
            #expect(await world.synchronize().dropped == 1)
            #expect(try await world.local().map(\.text).sorted() == ["8", "9", "new"])
        }
    }

    // The trap: a service that does not know `sort` lists the oldest first.
    @Test("a service that does not sort is listed to the end", arguments: Store.allCases)
    func unsorted(store: Store) async throws {
        try await World.run(in: store) { world in
            let conventions = Conventions(query: .init(sort: "unknown"))
            try await Self.keep(
                Self.newest(3),
                world,
                conventions: conventions,
                listing: .pages(of: 4)
            )
            let ids = try await Self.fill(world, (1...9).map { "\($0)" })
            await world.synchronize()
            #expect(try await world.local().map(\.text).sorted() == ["7", "8", "9"])
            #expect(await Self.listings(world).count == 3)
            // Now it is known which are beyond the limit: they are not stored again.
            let again = await world.synchronize()
            #expect(again.pulled == 3)
            #expect(again.dropped == 0)
            // One that has left is replaced, although older.
            try await world.remote.delete(id: ids[8])
            await world.synchronize()
            #expect(try await world.local().map(\.text).sorted() == ["6", "7", "8"])
            // The same for one that is no longer among the newest.
            _ = try await world.remote.patch(id: ids[7], with: Message.Patch(likes: .set(0)))
            await world.synchronize()
            #expect(try await world.local().map(\.text).sorted() == ["5", "6", "7"])
        }
    }

    // The trap: the oldest kept entity is as old as one that is not kept.
    @Test("equally new entities are listed once in a run", arguments: Store.allCases)
    func equallyNew(store: Store) async throws {
        try await World.run(in: store) { world in
            let conventions = Conventions(query: .init(sort: "unknown"))
            try await Self.keep(
                Self.newest(3),
                world,
                conventions: conventions,
                listing: .pages(of: 4)
            )
            for likes in [5, 7, 7, 7, 7] {
                _ = try await world.remote.create(Message.Draft(text: "a", likes: likes))
            }
            await world.synchronize()
            #expect(await Self.listings(world).count == 2)
            #expect(await world.synchronize().dropped == 0)
            #expect(await Self.listings(world).count == 4)
            #expect(try await world.local().count == 3)
        }
    }

    @Test("a service that rejects the condition is listed in full", arguments: Store.allCases)
    func refused(store: Store) async throws {
        try await World.run(in: store) { world in
            try await Self.keep(Self.unread, world)
            let ids = try await Self.fill(world, ["unread", "read", "unread"])
            await world.server.setFaults { request in
                request.query.contains("text=") ? .answer(ScriptedAnswer(400)) : nil
            }
            let report = await world.synchronize()
            #expect(report.isComplete, "\(report.problems)")
            #expect(try await world.local().map(\.id) == [ids[0], ids[2]])
        }
    }

    @Test(
        "entities that leave the selection are dropped",
        arguments: Store.allCases,
        [true, false]
    )
    func leaving(store: Store, isHere: Bool) async throws {
        try await World.run(in: store) { world in
            try await Self.keep(Self.unread, world)
            let ids = try await Self.fill(world, ["unread", "unread"])
            await world.synchronize()
            if isHere {
                try await world.patch(ids[0], ["text": "read"])
                // A pending write is never dropped.
                await world.server.setFaults {
                    $0.method == "PATCH" ? .answer(ScriptedAnswer(503)) : nil
                }
                await world.synchronize()
                #expect(try await world.local().map(\.text) == ["read", "unread"])
                await world.server.setFaults(nil)
                _ = await world.settle()
            } else {
                _ = try await world.remote.patch(
                    id: ids[0],
                    with: Message.Patch(text: .set("read"))
                )
                #expect(await world.synchronize().dropped == 1)
            }
            #expect(try await world.local().map(\.id) == [ids[1]])
            #expect(try await world.remote.find(id: ids[0]).text == "read")
            // It returns with the selection.
            _ = try await world.remote.patch(id: ids[0], with: Message.Patch(text: .set("unread")))
            await world.synchronize()
            #expect(try await world.local().count == 2)
        }
    }

    @Test("entities deleted on the server are removed", arguments: Store.allCases)
    func deleted(store: Store) async throws {
        try await World.run(in: store) { world in
            try await Self.keep(Self.unread, world)
            let ids = try await Self.fill(world, ["unread", "unread"])
            await world.synchronize()
            try await world.remote.delete(id: ids[0])
            let report = await world.synchronize()
            #expect(report.removed == 1)
            #expect(report.dropped == 0)
            #expect(try await world.local().map(\.id) == [ids[1]])
        }
    }

    @Test("referenced entities stay", arguments: Store.allCases)
    func referred(store: Store) async throws {
        try await World.run(in: store) { world in
            let conversations = ReplicaSelection(Conversation.self, newest: 1, by: \.title)
            try await world.synchronizer.register(RemoteCollection(world.remoteConversations))
            try await Self.keep(nil, world)
            var ids: [String] = []
            for title in ["a", "b", "c", "d"] {
                ids.append(
                    try await world.remoteConversations.create(Conversation.Draft(title: title)).id
                )
            }
            let draft = Message.Draft(text: "in a", conversation: ids[0])
            let message = try await world.remote.create(draft).id
            await world.synchronize()
            try await world.synchronizer.register(
                RemoteCollection(world.remoteConversations, keeping: conversations)
            )
            let report = await world.synchronize()
            #expect(report.dropped == 2)
            #expect(try await Self.titles(world) == ["a", "d"])
            try await world.delete(message)
            _ = await world.settle()
            #expect(try await Self.titles(world) == ["d"])
        }
    }

    @Test("entities to which only removed ones refer are removed with them, even in a ring")
    func chain() async throws {
        let network = ScriptedNetwork()
        let errands = #"""
            [{"_id": "a", "title": "a"}, {"_id": "b", "title": "b", "next": "a"},
             {"_id": "c", "title": "c", "next": "b"}, {"_id": "d", "title": "d"},
             {"_id": "e", "title": "e", "next": "A"}, {"_id": "A", "title": "A", "next": "B"},
             {"_id": "B", "title": "B"}, {"_id": "C", "title": "C", "next": "D"},
             {"_id": "D", "title": "D", "next": "C"}]
            """#
        network.script(.get, "errands", .json(errands))
        let storage = MemoryStorage()
        let synchronizer = Synchronizer(storage: storage)
        let remote = ErrandRepository(store: network)
        try await synchronizer.register(RemoteCollection(remote))
        #expect(await synchronizer.synchronize().pulled == 9)
        let newest = ReplicaSelection(Errand.self, newest: 2, by: \.title)
        try await synchronizer.register(RemoteCollection(remote, keeping: newest))
        #expect(await synchronizer.synchronize().dropped == 5)
        let left = try await storage.read { store throws(StorageError) in
            try store.records(in: "Errand", matching: .all).map(\.key.id)
        }
        // One that stays refers to A, and that to B.
        #expect(left.sorted() == ["A", "B", "d", "e"])
    }

    @Test("the size can be limited, too", arguments: Store.allCases)
    func bytes(store: Store) async throws {
        try await World.run(in: store) { world in
            _ = try await Self.fill(world, (1...9).map { "\($0)" })
            let size = try Message(id: "m9", text: "9", likes: 9).jsonData().count
            try await Self.keep(
                ReplicaSelection(Message.self, bytes: 3 * size, by: \.likes),
                world,
                listing: .pages(of: 2)
            )
            let report = await world.synchronize()
            #expect(try await world.local().map(\.text).sorted() == ["7", "8", "9"])
            #expect(report.pulled == 3)
            #expect(report.dropped == 0)
            #expect(await Self.listings(world).count == 2)
        }
    }

    @Test("incremental listings respect the selection, too", arguments: Store.allCases)
    func changes(store: Store) async throws {
        try await World.run(in: store) { world in
            await world.server.setListsChanges(true)
            try await Self.keep(Self.unread, world, conventions: Self.changes)
            let ids = try await Self.fill(world, ["unread", "unread", "read", "unread"])
            await world.synchronize()
            #expect(try await world.local().map(\.id) == [ids[0], ids[1], ids[3]])
            _ = try await world.remote.patch(id: ids[0], with: Message.Patch(text: .set("read")))
            _ = try await world.remote.patch(id: ids[2], with: Message.Patch(text: .set("unread")))
            try await world.remote.delete(id: ids[3])
            let report = await world.synchronize()
            #expect(report.dropped == 1)
            #expect(report.removed == 1)
            #expect(try await world.local().map(\.id).sorted() == [ids[1], ids[2]].sorted())
            #expect(await Self.listings(world).last?.hasPrefix("since=") == true)
            // Another selection was not listed.
            try await Self.keep(nil, world, conventions: Self.changes)
            await world.synchronize()
            #expect(try await world.local().count == 3)
        }
    }

    @Test("incremental listings respect the limits, too", arguments: Store.allCases, [1, 4])
    func limitedChanges(store: Store, count: Int) async throws {
        try await World.run(in: store) { world in
            await world.server.setListsChanges(true)
            try await Self.keep(Self.newest(count), world, conventions: Self.changes)
            let ids = try await Self.fill(world, (1...9).map { "\($0)" })
            await world.synchronize()
            let newest = try await world.local().map(\.id)
            #expect(newest.sorted() == ids.suffix(count))
            // A change of one that is beyond the limit.
            _ = try await world.remote.patch(id: ids[0], with: Message.Patch(text: .set("changed")))
            let report = await world.synchronize()
            #expect(report.pulled == 0)
            #expect(report.dropped == 0)
            // Those that have left are replaced by older ones.
            for id in ids.suffix((count + 1) / 2) { try await world.remote.delete(id: id) }
            await world.synchronize()
            await world.synchronize()
            #expect(
                try await world.local().map(\.id).sorted()
                    == ids.dropLast((count + 1) / 2).suffix(count)
            )
            let queries = await Self.listings(world).map { $0.hasPrefix("since=") }
            #expect(queries == [false, true, true, false])
        }
    }
}

/// The messages of the example server with the conventions of a test.
private struct Messages: CRUDNetworkingRepository, PatchableRepository {
    typealias Entity = Message
    let store: any Networking
    let path = "messages"
    let conventions: Conventions
}
