import Foundation

/// A fast store in memory, which is lost when the process exits.
///
/// Reads and writes run one at a time.
public actor MemoryStorage: Storage {
    private var tables = MemoryTables()
    private var isClosed = false
    private let broadcast = StorageBroadcast()
    /// The log of changes made to the store since it was created.
    public nonisolated let openingLog: OpeningLog? = OpeningLog()

    /// A temporary folder for the contents of files, deleted with the store.
    public nonisolated let attachments: AttachmentFolder?

    /// Creates an empty store.
    public init() {
        let name = "repogen-\(UUID().uuidString)"
        attachments = AttachmentFolder(
            url: FileManager.default.temporaryDirectory.appending(path: name)
        )
    }

    deinit { try? attachments?.erase() }

    /// Reads from a consistent snapshot of the store.
    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageReader) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try requireOpen()
        return try body(tables)
    }

    /// Writes in one transaction.
    public func write<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageWriter) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try requireOpen()
        let value: Value
        do throws(StorageError) {
            value = try body(tables)
        } catch {
            tables.rollBack()
            throw error
        }
        broadcast.publish(tables.commit())
        return value
    }

    /// Creates a collection; a store in memory has no indexes.
    public func prepare(_ schema: EntitySchema) async throws(StorageError) {
        try requireOpen()
        let isNew = tables.declare(schema.name)
        openingLog?.note(schema.name) { $0.isCreated = $0.isCreated || isNew }
    }

    /// Erases everything, including the folder of files, and closes the store.
    public func wipe() async throws(StorageError) {
        isClosed = true
        try attachments?.erase()
        tables = MemoryTables()
        broadcast.finish()
    }

    private func requireOpen() throws(StorageError) {
        if isClosed { throw .storeIsClosed }
    }

    /// Returns the records touched by each transaction from now on.
    public nonisolated func changes() -> StorageChanges {
        broadcast.changes()
    }

    /// Whether there are subscribers to the changes.
    package nonisolated var hasListeners: Bool { broadcast.hasListeners }
}
