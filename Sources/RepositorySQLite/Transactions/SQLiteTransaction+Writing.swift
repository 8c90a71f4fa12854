import Foundation
import GRDB
import RepositoryRuntime

extension SQLiteTransaction: StorageWriter {
    func put(_ record: StoredRecord) throws(StorageError) {
        try attempt { () throws(StorageError) in
            let table = try tableForWriting(record.key.collection)
            let cells = try table.cells(of: record.document, id: record.key.id)
            let statement = try bound(table.put)
            statement.bind(record.key.id, at: 1)
            statement.bind(text: record.document, at: 2)
            statement.bind(record.base, at: 3)
            statement.bind(record.entityTag, at: 4)
            statement.bind(record.state.number, at: 5)
            statement.bind(record.confirmedAt?.timeIntervalSinceReferenceDate, at: 6)
            for (index, cell) in cells.enumerated() { statement.bind(cell, at: index + 7) }
            try statement.run()
            change.insert(record.key)
        }
    }

    func remove(_ key: RecordKey) throws(StorageError) {
        guard let table = catalog[key.collection] else { return }
        let count = try run(table.remove) { $0.bind(key.id, at: 1) }
        if count > 0 { change.insert(key) }
    }

    func rekey(_ key: RecordKey, to other: RecordKey) throws(StorageError) {
        guard key != other else { return }
        guard key.collection == other.collection else { throw .rekeyingBetweenCollections }
        if let table = catalog[key.collection] {
            guard try record(other) == nil else { throw .rekeyingOntoRecord }
            // The document is still that of the other identity.
            let marking = table.identityColumn.map { ", \($0.name) = \(StoredColumn.misfit)" } ?? ""
            let sql = "UPDATE \(table.name) SET id = ?2\(marking) WHERE id = ?1"
            let count = try run(sql) { statement in
                statement.bind(key.id, at: 1)
                statement.bind(other.id, at: 2)
            }
            if count > 0 {
                change.insert(key)
                change.insert(other)
            }
        }
        let count = try run(
            "UPDATE repogen_outbox SET record = ?3 WHERE record = ?2 AND collection = ?1"
        ) { statement in
            statement.bind(key.collection, at: 1)
            statement.bind(key.id, at: 2)
            statement.bind(other.id, at: 3)
        }
        if count > 0 {
            change.insert(entriesOf: key)
            change.insert(entriesOf: other)
        }
    }

    private func tableForWriting(_ collection: String) throws(StorageError) -> StoredTable {
        if let table = catalog[collection] { return table }
        return try catalog.table(of: collection, in: database)
    }
}
