import RepositoryRuntime

/// A store that runs code between two transactions, once.
struct InterruptedStorage: Storage {
    /// When the code runs.
    enum Moment {
        case afterRead, beforeWrite
    }

    let base: any Storage
    private let moment: Moment
    private let interruption: Locked<(@Sendable () async -> Void)?>

    init(
        _ base: any Storage,
        _ moment: Moment = .afterRead,
        _ interruption: @escaping @Sendable () async -> Void
    ) {
        self.base = base
        self.moment = moment
        self.interruption = Locked(interruption)
    }

    private func interrupt(_ moment: Moment) async {
        guard moment == self.moment else { return }
        let interruption = interruption.withLock { interruption in
            defer { interruption = nil }
            return interruption
        }
        await interruption?()
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageReader) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        let value = try await base.read(body)
        await interrupt(.afterRead)
        return value
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageWriter) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        await interrupt(.beforeWrite)
        return try await base.write(body)
    }

    func prepare(_ schema: EntitySchema) async throws(StorageError) {
        try await base.prepare(schema)
    }

    func changes() -> StorageChanges {
        base.changes()
    }
}
