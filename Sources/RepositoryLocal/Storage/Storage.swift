/// A local transactional store of records, an outbox, and small metadata values.
///
///     let storage: any Storage = try SQLiteStorage(url: file)
///     try await storage.prepare(Message.schema)
///     try await storage.write { store throws(StorageError) in
///         try store.put(record)
///         try store.put(OutboxEntry(key: record.key, operation: .create))
///     }
///
/// A store treats documents as opaque JSON. Typed repositories and the synchronizer are built on
/// its transactions.
///
/// To implement a store, test it with `StorageContract` of `RepositoryTesting`, which covers
/// everything that the library relies on.
public protocol Storage: Sendable {
    /// Reads from a consistent snapshot of the store.
    ///
    /// - Parameter body: Reads from the store. It runs off the caller's actor, and must not block.
    /// - Returns: The return value of the body.
    /// - Throws: The error of the body; `StorageError` if the store cannot be read.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageReader) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value

    /// Writes in one atomic transaction, serialized with all other writes.
    ///
    /// When this returns, the changes are as durable as the store guarantees. If it throws, nothing
    /// was written.
    ///
    /// - Parameter body: Writes to the store. It runs off the caller's actor, and must not block.
    /// - Returns: The return value of the body.
    /// - Throws: The error of the body; `StorageError` if the store cannot be written.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageWriter) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value

    /// Prepares a collection and its indexes.
    ///
    /// This is optional, but makes queries faster. If the set of indexed properties has changed,
    /// only the differing indexes are rebuilt, and no record is touched. Calling it again has no
    /// effect.
    ///
    /// - Parameter schema: The schema.
    /// - Throws: `StorageError` if the store cannot be written.
    func prepare(_ schema: EntitySchema) async throws(StorageError)

    /// The log of changes made to the store since it was opened; nil if it keeps none.
    ///
    /// A custom store keeps an `OpeningLog` and records each collection that it prepares. The
    /// library adds the conversions.
    var openingLog: OpeningLog? { get }

    /// The folder for the contents of files; nil if the store does not support files.
    ///
    /// A store with such a folder can list its keys, see `StorageReader.keys(withPrefix:)`, and
    /// deletes the folder when it is wiped.
    var attachments: AttachmentFolder? { get }

    /// Returns the records touched by each transaction from now on, see ``StorageChanges``.
    ///
    /// A change is published before the write that made it returns.
    func changes() -> StorageChanges

    /// Erases the entire contents of the store, and closes it.
    ///
    /// Running transactions finish first. Later ones throw `.closed`, so a pending response cannot
    /// restore anything, and ``changes()`` end. After a failure or an interruption, call it again.
    ///
    /// - Throws: `StorageError`: `.unsupported` if the store cannot be wiped; then it is unchanged.
    func wipe() async throws(StorageError)
}

extension Storage {
    /// No log, by default.
    public var openingLog: OpeningLog? { nil }

    /// No folder, by default.
    public var attachments: AttachmentFolder? { nil }

    /// Throws `.unsupported`, because the store does not implement erasing.
    public func wipe() async throws(StorageError) {
        throw StorageError(.unsupported, message: "This store cannot be wiped.")
    }
}
