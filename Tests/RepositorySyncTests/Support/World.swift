import ExampleServer
import Foundation
import RepositoryRuntime
import RepositorySQLite
import RepositoryTesting
import SyncSample
import Testing

/// The stores in which everything is tested.
enum Store: String, CaseIterable, CustomTestStringConvertible {
    case memory, sqlite

    var testDescription: String { rawValue }
}

/// A client with its store, and a server.
struct World {
    let server: ExampleServer
    let url: String
    let storage: any Storage
    let clock: ManualClock
    let synchronizer: Synchronizer
    private let conflicts: ConflictPolicy

    /// The session of another client with the server.
    var session: NetworkingSession { NetworkingSession(local: url) }
    var remote: MessageRepository { MessageRepository(store: session) }
    var remoteConversations: ConversationRepository { ConversationRepository(store: session) }

    /// Runs a body with a client and a running server.
    static func run(
        in store: Store = .memory,
        conflicts: ConflictPolicy = .merge,
        creationCheck: RemoteCollection.CreationCheck = .idempotencyKey(),
        listing: RemoteCollection.Listing = .whole,
        session: (@Sendable (String) -> any Networking)? = nil,
        _ body: (World) async throws -> Void
    ) async throws {
        let server = ExampleServer()
        let url = try await server.start()
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "sync-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let storage: any Storage
        switch store {
        case .memory: storage = MemoryStorage()
        case .sqlite:
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true
            )
            storage = try SQLiteStorage(
                url: folder.appending(path: "data.sqlite"),
                configuration: SQLiteConfiguration(durability: .processEnd)
            )
        }
        let clock = ManualClock()
        let synchronizer = Synchronizer(
            storage: storage,
            clock: clock,
            backoff: Backoff(first: .seconds(10), jitter: { 1 })
        )
        let networking = session?(url) ?? NetworkingSession(local: url)
        try await synchronizer.register(
            RemoteCollection(
                ConversationRepository(store: networking),
                conflicts: conflicts,
                creationCheck: creationCheck,
                listing: listing
            )
        )
        try await synchronizer.register(
            RemoteCollection(
                MessageRepository(store: networking),
                conflicts: conflicts,
                creationCheck: creationCheck,
                listing: listing
            )
        )
        let world = World(
            server: server,
            url: url,
            storage: storage,
            clock: clock,
            synchronizer: synchronizer,
            conflicts: conflicts
        )
        do {
            try await body(world)
            await server.stop()
        } catch {
            await server.stop()
            throw error
        }
    }

    /// Returns a repository on both sides whose writes start no runs: a test that counts the writes
    /// of its own run needs that.
    func quiet<Value>(_ remote: some NetworkingRepository<Value>) -> RepositoryProxy<Value> {
        RepositoryProxy(remote: remote, storage: storage, strategy: .offlineFirst, clock: clock)
    }

    /// Synchronizes one second later.
    @discardableResult
    func synchronize() async -> SyncReport {
        clock.advance(by: .seconds(1))
        return await synchronizer.synchronize()
    }

    /// Synchronizes until nothing is pending; returns the number of writes that the server has
    /// accepted.
    ///
    /// An interrupted connection may make the next request fail, too.
    func settle() async -> Int {
        var taken = 0
        for _ in 0..<20 {
            clock.advance(by: .seconds(600))
            let report = await synchronizer.synchronize()
            taken += report.acknowledged + report.merged
            if report.postponed == 0, report.problems.isEmpty { break }
        }
        return taken
    }

    /// Creates a message that the server has and the client knows; returns its identity.
    func known(_ message: Message = Message(id: "", text: "hi", likes: 1)) async throws -> String {
        let id = try await remote.create(message.draft).id
        await synchronize()
        return id
    }
}

// MARK: - What the client writes, and has

extension World {
    func create(_ entity: some Entity) async throws {
        let document = try entity.jsonData()
        try await write(entity) { (outbox, id) throws(StorageError) in
            try outbox.create(document, id: id)
        }
    }

    func update(_ entity: some Entity) async throws {
        let document = try entity.jsonData()
        try await write(entity) { (outbox, id) throws(StorageError) in
            try outbox.update(document, id: id)
        }
    }

    private func write<Value: Entity>(
        _ entity: Value,
        _ body: @escaping @Sendable (Outbox, String) throws(StorageError) -> Void
    ) async throws {
        let id = entity.id.pathComponent
        try await storage.write { store throws(StorageError) in
            try body(Outbox(Value.schema, in: store), id)
        }
    }

    func patch(_ id: String, _ changes: [String: JSON]) async throws {
        try await storage.write { store throws(StorageError) in
            _ = try Outbox(Message.schema, in: store).patch(id: id, with: changes)
        }
    }

    func delete(_ id: String) async throws {
        try await storage.write { store throws(StorageError) in
            try Outbox(Message.schema, in: store).delete(id: id)
        }
    }

    func deleteConversation(_ id: String) async throws {
        try await storage.write { store throws(StorageError) in
            try Outbox(Conversation.schema, in: store).delete(id: id)
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

    func entries() async throws -> [OutboxEntry] {
        try await storage.read { store throws(StorageError) in try store.entries() }
    }

    func rejected() async throws -> [RejectedWrite] {
        try await storage.read { store throws(StorageError) in try store.rejectedWrites() }
    }

    /// Returns the received requests, without reads.
    func writes() async -> [String] {
        await server.requests.filter { $0.method != "GET" }.map { "\($0.method) \($0.path)" }
    }
}

/// Makes the first requests of a kind fail.
final class FirstRequests: Sendable {
    private let left: Locked<[Fault]>
    private let method: String

    init(_ method: String, _ faults: Fault...) {
        self.method = method
        self.left = Locked(faults)
    }

    func fault(_ request: ReceivedRequest) -> Fault? {
        guard request.method == method else { return nil }
        return left.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
}
