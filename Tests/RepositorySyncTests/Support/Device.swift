import Foundation
import RepositoryRuntime
import RepositorySQLite
import RepositoryTesting
import SyncSample

/// Another device, or another account, that uses the server of a world.
final class Device: Sendable {
    let storage: any Storage
    let synchronizer: Synchronizer
    let clock = ManualClock()
    /// The folder of the store's file, if it has one.
    let folder: URL
    private let session: any Networking

    var messages: RepositoryProxy<Message> {
        RepositoryProxy(
            remote: MessageRepository(store: session),
            storage: storage,
            strategy: Strategy(.localFirst),
            clock: clock
        )
    }

    /// The file of the store.
    var file: URL { folder.appending(path: "data.sqlite") }

    init(
        _ store: Store,
        session: any Networking,
        conflicts: ConflictPolicy = .merge,
        creationCheck: RemoteCollection.CreationCheck = .idempotencyKey()
    ) async throws {
        self.session = session
        folder = FileManager.default.temporaryDirectory
            .appending(path: "device-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        switch store {
        case .memory: storage = MemoryStorage()
        case .sqlite:
            storage = try SQLiteStorage(
                url: folder.appending(path: "data.sqlite"),
                configuration: SQLiteConfiguration(durability: .processEnd)
            )
        }
        synchronizer = Synchronizer(
            storage: storage,
            clock: clock,
            backoff: Backoff(first: .seconds(10), jitter: { 1 })
        )
        let conversations = ConversationRepository(store: session)
        try await synchronizer.register(
            RemoteCollection(
                conversations,
                conflicts: conflicts,
                creationCheck: creationCheck
            )
        )
        try await synchronizer.register(
            RemoteCollection(
                MessageRepository(store: session),
                conflicts: conflicts,
                creationCheck: creationCheck
            )
        )
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Synchronizes one second later.
    @discardableResult
    func synchronize() async -> SyncReport {
        clock.advance(by: .seconds(1))
        return await synchronizer.synchronize()
    }

    func create(_ message: Message) async throws {
        let document = try message.jsonData()
        try await storage.write { store throws(StorageError) in
            _ = try Outbox(Message.schema, in: store).create(document, id: message.id)
        }
    }

    /// Returns the messages that queries find, in order of creation.
    func local() async throws -> [Message] {
        try await storage.read { store throws(StorageError) in
            try store.records(in: "Message", matching: .all)
        }.map { try Message(jsonData: $0.document) }
    }

    func record(_ id: String) async throws -> StoredRecord? {
        try await storage.read { store throws(StorageError) in
            try store.record(RecordKey(collection: "Message", id: id))
        }
    }

    func texts() async throws -> [String] {
        try await local().map(\.text)
    }

    func entries() async throws -> [OutboxEntry] {
        try await storage.read { store throws(StorageError) in try store.entries() }
    }
}
