/// A repository whose entities are in a local store, in the collection named by their schema.
public protocol StorageRepository<Entity>: ObserveRepository {
    /// The store of the entities.
    var storage: any Storage { get }
}

extension StorageRepository {
    /// The store of the entities.
    public var observedStorage: (any Storage)? { storage }

    /// Prepares the collection: creates the indexes that the schema declares, and fills them with
    /// records that an earlier version of the app has stored.
    ///
    /// - Throws: `RepositoryError` if the store cannot be written.
    public func prepare() async throws(RepositoryError) {
        do throws(StorageError) {
            try await storage.prepare(Entity.self)
        } catch {
            throw RepositoryError(error, during: operation("prepare"))
        }
    }

    /// Returns the description of an operation, for errors.
    func operation(_ verb: String) -> String {
        "\(verb) \(Entity.schema.name)"
    }

    /// Reads in one transaction.
    func read<Value: Sendable>(
        _ verb: String,
        _ body: @escaping @Sendable (StoredEntities<Entity>) throws -> Value
    ) async throws(RepositoryError) -> Value {
        let operation = operation(verb)
        do throws(StorageError) {
            return try await storage.read { store throws(StorageError) in
                try wrapping { try body(StoredEntities(store, operation)) }
            }
        } catch {
            throw error.cause as? RepositoryError ?? RepositoryError(error, during: operation)
        }
    }

    /// Writes in one transaction, which is rolled back if the body throws.
    func write<Value: Sendable>(
        _ verb: String,
        _ body: @escaping @Sendable (EntityWriter<Entity>) throws -> Value
    ) async throws(RepositoryError) -> Value {
        let operation = operation(verb)
        do throws(StorageError) {
            return try await storage.write { store throws(StorageError) in
                try wrapping { try body(EntityWriter(store, operation)) }
            }
        } catch {
            throw error.cause as? RepositoryError ?? RepositoryError(error, during: operation)
        }
    }
}

/// Passes an error of a repository through a store, whose errors are all `StorageError`.
private func wrapping<Value>(_ body: () throws -> Value) throws(StorageError) -> Value {
    do {
        return try body()
    } catch let error as StorageError {
        throw error
    } catch {
        throw StorageError(.invalid, message: "The transaction was rolled back.", cause: error)
    }
}

extension RepositoryError {
    /// Wraps an error of the local store.
    init(_ error: StorageError, during operation: String) {
        let code: RepositoryError.Code =
            switch error.code {
            case .cancelled: .cancelled
            case .restricted: .conflict
            default: .storage
            }
        self.init(
            code,
            during: operation,
            message: error.message,
            cause: error
        )
        self.isRetryable = error.isRetryable
    }
}
