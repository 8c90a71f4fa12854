package import RepositoryRuntime

/// A store that a process uses until the process ends, and which stays as it was then.
package struct FailingStorage: Storage {
    private let base: MemoryStorage
    private let hasEnded = Locked(false)

    /// Makes the view that a process has of a store.
    ///
    /// - Parameter base: The store.
    package init(_ base: MemoryStorage) {
        self.base = base
    }

    /// Ends the process: nothing is read or written from now on.
    package func end() { hasEnded.withLock { $0 = true } }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageReader) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try await base.read { store throws(StorageError) in
            try requireRunning()
            return try body(store)
        }
    }

    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageWriter) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try await base.write { store throws(StorageError) in
            try requireRunning()
            return try body(store)
        }
    }

    package func prepare(_ schema: EntitySchema) async throws(StorageError) {
        try await base.prepare(schema)
    }

    package func changes() -> StorageChanges { base.changes() }

    private func requireRunning() throws(StorageError) {
        if hasEnded.withLock({ $0 }) {
            throw StorageError(.closed, message: "The process has ended.")
        }
    }
}
