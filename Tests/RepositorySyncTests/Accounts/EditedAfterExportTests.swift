import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

/// Writes that are changed on one of two devices after an export.
@Suite struct EditedAfterExportTests {
    /// The device that changes a message after its export.
    enum Order: CaseIterable {
        case changedHere, changedThere, changedOnBoth
    }

    // The trap: the service responds to the same key with the other device's content.
    @Test("an entity is created once, with all changes", arguments: Order.allCases, [true, false])
    func creation(order: Order, sendsFirst: Bool) async throws {
        for store in Store.allCases {
            try await changed(store, order, sendsFirst: sendsFirst)
        }
    }

    private func changed(_ store: Store, _ order: Order, sendsFirst: Bool) async throws {
        try await World.run(in: store) { first in
            let second = try await Device(store, session: first.session)
            try await first.create(Message(id: "t1", text: "a", likes: 1))
            let data = try await first.synchronizer.exportPendingWrites()
            try await second.synchronizer.importPendingWrites(data)
            var expected = Message(id: "m1", text: "a", likes: 1)
            if order != .changedThere {
                try await first.patch("t1", ["likes": 2])
                expected.likes = 2
            }
            if order != .changedHere {
                _ = try await second.messages.patch(id: "t1", with: .init(text: .set("b")))
                expected.text = "b"
            }
            if sendsFirst { await first.synchronize() }
            for _ in 0..<3 {
                await second.synchronize()
                await first.synchronize()
            }
            #expect(try await first.remote.find(.all) == [expected])
            #expect(try await first.local() == [expected])
            #expect(try await second.local() == [expected])
            #expect(try await first.entries().isEmpty)
            #expect(try await second.entries().isEmpty)
        }
    }

    // The trap: the entity is already known by the identity that the creation gets, so its pending
    // writes seem to be meant for a predecessor.
    @Test(
        "a change of the entity that another device has created is kept",
        arguments: [true, false]
    )
    func changedBeforeCreation(deletes: Bool) async throws {
        try await World.run { first in
            let second = try await Device(.memory, session: first.session)
            try await first.create(Message(id: "t1", text: "a", likes: 1))
            let data = try await first.synchronizer.exportPendingWrites()
            await first.synchronize()
            await second.synchronize()
            try await second.synchronizer.importPendingWrites(data)
            if deletes {
                try await second.messages.delete(id: "m1")
            } else {
                _ = try await first.remote.patch(id: "m1", with: .init(text: .set("b")))
                _ = try await second.messages.patch(id: "m1", with: .init(likes: .set(5)))
            }
            for _ in 0..<3 { await second.synchronize() }
            let found = try await first.remote.find(.all)
            #expect(found.map(\.likes) == (deletes ? [] : [5]))
        }
    }

    @Test(
        "a known entity is changed once, including later changes",
        arguments: Store.allCases
    )
    func change(store: Store) async throws {
        try await World.run(in: store) { first in
            let second = try await Device(store, session: first.session)
            let id = try await first.known(Message(id: "", text: "a", likes: 1))
            try await first.patch(id, ["likes": 2])
            let data = try await first.synchronizer.exportPendingWrites()
            try await second.synchronizer.importPendingWrites(data)
            try await first.patch(id, ["likes": 3])
            for _ in 0..<3 {
                await second.synchronize()
                await first.synchronize()
            }
            #expect(try await first.remote.find(.all).map(\.likes) == [3])
            #expect(try await second.local().map(\.likes) == [3])
        }
    }

    // The trap: a creation that was never sent from here is discarded, and the other device's
    // counts as foreign.
    @Test(
        "an entity deleted after the other device has sent its write stays deleted",
        arguments: Store.allCases,
        [true, false]
    )
    func deleted(store: Store, isNew: Bool) async throws {
        try await World.run(in: store) { first in
            let second = try await Device(store, session: first.session)
            var id = "t1"
            if isNew {
                try await first.create(Message(id: id, text: "a", likes: 1))
            } else {
                id = try await first.known(Message(id: "", text: "a", likes: 1))
                try await first.patch(id, ["likes": 2])
            }
            let data = try await first.synchronizer.exportPendingWrites()
            try await second.synchronizer.importPendingWrites(data)
            await first.synchronize()
            try await second.storage.write { [id] store throws(StorageError) in
                try Outbox(Message.schema, in: store).delete(id: id)
            }
            #expect(try await second.local().isEmpty)
            #expect(await second.synchronize().isComplete)
            #expect(try await first.remote.find(.all).isEmpty)
            #expect(try await second.local().isEmpty)
        }
    }

    // The trap: the write is known by its identity, so the edit seems to have arrived.
    @Test(
        "a second import reports writes that were edited since the first",
        arguments: Store.allCases,
        [true, false]
    )
    func importedAgain(store: Store, sendsFirst: Bool) async throws {
        try await World.run(in: store) { first in
            let second = try await Device(store, session: first.session)
            let id = try await first.known(Message(id: "", text: "a", likes: 1))
            try await first.patch(id, ["likes": 2])
            try await first.create(Message(id: "t1", text: "a", likes: 1))
            let old = try await first.synchronizer.exportPendingWrites()
            try await second.synchronizer.importPendingWrites(old)
            if sendsFirst { await second.synchronize() }
            #expect(try await second.synchronizer.importPendingWrites(old).skipped.isEmpty)
            try await first.patch(id, ["likes": 3])
            try await first.patch("t1", ["likes": 4])
            let edited = try await first.synchronizer.exportPendingWrites()
            let report = try await second.synchronizer.importPendingWrites(edited)
            #expect(report.imported == 0)
            let created = sendsFirst ? "m2" : "t1"
            #expect(Set(report.skipped.map(\.id)) == [id, created])
            _ = try await second.synchronizer.exportPendingWrites()
            #expect(try await second.synchronizer.importPendingWrites(old).skipped.isEmpty)
        }
    }

    // The trap: the service responds to the same key with the same rejection.
    @Test(
        "a rejected creation gets a new key once it is changed",
        arguments: Store.allCases
    )
    func refused(store: Store) async throws {
        try await World.run(in: store) { first in
            let second = try await Device(store, session: first.session)
            try await first.create(Message(id: "t1", text: "a", conversation: "nowhere"))
            let data = try await first.synchronizer.exportPendingWrites()
            try await second.synchronizer.importPendingWrites(data)
            #expect(await second.synchronize().rejected.count == 1)
            try await second.storage.write { store throws(StorageError) in
                let outbox = Outbox(Message.schema, in: store)
                _ = try outbox.patch(id: "t1", with: ["conversation": .null])
            }
            #expect(await second.synchronize().acknowledged == 1)
            #expect(try await first.remote.find(.all).map(\.text) == ["a"])
        }
    }

    // The trap: editing a write that was tried before usually changes its key.
    @Test(
        "a creation that was tried before and then edited is carried out once",
        arguments: Store.allCases
    )
    func tried(store: Store) async throws {
        for isEditedHere in [true, false] {
            try await World.run(in: store) { first in
                let second = try await Device(store, session: first.session)
                try await first.create(Message(id: "t1", text: "a", likes: 1))
                await first.disturb(.answer(.json("{}", status: 503)), ["POST"])
                await first.synchronize()
                await first.server.setFaults(nil)
                #expect(try await first.entries().map(\.attempts) == [1])
                let data = try await first.synchronizer.exportPendingWrites()
                try await second.synchronizer.importPendingWrites(data)
                if isEditedHere {
                    try await first.patch("t1", ["likes": 2])
                } else {
                    _ = try await second.messages.patch(id: "t1", with: .init(likes: .set(2)))
                }
                for _ in 0..<3 {
                    first.clock.advance(by: .seconds(3600))
                    await second.synchronize()
                    await first.synchronize()
                }
                let expected = Message(id: "m1", text: "a", likes: 2)
                #expect(try await first.remote.find(.all) == [expected])
                #expect(try await first.local() == [expected])
                #expect(try await second.local() == [expected])
            }
        }
    }

    @Test("importing an export on the same device has no effect", arguments: Store.allCases)
    func ownExport(store: Store) async throws {
        try await World.run(in: store) { world in
            let id = try await world.known(Message(id: "", text: "a", likes: 1))
            try await world.create(Message(id: "t1", text: "b"))
            try await world.patch(id, ["likes": 2])
            let data = try await world.synchronizer.exportPendingWrites()
            await world.synchronize()
            try await world.patch(id, ["likes": 3])
            await world.synchronize()
            let report = try await world.synchronizer.importPendingWrites(data)
            #expect(report.known == 2 && report.imported == 0)
            await world.synchronize()
            let all = try await world.remote.find(.all)
            #expect(all.map(\.text).sorted() == ["a", "b"])
            #expect(all.map(\.likes).sorted() == [0, 3])
        }
    }

    // The trap: creations in a batch have no idempotency keys of their own.
    @Test("creations that are usually batched are carried out once", arguments: Store.allCases)
    func together(store: Store) async throws {
        try await World.run(in: store) { first in
            let second = try await Device(store, session: first.session)
            let messages = BatchMessageRepository(store: first.session)
            for synchronizer in [first.synchronizer, second.synchronizer] {
                try await synchronizer.register(
                    RemoteCollection(messages, creationCheck: .idempotencyKey())
                )
            }
            for number in 0..<5 {
                try await first.create(Message(id: "t\(number)", text: "\(number)"))
            }
            let data = try await first.synchronizer.exportPendingWrites()
            try await second.synchronizer.importPendingWrites(data)
            await second.synchronize()
            await first.synchronize()
            #expect(try await first.remoteTexts() == ["0", "1", "2", "3", "4"])
        }
    }
}
