import Foundation
import GRDB
import GRDBSQLite
import RepositoryLocal

/// Erases the store in a file, after all connections of this store were closed.
///
/// If no other connection has the file open, it is removed together with its two companion files.
/// That needs no disk space, even on a full disk.
///
/// If another process or store has it open, that one would continue with unlinked files, and on
/// closing would remove the files of a new store. So the tables are dropped in a transaction, and
/// the file shrinks to an empty database. A marker tells the others that their store was erased.
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
            if try !removeFiles() { try emptyFile() }
        } catch {
            let error = StorageError(error)
            // It cannot be opened or locked. With a key, it may be another store's.
            guard error.code == .corrupted, configuration.connectionStatements.isEmpty else {
                throw error
            }
            try attachments.erase()
            try remove(url.resolvingSymlinksInPath().path)
        }
    }

    // MARK: - Without other connections

    /// Removes the file and its companion files.
    ///
    /// Returns false if another connection has the file open.
    private func removeFiles() throws -> Bool {
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
        let isRemoved = try queue.writeWithoutTransaction { database in
            do {
                try database.execute(sql: "BEGIN EXCLUSIVE")
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                return false
            }
            let isOwn = try isOwn(database)
            try database.execute(sql: "ROLLBACK")
            if isOwn { try removeFiles(of: database) }
            return true
        }
        try queue.close()
        return isRemoved
    }

    /// Removes the files of a connection with exclusive access.
    private func removeFiles(of database: Database) throws {
        guard let name = sqlite3_db_filename(database.sqliteConnection, "main") else { return }
        try attachments.erase()
        // If the URL is that of a symbolic link, the files are elsewhere.
        try remove(String(cString: name))
        // SQLite detects that the file is unlinked, and writes nothing back on closing.
    }

    /// Truncates the files, and then removes them; both are on disk when this returns.
    private func remove(_ path: String) throws(StorageError) {
        // The database file is truncated first: SQLite ignores and removes companions of an empty
        // one. Its name is removed last, because the file is locked as long as it exists.
        var descriptors: [Int32] = []
        // Closing a descriptor of the database file would release the lock of this process.
        defer { for descriptor in descriptors where descriptor >= 0 { close(descriptor) } }
        for suffix in ["", "-wal", "-journal"] {
            guard truncate(path + suffix, 0) == 0 || errno == ENOENT else { throw Self.failure }
            descriptors.append(Self.flush(path + suffix))
        }
        for suffix in ["-wal", "-journal", "-shm", ""] {
            guard unlink(path + suffix) == 0 || errno == ENOENT else { throw Self.failure }
        }
        descriptors.append(Self.flush(URL(filePath: path).deletingLastPathComponent().path))
    }

    /// Flushes changes of a file or folder to disk.
    ///
    /// Returns its descriptor, which the caller closes; a negative number if there is no file.
    private static func flush(_ path: String) -> Int32 {
        let descriptor = open(path, O_RDONLY)
        if descriptor >= 0 { fsync(descriptor) }
        return descriptor
    }

    private static var failure: StorageError {
        let isForbidden = [EACCES, EPERM, EROFS].contains(errno)
        return StorageError(
            isForbidden ? .readOnly : .io,
            message: "The file of the store cannot be removed (system error \(errno))."
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
