import Foundation
import RepositoryRuntime
import RepositorySQLite

/// The stores in which observation is tested.
enum ObservedStore: String, CaseIterable, Sendable {
    case memory
    case sqlite
}

/// Items in a store that counts its reads.
struct ObservedWorld: Sendable {
    let storage: ReadCountingStorage
    let items: ItemRepository<String>
    private let folder: TemporaryFolder

    init(_ store: ObservedStore = .sqlite) throws {
        folder = try TemporaryFolder()
        switch store {
        case .memory: storage = ReadCountingStorage(MemoryStorage())
        case .sqlite: storage = ReadCountingStorage(try folder.store())
        }
        items = ItemRepository(storage: storage)
    }

    /// Whether the store has subscribers.
    var hasListeners: Bool {
        switch storage.base {
        case let store as MemoryStorage: store.hasListeners
        case let store as SQLiteStorage: store.hasListeners
        default: false
        }
    }

    /// Closes the store, so that subscribers read the remaining changes, and end.
    func close() throws {
        try (storage.base as? SQLiteStorage)?.close()
    }

    func put(_ id: String, rank: Int? = nil, name: String = "") async throws {
        let item = Item<String>(id: id, name: name, rank: rank)
        try await items.storeOrUpdate(item)
    }

    /// Stores an item with these bytes.
    func put(_ id: String, document: String) async throws {
        let key = RecordKey(collection: "Item", id: id)
        let record = StoredRecord(key: key, document: Data(document.utf8))
        try await storage.write { store throws(StorageError) in try store.put(record) }
    }
}

/// A store that counts its reads, and can run code before a reading, or before a reader gets its
/// result.
struct ReadCountingStorage: Storage {
    typealias Interruption = @Sendable () async -> Void

    let base: any Storage
    private let count = Locked(0)
    private let interruptions = Locked<[Interruption]>([])
    private let earlyInterruptions = Locked<[Interruption]>([])

    init(_ base: any Storage) {
        self.base = base
    }

    /// The number of reads, including failed ones.
    var reads: Int { count.withLock { $0 } }

    /// Runs code at the end of the next read that has none yet.
    func afterRead(_ interruption: @escaping Interruption) {
        interruptions.withLock { $0.append(interruption) }
    }

    /// Runs code before the next read that has none yet.
    func beforeRead(_ interruption: @escaping Interruption) {
        earlyInterruptions.withLock { $0.append(interruption) }
    }

    /// Waits for a number of reads.
    func reads(atLeast count: Int) async throws {
        while reads < count { try await Task.sleep(for: .milliseconds(1)) }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageReader) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        let early = earlyInterruptions.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        await early?()
        let value: Value
        do {
            defer { count.withLock { $0 += 1 } }
            value = try await base.read(body)
        }
        let interruption = interruptions.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        await interruption?()
        return value
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageWriter) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try await base.write(body)
    }

    func prepare(_ schema: EntitySchema) async throws(StorageError) {
        try await base.prepare(schema)
    }

    func changes() -> StorageChanges {
        base.changes()
    }
}

extension Item {
    init(id: Identifier, name: String = "", rank: Int? = nil) {
        self.id = id
        self.name = name
        self.rank = rank
        self.nickname = .absent
    }
}
