import Foundation
import GRDB
import GRDBSQLite
import RepositoryLocal

/// The file of a store: how it is opened, and its contents before any record.
enum SQLiteFile {
    /// The application ID of a store's file: `Repo`.
    private static let applicationID = 0x5265_706F as Int64
    /// The version of its tables.
    private static let version = 2 as Int64

    /// The application ID of a wiped store's file, until another store is created in it: `Wipe`.
    private static let wipedID = 0x5769_7065 as Int64
    /// The metadata key of the store's identity, which differs from that of another store created
    /// in the file after a wipe.
    private static let identityName = "repogen.store"

    /// Opens a file, and creates it if there is none.
    ///
    /// Returns the connections, and the identity of the store, see ``holds(_:_:)``.
    static func open(
        _ url: URL,
        _ configuration: SQLiteConfiguration
    ) throws(StorageError) -> (pool: DatabasePool, identity: Data?) {
        guard url.isFileURL else {
            throw StorageError(.invalid, message: "The URL of the store is not a file URL.")
        }
        do {
            let pool = try connections(url, configuration)
            let identity = try pool.writeWithoutTransaction { database in
                do {
                    if try isWiped(database) { try SQLiteErasure.shrink(database) }
                    var identity: Data?
                    try database.inTransaction(.immediate) {
                        try setUp(database)
                        identity = try self.identity(in: database)
                        return .commit
                    }
                    return identity
                } catch {
                    throw StorageError(error, connection: database.sqliteConnection)
                }
            }
            return (pool, identity)
        } catch {
            throw clarified(StorageError(error), url)
        }
    }

    /// Opens the connections to a file.
    ///
    /// SQLite does not wait if another connection creates the file at the same moment.
    private static func connections(
        _ url: URL,
        _ configuration: SQLiteConfiguration
    ) throws -> DatabasePool {
        let end = ContinuousClock.now + .seconds(configuration.busySeconds)
        while true {
            do {
                return try DatabasePool(path: url.path, configuration: settings(configuration))
            } catch let error as DatabaseError
                where error.resultCode == .SQLITE_BUSY && ContinuousClock.now < end
            {
                Thread.sleep(forTimeInterval: 0.01)
            }
        }
    }

    /// Returns the settings shared by all connections to a file.
    ///
    /// The statements of the configuration come first, because the others may depend on them.
    static func bareSettings(_ configuration: SQLiteConfiguration) -> Configuration {
        var settings = Configuration()
        settings.prepareDatabase { database in
            for (index, statement) in configuration.connectionStatements.enumerated() {
                do {
                    try database.execute(sql: statement)
                } catch {
                    throw StorageError(connectionStatement: index + 1, error)
                }
            }
            TextCollation.register(on: database.sqliteConnection)
            SumFunction.register(on: database.sqliteConnection)
        }
        return settings
    }

    private static func settings(_ configuration: SQLiteConfiguration) -> Configuration {
        var settings = bareSettings(configuration)
        let timeout = configuration.busySeconds
        settings.busyMode = .timeout(timeout)
        settings.maximumReaderCount = max(1, configuration.maximumReaderCount)
        settings.prepareDatabase { database in
            // By default, GRDB's readers wait longer.
            sqlite3_busy_timeout(database.sqliteConnection, Int32(timeout * 1000))
            // In kilobytes; SQLite's default is meant for smaller machines.
            try database.execute(sql: "PRAGMA cache_size = -8000")
            switch configuration.durability {
            case .processEnd: try database.execute(sql: "PRAGMA synchronous = NORMAL")
            case .powerLoss:
                // The second one only has an effect on Apple platforms.
                try database.execute(sql: "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON")
            }
            if let count = configuration.maximumPageCount, !database.configuration.readonly {
                try database.execute(sql: "PRAGMA max_page_count = \(count)")
            }
        }
        return settings
    }

    /// Adds the name of the file to the error, because an app may have several.
    ///
    /// In many cases, SQLite only reports that the file cannot be opened.
    private static func clarified(_ error: StorageError, _ url: URL) -> StorageError {
        var (code, message) = (error.code, error.message)
        if error.code == .io {
            let folder = url.deletingLastPathComponent().path
            let isThere = access(url.path, F_OK) == 0
            let mayWrite =
                access(isThere ? url.path : folder, W_OK) == 0 && access(folder, W_OK) == 0
            if access(folder, F_OK) != 0 {
                message = "The folder of the store does not exist."
            } else if !mayWrite {
                code = .readOnly
                message = "The file of the store, or its folder, is not writable."
            }
        }
        return StorageError(
            code,
            message: "\(message) (\(url.lastPathComponent))",
            cause: error.cause
        )
    }

    // MARK: - Wiping

    /// Whether a database still contains a store, which another process may have wiped.
    ///
    /// - Parameters:
    ///   - identity: The identity of the store; nil for one created by an earlier version of this
    ///     library.
    ///   - database: The database.
    /// - Returns: Whether it does; false if it contains another store.
    /// - Throws: An error of SQLite.
    static func holds(_ identity: Data?, _ database: Database) throws -> Bool {
        guard try number("PRAGMA application_id", in: database) == applicationID else {
            return false
        }
        return try self.identity(in: database) == identity
    }

    /// Whether the store in a database was wiped, and no other one was created.
    static func isWiped(_ database: Database) throws -> Bool {
        try number("PRAGMA application_id", in: database) == wipedID
    }

    /// Whether a database is empty, like a file of zero bytes.
    static func isEmpty(_ database: Database) throws -> Bool {
        try number("PRAGMA application_id", in: database) == 0
            && number("SELECT count(*) FROM sqlite_master", in: database) == 0
    }

    /// Marks the store in a database as wiped, in the transaction that drops its tables.
    static func markAsWiped(_ database: Database) throws {
        try database.execute(
            sql: "PRAGMA application_id = \(wipedID); PRAGMA user_version = 0"
        )
    }

    private static func identity(in database: Database) throws -> Data? {
        let statement = try database.bound("SELECT value FROM repogen_values WHERE key = ?")
        statement.bind(identityName, at: 1)
        return try statement.step() ? statement.data(0) : nil
    }

    // MARK: - Tables

    private static func setUp(_ database: Database) throws {
        let identifier = try number("PRAGMA application_id", in: database)
        let version = try number("PRAGMA user_version", in: database)
        switch (identifier, version) {
        case (applicationID, self.version):
            try sortTextAnew(in: database)
        case (applicationID, _):
            throw StorageError(
                .invalid,
                message: "The file of the store was written by a newer version of Repogen."
            )
        case (0, 0) where try isEmpty(database), (wipedID, _):
            try create(in: database)
        default:
            throw StorageError(.invalid, message: "The file belongs to another program.")
        }
    }

    private static func create(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE repogen_collections (
                    number INTEGER PRIMARY KEY AUTOINCREMENT,
                    name TEXT NOT NULL UNIQUE
                );
                CREATE TABLE repogen_columns (
                    number INTEGER PRIMARY KEY AUTOINCREMENT,
                    collection INTEGER NOT NULL REFERENCES repogen_collections (number),
                    key TEXT NOT NULL,
                    kind TEXT NOT NULL,
                    name TEXT NOT NULL
                );
                CREATE TABLE repogen_outbox (
                    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
                    id BLOB NOT NULL UNIQUE,
                    collection TEXT NOT NULL,
                    record TEXT NOT NULL,
                    operation INTEGER NOT NULL,
                    base_tag TEXT,
                    changed TEXT,
                    -- NULL where it is the identity.
                    idempotency_key TEXT,
                    state INTEGER NOT NULL,
                    attempts INTEGER NOT NULL,
                    not_before REAL,
                    failure_status INTEGER,
                    failure_body BLOB,
                    failure_message TEXT,
                    failure_date REAL
                );
                CREATE INDEX repogen_outbox_record ON repogen_outbox (record, collection);
                -- Most entries wait: looked for are the others.
                CREATE INDEX repogen_outbox_state ON repogen_outbox (state, sequence)
                    WHERE state <> 0;
                CREATE TABLE repogen_values (
                    key TEXT NOT NULL PRIMARY KEY,
                    value BLOB NOT NULL
                ) WITHOUT ROWID;
                CREATE TABLE repogen_text_order (version INTEGER NOT NULL);
                INSERT INTO repogen_text_order VALUES (\(TextCollation.version));
                PRAGMA application_id = \(applicationID);
                PRAGMA user_version = \(version);
                """
        )
        let statement = try database.bound("INSERT INTO repogen_values (key, value) VALUES (?, ?)")
        statement.bind(identityName, at: 1)
        statement.bind(Data(UUID().uuidString.utf8), at: 2)
        try statement.run()
    }

    /// Rebuilds text indexes if the version of Unicode used by Swift has changed.
    private static func sortTextAnew(in database: Database) throws {
        let sorted = try number("SELECT version FROM repogen_text_order", in: database)
        guard sorted != Int64(TextCollation.version) else { return }
        try database.execute(
            sql: """
                REINDEX \(TextCollation.name);
                UPDATE repogen_text_order SET version = \(TextCollation.version);
                """
        )
    }

    private static func number(_ sql: String, in database: Database) throws -> Int64 {
        let statement = try database.bound(sql)
        return try statement.step() ? statement.integer(0) : 0
    }
}
