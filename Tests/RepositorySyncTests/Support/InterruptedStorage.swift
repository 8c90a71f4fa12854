import RepositoryRuntime

/// A store that runs code between two transactions, once.
struct InterruptedStorage: Storage {
    let base: any Storage
    private let interruption: Locked<(@Sendable () async -> Void)?>

    init(_ base: any Storage, _ interruption: @escaping @Sendable () async -> Void) {
        self.base = base
        self.interruption = Locked(interruption)
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageReader) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        let value = try await base.read(body)
        let interruption = interruption.withLock { interruption in
            defer { interruption = nil }
            return interruption
        }
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
