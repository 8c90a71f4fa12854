import Foundation
import RepositoryLocal

/// Rows of one table that wait to be written by one statement.
///
/// To begin and end a statement costs SQLite as much as a row does: opening and closing a cursor for the
/// table and for each of its indices. Many rows share one.
struct RowBatch {
    private enum Cell {
        case null
        case integer(Int64)
        case real(Double)
        /// A part of `bytes`.
        case text(Range<Int>)
        case blob(Range<Int>)
    }

    /// How many rows wait at most: more gain next to nothing, and make the statement longer.
    static let capacity = 16
    /// How many bytes wait at most: larger values gain nothing.
    private static let maximumByteCount = 0x10000

    private let insertion: RowInsertion
    private var rowCount = 0
    private var cells: [Cell] = []
    private var bytes: [UInt8] = []

    init(_ insertion: RowInsertion) {
        self.insertion = insertion
    }

    var isEmpty: Bool { rowCount == 0 }
    /// Whether it is to be written before the next row.
    var isFull: Bool { rowCount == Self.capacity || bytes.count >= Self.maximumByteCount }

    /// Whether a value would make it too large, so that it is written alone and answers for itself.
    func isFilled(byValueOf count: Int) -> Bool {
        bytes.count + count >= Self.maximumByteCount
    }

    /// Whether the rows are of a table.
    func isOf(_ insertion: RowInsertion) -> Bool {
        self.insertion === insertion
    }

    /// Ends a row, whose cells were all appended.
    mutating func endRow() {
        rowCount += 1
    }

    /// Writes the rows.
    ///
    /// - Parameter prepare: Gives the statement for an SQL text.
    /// - Throws: `StorageError` where they cannot be written; they wait no longer.
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

    /// Appends bytes that are text in UTF-8.
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
    /// How many columns a row has.
    let columnCount: Int
    /// Inserts one row.
    let ofOne: String
    /// Inserts as many as a batch has.
    let ofMany: String

    /// Makes the statements.
    ///
    /// - Parameters:
    ///   - table: The name of the table in SQL.
    ///   - columns: The names of its columns.
    ///   - rest: What stands behind the values.
    init(into table: String, columns: [String], _ rest: String = "") {
        columnCount = columns.count
        // Fails without undoing the rows before: they are undone with the transaction. By default, each
        // statement of several rows would keep a journal of its own.
        let start = "INSERT OR FAIL INTO \(table) (\(columns.joined(separator: ", "))) VALUES "
        let row = "(\(columns.map { _ in "?" }.joined(separator: ", ")))"
        let rows = Array(repeating: row, count: RowBatch.capacity).joined(separator: ", ")
        ofOne = "\(start)\(row)\(rest)"
        ofMany = "\(start)\(rows)\(rest)"
    }
}
