import Foundation
import GRDB
import GRDBSQLite
import RepositoryLocal

/// Erases the store in a file, of which none of this store's connections is open any more.
///
/// Where nobody else has the file open, it is removed with the two beside it. That takes no room, however full
/// the disk is.
///
/// Where another process or another store has it open, it would go on with files that have no name any more,
/// and would remove those of a new store when it closes its own. So the tables go in a transaction, and the file
/// shrinks to an empty database. A mark tells the others that their store was erased.
///
/// Each step can be repeated, also by another process.
struct SQLiteErasure {
    let url: URL
    let configuration: SQLiteConfiguration
    /// The identity of the store: another one may have been made in the file since.
    let identity: Data?

    /// Erases the store, unless that was done.
    func run() throws(StorageError) {
        guard access(url.path, F_OK) == 0 else {
            // Of a folder that must not be searched, one cannot tell.
            guard errno == ENOENT || errno == ENOTDIR else { throw Self.failure }
            return
        }
        do {
            if try !removeFiles() { try emptyFile() }
        } catch {
            let error = StorageError(error)
            // Nobody can open it, nor lock it. With a key, it may only be that of another store.
            guard error.code == .corrupted, configuration.connectionStatements.isEmpty else {
                throw error
            }
            try remove(url.resolvingSymlinksInPath().path)
        }
    }

    // MARK: - The only user

    /// Removes the file and those beside it.
    ///
    /// Returns whether it was possible: not where others have the file open.
    private func removeFiles() throws -> Bool {
        var settings = SQLiteFile.bareSettings(configuration)
        settings.busyMode = .immediateError
        settings.foreignKeysEnabled = false
        settings.prepareDatabase { database in
            // As of the first look into the file, up to the end of the connection, nobody else can open it.
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

    /// Removes the files of a connection that has them for itself.
    private func removeFiles(of database: Database) throws {
        guard let name = sqlite3_db_filename(database.sqliteConnection, "main") else { return }
        // Where the URL is that of a link, the files are elsewhere.
        try remove(String(cString: name))
        // SQLite sees that the file has no name any more, and writes nothing back when it closes.
    }

    /// Empties the files, and then removes them; both are on the disk when this returns.
    private func remove(_ path: String) throws(StorageError) {
        // The file first: what is left beside an empty one belongs to nobody, and SQLite removes it. The name of
        // the file last: as long as it is there, it is locked.
        for suffix in ["", "-wal", "-journal"] {
            guard truncate(path + suffix, 0) == 0 || errno == ENOENT else { throw Self.failure }
            Self.flush(path + suffix)
        }
        for suffix in ["-wal", "-journal", "-shm", ""] {
            guard unlink(path + suffix) == 0 || errno == ENOENT else { throw Self.failure }
        }
        Self.flush(URL(filePath: path).deletingLastPathComponent().path)
    }

    /// Waits until what was done with a file or a folder is on the disk.
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
            message: "The file of the store cannot be removed (error \(errno) of the system)."
        )
    }

    // MARK: - One of several

    /// Removes all that is in the file, while others have it open.
    private func emptyFile() throws {
        var settings = SQLiteFile.bareSettings(configuration)
        settings.busyMode = .timeout(configuration.busyTimeout / .seconds(1))
        // Else each row of a table would be looked at before the table goes.
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

    /// Drops all tables, which takes little room: their pages stay as they are, and belong to nothing.
    ///
    /// Returns whether the store in the file is the one that is to be erased.
    private func dropTables(_ database: Database) throws -> Bool {
        var isOwn = false
        try database.inTransaction(.immediate) {
            isOwn = try self.isOwn(database)
            guard isOwn else { return .rollback }
            // A virtual table first: it drops tables of its own.
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

    /// Shrinks the file of a wiped store to an empty database, and the log beside it to nothing.
    ///
    /// - Throws: `StorageError` of the kind `.locked` where somebody reads the old state all the time.
    static func shrink(_ database: Database) throws {
        // An empty database is made in memory, and takes the place of all pages.
        try database.execute(sql: "PRAGMA temp_store = MEMORY; VACUUM")
        let statement = try database.bound("PRAGMA wal_checkpoint(TRUNCATE)", isCached: false)
        guard try statement.step(), statement.integer(0) == 0 else {
            throw StorageError(
                .locked,
                message:
                    "Somebody else reads the store; what was wiped stays in its log until then."
            )
        }
    }

    /// Whether the store in the file is the one that is to be erased, whole or in part.
    ///
    /// Of one that is damaged nobody can tell, and nobody can use it.
    private func isOwn(_ database: Database) throws -> Bool {
        do {
            return try SQLiteFile.isWiped(database) || SQLiteFile.isEmpty(database)
                || SQLiteFile.holds(identity, database)
        } catch let error where StorageError(error).code == .corrupted {
            return true
        }
    }
}
