import RepositoryRuntime

/// A store whose writes fail after some have succeeded, as in a process that is killed.
struct FailingStorage: Storage {
    private let base: any Storage
    private let left: Locked<Int>

    init(_ base: any Storage, afterWrites count: Int) {
        self.base = base
        left = Locked(count)
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageReader) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try await base.read(body)
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageWriter) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        let isLeft = left.withLock { left in
            left -= 1
            return left >= 0
        }
        guard isLeft else { throw StorageError(.io, message: "The process has ended.") }
        return try await base.write(body)
    }

    func prepare(_ schema: EntitySchema) async throws(StorageError) {
        try await base.prepare(schema)
    }

    func changes() -> StorageChanges { base.changes() }
}
