import RepositoryRuntime

/// A store that tells when a read has ended.
struct WatchedStorage: Storage {
    let base: any Storage
    let hasRead: @Sendable () -> Void

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageReader) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        defer { hasRead() }
        return try await base.read(body)
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
