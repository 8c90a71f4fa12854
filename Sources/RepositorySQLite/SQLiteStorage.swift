public import Foundation
import GRDB
public import RepositoryLocal

/// A durable store in an SQLite file.
///
///     let storage = try SQLiteStorage(url: folder.appending(path: "data.sqlite"))
///
/// Reads run concurrently with each other and with the one write (WAL): each sees the last
/// committed state, and none waits for a write. Two processes may open the same file. The next read
/// of one sees the writes of the other. Subscribers to changes are notified within
/// `externalChangeInterval`, and with the next write at the latest, by a change that covers
/// everything.
///
/// A completed write survives the failures specified by ``SQLiteConfiguration/Durability``. A write
/// that is interrupted at any point is applied completely or not at all.
///
/// Next to the file there are two more, with the suffixes `-wal` and `-shm`, and a folder with the
/// suffix `-files` once there are attachments. Copy or remove them together, and only while no
/// store has the file open.
public final class SQLiteStorage: Storage {
    private struct State: Sendable {
        var catalog: Catalog?
        var isClosed = false
        var isWiped = false
        /// The versions of the prepared collections; 0 for one without a version.
        var declared: [String: Int] = [:]
        /// The error if the file is not suitable for this version of the app.
        var refusal: StorageError?
        /// SQLite's data version, which changes when another connection has written.
        var dataVersion: Int64?
        var watch: Task<Void, Never>?
    }

    private let pool: DatabasePool
    private let broadcast = StorageBroadcast()
    /// The log of changes made to the store since it was opened.
    public let openingLog: OpeningLog? = OpeningLog()
    /// The folder for the contents of files: the path of the file with the suffix `-files`.
    public let attachments: AttachmentFolder?
    private let state = Locked(State())
    private let externalChangeInterval: Duration?
    private let erasure: SQLiteErasure
    /// Where a wipe waits for the file, without blocking a thread of the cooperative pool.
    private let wiping = DispatchQueue(label: "repogen.wipe")

    /// Opens a store, and creates it if there is none.
    ///
    /// - Parameters:
    ///   - url: The file, in an existing folder.
    ///   - configuration: The configuration.
    /// - Throws: `StorageError`: `.readOnly`, `.full`, `.locked` or `.corrupted`; `.invalid` for a
    ///   file of another program or of a newer version of this library, and for a URL that is not a
    ///   file URL.
    public init(
        url: URL,
        configuration: SQLiteConfiguration = SQLiteConfiguration()
    ) throws(StorageError) {
        let file = try SQLiteFile.open(url, configuration)
        pool = file.pool
        let folder = AttachmentFolder(
            url: url.deletingLastPathComponent()
                .appending(path: "\(url.lastPathComponent)-files")
        )
        attachments = folder
        erasure = SQLiteErasure(
            url: url,
            configuration: configuration,
            identity: file.identity,
            attachments: folder
        )
        externalChangeInterval = configuration.externalChangeInterval
        do {
            // From now on, writes of other connections are published.
            _ = try pool.writeWithoutTransaction { try hasForeignWrites($0) }
        } catch {
            throw StorageError(error)
        }
    }

    deinit { state.withLock { $0.watch?.cancel() } }

    /// Closes the file after running transactions have finished; later ones throw `.closed`.
    ///
    /// - Throws: `StorageError` if the file could not be closed.
    public func close() throws(StorageError) {
        end()
        do {
            try pool.close()
        } catch {
            throw StorageError(error)
        }
    }

    /// Prevents new transactions.
    private func end() {
        state.withLock { state in
            state.isClosed = true
            state.watch?.cancel()
        }
        broadcast.finish()
    }

    // MARK: - Storage

    /// Reads from a consistent snapshot of the store.
    ///
    /// - Parameter body: Reads from the store.
    /// - Returns: The return value of the body.
    /// - Throws: The error of the body; `StorageError` if the store cannot be read.
    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageReader) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try await reach { [self] in
            try await pool.read { database in
                try body(SQLiteTransaction(database, catalog: try catalog(of: database)))
            }
        }
    }

    /// Writes in one atomic transaction, serialized with all other writes.
    ///
    /// - Parameter body: Writes to the store.
    /// - Returns: The return value of the body.
    /// - Throws: The error of the body; `StorageError` if the store cannot be written. Then nothing
    ///   was written.
    public func write<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageWriter) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try await transaction(body)
    }

    /// Prepares a collection; indexes that its schema changes are rebuilt without blocking reads.
    ///
    /// - Parameter schema: The schema.
    /// - Throws: `StorageError` if the store cannot be written; `.newerVersion` if a later version
    ///   of the app has written it. Then nothing is changed, and from now on everything but a wipe
    ///   throws the same error.
    public func prepare(_ schema: EntitySchema) async throws(StorageError) {
        let isPrepared = try await reach { [self] in
            try await pool.read { database in
                let catalog = try catalog(of: database)
                state.withLock { state in
                    for name in [schema.name] + schema.formerNames {
                        state.declared[name] = schema.version ?? 0
                    }
                }
                try requireVersion(of: catalog)
                return catalog.fits(schema)
            }
        }
        guard !isPrepared else {
            openingLog?.note(schema.name)
            return
        }
        let change = try await transaction { transaction throws(StorageError) in
            try transaction.prepare(schema)
        }
        openingLog?.note(schema.name) { if let change { $0.add(change) } }
    }

    /// Erases the contents of the file, and closes the store after running transactions have
    /// finished.
    ///
    /// No stored byte remains in the file or next to it: the file becomes empty, and those next to it
    /// are removed. If another process or store has the file open, it becomes an empty database, and
    /// those stores are closed with their next transaction.
    ///
    /// - Throws: `StorageError`: `.locked` while another connection reads or writes; `.full` if
    ///   others have the file open and the disk is completely full. The store is closed
    ///   nevertheless. Wipe it again, or open the file in the next process and wipe that store.
    public func wipe() async throws(StorageError) {
        end()
        let result = await withCheckedContinuation { continuation in
            wiping.async {
                continuation.resume(
                    returning: Result { () throws(StorageError) in try self.erase() }
                )
            }
        }
        try result.get()
    }

    private func erase() throws(StorageError) {
        // The file may contain another store by now.
        guard !state.withLock({ $0.isWiped }) else { return }
        try close()
        try erasure.run()
        state.withLock { $0.isWiped = true }
    }

    /// Returns the records touched by each transaction from now on.
    public func changes() -> StorageChanges {
        let changes = broadcast.changes()
        watch()
        return changes
    }

    /// Whether there are subscribers to the changes.
    package var hasListeners: Bool { broadcast.hasListeners }

    // MARK: - Transactions

    private func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (SQLiteTransaction) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try await reach { [self] in
            try await pool.writeWithoutTransaction { database in
                do {
                    return try commit(body, on: database)
                } catch {
                    throw StorageError(error, connection: database.sqliteConnection)
                }
            }
        }
    }

    private func commit<Value>(
        _ body: (SQLiteTransaction) throws(StorageError) -> Value,
        on database: Database
    ) throws -> Value {
        var result: (value: Value, change: StorageChange, catalog: Catalog)?
        try database.inTransaction(.immediate) {
            if try hasForeignWrites(database) { broadcast.publish(.everything) }
            let known = try catalog(of: database)
            let transaction = SQLiteTransaction(database, catalog: known)
            let value = try body(transaction)
            // Also throw a failure that the body has ignored.
            try transaction.finish()
            result = (value, transaction.change, transaction.catalog)
            return .commit
        }
        guard let result else { throw StorageError(.io, message: "The store failed.") }
        state.withLock { $0.catalog = result.catalog }
        // Right after the commit, so that an observer of the new state knows of the change.
        broadcast.publish(result.change)
        return result.value
    }

    private func catalog(of database: Database) throws(StorageError) -> Catalog {
        let known = state.withLock { $0.catalog }
        let current: Catalog
        do throws(StorageError) {
            current = try Catalog.current(of: database, known: known)
        } catch {
            try requireStore(in: database)
            throw error
        }
        // A wipe changes the schema, and so does a new version of the app.
        if current.version != known?.version {
            try requireStore(in: database)
            try requireVersion(of: current)
        }
        state.withLock { state in
            // A reader may see an older state of the file than the one already known.
            if current.version > state.catalog?.version ?? -1 { state.catalog = current }
        }
        return current
    }

    /// Closes this store if another process or another store on the file has wiped it.
    private func requireStore(in database: Database) throws(StorageError) {
        let isThere: Bool
        do {
            isThere = try SQLiteFile.holds(erasure.identity, database)
        } catch {
            throw StorageError(error, connection: database.sqliteConnection)
        }
        guard !isThere else { return }
        end()
        throw .storeIsClosed
    }

    /// Rejects, from now on, a file that was written by a later version of the app.
    private func requireVersion(of catalog: Catalog) throws(StorageError) {
        let refusal = state.withLock { state in
            state.refusal = state.refusal ?? catalog.versions.refusal(of: state.declared)
            return state.refusal
        }
        if let refusal { throw refusal }
    }

    /// Accesses the file, and converts failures to the store's errors.
    private func reach<Value: Sendable>(
        _ body: @Sendable () async throws -> Value
    ) async throws(StorageError) -> Value {
        let (isClosed, refusal) = state.withLock { ($0.isClosed, $0.refusal) }
        guard !isClosed else { throw .storeIsClosed }
        if let refusal { throw refusal }
        do {
            return try await body()
        } catch {
            // It was closed in between.
            if !(error is StorageError), state.withLock({ $0.isClosed }) { throw .storeIsClosed }
            throw StorageError(error)
        }
    }

    // MARK: - Other processes

    /// Whether another connection has written since the last call; on the writer's connection.
    private func hasForeignWrites(_ database: Database) throws(StorageError) -> Bool {
        let statement = try database.bound("PRAGMA data_version")
        let version = try statement.step() ? statement.integer(0) : 0
        return state.withLock { state in
            defer { state.dataVersion = version }
            return state.dataVersion.map { $0 != version } ?? false
        }
    }

    /// Regularly checks for writes of other processes while there are subscribers.
    private func watch() {
        guard let interval = externalChangeInterval else { return }
        state.withLock { state in
            guard state.watch == nil, !state.isClosed else { return }
            state.watch = Task.detached { [weak self] in
                while !Task.isCancelled {
                    // No strong reference while it sleeps.
                    guard await self?.look() ?? false else { return }
                    try? await Task.sleep(for: max(interval, .milliseconds(10)))
                }
            }
        }
    }

    /// Checks once; returns whether there are still subscribers, and if not, ends the watch.
    private func look() async -> Bool {
        let hasForeignWrites = try? await pool.writeWithoutTransaction { [self] database in
            guard try self.hasForeignWrites(database) else { return false }
            // Observers also learn that the store rejects an older app.
            _ = try? catalog(of: database)
            return true
        }
        if hasForeignWrites == true { broadcast.publish(.everything) }
        return state.withLock { state in
            let isWanted = broadcast.hasListeners
            if !isWanted { state.watch = nil }
            return isWanted
        }
    }
}
