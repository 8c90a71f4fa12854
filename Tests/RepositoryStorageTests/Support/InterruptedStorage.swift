import RepositoryRuntime

/// A store in which another task writes right before a reading.
final class InterruptedStorage: Storage {
    let storage: any Storage
    private let interruption = Locked<(@Sendable () async throws -> Void)?>(nil)

    init(_ storage: any Storage) {
        self.storage = storage
    }

    /// Sets what happens once, before the next reading.
    func interrupt(_ body: @escaping @Sendable () async throws -> Void) {
        interruption.withLock { $0 = body }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageReader) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        let interruption = interruption.withLock { interruption in
            defer { interruption = nil }
            return interruption
        }
        do {
            try await interruption?()
        } catch {
            throw StorageError(.io, message: "\(error)")
        }
        return try await storage.read(body)
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageWriter) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try await storage.write(body)
    }

    func prepare(_ schema: EntitySchema) async throws(StorageError) {
        try await storage.prepare(schema)
    }

    func changes() -> StorageChanges {
        storage.changes()
    }
}
