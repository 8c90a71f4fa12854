import Foundation
import RepositoryRuntime

/// The table of a collection, with the statements that use it.
final class StoredTable: Sendable {
    /// The number of the collection, by which its tables and indices are named.
    let number: Int64
    /// The name of the collection.
    let collection: String
    /// The columns of indexed properties.
    let columns: [StoredColumn]

    /// The name of the table in SQL.
    let name: String
    /// Inserts a record, or replaces the one with its identity.
    let put: String
    /// The record with an identity.
    let get: String
    /// Removes the record with an identity.
    let remove: String

    private let columnsByKey: [String: Int]

    init(number: Int64, collection: String, columns: [StoredColumn]) {
        self.number = number
        self.collection = collection
        self.columns = columns
        name = "\"records_\(number)_\(StoredTable.plain(collection))\""
        let names = StoredTable.recordColumns + columns.map(\.name)
        let marks = names.map { _ in "?" }.joined(separator: ", ")
        let updates = names.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        put = """
            INSERT INTO \(name) (\(names.joined(separator: ", "))) VALUES (\(marks)) \
            ON CONFLICT (id) DO UPDATE SET \(updates)
            """
        get = "SELECT \(StoredTable.selection) FROM \(name) WHERE id = ?"
        remove = "DELETE FROM \(name) WHERE id = ?"
        columnsByKey = Dictionary(
            columns.enumerated().map { ($1.key, $0) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The columns of a record, in the order in which they are bound and read.
    static let recordColumns = ["id", "document", "base", "tag", "state", "confirmed"]
    /// The same in SQL.
    static let selection = recordColumns.joined(separator: ", ")
    /// The condition that a record is seen by queries, in SQL; indices have the same.
    static let isVisible = "state <> \(SyncState.deleted.number)"

    /// The column of a property; nil where it is not indexed.
    func column(of key: String) -> StoredColumn? {
        columnsByKey[key].map { columns[$0] }
    }

    /// The part of a name that SQL and people read without quotes, for those who look into the file.
    static func plain(_ name: String) -> String {
        String(
            String.UnicodeScalarView(
                name.unicodeScalars.prefix(40).map { scalar in
                    scalar.isASCII && scalar.properties.isAlphabetic
                        || ("0"..."9").contains(scalar) ? scalar : "_"
                }
            )
        )
    }

    /// What the columns hold for a document.
    ///
    /// - Throws: `StorageError` where the document is no JSON object.
    func cells(of document: Data) throws(StorageError) -> [ColumnCell] {
        var cells = [ColumnCell](repeating: .null, count: columns.count)
        do throws(JSONError) {
            try JSONReader.read(document) { (reader: inout JSONReader) throws(JSONError) in
                try reader.beginObject()
                while let key = try reader.nextKey() {
                    if !columns.isEmpty, let index = columnsByKey[key.string] {
                        let json = try JSON(from: &reader)
                        cells[index] = ColumnCell(json, kind: columns[index].kind)
                    } else {
                        try reader.skipValue()
                    }
                }
            }
        } catch {
            throw StorageError(documentIsNoObject: error)
        }
        return cells
    }
}

extension SyncState {
    /// The state as a number in the file; numbers stay what they are.
    var number: Int64 {
        switch self {
        case .synchronized: 0
        case .waiting: 1
        case .inFlight: 2
        case .rejected: 3
        case .conflicted: 4
        case .deleted: 5
        }
    }

    /// The state with a number; nil for one that a newer version wrote.
    init?(number: Int64) {
        guard let state = SyncState.allCases.first(where: { $0.number == number }) else {
            return nil
        }
        self = state
    }
}
