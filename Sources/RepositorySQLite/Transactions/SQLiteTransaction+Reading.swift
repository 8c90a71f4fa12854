import Foundation
import GRDB
import RepositoryLocal

extension SQLiteTransaction: StorageReader {
    func record(_ key: RecordKey) throws(StorageError) -> StoredRecord? {
        guard let table = catalog[key.collection] else { return nil }
        return try attempt { () throws(StorageError) in try record(key, in: table) }
    }

    /// Returns the record in the database, ignoring buffered rows.
    func record(_ key: RecordKey, in table: StoredTable) throws(StorageError) -> StoredRecord? {
        let statement = try bound(table.get)
        statement.bind(key.id, at: 1)
        return try statement.step() ? try statement.record(of: key) : nil
    }

    func records(
        in collection: String,
        states: Set<SyncState>
    ) throws(StorageError) -> [StoredRecord] {
        guard let table = catalog[collection] else { return [] }
        let numbers = states.map { "\($0.number)" }.sorted().joined(separator: ", ")
        // Listed separately, so that the index of all other states can be used.
        let others =
            states.contains(.synchronized)
            ? "" : "AND state <> \(SyncState.synchronized.number) "
        let sql = """
            SELECT \(StoredTable.selection) FROM \(table.name) \
            WHERE state IN (\(numbers)) \(others)ORDER BY number
            """
        return try rows(sql) { _ in
        } _: { (statement) throws(StorageError) in
            try statement.record(in: collection)
        }
    }

    func records(
        in collection: String,
        after id: String?,
        limit: Int
    ) throws(StorageError) -> [StoredRecord] {
        guard let table = catalog[collection] else { return [] }
        let start = id == nil ? "" : "WHERE id > ?2 "
        let sql = """
            SELECT \(StoredTable.selection) FROM \(table.name) \(start)ORDER BY id LIMIT ?1
            """
        return try rows(sql) { statement in
            statement.bind(Int64(max(0, limit)), at: 1)
            if let id { statement.bind(id, at: 2) }
        } _: { (statement) throws(StorageError) in
            try statement.record(in: collection)
        }
    }

    func collections() -> [String] {
        catalog.collections
    }
}

extension BoundStatement {
    /// Returns the record in a row whose columns are `StoredTable.recordColumns`.
    func record(in collection: String) throws(StorageError) -> StoredRecord {
        try record(of: RecordKey(collection: collection, id: text(0) ?? ""))
    }

    /// The same with a known key.
    func record(of key: RecordKey) throws(StorageError) -> StoredRecord {
        guard let state = SyncState(number: integer(4)) else { throw .unknownNumber }
        return StoredRecord(
            key: key,
            document: data(1) ?? Data(),
            base: data(2),
            entityTag: text(3),
            state: state,
            confirmedAt: real(5).map { Date(timeIntervalSinceReferenceDate: $0) }
        )
    }
}

extension StorageError {
    /// The error for an unknown number in the file.
    static var unknownNumber: StorageError {
        StorageError(
            .corrupted,
            message: "The store has an unknown state; a newer version may have written it."
        )
    }
}
