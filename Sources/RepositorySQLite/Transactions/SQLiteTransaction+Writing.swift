import Foundation
import GRDB
import RepositoryLocal

extension SQLiteTransaction: StorageWriter {
    func put(_ record: StoredRecord) throws(StorageError) {
        try attemptAmongPuts { () throws(StorageError) in
            let table = try tableForWriting(record.key.collection)
            let cells = try table.cells(of: record.document, id: record.key.id)
            let old = try replaced(record.key, in: table)
            var batch = records ?? RowBatch(table.insertion)
            records = nil
            defer { records = batch }
            let size = record.document.count + (record.base?.count ?? 0)
            if !batch.isOf(table.insertion) || batch.isFilled(byValueOf: size) {
                if !batch.isEmpty { try write(&batch) }
                if !batch.isOf(table.insertion) { batch = RowBatch(table.insertion) }
            }
            let isAlone = batch.isEmpty
            batch.append(record.key.id)
            batch.append(text: record.document)
            batch.append(record.base)
            batch.append(record.entityTag)
            batch.append(record.state.number)
            batch.append(record.confirmedAt?.timeIntervalSinceReferenceDate)
            for cell in cells { batch.append(cell) }
            batch.endRow()
            if batch.isFull {
                if isAlone {
                    // This record caused the failure.
                    try batch.write { (sql) throws(StorageError) in try bound(sql) }
                } else {
                    try write(&batch)
                }
            }
            change.insert(record.key, from: old, to: record)
        }
    }

    func remove(_ key: RecordKey) throws(StorageError) {
        guard let table = catalog[key.collection] else { return }
        let (old, count) = try attempt { () throws(StorageError) in
            let old = try replaced(key, in: table)
            return (old, try run(table.remove) { $0.bind(key.id, at: 1) })
        }
        if count > 0 { change.insert(key, from: old, to: nil) }
    }

    func rekey(_ key: RecordKey, to other: RecordKey) throws(StorageError) {
        guard key != other else { return }
        guard key.collection == other.collection else { throw .rekeyingBetweenCollections }
        if let table = catalog[key.collection] {
            guard try record(other) == nil else { throw .rekeyingOntoRecord }
            let old = try replaced(key, in: table)
            // The document still contains the previous identity.
            let marking = table.identityColumn.map { ", \($0.name) = \(StoredColumn.misfit)" } ?? ""
            let sql = "UPDATE \(table.name) SET id = ?2\(marking) WHERE id = ?1"
            let count = try run(sql) { statement in
                statement.bind(key.id, at: 1)
                statement.bind(other.id, at: 2)
            }
            if count > 0 {
                var new = old
                new?.key = other
                change.insert(key, from: old, to: nil)
                change.insert(other, from: nil, to: new)
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

    func touch(_ collection: String) { change.insert(collection: collection) }

    func rename(_ collection: String, to other: String) throws(StorageError) {
        guard collection != other else { return }
        try attempt { () throws(StorageError) in
            try catalog.rename(collection, to: other, in: database)
        }
        try run("UPDATE repogen_outbox SET collection = ?2 WHERE collection = ?1") { statement in
            statement.bind(collection, at: 1)
            statement.bind(other, at: 2)
        }
        change = .everything
    }

    /// Returns the record that a write replaces, if the change still records versions.
    ///
    /// Buffered rows stay: two writes of one record in one transaction record the same version,
    /// because the state in between is not visible.
    private func replaced(
        _ key: RecordKey,
        in table: StoredTable
    ) throws(StorageError) -> StoredRecord? {
        change.notesVersions ? try record(key, in: table) : nil
    }

    private func tableForWriting(_ collection: String) throws(StorageError) -> StoredTable {
        if let table = catalog[collection] { return table }
        try writePuts()
        return try catalog.table(of: collection, in: database)
    }
}
