import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import Testing

@testable import RepositoryLocal

/// What an earlier version of the app has written is sent by the current one.
@Suite struct EarlierVersionTests {
    private static let known = #"{"id":"1","title":"a","memo":"x"}"#
    private static let policies: [ConflictPolicy] = [.merge, .serverWins, .fail, .clientWins]

    /// Stores an entity and writes as an app with some properties does, and updates the app.
    private func run(
        _ properties: Set<String>,
        in store: Store = .memory,
        policy: ConflictPolicy = .merge,
        _ write: @escaping @Sendable (Outbox) throws(StorageError) -> Void,
        then check: (World) async throws -> Void
    ) async throws {
        try await World.run(in: store) { world in
            let date = world.clock.now
            let earlier = EntitySchema(name: "Chore", properties: properties)
            try await world.storage.prepare(earlier) { $0 }
            try await world.storage.write { store throws(StorageError) in
                _ = try Confirmations(earlier, in: store, at: date)
                    .put(Data(Self.known.utf8), id: "1")
                try write(Outbox(earlier, in: store))
            }
            try await world.storage.prepare(Chore.self)
            let remote = ChoreRepository(store: world.session)
            try await world.synchronizer.register(RemoteCollection(remote, conflicts: policy))
            try await check(world)
        }
    }

    // MARK: - Properties that are new

    // The trap: a property with a former key would never be new.
    @Test("a property whose former key was skipped is new")
    func skippedVersion() async throws {
        try await World.run { world in
            let earlier = EntitySchema(name: "Memo", properties: ["content", "code"])
            let date = world.clock.now
            try await world.storage.prepare(earlier) { $0 }
            try await world.storage.write { store throws(StorageError) in
                _ = try Confirmations(earlier, in: store, at: date)
                    .put(Data(#"{"id":"1","content":"a","code":7}"#.utf8), id: "1")
            }
            try await world.storage.prepare(Memo.self)
            let new = try await world.storage.read { store throws(StorageError) in
                try NewProperties(of: "Memo", in: store).keys(since: nil)
            }
            #expect(new == ["state", "hue", "labels", "isPinned"])
        }
    }

    // The trap: the value was renamed when it got the property.
    @Test("a new property of a renamed value is new")
    func renamedValue() async throws {
        try await World.run { world in
            var earlier = Customer.schema
            earlier.properties = Set(
                earlier.properties.subtracting(["office.street"]).map { path in
                    path.hasPrefix("office") ? "seat" + path.dropFirst("office".count) : path
                }
            )
            var later = Customer.schema
            later.former = ["office": [FormerProperty("seat")]]
            let (former, current) = (earlier, later)
            let date = world.clock.now
            try await world.storage.prepare(former) { $0 }
            try await world.storage.write { store throws(StorageError) in
                _ = try Confirmations(former, in: store, at: date)
                    .put(Data(#"{"id":1,"name":"a"}"#.utf8), id: "1")
            }
            try await world.storage.prepare(current) { $0 }
            let new = try await world.storage.read { store throws(StorageError) in
                try NewProperties(of: "Customer", in: store).keys(since: nil)
            }
            #expect(new == ["office.street"])
        }
    }

    // MARK: - Writes in flight

    // The trap: what was sent lacks the new properties, so it seems to be another client's change.
    @Test(
        "a write that arrived is recognized after new properties",
        arguments: policies,
        [true, false]
    )
    func arrived(policy: ConflictPolicy, deletes: Bool) async throws {
        try await run(["title"], policy: policy) { outbox throws(StorageError) in
            _ = try outbox.update(Data(#"{"id":"1","title":"mine"}"#.utf8), id: "1")
            let key = RecordKey(collection: "Chore", id: "1")
            for var entry in try outbox.store.entries(of: key) {
                entry.state = .inFlight
                entry.attempts = 1
                entry.changed = ["id": "1", "title": "mine"]
                try outbox.store.put(entry)
            }
            if deletes {
                try outbox.delete(id: "1")
            } else {
                _ = try outbox.update(Data(#"{"id":"1","title":"later"}"#.utf8), id: "1")
            }
        } then: { world in
            let arrived = #"{"id":"1","title":"mine","isDone":true,"rank":5}"#
            let later = arrived.replacing("mine", with: "later")
            await world.server.script("GET", "/chores/1", .json(arrived))
            await world.server.script("PUT", "/chores/1", .json(later))
            await world.server.script("DELETE", "/chores/1", .json(""))
            let report = await world.synchronizer.push()
            #expect(report.conflicts.isEmpty && report.rejected.isEmpty, "\(report)")
            // The deletion replaces the update.
            #expect(report.superseded == (deletes ? 1 : 0), "\(report)")
            let writes = await world.server.requests.filter { $0.method != "GET" }
            #expect(writes.map(\.method) == [deletes ? "DELETE" : "PUT"])
            let body = #"{"isDone":true,"rank":5,"title":"later"}"#
            #expect(deletes || writes.map(\.text) == [body])
        }
    }

    // MARK: - Removed properties

    @Test("an update of a removed property is rejected", arguments: Store.allCases)
    func removedInUpdate(store: Store) async throws {
        try await run(["title", "memo"], in: store) { outbox throws(StorageError) in
            _ = try outbox.update(Data(#"{"id":"1","title":"a","memo":"mine"}"#.utf8), id: "1")
        } then: { world in
            await world.server.script("GET", "/chores/1", .json(Self.known))
            let report = await world.synchronizer.push()
            #expect(report.rejected.map { $0.entry.failure?.message.contains("'memo'") } == [true])
            #expect(await world.writes().isEmpty)
        }
    }

    // The trap: a creation has values for all properties, also those that the user has not set.
    @Test("a creation is sent without a removed property", arguments: Store.allCases)
    func removedInCreation(store: Store) async throws {
        try await run(["title", "memo"], in: store) { outbox throws(StorageError) in
            _ = try outbox.create(Data(#"{"id":"t1","title":"a","memo":""}"#.utf8), id: "t1")
        } then: { world in
            let created = #"{"id":"7","title":"a","isDone":false}"#
            await world.server.script("POST", "/chores", .json(created, status: 201))
            let report = await world.synchronizer.push()
            #expect(report.acknowledged == 1 && report.rejected.isEmpty, "\(report)")
            let bodies = await world.server.requests.map(\.text)
            #expect(bodies.allSatisfy { !$0.contains("memo") } && bodies.count == 1)
        }
    }

    // The trap: the stored document has the removed property, too.
    @Test("a write that does not change a removed property is sent", arguments: policies)
    func removedElsewhere(policy: ConflictPolicy) async throws {
        try await run(["title", "memo"], policy: policy) { outbox throws(StorageError) in
            _ = try outbox.update(Data(#"{"id":"1","title":"mine","memo":"x"}"#.utf8), id: "1")
        } then: { world in
            await world.server.script("GET", "/chores/1", .json(Self.known))
            let mine = Self.known.replacing(#""a""#, with: #""mine""#)
            await world.server.script("PUT", "/chores/1", .json(mine))
            let report = await world.synchronizer.push()
            #expect(report.acknowledged == 1 && report.rejected.isEmpty, "\(report)")
            #expect(await world.writes().count == 1)
        }
    }

    // The trap: with a default, the unconverted document can be decoded, and the default is sent.
    @Test("what a function could not convert is not sent as the default", arguments: Store.allCases)
    func unconverted(store: Store) async throws {
        try await World.run(in: store) { world in
            try await world.storage.write { store throws(StorageError) in
                let key = RecordKey(collection: "Memo", id: "1")
                let known = Data(#"{"id":"1","text":"t","code":"c","color":"teal"}"#.utf8)
                try store.put(StoredRecord(key: key, document: known, base: known))
                let outbox = Outbox(EntitySchema(name: "Memo"), in: store)
                let changed = #"{"id":"1","text":"mine","code":"c","color":"teal"}"#
                _ = try outbox.update(Data(changed.utf8), id: "1")
                let new = #"{"id":"t2","text":"new","code":"c","color":"teal"}"#
                _ = try outbox.create(Data(new.utf8), id: "t2")
            }
            try await world.storage.prepare(Memo.self)
            let unreadable = try await world.storage.unreadableKeys(of: Memo.self).map(\.id)
            #expect(unreadable == ["1", "t2"])
            await world.server.script(
                "GET",
                "/memos/1",
                .json(#"{"id":"1","text":"t","code":"c"}"#)
            )
            try await world.synchronizer.register(
                RemoteCollection(MemoRepository(store: world.session), conflicts: .clientWins)
            )
            let report = await world.synchronizer.push()
            #expect(report.rejected.map(\.entry.key.id).sorted() == ["1", "t2"], "\(report)")
            #expect(await world.writes().isEmpty)
        }
    }
}
