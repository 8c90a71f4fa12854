import Foundation
import RepositoryLocal

/// The table of a collection, with its statements.
final class StoredTable: Sendable {
    /// The number of the collection, which is in the names of its tables and indexes.
    let number: Int64
    /// The name of the collection.
    let collection: String
    /// The columns of indexed properties.
    let columns: [StoredColumn]

    /// The name of the table in SQL, which contains the name of the collection when it was created.
    let name: String
    /// Inserts records, or replaces those with the same identity.
    let insertion: RowInsertion
    /// Selects the record with an identity.
    let get: String
    /// Removes the record with an identity.
    let remove: String

    /// The keys of the properties of each compound index.
    let compoundIndexes: [[String]]
    /// The column of searchable words; nil if no property is searched.
    let searchColumn: StoredColumn?
    private let searchIndex: Int?

    /// The column that marks records whose identity differs from that in their document; nil if the
    /// key of the identity is unknown.
    let identityColumn: StoredColumn?

    /// The columns that a key is stored in.
    private struct Places {
        /// Those of an indexed property, or of values nested in it.
        var columns: [Int] = []
        /// That of the identity.
        var identity: Int?
        /// Whether its words are searched.
        var isSearched = false
    }

    private let placesByKey: [String: Places]
    /// The same by bytes, if all keys are ASCII; empty if not, because a non-ASCII key may be equal
    /// to an ASCII one.
    private let plainPlaces: [(bytes: [UInt8], places: Places)]

    init(
        number: Int64,
        collection: String,
        columns: [StoredColumn],
        compoundIndexes: [[String]] = []
    ) {
        let name = "\"records_\(number)\""
        self.name = name
        self.number = number
        self.compoundIndexes = compoundIndexes
        self.collection = collection
        self.columns = columns
        let names = StoredTable.recordColumns + columns.map(\.name)
        let updates = names.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        insertion = RowInsertion(
            into: name,
            columns: names,
            " ON CONFLICT (id) DO UPDATE SET \(updates)"
        )
        get = "SELECT \(StoredTable.selection) FROM \(name) WHERE id = ?"
        remove = "DELETE FROM \(name) WHERE id = ?"
        identityColumn = columns.first(where: \.isOfIdentity)
        var places: [String: Places] = [:]
        searchIndex = columns.firstIndex { !$0.searched.isEmpty }
        searchColumn = searchIndex.map { columns[$0] }
        for (index, column) in columns.enumerated() where column.searched.isEmpty {
            var known = places[column.key] ?? Places()
            if column.isOfIdentity {
                known.identity = known.identity ?? index
            } else {
                known.columns.append(index)
            }
            places[column.key] = known
        }
        for key in searchColumn?.searched ?? [] { places[key, default: Places()].isSearched = true }
        placesByKey = places
        let isPlain = places.keys.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
        plainPlaces = isPlain ? places.map { (Array($0.key.utf8), $0.value) } : []
    }

    /// The columns of a record, in the order in which they are bound and read.
    static let recordColumns = ["id", "document", "base", "tag", "state", "confirmed"]
    /// The same in SQL.
    static let selection = recordColumns.joined(separator: ", ")
    /// The SQL condition for records that are visible to queries; indexes have the same.
    static let isVisible = "state <> \(SyncState.deleted.number)"
    /// The SQL condition for hidden records.
    static let isHidden = "state = \(SyncState.deleted.number)"

    /// Returns a query for records that are visible to queries.
    ///
    /// - Parameters:
    ///   - selection: The selected columns.
    ///   - condition: The condition; nil for none.
    ///   - rest: The SQL after the condition.
    /// - Returns: The query.
    func query(_ selection: String, where condition: String?, _ rest: String) -> String {
        let filter = condition.map { " AND \($0)" } ?? ""
        return "SELECT \(selection) FROM \(name) WHERE \(Self.isVisible)\(filter)\(rest)"
    }

    /// Returns the column of a property or of a nested value; nil if it is not indexed.
    ///
    /// If the column is NULL, no value exists at that path.
    func column(of key: String, at path: [String] = []) -> StoredColumn? {
        columns(of: key).first { ($0.kind?.path ?? []) == path }
    }

    /// Returns the column of a property that holds values of a kind; nil if there is none.
    func column(of key: String, _ kind: IndexedProperty.Kind) -> StoredColumn? {
        columns(of: key).first { $0.kind == kind }
    }

    private func columns(of key: String) -> some Sequence<StoredColumn> {
        (placesByKey[key]?.columns ?? []).lazy.map { [columns] index in columns[index] }
    }

    /// Returns the characters of a name that need no quotes in SQL, to make the file readable for
    /// people.
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

    /// Returns the columns that a property of a document is stored in; nil for none.
    private func places(of key: JSONKey) -> Places? {
        if placesByKey.isEmpty { return nil }
        guard !plainPlaces.isEmpty, let bytes = key.plainBytes else {
            return placesByKey[key.string]
        }
        // There are few, so comparing bytes is faster than creating and hashing a string.
        return plainPlaces.first {
            $0.bytes.count == bytes.count && $0.bytes.elementsEqual(bytes)
        }?.places
    }

    /// The contents of the columns for a document that the disk has damaged.
    var emptyCells: [ColumnCell] {
        [ColumnCell](repeating: .null, count: columns.count)
    }

    /// Returns the contents of the columns for a document.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - id: The identity of its record.
    /// - Returns: The content of each column.
    /// - Throws: `StorageError` if the document is not a JSON object.
    func cells(of document: Data, id: String) throws(StorageError) -> [ColumnCell] {
        var cells = emptyCells
        var searched: [String: JSON] = [:]
        do throws(JSONError) {
            try JSONReader.read(document) { (reader: inout JSONReader) throws(JSONError) in
                try reader.beginObject()
                while let key = try reader.nextKey() {
                    guard let places = places(of: key) else {
                        try reader.skipValue()
                        continue
                    }
                    let json = try JSON(from: &reader)
                    for index in places.columns {
                        cells[index] = ColumnCell(json, kind: columns[index].kind)
                    }
                    if let index = places.identity {
                        cells[index] = json.isFound(by: id) ? .null : .misfit
                    }
                    if places.isSearched { searched[key.string] = json }
                }
            }
        } catch {
            throw StorageError(documentIsNoObject: error)
        }
        if let searchIndex, !searched.isEmpty {
            let words = StoredDocument.words(in: columns[searchIndex].searched, of: searched)
            if !words.isEmpty {
                cells[searchIndex] = .value(.text(words.joined(separator: " ")))
            }
        }
        return cells
    }
}

extension JSON {
    /// Whether a query for an equal value finds the record by its identity, byte by byte.
    fileprivate func isFound(by id: String) -> Bool {
        guard !isNull else { return true }
        guard let text = identityText, text.utf8.elementsEqual(id.utf8) else { return false }
        // Each of these is equal to an ASCII character, but has other bytes.
        if text.unicodeScalars.contains(where: { [0x212A, 0x037E, 0x1FEF].contains($0.value) }) {
            return false
        }
        // UUIDs are queried in upper and in lower case.
        guard text.utf8.count == 36, UUID(uuidString: text) != nil else { return true }
        return [text.uppercased(), text.lowercased()].contains(text)
    }
}

extension SyncState {
    /// The number of the state in the file; numbers are permanent.
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
}
