import GRDB
import RepositoryLocal

/// One connection during one transaction, with rows that are buffered and not written yet.
final class BufferedConnection {
    let database: Database
    /// The failure of SQLite after which the transaction is invalid.
    ///
    /// A full disk, for example, rolls back SQLite's transaction. If the body continued, its writes
    /// would be committed separately.
    private var failure: StorageError?
    private var recent: [(sql: String, statement: Statement)] = []
    private var records: RowBatch?
    private var entries = RowBatch(OutboxTable.insertion)

    init(_ database: Database) {
        self.database = database
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

    // MARK: - Reading and changing rows

    /// Runs an operation that must see all earlier writes.
    func attempt<Value>(
        _ body: () throws(StorageError) -> Value
    ) throws(StorageError) -> Value {
        try attemptUnflushed { () throws(StorageError) in
            try flush()
            return try body()
        }
    }

    /// Runs an operation that need not see buffered rows.
    ///
    /// Its failure ends the transaction, unless the caller's input is the cause.
    func attemptUnflushed<Value>(
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

    // MARK: - Buffered rows

    /// Buffers the row of a record.
    ///
    /// - Parameters:
    ///   - insertion: The statements of its table.
    ///   - size: The number of bytes of its large values.
    ///   - append: Appends the cells of the row.
    /// - Throws: `StorageError` if rows must be written first, and cannot be.
    func buffer(
        recordFor insertion: RowInsertion,
        size: Int,
        _ append: (inout RowBatch) -> Void
    ) throws(StorageError) {
        var batch = records ?? RowBatch(insertion)
        records = nil
        defer { records = batch }
        if !batch.isOf(insertion) || batch.isFilled(byValueOf: size) {
            if !batch.isEmpty { try write(&batch) }
            if !batch.isOf(insertion) { batch = RowBatch(insertion) }
        }
        let isAlone = batch.isEmpty
        append(&batch)
        batch.endRow()
        guard batch.isFull else { return }
        if isAlone {
            // This record caused the failure.
            try batch.write { (sql) throws(StorageError) in try bound(sql) }
        } else {
            try write(&batch)
        }
    }

    /// Buffers the row of an entry.
    func buffer(_ entry: OutboxEntry) throws(StorageError) {
        entries.append(entry)
        entries.append(entry.sequence)
        entries.endRow()
        if entries.isFull { try writeEntries() }
    }

    /// Writes the buffered rows.
    func flush() throws(StorageError) {
        if var batch = records, !batch.isEmpty {
            records = nil
            try write(&batch)
            records = batch
        }
        try writeEntries()
    }

    private func writeEntries() throws(StorageError) {
        guard !entries.isEmpty else { return }
        try write(&entries)
    }

    /// Writes the rows of a batch.
    ///
    /// Rows before the last one were buffered by earlier calls, which can no longer fail. So their
    /// failure is that of the transaction.
    private func write(_ batch: inout RowBatch) throws(StorageError) {
        do throws(StorageError) {
            try batch.write { (sql) throws(StorageError) in try bound(sql) }
        } catch {
            failure = error
            throw error
        }
    }
}
