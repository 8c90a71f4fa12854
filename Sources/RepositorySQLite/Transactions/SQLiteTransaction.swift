import Foundation
import GRDB
import RepositoryRuntime

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

    /// Does something; remembers a failure that is not one of what was given.
    func attempt<Value>(
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
