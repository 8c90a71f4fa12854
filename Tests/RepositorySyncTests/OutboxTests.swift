import Foundation
import RepositoryRuntime
import SyncSample
import Testing

/// Combining intents in the outbox.
@Suite struct OutboxTests {
    // The trap: the two become an update, of an entity that the server does not have.
    @Test(
        "an unknown entity that is deleted and then created is created",
        arguments: [ConflictPolicy.merge, .serverWins, .clientWins, .fail]
    )
    func deletedUnknown(policy: ConflictPolicy) async throws {
        try await World.run(conflicts: policy) { world in
            try await world.storage.write { store throws(StorageError) in
                try Outbox(Message.schema, in: store).delete(id: "t1")
            }
            try await world.create(Message(id: "t1", text: "new"))
            let report = await world.synchronizer.push()
            #expect(report.conflicts.isEmpty)
            #expect(report.acknowledged == 1)
            #expect(try await world.remote.find(.all).map(\.text) == ["new"])
            #expect(try await world.local().map(\.text) == ["new"])
        }
    }

    /// A local write to the message of a test.
    enum Write: Sendable {
        case create, update, patch, delete
    }

    @Test(
        "intents for one record are combined where possible",
        arguments: [
            ([.create, .update], [.create]),
            ([.create, .patch], [.create]),
            ([.create, .delete], []),
            ([.update, .update], [.update]),
            ([.update, .patch], [.update]),
            ([.patch, .patch], [.patch]),
            ([.patch, .update], [.update]),
            ([.update, .delete], [.delete]),
            ([.patch, .delete], [.delete]),
            ([.delete, .create], [.update]),
            ([.delete, .delete], [.delete]),
        ] as [([Write], [OutboxEntry.Operation])]
    )
    func coalescing(writes: [Write], expected: [OutboxEntry.Operation]) async throws {
        let storage = try await storage(isNew: writes.first == .create)
        for write in writes { try await perform(write, in: storage) }
        let (entries, record) = try await state(of: storage)
        #expect(entries.map(\.operation) == expected)
        #expect((record == nil) == expected.isEmpty)
        #expect(
            record?.state ?? .deleted
                == (expected == [.delete] || record == nil ? .deleted : .waiting)
        )
    }

    @Test("an intent in flight is not changed")
    func inFlight() async throws {
        let storage = try await storage(isNew: true)
        try await perform(.create, in: storage)
        try await storage.write { store throws(StorageError) in
            for var entry in try store.entries() {
                entry.state = .inFlight
                try store.put(entry)
            }
        }
        try await perform(.patch, in: storage)
        #expect(try await state(of: storage).0.map(\.operation) == [.create, .patch])
        #expect(try await state(of: storage).1?.state == .inFlight)
        try await perform(.delete, in: storage)
        #expect(try await state(of: storage).0.map(\.operation) == [.create, .delete])
    }

    @Test("patches are combined, and later values win")
    func patches() async throws {
        let storage = try await storage(isNew: false)
        try await storage.write { store throws(StorageError) in
            let outbox = Outbox(Message.schema, in: store)
            _ = try outbox.patch(id: "m1", with: ["text": "b", "likes": 1])
            _ = try outbox.patch(id: "m1", with: ["text": "c"])
        }
        let (entries, record) = try await state(of: storage)
        #expect(entries.map(\.changed) == [["text": "c", "likes": 1]])
        #expect(try record.map { try Message(jsonData: $0.document).text } == "c")
    }

    @Test("a patch of a missing record has no effect")
    func patchOfNothing() async throws {
        let storage = try await storage(isNew: true)
        try await storage.write { store throws(StorageError) in
            let patched = try Outbox(Message.schema, in: store).patch(id: "x", with: ["text": "b"])
            #expect(patched == nil)
        }
        #expect(try await state(of: storage).0.isEmpty)
    }

    private func storage(isNew: Bool) async throws -> any Storage {
        let storage = MemoryStorage()
        let document = try Message(id: "m1", text: "a").jsonData()
        if !isNew {
            try await storage.write { store throws(StorageError) in
                _ = try Confirmations(Message.schema, in: store, at: .distantPast)
                    .put(document, id: "m1", entityTag: #""1""#)
            }
        }
        return storage
    }

    private func perform(_ write: Write, in storage: any Storage) async throws {
        let document = try Message(id: "m1", text: "\(UUID())").jsonData()
        try await storage.write { store throws(StorageError) in
            let outbox = Outbox(Message.schema, in: store)
            switch write {
            case .create: try outbox.create(document, id: "m1")
            case .update: try outbox.update(document, id: "m1")
            case .patch: _ = try outbox.patch(id: "m1", with: ["likes": 7])
            case .delete: try outbox.delete(id: "m1")
            }
        }
    }

    private func state(
        of storage: any Storage
    ) async throws -> ([OutboxEntry], StoredRecord?) {
        try await storage.read { store throws(StorageError) in
            let key = RecordKey(collection: "Message", id: "m1")
            return (try store.entries(of: key), try store.record(key))
        }
    }
}
