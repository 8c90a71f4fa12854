import Foundation
import GRDB
import GRDBSQLite
import RepositoryLocal

/// A prepared statement, from binding to reset.
///
/// It bypasses GRDB's values, which end strings at the first NUL and cost more than SQLite itself.
struct BoundStatement: ~Copyable {
    private let statement: OpaquePointer
    /// Keeps the statement alive; GRDB drops cached ones when the schema changes.
    private let owner: Statement

    /// Takes a statement that is not in use.
    init(_ statement: Statement) {
        self.statement = statement.sqliteStatement
        self.owner = statement
    }

    deinit {
        sqlite3_reset(statement)
        sqlite3_clear_bindings(statement)
    }

    // MARK: - Running

    /// Advances to the next row; false at the end.
    func step() throws(StorageError) -> Bool {
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw StorageError(connection: sqlite3_db_handle(statement))
        }
    }

    /// Executes a statement without rows, and resets it for the next run.
    func run() throws(StorageError) {
        while try step() {}
        sqlite3_reset(statement)
    }

    // MARK: - Binding, from 1

    func bind(_ value: Int64, at index: Int) {
        sqlite3_bind_int64(statement, Int32(index), value)
    }

    func bind(_ value: Double?, at index: Int) {
        guard let value else { return bindNull(at: index) }
        sqlite3_bind_double(statement, Int32(index), value)
    }

    func bind(_ text: String?, at index: Int) {
        guard var text else { return bindNull(at: index) }
        text.withUTF8 { bind(text: UnsafeRawBufferPointer($0), at: index, copied: Self.copied) }
    }

    func bind(_ data: Data?, at index: Int) {
        guard let data else { return bindNull(at: index) }
        data.withUnsafeBytes { bind(blob: $0, at: index, copied: Self.copied) }
    }

    /// Binds UTF-8 text without copying it; it must stay valid until the statement has run.
    func bind(lastingText text: UnsafeRawBufferPointer, at index: Int) {
        bind(text: text, at: index, copied: nil)
    }

    /// Binds bytes without copying them; they must stay valid until the statement has run.
    func bind(lastingBlob bytes: UnsafeRawBufferPointer, at index: Int) {
        bind(blob: bytes, at: index, copied: nil)
    }

    func bindNull(at index: Int) {
        sqlite3_bind_null(statement, Int32(index))
    }

    private func bind(
        text: UnsafeRawBufferPointer,
        at index: Int,
        copied: sqlite3_destructor_type?
    ) {
        guard let start = text.baseAddress, !text.isEmpty else {
            sqlite3_bind_text(statement, Int32(index), "", 0, Self.copied)
            return
        }
        let characters = start.assumingMemoryBound(to: CChar.self)
        let count = sqlite3_uint64(text.count)
        let encoding = UInt8(SQLITE_UTF8)
        sqlite3_bind_text64(statement, Int32(index), characters, count, copied, encoding)
    }

    private func bind(
        blob bytes: UnsafeRawBufferPointer,
        at index: Int,
        copied: sqlite3_destructor_type?
    ) {
        // A null pointer would be bound as NULL.
        guard let start = bytes.baseAddress, !bytes.isEmpty else {
            sqlite3_bind_zeroblob(statement, Int32(index), 0)
            return
        }
        sqlite3_bind_blob64(statement, Int32(index), start, sqlite3_uint64(bytes.count), copied)
    }

    /// SQLITE_TRANSIENT in SQLite's header, a macro that Swift cannot import.
    static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    // MARK: - Columns, from 0

    func isNull(_ index: Int) -> Bool {
        sqlite3_column_type(statement, Int32(index)) == SQLITE_NULL
    }

    func integer(_ index: Int) -> Int64 {
        sqlite3_column_int64(statement, Int32(index))
    }

    func real(_ index: Int) -> Double? {
        isNull(index) ? nil : sqlite3_column_double(statement, Int32(index))
    }

    func text(_ index: Int) -> String? {
        bytes(index).map { String(decoding: $0, as: UTF8.self) }
    }

    func data(_ index: Int) -> Data? {
        bytes(index).map { Data($0) }
    }

    private func bytes(_ index: Int) -> UnsafeRawBufferPointer? {
        guard !isNull(index) else { return nil }
        let start = sqlite3_column_blob(statement, Int32(index))
        let count = sqlite3_column_bytes(statement, Int32(index))
        return UnsafeRawBufferPointer(start: start, count: Int(count))
    }
}

extension Database {
    /// Prepares a statement for binding.
    ///
    /// - Parameters:
    ///   - sql: The statement.
    ///   - isCached: Whether it is used again, and cached for this connection.
    /// - Returns: The statement.
    /// - Throws: `StorageError` if it cannot be prepared.
    func bound(_ sql: String, isCached: Bool = true) throws(StorageError) -> BoundStatement {
        do {
            return BoundStatement(
                isCached ? try cachedStatement(sql: sql) : try makeStatement(sql: sql)
            )
        } catch {
            throw StorageError(error, connection: sqliteConnection)
        }
    }

    /// Executes statements that change the schema.
    func alter(_ sql: String) throws(StorageError) {
        do {
            try execute(sql: sql)
        } catch {
            throw StorageError(error, connection: sqliteConnection)
        }
    }
}
