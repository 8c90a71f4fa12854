import Foundation
import GRDB
import GRDBSQLite
import RepositoryLocal

/// Erases the store in a file, after all connections of this store were closed.
///
/// If no other connection has the file open, it is truncated to zero bytes, and its companion files
/// are removed. That needs no disk space, even on a full disk. The file itself stays: another process
/// may just have opened it, and would create its store in an unlinked file.
///
/// If another process or store has it open, the tables are dropped in a transaction, and the file
/// shrinks to an empty database. A marker tells the others that their store was erased.
///
/// Each step can be repeated, also by another process.
struct SQLiteErasure {
    let url: URL
    let configuration: SQLiteConfiguration
    /// The identity of the store: the file may contain another one meanwhile.
    let identity: Data?
    /// The folder with the contents of files, which belongs to the store in the file.
    let attachments: AttachmentFolder

    /// Erases the store, unless that has been done.
    func run() throws(StorageError) {
        guard access(url.path, F_OK) == 0 else {
            // In a folder without search permission, it is unknown whether the file exists.
            guard errno == ENOENT || errno == ENOTDIR else { throw Self.failure }
            try attachments.erase()
            return
        }
        do {
            if try !truncateFile() { try emptyFile() }
        } catch {
            let error = StorageError(error)
            // It cannot be opened or locked. With a key, it may be another store's.
            guard error.code == .corrupted, configuration.connectionStatements.isEmpty else {
                throw error
            }
            try attachments.erase()
            let path = url.resolvingSymlinksInPath().path
            guard truncate(path, 0) == 0 || errno == ENOENT else { throw Self.failure }
            Self.flush(path)
            try removeCompanions(of: path)
        }
    }

    // MARK: - Without other connections

    /// Truncates the file, and removes its companion files.
    ///
    /// Returns false if another connection has the file open.
    private func truncateFile() throws -> Bool {
        var settings = SQLiteFile.bareSettings(configuration)
        settings.busyMode = .immediateError
        settings.foreignKeysEnabled = false
        settings.prepareDatabase { database in
            // From the first access on, no other connection can open the file until this one is
            // closed.
            try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
        }
        let queue: DatabaseQueue
        do {
            queue = try DatabaseQueue(path: url.path, configuration: settings)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            return false
        }
        let isDone = try queue.writeWithoutTransaction { database in
            do {
                try database.execute(sql: "BEGIN EXCLUSIVE")
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                return false
            }
            let isOwn = try isOwn(database)
            try database.execute(sql: "ROLLBACK")
            if isOwn { try truncateFile(of: database) }
            return true
        }
        try queue.close()
        return isDone
    }

    /// Truncates the file of a connection with exclusive access, and removes its companion files; all
    /// of that is on disk when this returns.
    private func truncateFile(of database: Database) throws {
        guard let name = sqlite3_db_filename(database.sqliteConnection, "main") else { return }
        try attachments.erase()
        // The database file is truncated first: SQLite ignores and removes companions of an empty
        // one.
        try Self.empty(database)
        // If the URL is that of a symbolic link, the files are elsewhere.
        try removeCompanions(of: String(cString: name))
    }

    /// Truncates the file of a connection by the descriptor of this connection: closing another one
    /// would release all locks of this process.
    private static func empty(_ database: Database) throws(StorageError) {
        var file: UnsafeMutablePointer<sqlite3_file>?
        let code = sqlite3_file_control(
            database.sqliteConnection,
            "main",
            SQLITE_FCNTL_FILE_POINTER,
            &file
        )
        guard code == SQLITE_OK, let file, let methods = file.pointee.pMethods?.pointee,
            methods.xTruncate(file, 0) == SQLITE_OK,
            methods.xSync(file, SQLITE_SYNC_FULL) == SQLITE_OK
        else {
            throw StorageError(.io, message: "The file of the store cannot be truncated.")
        }
    }

    private func removeCompanions(of path: String) throws(StorageError) {
        for suffix in ["-wal", "-journal"] {
            guard truncate(path + suffix, 0) == 0 || errno == ENOENT else { throw Self.failure }
            Self.flush(path + suffix)
        }
        for suffix in ["-wal", "-journal", "-shm"] {
            guard unlink(path + suffix) == 0 || errno == ENOENT else { throw Self.failure }
        }
        Self.flush(URL(filePath: path).deletingLastPathComponent().path)
    }

    /// Flushes changes of a file or folder to disk.
    private static func flush(_ path: String) {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private static var failure: StorageError {
        let isForbidden = [EACCES, EPERM, EROFS].contains(errno)
        return StorageError(
            isForbidden ? .readOnly : .io,
            message: "The file of the store cannot be erased (system error \(errno))."
        )
    }

    // MARK: - With other connections

    /// Erases the contents of the file while other connections have it open.
    private func emptyFile() throws {
        var settings = SQLiteFile.bareSettings(configuration)
        settings.busyMode = .timeout(configuration.busySeconds)
        // If enabled, each row of a table would be examined before the table is dropped.
        settings.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: url.path, configuration: settings)
        try queue.writeWithoutTransaction { database in
            do {
                guard try dropTables(database) else { return }
                try Self.shrink(database)
            } catch {
                throw StorageError(error, connection: database.sqliteConnection)
            }
        }
        try queue.close()
    }

    /// Drops all tables, which needs little space: their pages are freed without being rewritten.
    ///
    /// Returns whether the file contains the store to erase.
    private func dropTables(_ database: Database) throws -> Bool {
        var isOwn = false
        try database.inTransaction(.immediate) {
            isOwn = try self.isOwn(database)
            guard isOwn else { return .rollback }
            try attachments.erase()
            // A virtual table first, because it drops tables of its own.
            let names = try String.fetchAll(
                database,
                sql: """
                    SELECT name FROM sqlite_master WHERE type = 'table'
                    AND (name NOT LIKE 'sqlite^_%' ESCAPE '^' OR name LIKE 'sqlite^_stat%' ESCAPE '^')
                    ORDER BY sql NOT LIKE 'CREATE VIRTUAL%'
                    """
            )
            for name in names {
                try database.execute(sql: "DROP TABLE IF EXISTS \(name.quotedDatabaseIdentifier)")
            }
            try SQLiteFile.markAsWiped(database)
            return .commit
        }
        return isOwn
    }

    /// Shrinks the file of a wiped store to an empty database, and truncates its log.
    ///
    /// - Throws: `StorageError` with the code `.locked` while a reader keeps using the old state.
    static func shrink(_ database: Database) throws {
        // The empty database is built in memory, and replaces all pages.
        try database.execute(sql: "PRAGMA temp_store = MEMORY; VACUUM")
        let statement = try database.bound("PRAGMA wal_checkpoint(TRUNCATE)", isCached: false)
        guard try statement.step(), statement.integer(0) == 0 else {
            throw StorageError(
                .locked,
                message:
                    "Another connection reads the store; its log still has the wiped data."
            )
        }
    }

    /// Whether the file contains the store to erase, or parts of it.
    ///
    /// A damaged file cannot be identified, and cannot be used either.
    private func isOwn(_ database: Database) throws -> Bool {
        do {
            return try SQLiteFile.isWiped(database) || SQLiteFile.isEmpty(database)
                || SQLiteFile.holds(identity, database)
        } catch let error where StorageError(error).code == .corrupted {
            return true
        }
    }
}
