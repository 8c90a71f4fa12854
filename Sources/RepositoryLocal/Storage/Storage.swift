/// A local store of records, of an outbox, and of small values, in transactions.
///
///     let storage: any Storage = try SQLiteStorage(url: file)
///     try await storage.prepare(Message.schema)
///     try await storage.write { store throws(StorageError) in
///         try store.put(record)
///         try store.put(OutboxEntry(key: record.key, operation: .create))
///     }
///
/// A store keeps documents that it need not understand. Repositories are typed on top of it; the
/// synchronization is plain code on top of its transactions.
///
/// Whoever writes a store of their own shows with `StorageContract`, of `RepositoryTesting`, that it
/// does what the others rely on.
public protocol Storage: Sendable {
    /// Reads; everything in it sees one state of the store.
    ///
    /// - Parameter body: What is read. It runs off the caller's actor, and must not wait.
    /// - Returns: What the body returns.
    /// - Throws: `StorageError` of the body, or where the store cannot be read.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageReader) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value

    /// Writes in one transaction: all or nothing, after and before all other writes.
    ///
    /// What was written is durable when this returns, as durable as the store promises to be. Where
    /// it throws, nothing was written.
    ///
    /// - Parameter body: What is written. It runs off the caller's actor, and must not wait.
    /// - Returns: What the body returns.
    /// - Throws: `StorageError` of the body, or where the store cannot be written.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageWriter) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value

    /// Declares a collection.
    ///
    /// It need not be declared to be used; a declared one is asked faster. A changed set of indexed
    /// properties rebuilds what differs, and touches no record. Declaring twice does nothing.
    ///
    /// - Parameter schema: The schema.
    /// - Throws: `StorageError` where the store cannot be written.
    func prepare(_ schema: EntitySchema) async throws(StorageError)

    /// Where the store notes what was done to it since it was opened; nil where it does not.
    ///
    /// A store of your own keeps an `OpeningLog` and notes each collection that it prepares. What is converted is added
    /// by others.
    var openingLog: OpeningLog? { get }

    /// Where the store keeps the bytes of files; nil if it keeps none.
    ///
    /// A store that has such a folder lists names of small values, see `StorageReader.keys(withPrefix:)`, and removes the
    /// folder when it is wiped.
    var attachments: AttachmentFolder? { get }

    /// What each transaction touches from now on, see ``StorageChanges``.
    ///
    /// A transaction is told before its write returns.
    func changes() -> StorageChanges

    /// Erases everything that the store holds, and closes it.
    ///
    /// What runs ends first. Everything later throws an error of the kind `.closed`, so that a response on its way
    /// cannot bring anything back, and ``changes()`` end. A wipe that failed, or was cut off, can be repeated.
    ///
    /// - Throws: `StorageError`, of the kind `.unsupported` where the store cannot be wiped; then it is as before.
    func wipe() async throws(StorageError)
}

extension Storage {
    /// No log, for a store that keeps none.
    public var openingLog: OpeningLog? { nil }

    /// No folder, for a store that keeps no files.
    public var attachments: AttachmentFolder? { nil }

    /// Refuses to erase anything, for a store that does not say how.
    ///
    /// - Throws: `StorageError` of the kind `.unsupported`.
    public func wipe() async throws(StorageError) {
        throw StorageError(.unsupported, message: "This store cannot be wiped.")
    }
}
