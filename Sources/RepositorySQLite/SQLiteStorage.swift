public import Foundation
import GRDB
public import RepositoryLocal

/// A durable store in one file of SQLite.
///
///     let storage = try SQLiteStorage(url: folder.appending(path: "data.sqlite"))
///
/// Reads run beside one another and beside the one write (WAL): each sees the last committed state, and
/// none waits. Two processes may open the same file. What one has written is seen by the next read of
/// the other; it is told to who listens to changes within `externalChangeInterval`, and with the next
/// write at the latest, as "everything may have changed".
///
/// A write that has returned survives what the ``SQLiteConfiguration/Durability`` says. A write that was
/// cut off at any instruction is there whole or not at all.
///
/// Beside the file stand two more, with `-wal` and `-shm` behind its name, and a folder with `-files` once there are
/// attachments: whoever copies or removes one does so with all of them, and while no store has it open.
public final class SQLiteStorage: Storage {
    private struct State: Sendable {
        var catalog: Catalog?
        var isClosed = false
        var isWiped = false
        /// The versions of the collections that were prepared; 0 for one that is not numbered.
        var declared: [String: Int] = [:]
        /// Why the file is not for this version of the app.
        var refusal: StorageError?
        /// What SQLite counts up when another connection than the writer's has written.
        var dataVersion: Int64?
        var watch: Task<Void, Never>?
    }

    private let pool: DatabasePool
    private let broadcast = StorageBroadcast()
    /// What was done to the store since it was opened.
    public let openingLog: OpeningLog? = OpeningLog()
    /// The folder for the bytes of files: beside the file, with `-files` behind its name.
    public let attachments: AttachmentFolder?
    private let state = Locked(State())
    private let externalChangeInterval: Duration?
    private let erasure: SQLiteErasure
    /// Where a wipe waits for the file, without keeping a thread that others need.
    private let wiping = DispatchQueue(label: "repogen.wipe")

    /// Opens a store, and makes it where there is none.
    ///
    /// - Parameters:
    ///   - url: The file, in a folder that is there.
    ///   - configuration: How it works.
    /// - Throws: `StorageError`: `.readOnly`, `.full`, `.locked` or `.corrupted`, or `.invalid` for a
    ///   file of another program, or of a newer version of this one, and for a URL that is none of a file.
    public init(
        url: URL,
        configuration: SQLiteConfiguration = SQLiteConfiguration()
    ) throws(StorageError) {
        let file = try SQLiteFile.open(url, configuration)
        pool = file.pool
        erasure = SQLiteErasure(url: url, configuration: configuration, identity: file.identity)
        externalChangeInterval = configuration.externalChangeInterval
        let folder = url.deletingLastPathComponent()
        attachments = AttachmentFolder(
            url: folder.appending(path: "\(url.lastPathComponent)-files")
        )
        do {
            // What others write from now on is told.
            _ = try pool.writeWithoutTransaction { try hasForeignWrites($0) }
        } catch {
            throw StorageError(error)
        }
    }

    deinit {
        state.withLock { $0.watch?.cancel() }
        broadcast.finish()
    }

    /// Closes the file, once what runs has ended; all that comes later throws `.closed`.
    ///
    /// - Throws: `StorageError` where the file could not be closed.
    public func close() throws(StorageError) {
        end()
        do {
            try pool.close()
        } catch {
            throw StorageError(error)
        }
    }

    /// Lets nothing begin any more.
    private func end() {
        state.withLock { state in
            state.isClosed = true
            state.watch?.cancel()
        }
        broadcast.finish()
    }

    // MARK: - Storage

    /// Reads; everything in it sees one state of the store.
    ///
    /// - Parameter body: What is read.
    /// - Returns: What the body returns.
    /// - Throws: `StorageError` of the body, or where the store cannot be read.
    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageReader) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try await reach { [self] in
            try await pool.read { database in
                try body(SQLiteTransaction(database, catalog: try catalog(of: database)))
            }
        }
    }

    /// Writes in one transaction: all or nothing, after and before all other writes.
    ///
    /// - Parameter body: What is written.
    /// - Returns: What the body returns.
    /// - Throws: `StorageError` of the body, or where the store cannot be written; then nothing was.
    public func write<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageWriter) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try await transaction(body)
    }

    /// Declares a collection; what its schema changes is rebuilt, while reads go on.
    ///
    /// - Parameter schema: The schema.
    /// - Throws: `StorageError` where the store cannot be written; of the kind `.newerVersion` where a later version
    ///   of the app has written it. Then nothing is changed, and everything but a wipe throws the same from now on.
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
        let opened = try await transaction { transaction throws(StorageError) in
            try transaction.attempt { () throws(StorageError) -> CatalogChange? in
                // Another process may have been faster.
                guard !transaction.catalog.fits(schema) else { return nil }
                return try transaction.catalog.prepare(schema, in: transaction.database)
            }
        }
        openingLog?.note(schema.name) { opened?.add(to: &$0) }
    }

    /// Erases everything in the file, and closes the store, once what runs has ended.
    ///
    /// No byte of what was stored stays in the file or beside it. The files are removed, unless another process or
    /// another store has them open: then an empty database stays. Those others are closed with their next
    /// transaction.
    ///
    /// - Throws: `StorageError`: `.locked` while somebody else reads or writes, `.full` where others have the file
    ///   open and the disk has no room at all. The store is closed also then. Wipe it again, or open the file in
    ///   the next process and wipe that store.
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
        // Another store may be in the file by now.
        guard !state.withLock({ $0.isWiped }) else { return }
        try close()
        try attachments?.erase()
        try erasure.run()
        // Another process may have attached a file meanwhile.
        try attachments?.erase()
        state.withLock { $0.isWiped = true }
    }

    /// What each transaction touches from now on.
    public func changes() -> StorageChanges {
        let changes = broadcast.changes()
        watch()
        return changes
    }

    /// Whether somebody listens to the changes.
    package var hasListeners: Bool { broadcast.hasListeners }

    // MARK: - Transactions

    private func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (SQLiteTransaction) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        let (value, change) = try await reach { [self] in
            try await pool.writeWithoutTransaction { database in
                do {
                    return try commit(body, on: database)
                } catch {
                    throw StorageError(error, connection: database.sqliteConnection)
                }
            }
        }
        broadcast.publish(change)
        return value
    }

    private func commit<Value>(
        _ body: (SQLiteTransaction) throws(StorageError) -> Value,
        on database: Database
    ) throws -> (Value, StorageChange) {
        var result: (value: Value, change: StorageChange, catalog: Catalog)?
        try database.inTransaction(.immediate) {
            if try hasForeignWrites(database) { broadcast.publish(.everything) }
            let known = try catalog(of: database)
            let transaction = SQLiteTransaction(database, catalog: known)
            let value = try body(transaction)
            // Throws what failed, too, where the body went on behind it.
            try transaction.attempt { () throws(StorageError) in }
            transaction.catalog.version = try Catalog.schemaVersion(of: database)
            result = (value, transaction.change, transaction.catalog)
            return .commit
        }
        guard let result else { throw StorageError(.io, message: "The store failed.") }
        state.withLock { $0.catalog = result.catalog }
        return (result.value, result.change)
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
            // A reader may see a state of the file that is older than what is known.
            if current.version > state.catalog?.version ?? -1 { state.catalog = current }
        }
        return current
    }

    /// Closes this store where another process, or another store on the file, has wiped it.
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

    /// Refuses, from now on, a file that a later version of the app has written.
    private func requireVersion(of catalog: Catalog) throws(StorageError) {
        let refusal = state.withLock { state in
            state.refusal = state.refusal ?? catalog.versions.refusal(of: state.declared)
            return state.refusal
        }
        if let refusal { throw refusal }
    }

    /// Asks the file, and says in the store's own errors why it does not answer.
    private func reach<Value: Sendable>(
        _ body: @Sendable () async throws -> Value
    ) async throws(StorageError) -> Value {
        let (isClosed, refusal) = state.withLock { ($0.isClosed, $0.refusal) }
        guard !isClosed else { throw .storeIsClosed }
        if let refusal { throw refusal }
        do {
            return try await body()
        } catch {
            // Closed between the two.
            if !(error is StorageError), state.withLock({ $0.isClosed }) { throw .storeIsClosed }
            throw StorageError(error)
        }
    }

    // MARK: - Other processes

    /// Whether another connection has written since this was last asked; on the writer's connection.
    private func hasForeignWrites(_ database: Database) throws(StorageError) -> Bool {
        let statement = try database.bound("PRAGMA data_version")
        let version = try statement.step() ? statement.integer(0) : 0
        return state.withLock { state in
            defer { state.dataVersion = version }
            return state.dataVersion.map { $0 != version } ?? false
        }
    }

    /// Looks from time to time whether another process has written, as long as somebody listens.
    private func watch() {
        guard let interval = externalChangeInterval else { return }
        state.withLock { state in
            guard state.watch == nil, !state.isClosed else { return }
            state.watch = Task.detached { [weak self] in
                while !Task.isCancelled {
                    // Not held while this sleeps.
                    guard await self?.look() ?? false else { return }
                    try? await Task.sleep(for: interval)
                }
            }
        }
    }

    /// Looks once; returns whether somebody still listens, and otherwise ends the watch.
    private func look() async -> Bool {
        let hasForeignWrites = try? await pool.writeWithoutTransaction { [self] database in
            guard try self.hasForeignWrites(database) else { return false }
            // Whoever observes learns why the store refuses an older app, too.
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
