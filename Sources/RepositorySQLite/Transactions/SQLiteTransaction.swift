import Foundation
import GRDB
import RepositoryLocal

/// One transaction on one connection.
final class SQLiteTransaction {
    let database: Database
    var catalog: Catalog
    /// What was touched so far.
    var change = StorageChange()
    /// The failure of SQLite after which nothing more can be trusted.
    ///
    /// A full disk, for one, ends the transaction below; what would be written behind it, by a body
    /// that goes on, would be written at once and for itself.
    private(set) var failure: StorageError?
    private var recent: [(sql: String, statement: Statement)] = []
    /// Records that were put and are not written yet.
    var records: RowBatch?
    /// Entries that were put and are not written yet.
    var entries = RowBatch(SQLiteTransaction.entryInsertion)
    /// Behind which place and which identity all entries are new; nil as long as that is not known.
    var lastEntry: (sequence: Int64, id: OutboxEntry.ID)?
    /// The place of an entry that was put, behind all others.
    var lastSequence: Int64?

    init(_ database: Database, catalog: Catalog) {
        self.database = database
        self.catalog = catalog
    }

    /// A statement to be bound, which is prepared once a connection.
    func bound(_ sql: String) throws(StorageError) -> BoundStatement {
        // Batches run few statements often, and looking for one costs as much as a short one itself.
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

    /// Does something that sees all that was put before.
    func attempt<Value>(
        _ body: () throws(StorageError) -> Value
    ) throws(StorageError) -> Value {
        try attemptAmongPuts { () throws(StorageError) in
            try writePuts()
            return try body()
        }
    }

    /// Writes what was put and waits.
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
    /// One of those before the last was put long ago, by a call that cannot fail any more: its failure
    /// is that of the transaction, whatever it is.
    func write(_ batch: inout RowBatch) throws(StorageError) {
        do throws(StorageError) {
            try batch.write { (sql) throws(StorageError) in try bound(sql) }
        } catch {
            failure = error
            throw error
        }
    }

    /// Does something while puts wait; remembers a failure that is not one of what was given.
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

    /// Runs a statement for what it returns, once for each row.
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

    /// Runs a statement that changes rows; returns how many.
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

// MARK: - Small values

extension SQLiteTransaction {
    func value(forKey key: String) throws(StorageError) -> Data? {
        try rows("SELECT value FROM repogen_values WHERE key = ?") { statement in
            statement.bind(key, at: 1)
        } _: { (statement) throws(StorageError) in
            statement.data(0) ?? Data()
        }.first
    }

    func keys(withPrefix prefix: String) throws(StorageError) -> [String] {
        // No name goes on with the last of all characters.
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
