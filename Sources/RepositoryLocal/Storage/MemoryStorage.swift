import Foundation

/// A store in memory: gone with the process, and fast.
///
/// Reads and writes take turns.
public actor MemoryStorage: Storage {
    private var tables = MemoryTables()
    private var isClosed = false
    private let broadcast = StorageBroadcast()
    /// What was done to the store since it was made.
    public nonisolated let openingLog: OpeningLog? = OpeningLog()

    /// A temporary folder for the bytes of files, which goes with the store.
    public nonisolated let attachments: AttachmentFolder?

    /// Creates an empty store.
    public init() {
        let name = "repogen-\(UUID().uuidString)"
        attachments = AttachmentFolder(
            url: FileManager.default.temporaryDirectory.appending(path: name)
        )
    }

    deinit {
        broadcast.finish()
        try? attachments?.erase()
    }

    /// Reads; everything in it sees one state of the store.
    ///
    /// - Parameter body: What is read.
    /// - Returns: What the body returns.
    /// - Throws: `StorageError` of the body, or of the kind `.closed` after a wipe.
    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageReader) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try requireOpen()
        return try body(tables)
    }

    /// Writes in one transaction.
    ///
    /// - Parameter body: What is written.
    /// - Returns: What the body returns.
    /// - Throws: `StorageError` of the body; then nothing was written.
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

    /// Declares a collection; nothing is indexed here, so that it need only be there.
    ///
    /// - Parameter schema: The schema.
    /// - Throws: `StorageError` of the kind `.closed` after a wipe.
    public func prepare(_ schema: EntitySchema) async throws(StorageError) {
        try requireOpen()
        let isNew = tables.declare(schema.name)
        openingLog?.note(schema.name) { $0.isCreated = $0.isCreated || isNew }
    }

    /// Erases everything, and closes the store.
    ///
    /// - Throws: `StorageError` if the folder of files cannot be removed.
    public func wipe() async throws(StorageError) {
        isClosed = true
        try attachments?.erase()
        tables = MemoryTables()
        broadcast.finish()
    }

    private func requireOpen() throws(StorageError) {
        if isClosed { throw .storeIsClosed }
    }

    /// What each transaction touches from now on.
    public nonisolated func changes() -> StorageChanges {
        broadcast.changes()
    }

    /// Whether somebody listens to the changes.
    package nonisolated var hasListeners: Bool { broadcast.hasListeners }
}
