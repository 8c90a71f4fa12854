import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// A deletion happens before a response with the entity arrives.
@Suite struct StaleListingTests {
    /// The way in which the deletion happens.
    enum Deletion: String, CaseIterable, CustomTestStringConvertible {
        case synchronized, direct, missing, pulled

        var testDescription: String { rawValue }

        func perform(_ id: String, in world: World) async throws {
            world.clock.advance(by: .seconds(1))
            switch self {
            case .synchronized:
                try await world.delete(id)
                await world.synchronize()
            case .direct: try await world.messages(.remoteFirst).delete(id: id)
            case .missing:
                try await world.remote.delete(id: id)
                _ = try? await world.messages(.remoteFirst).find(id: id)
            case .pulled:
                try await world.remote.delete(id: id)
                await world.synchronize()
            }
        }
    }

    // The trap: when the list arrives, the entity is unknown to the store, which stores it as new.
    @Test(
        "a list from before a deletion does not restore the entity",
        arguments: Store.allCases,
        Deletion.allCases
    )
    func list(store: Store, deletion: Deletion) async throws {
        try await World.run(in: store) { world in
            let id = try await world.known()
            let other = try await world.remote.create(Message.Draft(text: "of somebody else"))
            let found = try await world.reading {
                try await deletion.perform(id, in: world)
            }.find(.all)
            #expect(found == [other])
            #expect(try await world.local() == [other])
            #expect(try await world.remote.find(.all) == [other])
        }
    }

    @Test(
        "an entity from before its deletion is not stored again",
        arguments: Store.allCases,
        Deletion.allCases
    )
    func entity(store: Store, deletion: Deletion) async throws {
        try await World.run(in: store) { world in
            let id = try await world.known()
            let found = try await world.reading {
                try await deletion.perform(id, in: world)
            }.find(id: id)
            #expect(found.id == id)
            #expect(try await world.local().isEmpty)
        }
    }

    @Test(
        "a response that an entity is missing does not remove one that was stored later",
        arguments: Store.allCases
    )
    func missing(store: Store) async throws {
        try await World.run(in: store) { world in
            let message = Message(id: "late", text: "created meanwhile")
            let messages = world.reading {
                world.clock.advance(by: .seconds(1))
                let (document, now) = (try message.jsonData(), world.clock.now)
                try await world.storage.write { store throws(StorageError) in
                    _ = try Confirmations(Message.schema, in: store, at: now)
                        .put(document, id: message.id)
                }
                world.clock.advance(by: .seconds(1))
            }
            let error = try await repositoryError { _ = try await messages.find(id: message.id) }
            #expect(error.code == .notFound)
            #expect(try await world.local() == [message])
        }
    }

    @Test("a pull from before a deletion does not restore the entity", arguments: Store.allCases)
    func pull(store: Store) async throws {
        try await World.run(in: store) { world in
            let id = try await world.known()
            let session = MeanwhileSession(session: world.session) { _ in
                guard try await world.record(id) != nil else { return }
                world.clock.advance(by: .seconds(1))
                try await world.messages(.remoteFirst).delete(id: id)
            }
            let other = Synchronizer(storage: world.storage, clock: world.clock)
            try await other.register(RemoteCollection(MessageRepository(store: session)))
            _ = await other.synchronize()
            #expect(try await world.local().isEmpty)
            #expect(try await world.remote.find(.all).isEmpty)
        }
    }

    // Not all of them are recorded; forgotten ones must not return, either.
    @Test("thousands of deletions are not undone", arguments: Store.allCases)
    func manyDeletions(store: Store) async throws {
        try await World.run(in: store) { world in
            let messages = (0..<5000).map { Message(id: "m\($0)", text: "\($0)") }
            let (began, schema) = (world.clock.now, Message.schema)
            let documents = try messages.map { ($0.id, try $0.jsonData()) }
            let put = { (date: Date) in
                try await world.storage.write { store throws(StorageError) in
                    let confirmed = Confirmations(schema, in: store, at: date)
                    for (id, document) in documents { try confirmed.put(document, id: id) }
                }
            }
            try await put(began)
            world.clock.advance(by: .seconds(1))
            let now = world.clock.now
            try await world.storage.write { store throws(StorageError) in
                let confirmed = Confirmations(schema, in: store, at: now)
                for (id, _) in documents { try confirmed.remove(id: id) }
            }
            try await put(began)
            #expect(try await world.local().isEmpty)
            try await put(now)
            #expect(try await world.local() == messages)
        }
    }
}

extension World {
    /// Returns the messages on both sides, and runs code after the server's response, before the
    /// client receives it.
    fileprivate func reading(
        _ meanwhile: @escaping @Sendable () async throws -> Void
    ) -> RepositoryProxy<Message> {
        let session = MeanwhileSession(session: session) { _ in try await meanwhile() }
        return RepositoryProxy(
            remote: MessageRepository(store: session),
            storage: storage,
            strategy: Strategy(.remoteFirst),
            clock: clock
        )
    }
}
