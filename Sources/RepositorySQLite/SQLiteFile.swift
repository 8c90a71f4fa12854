import Foundation
import GRDB
import GRDBSQLite
import RepositoryLocal

/// The file of a store: how it is opened, and what is in it before any record is.
enum SQLiteFile {
    /// What marks a file as one of a store: `Repo`.
    private static let applicationID = 0x5265_706F as Int64
    /// The version of the tables in it.
    private static let version = 2 as Int64

    /// Opens a file, and makes it where there is none.
    static func open(
        _ url: URL,
        _ configuration: SQLiteConfiguration
    ) throws(StorageError) -> DatabasePool {
        guard url.isFileURL else {
            throw StorageError(.invalid, message: "The URL of the store is that of no file.")
        }
        do {
            let pool = try DatabasePool(path: url.path, configuration: settings(configuration))
            try pool.writeWithoutTransaction { database in
                do {
                    try database.inTransaction(.immediate) {
                        try setUp(database)
                        return .commit
                    }
                } catch {
                    throw StorageError(error, connection: database.sqliteConnection)
                }
            }
            return pool
        } catch {
            throw clarified(StorageError(error), url)
        }
    }

    private static func settings(_ configuration: SQLiteConfiguration) -> Configuration {
        var settings = Configuration()
        let timeout = configuration.busyTimeout / .seconds(1)
        settings.busyMode = .timeout(timeout)
        settings.maximumReaderCount = configuration.maximumReaderCount
        settings.prepareDatabase { database in
            TextCollation.register(on: database.sqliteConnection)
            SumFunction.register(on: database.sqliteConnection)
            // GRDB has readers wait for longer.
            sqlite3_busy_timeout(database.sqliteConnection, Int32(clamping: Int(timeout * 1000)))
            // Kilobytes; SQLite's own measure is from a time of smaller machines.
            try database.execute(sql: "PRAGMA cache_size = -8000")
            switch configuration.durability {
            case .processEnd: try database.execute(sql: "PRAGMA synchronous = NORMAL")
            case .powerLoss:
                // The second does something on Apple's systems only.
                try database.execute(sql: "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON")
            }
            if let count = configuration.maximumPageCount, !database.configuration.readonly {
                try database.execute(sql: "PRAGMA max_page_count = \(count)")
            }
        }
        return settings
    }

    /// The error with the name of the file, which is one among several of an app.
    ///
    /// SQLite says of many a file only that it cannot be opened.
    private static func clarified(_ error: StorageError, _ url: URL) -> StorageError {
        var (code, message) = (error.code, error.message)
        if error.code == .io {
            let folder = url.deletingLastPathComponent().path
            let isThere = access(url.path, F_OK) == 0
            let mayWrite =
                access(isThere ? url.path : folder, W_OK) == 0 && access(folder, W_OK) == 0
            if access(folder, F_OK) != 0 {
                message = "The folder of the store is not there."
            } else if !mayWrite {
                code = .readOnly
                message = "The file of the store, or its folder, must not be written."
            }
        }
        return StorageError(
            code,
            message: "\(message) (\(url.lastPathComponent))",
            cause: error.cause
        )
    }

    private static func setUp(_ database: Database) throws {
        let identifier = try number("PRAGMA application_id", in: database)
        let version = try number("PRAGMA user_version", in: database)
        switch (identifier, version) {
        case (applicationID, self.version):
            try sortTextAnew(in: database)
        case (applicationID, 1):
            // There, an entry without a key of its own would be ignored.
            throw StorageError(
                .invalid,
                message: "The file of the store was written before the first release of Repogen."
            )
        case (applicationID, _):
            throw StorageError(
                .invalid,
                message: "The file of the store was written by a newer version of Repogen."
            )
        case (0, 0) where try number("SELECT count(*) FROM sqlite_master", in: database) == 0:
            try create(in: database)
        default:
            throw StorageError(.invalid, message: "The file is one of another program.")
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
    }

    /// Sorts the indices of texts anew where Swift has come to compare by another version of Unicode.
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
