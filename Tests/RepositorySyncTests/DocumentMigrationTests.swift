import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import Testing

@testable import RepositoryLocal

/// An update of the app adds properties with defaults, which stored documents lack.
@Suite struct DocumentMigrationTests {
    private static let old = #"{"id":"1","title":"a"}"#
    private static let changed = #"{"id":"1","title":"a","isDone":true,"rank":5}"#

    private static let mine = #"{"id":"1","title":"mine","isDone":true,"rank":5}"#

    /// Stores an entity as an earlier version of the app does.
    private func run(
        in store: Store,
        _ body: (World) async throws -> Void
    ) async throws {
        try await World.run(in: store) { world in
            let date = world.clock.now
            try await world.storage.write { store throws(StorageError) in
                let earlier = EntitySchema(name: "Chore")
                _ = try Confirmations(earlier, in: store, at: date)
                    .put(Data(Self.old.utf8), id: "1", entityTag: "\"1\"")
            }
            try await body(world)
        }
    }

    // The trap: a decoded entity has the default, but a query for the default does not find it.
    @Test("documents of an earlier version are found by the defaults", arguments: Store.allCases)
    func query(store: Store) async throws {
        try await run(in: store) { world in
            try await world.storage.prepare(Chore.self)
            let chores = RepositoryProxy<Chore>(storage: world.storage)
            let undone = try await chores.find { $0.isDone == false }
            #expect(undone.map(\.id) == ["1"])
            let third = try await chores.find { $0.rank > 2 && $0.rank < 4 }
            #expect(third.map(\.id) == ["1"])
            let unranked = try await chores.find { $0.rank == nil }
            #expect(unranked.isEmpty)
        }
    }

    @Test("many documents are migrated, and existing values are kept")
    func many() async throws {
        try await World.run { world in
            try await world.storage.write { store throws(StorageError) in
                for number in 0..<1000 {
                    let rest = number.isMultiple(of: 4) ? #","isDone":true"# : ""
                    let document = #"{"id":"\#(number)","title":"a"\#(rest)}"#
                    let key = RecordKey(collection: "Chore", id: "\(number)")
                    try store.put(StoredRecord(key: key, document: Data(document.utf8)))
                }
            }
            try await world.storage.prepare(Chore.self)
            let chores = RepositoryProxy<Chore>(storage: world.storage)
            let done = try await chores.find { $0.isDone == true }
            #expect(done.count == 250)
            let undone = try await chores.find { $0.isDone == false && $0.rank == 3 }
            #expect(undone.count == 750)
        }
    }

    // The trap: the default would overwrite the server's value, with a valid tag.
    @Test(
        "a change is merged with the server's values of the new properties",
        arguments: Store.allCases
    )
    func update(store: Store) async throws {
        try await run(in: store) { world in
            let tag = ["ETag": "\"1\""]
            await world.server.script("GET", "/chores/1", .json(Self.changed, headers: tag))
            await world.server.script("GET", "/chores", .json("[\(Self.changed)]"))
            await world.server.script("PUT", "/chores/1", .json(Self.mine))
            let remote = ChoreRepository(store: world.session)
            try await world.synchronizer.register(RemoteCollection(remote))
            try await world.update(Chore(id: "1", title: "mine"))
            #expect(await world.synchronizer.push().rejected.isEmpty)
            let bodies = await world.server.requests.filter { $0.method == "PUT" }.map(\.text)
            #expect(bodies == [#"{"isDone":true,"rank":5,"title":"mine"}"#])
        }
    }

    // The trap: the stored state has the defaults, which differ from the server's values.
    @Test(
        "the server's values of new properties are not a change on the server",
        arguments: Store.allCases,
        [ConflictPolicy.merge, .serverWins, .fail, .clientWins]
    )
    func newProperties(store: Store, policy: ConflictPolicy) async throws {
        for deletes in [false, true] {
            try await World.run(in: store) { world in
                let date = world.clock.now
                // An earlier version of the app has one property.
                let earlier = EntitySchema(name: "Chore", properties: ["title"])
                try await world.storage.prepare(earlier) { $0 }
                try await world.storage.write { store throws(StorageError) in
                    _ = try Confirmations(earlier, in: store, at: date)
                        .put(Data(Self.old.utf8), id: "1")
                }
                try await world.storage.prepare(Chore.self)
                await world.server.script("GET", "/chores/1", .json(Self.changed))
                await world.server.script("PUT", "/chores/1", .json(Self.mine))
                await world.server.script("DELETE", "/chores/1", .json(""))
                let remote = ChoreRepository(store: world.session)
                try await world.synchronizer.register(
                    RemoteCollection(remote, conflicts: policy)
                )
                let chores = RepositoryProxy<Chore>(
                    remote: remote,
                    storage: world.storage,
                    strategy: Strategy(.localFirst),
                    clock: world.clock
                )
                if deletes {
                    try await chores.delete(id: "1")
                } else {
                    try await chores.update(Chore(id: "1", title: "mine"))
                }
                let report = await world.synchronizer.push()
                #expect(report.conflicts.isEmpty, "\(report)")
                #expect(report.acknowledged == 1, "\(report)")
                let writes = await world.server.requests.filter { $0.method != "GET" }
                #expect(writes.map(\.method) == [deletes ? "DELETE" : "PUT"])
                let body = #"{"isDone":true,"rank":5,"title":"mine"}"#
                #expect(deletes || writes.map(\.text) == [body])
            }
        }
    }

    // The trap: the version is valid, but protects a property whose value is unknown.
    @Test("a version does not protect new properties")
    func validVersion() async throws {
        try await World.run { world in
            let date = world.clock.now
            let earlier = EntitySchema(name: "Chore", properties: ["title"])
            try await world.storage.prepare(earlier) { $0 }
            // It has the values that an update would add, so the document stays as it is.
            let stored = Data(#"{"id":"1","title":"a","isDone":false,"rank":3}"#.utf8)
            try await world.storage.write { store throws(StorageError) in
                _ = try Confirmations(earlier, in: store, at: date)
                    .put(stored, id: "1", entityTag: "\"1\"")
            }
            try await world.storage.prepare(Chore.self)
            let tag = ["ETag": "\"1\""]
            await world.server.script("GET", "/chores/1", .json(Self.changed, headers: tag))
            await world.server.script("PUT", "/chores/1", .json(Self.mine))
            let remote = ChoreRepository(store: world.session)
            try await world.synchronizer.register(RemoteCollection(remote))
            try await world.update(Chore(id: "1", title: "mine", isDone: false, rank: 3))
            #expect(await world.synchronizer.push().rejected.isEmpty)
            let requests = await world.server.requests
            #expect(requests.map(\.method) == ["GET", "PUT"])
            #expect(requests.last?.text == #"{"isDone":true,"rank":5,"title":"mine"}"#)
        }
    }

    @Test("new properties are known after renaming the entity, too")
    func renamedEntity() async throws {
        try await World.run { world in
            let (storage, date) = (world.storage, world.clock.now)
            let earlier = EntitySchema(name: "Chore", properties: ["title"])
            try await storage.prepare(earlier) { $0 }
            try await storage.write { store throws(StorageError) in
                _ = try Confirmations(earlier, in: store, at: date)
                    .put(Data(Self.old.utf8), id: "1", entityTag: "\"1\"")
            }
            let later = EntitySchema(name: "Chore", properties: ["title", "note"])
            try await storage.prepare(later) { $0 }
            let renamed = EntitySchema(
                name: "Duty",
                properties: ["title", "note"],
                formerNames: ["Chore"]
            )
            try await storage.prepare(renamed) { $0 }
            try await storage.read { store throws(StorageError) in
                let record = try store.record(RecordKey(collection: "Duty", id: "1"))
                #expect(record?.entityTag == "\"1\"")
                let new = try NewProperties(of: "Duty", in: store)
                #expect(new.keys(since: record?.confirmedAt) == ["note"])
            }
        }
    }

    @Test("new properties of entities that join others under a new name are known")
    func joinedEntity() async throws {
        try await World.run { world in
            let (storage, date) = (world.storage, world.clock.now)
            let earlier = EntitySchema(name: "Chore", properties: ["title"])
            let later = EntitySchema(
                name: "Duty",
                properties: ["title", "note"],
                formerNames: ["Chore"]
            )
            for (schema, id) in [(later, "2"), (earlier, "1")] {
                try await storage.prepare(schema) { $0 }
                try await storage.write { store throws(StorageError) in
                    _ = try Confirmations(schema, in: store, at: date)
                        .put(Data(Self.old.utf8), id: id)
                }
            }
            try await storage.prepare(later) { $0 }
            for (id, expected) in [("1", ["note"]), ("2", [])] as [(String, Set<String>)] {
                try await storage.read { store throws(StorageError) in
                    let record = try store.record(RecordKey(collection: "Duty", id: id))
                    let new = try NewProperties(of: "Duty", in: store)
                    #expect(new.keys(since: record?.confirmedAt) == expected)
                }
            }
        }
    }

    // The trap: a change of a new property, once it is known, is a change on the server.
    @Test("a new property that the server has confirmed can conflict", arguments: Store.allCases)
    func confirmedProperty(store: Store) async throws {
        try await World.run(in: store) { world in
            let earlier = EntitySchema(name: "Chore", properties: ["title"])
            try await world.storage.prepare(earlier) { $0 }
            let old = world.clock.now
            try await world.storage.write { store throws(StorageError) in
                _ = try Confirmations(earlier, in: store, at: old).put(Data(Self.old.utf8), id: "1")
            }
            try await world.storage.prepare(Chore.self)
            world.clock.advance(by: .seconds(1))
            let now = world.clock.now
            let known = Data(#"{"id":"1","title":"a","isDone":false,"rank":3}"#.utf8)
            try await world.storage.write { store throws(StorageError) in
                _ = try Confirmations(Chore.schema, in: store, at: now).put(known, id: "1")
            }
            await world.server.script("GET", "/chores/1", .json(Self.changed))
            let remote = ChoreRepository(store: world.session)
            try await world.synchronizer.register(RemoteCollection(remote, conflicts: .fail))
            try await world.update(Chore(id: "1", title: "mine"))
            #expect(await world.synchronizer.push().conflicts.count == 1)
        }
    }

    // The trap: a migration that was not completed has stored no form to compare with.
    @Test("new properties are known after an interrupted migration, too")
    func interruptedMigration() async throws {
        try await World.run { world in
            let (storage, date) = (world.storage, world.clock.now)
            let earlier = EntitySchema(name: "Chore", properties: ["title"])
            try await storage.prepare(earlier) { $0 }
            try await storage.write { store throws(StorageError) in
                for number in 0..<1_000 {
                    _ = try Confirmations(earlier, in: store, at: date)
                        .put(Data(Self.old.utf8), id: "\(number)")
                }
            }
            let later = EntitySchema(name: "Chore", properties: ["title", "note"])
            for writes in 0..<3 {
                try? await FailingStorage(storage, afterWrites: writes).prepare(later) { members in
                    members.merging(["note": ""]) { old, _ in old }
                }
            }
            let isInterrupted = try await storage.read { store throws(StorageError) in
                try store.value(forKey: MigrationProgress.formName("Chore")) == nil
            }
            #expect(isInterrupted)
            let last = EntitySchema(name: "Chore", properties: ["title", "note", "rank"])
            try await storage.prepare(last) { $0 }
            let new = try await storage.read { store throws(StorageError) in
                try NewProperties(of: "Chore", in: store).keys(since: date)
            }
            #expect(new == ["note", "rank"])
        }
    }

    // The trap: if a document cannot be converted, no form is stored to compare with.
    @Test("new properties are known if the app could not convert a document, too")
    func unconvertedDocument() async throws {
        try await World.run { world in
            let (storage, date) = (world.storage, world.clock.now)
            let earlier = EntitySchema(name: "Memo", properties: ["text", "code", "color"])
            try await storage.prepare(earlier) { $0 }
            try await storage.write { store throws(StorageError) in
                let document = #"{"id":"1","text":"t","code":"c","color":"teal"}"#
                _ = try Confirmations(earlier, in: store, at: date).put(
                    Data(document.utf8),
                    id: "1"
                )
            }
            for _ in 0..<2 { try await storage.prepare(Memo.self) }
            var later = Memo.schema
            later.properties.insert("stars")
            try await storage.prepare(later) { (members) throws(JSONError) in
                try Memo.normalized(members)
            }
            let new = try await storage.read { store throws(StorageError) in
                try NewProperties(of: "Memo", in: store).keys(since: date)
            }
            #expect(new.contains("stars") && !new.contains("text"))
        }
    }

    // The trap: only the migration of a store finds new properties.
    @Test("new properties of imported writes are known", arguments: Store.allCases)
    func importedWrites(store: Store) async throws {
        try await World.run(in: store) { world in
            let date = world.clock.now
            let earlier = EntitySchema(name: "Chore", properties: ["title"])
            let old = MemoryStorage()
            try await old.prepare(earlier) { $0 }
            let data = try await old.write { store throws(StorageError) in
                _ = try Confirmations(earlier, in: store, at: date).put(
                    Data(Self.old.utf8),
                    id: "1"
                )
                _ = try Outbox(earlier, in: store).patch(id: "1", with: ["title": "mine"])
                return try store.exportPendingWrites(of: ["Chore": earlier])
            }
            await world.server.script("GET", "/chores/1", .json(Self.changed))
            await world.server.script("PUT", "/chores/1", .json(Self.mine))
            let remote = ChoreRepository(store: world.session)
            try await world.synchronizer.register(RemoteCollection(remote, conflicts: .fail))
            try await world.storage.prepare(Chore.self)
            #expect(try await world.synchronizer.importPendingWrites(data).imported == 1)
            let report = await world.synchronizer.push()
            #expect(report.conflicts.isEmpty && report.acknowledged == 1, "\(report)")
            let bodies = await world.server.requests.filter { $0.method == "PUT" }.map(\.text)
            #expect(bodies == [#"{"isDone":true,"rank":5,"title":"mine"}"#])
        }
    }

    // The trap: the conversion was computed before the transaction, from the previous document.
    @Test(
        "a document that changes before its page is converted keeps the change",
        arguments: Store.allCases
    )
    func change(store: Store) async throws {
        try await run(in: store) { world in
            let base = world.storage
            let storage = InterruptedStorage(base, .beforeWrite) {
                let changed = Data(#"{"id":"1","title":"b"}"#.utf8)
                let key = RecordKey(collection: "Chore", id: "1")
                try? await base.write { store throws(StorageError) in
                    try store.put(StoredRecord(key: key, document: changed))
                }
            }
            try await storage.prepare(Chore.self)
            let chores = RepositoryProxy<Chore>(storage: storage)
            let undone = try await chores.find { $0.isDone == false }
            #expect(undone.map(\.title) == ["b"])
        }
    }
}
