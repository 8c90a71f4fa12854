import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import Testing

/// Lists that omit properties erase nothing, locally or on the server.
@Suite struct UnlistedPropertyTests {
    private static let whole = #"{"id":"1","title":"a","facts":"known"}"#
    private static let listed = #"[{"id":"1","title":"b"}]"#
    private static let mine = #"{"id":"1","title":"mine","facts":"newer"}"#
    private static let changed = #"{"id":"1","title":"b","facts":"newer"}"#

    private struct InStep: CRUDNetworkingStorageRepository {
        typealias Entity = Playbook
        let networking: PlaybookRepository
        let storage: any Storage
        let clock: any SyncClock
    }

    @Test("a repository that stores what it finds keeps the values that listings omit")
    func inStep() async throws {
        try await run { world in
            let remote = PlaybookRepository(store: world.session)
            let playbooks = InStep(networking: remote, storage: world.storage, clock: world.clock)
            let facts = try await playbooks.find(id: "1").facts
            #expect(facts == "newer")
            world.clock.advance(by: .seconds(1))
            #expect(try await playbooks.find(.all).map(\.facts) == [nil])
            #expect(try await playbooks.stored().map(\.facts) == ["newer"])
        }
    }

    private func run(
        in store: Store = .memory,
        conflicts: ConflictPolicy = .merge,
        _ body: (World) async throws -> Void
    ) async throws {
        try await World.run(in: store) { world in
            await world.server.script(
                "GET",
                "/playbooks",
                .json(Self.listed, headers: ["ETag": "\"9\""])
            )
            await world.server.script(
                "GET",
                "/playbooks/1",
                .json(Self.changed, headers: ["ETag": "\"9\""])
            )
            await world.server.script("PUT", "/playbooks/1", .json(Self.mine))
            try await world.synchronizer.register(
                RemoteCollection(PlaybookRepository(store: world.session), conflicts: conflicts)
            )
            try await world.synchronizer.register(
                RemoteCollection(
                    WholePlaybookRepository(store: world.session),
                    conflicts: conflicts
                )
            )
            try await body(world)
        }
    }

    /// Stores the entity as it was when it was fetched separately.
    private func confirm(_ world: World) async throws {
        let (document, date) = (Data(Self.whole.utf8), world.clock.now)
        try await world.storage.write { store throws(StorageError) in
            for schema in [Playbook.schema, WholePlaybook.schema] {
                try Confirmations(schema, in: store, at: date)
                    .put(document, id: "1", entityTag: "\"8\"")
            }
        }
    }

    // The trap: without a declaration, properties that are not listed count as null.
    @Test("a pull keeps stored properties that are not listed", arguments: Store.allCases)
    func pull(store: Store) async throws {
        try await run(in: store) { world in
            try await confirm(world)
            #expect(await world.synchronize().problems.isEmpty)
            let known = try await world.local(Playbook.self)
            #expect(known == [Playbook(id: "1", title: "b", facts: "known")])
            let erased = try await world.local(WholePlaybook.self)
            #expect(erased == [WholePlaybook(id: "1", title: "b", facts: nil)])
        }
    }

    // The trap: the listed entity differs from the content sent, so it seems not to have arrived.
    @Test("a creation without a response is recognized in a list, and not sent again")
    func lostCreation() async throws {
        try await run { world in
            await world.server.script("POST", "/playbooks", .json(Self.changed, status: 201))
            await world.disturb(.cutAfter, ["POST"])
            let playbooks = try await PlaybookRepository(store: world.session)
                .offline(with: world.synchronizer)
            try await playbooks.create(Playbook.Draft(title: " B ", facts: "newer"))
            await world.disturb(nil)
            _ = await world.settle()
            #expect(await world.server.count(of: "POST") == 1)
            #expect(try await playbooks.find(id: "1").title == "b")
            #expect(try await world.local(Playbook.self).count == 1)
        }
    }

    @Test("a requested list has the stored properties of each entity")
    func list() async throws {
        try await run { world in
            try await confirm(world)
            world.clock.advance(by: .seconds(1))
            let playbooks = try await PlaybookRepository(store: world.session)
                .offline(with: world.synchronizer)
            let found = try await playbooks.find(.all)
            #expect(found == [Playbook(id: "1", title: "b", facts: "known")])
        }
    }

    // The trap: properties that were never read would be sent as null.
    @Test(
        "a change of an entity from a list is compared with the whole entity first",
        arguments: [ConflictPolicy.merge, .clientWins, .serverWins]
    )
    func update(conflicts: ConflictPolicy) async throws {
        try await run(conflicts: conflicts) { world in
            #expect(await world.synchronize().problems.isEmpty)
            try await world.update(Playbook(id: "1", title: "mine", facts: nil))
            try await world.update(WholePlaybook(id: "1", title: "mine", facts: nil))
            #expect(await world.synchronizer.push().rejected.isEmpty)
            let bodies = await world.server.requests.filter { $0.method == "PUT" }.map(\.text)
            let whole = #"{"facts":"newer","title":"mine"}"#
            if conflicts == .clientWins {
                // The other one is sent without having been compared.
                #expect(Set(bodies) == [whole, #"{"facts":null,"title":"mine"}"#])
            } else {
                #expect(bodies.contains(whole), "\(bodies)")
            }
        }
    }

    @Test("a separately read entity is protected by its tag")
    func tag() async throws {
        try await run { world in
            try await confirm(world)
            let unchanged = #"[{"id":"1","title":"a"}]"#
            await world.server.script(
                "GET",
                "/playbooks",
                .json(unchanged, headers: ["ETag": "\"9\""])
            )
            await world.synchronize()
            let tag = try await world.storage.read { store throws(StorageError) in
                try store.record(RecordKey(collection: "Playbook", id: "1"))?.entityTag
            }
            #expect(tag == "\"8\"")
        }
    }
}
