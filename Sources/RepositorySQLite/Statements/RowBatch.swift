import Foundation
import RepositoryLocal

/// Rows of one table that are buffered, to be written by one statement.
///
/// Starting and finishing a statement costs SQLite as much as a row: it opens and closes a cursor
/// for the table and each of its indexes. So many rows share one.
struct RowBatch {
    private enum Cell {
        case null
        case integer(Int64)
        case real(Double)
        /// A range of `bytes`.
        case text(Range<Int>)
        case blob(Range<Int>)
    }

    /// The maximum number of rows: more have hardly any benefit, and make the statement longer.
    static let capacity = 16
    /// The maximum number of bytes: larger values have no benefit.
    private static let maximumByteCount = 0x10000

    private let insertion: RowInsertion
    private var rowCount = 0
    private var cells: [Cell] = []
    private var bytes: [UInt8] = []

    init(_ insertion: RowInsertion) {
        self.insertion = insertion
    }

    var isEmpty: Bool { rowCount == 0 }
    /// Whether it must be written before the next row.
    var isFull: Bool { rowCount == Self.capacity || bytes.count >= Self.maximumByteCount }

    /// Whether a value exceeds the limit, so that its row is written on its own and reports its own
    /// errors.
    func isFilled(byValueOf count: Int) -> Bool {
        bytes.count + count >= Self.maximumByteCount
    }

    /// Whether the rows belong to a table.
    func isOf(_ insertion: RowInsertion) -> Bool {
        self.insertion === insertion
    }

    /// Completes a row after all its cells were appended.
    mutating func endRow() {
        rowCount += 1
    }

    /// Writes the rows.
    ///
    /// - Parameter prepare: Returns the statement for an SQL text.
    /// - Throws: `StorageError` if they cannot be written; the batch is then empty.
    mutating func write(
        _ prepare: (String) throws(StorageError) -> BoundStatement
    ) throws(StorageError) {
        defer {
            rowCount = 0
            cells.removeAll(keepingCapacity: true)
            bytes.removeAll(keepingCapacity: true)
        }
        let isWhole = rowCount == Self.capacity
        let width = isWhole ? cells.count : insertion.columnCount
        let statement = try prepare(isWhole ? insertion.ofMany : insertion.ofOne)
        for start in stride(from: 0, to: cells.count, by: width) {
            try bytes.withUnsafeBufferPointer { (buffer) throws(StorageError) in
                let bytes = UnsafeRawBufferPointer(buffer)
                for index in 0..<width {
                    switch cells[start + index] {
                    case .null: statement.bindNull(at: index + 1)
                    case .integer(let value): statement.bind(value, at: index + 1)
                    case .real(let value): statement.bind(value, at: index + 1)
                    case .text(let range):
                        statement.bind(lastingText: .init(rebasing: bytes[range]), at: index + 1)
                    case .blob(let range):
                        statement.bind(lastingBlob: .init(rebasing: bytes[range]), at: index + 1)
                    }
                }
                try statement.run()
            }
        }
    }
}

// MARK: - Cells, in the order of the columns

extension RowBatch {
    mutating func appendNull() {
        cells.append(.null)
    }

    mutating func append(_ value: Int64?) {
        cells.append(value.map { .integer($0) } ?? .null)
    }

    mutating func append(_ value: Double?) {
        cells.append(value.map { .real($0) } ?? .null)
    }

    mutating func append(_ text: String?) {
        guard var text else { return appendNull() }
        let start = bytes.count
        text.withUTF8 { bytes.append(contentsOf: $0) }
        cells.append(.text(start..<bytes.count))
    }

    /// Appends bytes as UTF-8 text.
    mutating func append(text: Data) {
        cells.append(.text(keep(text)))
    }

    mutating func append(blob: UnsafeRawBufferPointer) {
        let start = bytes.count
        bytes.append(contentsOf: blob)
        cells.append(.blob(start..<bytes.count))
    }

    mutating func append(_ data: Data?) {
        guard let data else { return appendNull() }
        cells.append(.blob(keep(data)))
    }

    mutating func append(_ cell: ColumnCell) {
        switch cell {
        case .null: appendNull()
        case .value(.integer(let value)): append(value)
        case .value(.real(let value)): append(value)
        case .value(.text(let text)): append(text)
        case .misfit: append(Data())
        }
    }

    private mutating func keep(_ data: Data) -> Range<Int> {
        let start = bytes.count
        data.withUnsafeBytes { bytes.append(contentsOf: $0) }
        return start..<bytes.count
    }
}

/// The statements that insert rows into a table.
final class RowInsertion: Sendable {
    /// The number of columns of a row.
    let columnCount: Int
    /// Inserts one row.
    let ofOne: String
    /// Inserts as many rows as a full batch has.
    let ofMany: String

    /// Creates the statements.
    ///
    /// - Parameters:
    ///   - table: The name of the table in SQL.
    ///   - columns: The names of its columns.
    ///   - rest: The SQL after the values.
    init(into table: String, columns: [String], _ rest: String = "") {
        columnCount = columns.count
        // OR FAIL does not undo the rows before, which the transaction does. By default, each
        // statement with several rows would keep its own journal.
        let start = "INSERT OR FAIL INTO \(table) (\(columns.joined(separator: ", "))) VALUES "
        let row = "(\(columns.map { _ in "?" }.joined(separator: ", ")))"
        let rows = Array(repeating: row, count: RowBatch.capacity).joined(separator: ", ")
        ofOne = "\(start)\(row)\(rest)"
        ofMany = "\(start)\(rows)\(rest)"
    }
}
