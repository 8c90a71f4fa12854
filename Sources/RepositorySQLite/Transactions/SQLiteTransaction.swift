import Foundation
import GRDB
import RepositoryLocal

/// One transaction on one connection.
final class SQLiteTransaction {
    let database: Database
    var catalog: Catalog
    /// The records touched so far.
    var change = StorageChange()
    /// The failure of SQLite after which the transaction is invalid.
    ///
    /// A full disk, for example, rolls back SQLite's transaction. If the body continued, its writes
    /// would be committed separately.
    private(set) var failure: StorageError?
    private var recent: [(sql: String, statement: Statement)] = []
    /// Records that are buffered, but not written yet.
    var records: RowBatch?
    /// Entries that are buffered, but not written yet.
    var entries = RowBatch(SQLiteTransaction.entryInsertion)
    /// The sequence number and identity after which all entries are new; nil while unknown.
    var lastEntry: (sequence: Int64, id: OutboxEntry.ID)?
    /// The sequence number of the last entry that was added.
    var lastSequence: Int64?

    init(_ database: Database, catalog: Catalog) {
        self.database = database
        self.catalog = catalog
    }

    /// Returns a statement for binding, which is prepared once per connection.
    func bound(_ sql: String) throws(StorageError) -> BoundStatement {
        // Batches use few statements, and a cache lookup costs as much as executing a short one.
        if let known = recent.first(where: { $0.sql == sql }) {
            return BoundStatement(known.statement)
        }
        do {
            let statement = try database.cachedStatement(sql: sql)
            if recent.count == 6 { recent.removeFirst() }
            recent.append((sql, statement))
            return BoundStatement(statement)
        } catch {
            throw StorageError(error, connection: database.sqliteConnection)
        }
    }

    /// Runs an operation that must see all earlier writes.
    func attempt<Value>(
        _ body: () throws(StorageError) -> Value
    ) throws(StorageError) -> Value {
        try attemptAmongPuts { () throws(StorageError) in
            try writePuts()
            return try body()
        }
    }

    /// Writes the buffered rows.
    func writePuts() throws(StorageError) {
        try writeRecords()
        try writeEntries()
    }

    func writeRecords() throws(StorageError) {
        guard var batch = records, !batch.isEmpty else { return }
        records = nil
        try write(&batch)
        records = batch
    }

    func writeEntries() throws(StorageError) {
        guard !entries.isEmpty else { return }
        try write(&entries)
    }

    /// Writes the rows of a batch.
    ///
    /// Rows before the last one were buffered by earlier calls, which can no longer fail. So their
    /// failure is that of the transaction.
    func write(_ batch: inout RowBatch) throws(StorageError) {
        do throws(StorageError) {
            try batch.write { (sql) throws(StorageError) in try bound(sql) }
        } catch {
            failure = error
            throw error
        }
    }

    /// Runs an operation with buffered rows; records failures that the caller's input did not
    /// cause.
    func attemptAmongPuts<Value>(
        _ body: () throws(StorageError) -> Value
    ) throws(StorageError) -> Value {
        if let failure { throw failure }
        do throws(StorageError) {
            return try body()
        } catch {
            if error.code != .invalid { failure = error }
            throw error
        }
    }

    /// Runs a query, and returns a value for each row.
    func rows<Value>(
        _ sql: String,
        _ bind: (borrowing BoundStatement) -> Void,
        _ read: (borrowing BoundStatement) throws(StorageError) -> Value
    ) throws(StorageError) -> [Value] {
        try attempt { () throws(StorageError) in
            let statement = try bound(sql)
            bind(statement)
            var values: [Value] = []
            while try statement.step() { values.append(try read(statement)) }
            return values
        }
    }

    /// Executes a statement that changes rows; returns their number.
    @discardableResult
    func run(
        _ sql: String,
        _ bind: (borrowing BoundStatement) -> Void
    ) throws(StorageError) -> Int {
        try attempt { () throws(StorageError) in
            let statement = try bound(sql)
            bind(statement)
            try statement.run()
            return database.changesCount
        }
    }
}

// MARK: - Metadata values

extension SQLiteTransaction {
    func value(forKey key: String) throws(StorageError) -> Data? {
        try rows("SELECT value FROM repogen_values WHERE key = ?") { statement in
            statement.bind(key, at: 1)
        } _: { (statement) throws(StorageError) in
            statement.data(0) ?? Data()
        }.first
    }

    func keys(withPrefix prefix: String) throws(StorageError) -> [String] {
        // No key has the last Unicode scalar after the prefix.
        try rows("SELECT key FROM repogen_values WHERE key >= ?1 AND key < ?2") { statement in
            statement.bind(prefix, at: 1)
            statement.bind(prefix + "\u{10FFFF}", at: 2)
        } _: { (statement) throws(StorageError) in
            statement.text(0) ?? ""
        }
    }

    func set(_ value: Data?, forKey key: String) throws(StorageError) {
        guard let value else {
            try run("DELETE FROM repogen_values WHERE key = ?") { $0.bind(key, at: 1) }
            return
        }
        try run("INSERT OR REPLACE INTO repogen_values (key, value) VALUES (?, ?)") { statement in
            statement.bind(key, at: 1)
            statement.bind(value, at: 2)
        }
    }
}
