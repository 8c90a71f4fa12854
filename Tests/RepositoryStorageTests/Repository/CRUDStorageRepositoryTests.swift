import Foundation
import Messages
import RepositoryRuntime
import RepositorySQLite
import Testing

/// The repository operations on a store without a server, in memory and in SQLite.
@Suite struct CRUDStorageRepositoryTests {
    enum Store: CaseIterable {
        case memory
        case sqlite

        /// Creates an empty store.
        func make(in folder: TemporaryFolder) throws -> any Storage {
            let file = folder.url.appending(path: UUID().uuidString)
            switch self {
            case .memory: return MemoryStorage()
            case .sqlite: return try SQLiteStorage(url: file, configuration: .testing)
            }
        }
    }

    private struct MessageStore: CRUDStorageRepository {
        typealias Entity = Message
        let storage: any Storage
    }

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("an entity is created, found, replaced, patched and deleted", arguments: Store.allCases)
    func everything(_ store: Store) async throws {
        let messages = MessageStore(storage: try store.make(in: folder))
        try await messages.prepare()
        var message = try await messages.create(Message.Draft(text: "Here goes a message"))
        #expect(UUID(uuidString: message.id) != nil)
        #expect(try await messages.find(id: message.id) == message)

        message.text = "Here goes a better one"
        #expect(try await messages.update(message) == message)
        message.likes = 2
        #expect(try await messages.patch(id: message.id, with: .init(likes: .set(2))) == message)
        #expect(try await messages.find { $0.likes > 1 && $0.text.hasPrefix("Here") } == [message])
        #expect(try await messages.findOne { $0.likes > 2 } == nil)
        #expect(try await messages.find(["text": "Here goes a better one"]) == [message])

        var other = message
        other.id = "other"
        try await messages.storeOrUpdate(other)
        other.likes = 5
        try await messages.storeOrUpdate(other)
        let liked = try await messages.find(
            orderedBy: { [$0.likes.descending] },
            where: { _ in .always }
        )
        #expect(liked == [other, message])

        try await messages.delete(message)
        try await messages.delete(id: message.id)
        #expect(try await messages.find() == [other])
        await expect(.notFound) { try await messages.find(id: message.id) }
        await expect(.notFound) { try await messages.update(message) }
        await expect(.notFound) { try await messages.patch(id: message.id, with: .init()) }
    }

    @Test(
        "a batch is written completely or not at all, and an error has the index",
        arguments: Store.allCases
    )
    func batches(_ store: Store) async throws {
        let items = ItemRepository<Int>(storage: try store.make(in: folder))
        // As called by code that does not know of a store.
        let any: any CRUDRepository<Item<Int>> = items
        var created = try await any.create(["a", "b", "c"].map { Item.Draft(name: $0) })
        #expect(created.map(\.id) == [-1, -2, -3])
        #expect(try await any.find(ids: [-3, -1]).map(\.name) == ["c", "a"])

        for index in created.indices { created[index].rank = index }
        try await any.update(created)
        #expect(try await any.find() == created)
        let patched = try await items.patch(ids: [-1, -2], with: .init(rank: .clear))
        #expect(patched.map(\.rank) == [nil, nil])
        let before = try await any.find()

        var changed = created
        changed[0].name = "changed"
        changed[1].id = 99
        let failure = await expect(.notFound) { try await any.update(changed) }
        #expect(failure?.index == 1)
        let ids = await expect(.notFound) { try await any.find(ids: [-1, -2, 7]) }
        #expect(ids?.index == 2)
        let patch = await expect(.notFound) {
            try await items.patch(ids: [-1, 7], with: .init(name: .set("changed")))
        }
        #expect(patch?.index == 1)
        let drafts = [Item<Int>.Draft(name: "new"), .init(id: -2, name: "twice")]
        let conflict = await expect(.conflict) { try await any.create(drafts) }
        #expect(conflict?.index == 1)
        #expect(try await any.find() == before)

        try await items.storeOrUpdate([created[2], changed[1]])
        try await any.delete(ids: [-1, -2, 12])
        #expect(try await any.find().map(\.id) == [-3, 99])
    }

    @Test(
        "many entities are found in the caller's order, and the first missing one is reported",
        arguments: Store.allCases
    )
    func manyByIdentity(_ store: Store) async throws {
        let items = ItemRepository<Int>(storage: try store.make(in: folder))
        try await items.create(
            (0..<200).map { (number: Int) in Item.Draft(id: number, name: "\(number)") }
        )
        // Neither in the order of the numbers nor of their texts, with one of them twice.
        let ids = (0..<200).map { (number: Int) in number * 77 % 200 } + [3]
        #expect(try await items.find(ids: ids).map(\.id) == ids)
        // The second one is first in the order of the texts.
        let failure = await expect(.notFound) {
            try await items.find(ids: ids + [900, 1000] + ids)
        }
        #expect(failure?.index == ids.count)
    }

    @Test("a difference changes nothing else", arguments: Store.allCases)
    func differences(_ store: Store) async throws {
        let items = ItemRepository<Int>(storage: try store.make(in: folder))
        let old = try await items.create(.init(id: 1, name: "a", rank: 1, nickname: .value("n")))
        try await items.patch(id: 1, with: .init(rank: .set(7)))
        var new = old
        new.name = "b"
        new.nickname = .absent
        let result = try await items.patch(new, from: old)
        #expect(result.rank == 7)
        #expect(result.name == "b")
        #expect(result.nickname == .absent)
        #expect(try await items.find(id: 1) == result)
        new.id = 2
        await expect(.invalidRequest) { try await items.patch(new, from: old) }
    }

    @Test(
        "the server's state in the store is kept when an entity changes",
        arguments: Store.allCases
    )
    func knowledge(_ store: Store) async throws {
        let storage = try store.make(in: folder)
        let items = ItemRepository<Int>(storage: storage)
        let key = RecordKey(collection: "Item", id: "1")
        let record = StoredRecord(
            key: key,
            document: Data(#"{"id":1,"name":"a"}"#.utf8),
            base: Data(#"{"id":1,"name":"z"}"#.utf8),
            entityTag: "tag",
            state: .waiting,
            confirmedAt: Date(timeIntervalSince1970: 1)
        )
        try await storage.write { store throws(StorageError) in try store.put(record) }
        try await items.patch(id: 1, with: .init(name: .set("b")))
        let kept = try await storage.read { store throws(StorageError) in try store.record(key) }
        var expected = record
        expected.document = Data(#"{"id":1,"name":"b","rank":null}"#.utf8)
        #expect(kept == expected)
    }

    @Test(
        "identities of all types are generated locally",
        arguments: Store.allCases
    )
    func identities(_ store: Store) async throws {
        let storage = try store.make(in: folder)
        let numbers = ItemRepository<Int8>(storage: storage)
        // An existing identity is not assigned.
        try await numbers.create(.init(id: -2, name: "taken"))
        #expect(try await numbers.create(.init(name: "a")).id == -1)
        #expect(try await numbers.create(.init(name: "b")).id == -3)
        let unsigned = ItemRepository<UInt64>(storage: try store.make(in: folder))
        #expect(try await unsigned.create(.init(name: "a")).id == .max)
        #expect(try await unsigned.create(.init(name: "a")).id == .max - 1)
        let uuids = ItemRepository<UUID>(storage: try store.make(in: folder))
        let uuid = try await uuids.create(.init(name: "a")).id
        #expect(try await uuids.find(id: uuid).name == "a")
        await expect(.invalidRequest) { try await uuids.create(.init(name: "stamped")) }
        // Only a server can assign it, and a number used up for it is no loss.
        #expect(try await uuids.find().count == 1)
    }

    @Test(
        "an invalid stored document throws an error instead of being skipped",
        arguments: Store.allCases
    )
    func unreadable(_ store: Store) async throws {
        let storage = try store.make(in: folder)
        let items = ItemRepository<Int>(storage: storage)
        let key = RecordKey(collection: "Item", id: "1")
        try await storage.write { store throws(StorageError) in
            try store.put(StoredRecord(key: key, document: Data(#"{"id":1,"name":5}"#.utf8)))
        }
        await expect(.unreadableDocument) { try await items.find(id: 1) }
        let error = await expect(.unreadableDocument) { try await items.find() }
        #expect(error?.operation == "find Item")
    }

    @Test("a failure of the store is thrown as a repository error")
    func failure() async throws {
        let storage = try folder.store()
        let items = ItemRepository<Int>(storage: storage)
        try storage.close()
        let error = await expect(.storage) { try await items.find() }
        #expect((error?.cause as? StorageError)?.code == .closed)
        #expect(error?.isRetryable == false)
    }

    @Test(
        "a query on a store equals the same query on entities in memory",
        arguments: Store.allCases
    )
    func queries(_ store: Store) async throws {
        let items = ItemRepository<Int>(storage: try store.make(in: folder))
        try await items.prepare()
        var random = SeededRandom(seed: 7)
        let names = ["", "a", "A", "é", "e\u{301}", "z", "\u{0}", "漢"]
        let drafts = (0..<40).map { number in
            Item<Int>.Draft(
                id: number,
                name: names.randomElement(using: &random) ?? "",
                rank: [nil, 0, 1, 2].randomElement(using: &random) ?? nil
            )
        }
        let all = try await items.create(drafts)
        let fields = Item<Int>.Fields()
        for name in names {
            for criteria in [
                Criteria(filter: fields.name <= name, order: [fields.rank.ascending], limit: 7),
                Criteria(filter: fields.rank > 0 || fields.name == name, offset: 2),
                Criteria(filter: !(fields.rank >= 1) && fields.name != name),
                Criteria(filter: .always, order: [fields.name.descending, fields.rank.descending]),
            ] {
                #expect(try await items.find(criteria) == criteria.chosen(among: all))
            }
        }
    }

    /// Expects an error code; returns the error.
    @discardableResult
    private func expect(
        _ code: RepositoryError.Code,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () async throws -> some Any
    ) async -> RepositoryError? {
        let error = await #expect(throws: RepositoryError.self, sourceLocation: sourceLocation) {
            _ = try await body()
        }
        #expect(error?.code == code, sourceLocation: sourceLocation)
        return error
    }
}
