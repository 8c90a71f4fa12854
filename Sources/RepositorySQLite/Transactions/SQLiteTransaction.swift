import Foundation
import GRDB
import RepositoryLocal

/// One transaction on one connection.
final class SQLiteTransaction {
    private(set) var catalog: Catalog
    /// The records touched so far.
    private(set) var change = StorageChange()
    private let connection: BufferedConnection
    private var outbox: OutboxTable

    init(_ database: Database, catalog: Catalog) {
        self.catalog = catalog
        connection = BufferedConnection(database)
        outbox = OutboxTable(connection)
    }

    /// Prepares a collection; returns what has changed, nil if nothing must.
    func prepare(_ schema: EntitySchema) throws(StorageError) -> OpeningReport.Collection? {
        try connection.attempt { () throws(StorageError) in
            // Another process may have prepared it already.
            guard !catalog.fits(schema) else { return nil }
            return try catalog.prepare(schema, in: connection.database)
        }
    }

    /// Writes the buffered rows, and throws the failure that makes the transaction invalid.
    func finish() throws(StorageError) {
        try connection.attempt { () throws(StorageError) in }
        catalog.version = try Catalog.schemaVersion(of: connection.database)
    }
}

// MARK: - Reading

extension SQLiteTransaction: StorageReader {
    func record(_ key: RecordKey) throws(StorageError) -> StoredRecord? {
        guard let table = catalog[key.collection] else { return nil }
        return try connection.attempt { () throws(StorageError) in try record(key, in: table) }
    }

    /// Returns the record in the database, ignoring buffered rows.
    private func record(
        _ key: RecordKey,
        in table: StoredTable
    ) throws(StorageError) -> StoredRecord? {
        let statement = try connection.bound(table.get)
        statement.bind(key.id, at: 1)
        return try statement.step() ? try statement.record(of: key) : nil
    }

    func records(
        in collection: String,
        states: Set<SyncState>
    ) throws(StorageError) -> [StoredRecord] {
        guard let table = catalog[collection] else { return [] }
        let numbers = states.map { "\($0.number)" }.sorted().joined(separator: ", ")
        let sql = """
            SELECT \(StoredTable.selection) FROM \(table.name) \
            WHERE state IN (\(numbers)) ORDER BY number
            """
        return try connection.rows(sql) { _ in
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
        return try connection.rows(sql) { statement in
            statement.bind(Int64(max(0, limit)), at: 1)
            if let id { statement.bind(id, at: 2) }
        } _: { (statement) throws(StorageError) in
            try statement.record(in: collection)
        }
    }

    func collections() -> [String] {
        catalog.collections
    }

    func records(
        in collection: String,
        matching criteria: Criteria
    ) throws(StorageError) -> [StoredRecord] {
        guard criteria.limit != 0 else { return [] }
        return try query(collection) { (query) throws(StorageError) in
            try CriteriaQuery(criteria, query).records()
        } ?? []
    }

    func count(in collection: String, matching criteria: Criteria) throws(StorageError) -> Int {
        guard criteria.limit != 0 else { return 0 }
        var criteria = criteria
        criteria.order = []
        return try query(collection) { (query) throws(StorageError) in
            try CriteriaQuery(criteria, query).count()
        } ?? 0
    }

    func explain(
        _ criteria: Criteria,
        in collection: String
    ) throws(StorageError) -> QueryExplanation {
        try query(collection) { (query) throws(StorageError) in
            try CriteriaQuery(criteria, query).explain()
        }
            ?? QueryExplanation(scansAllRecords: false, filtersDocuments: false, sortsResult: false)
    }

    func aggregate(
        _ aggregation: Aggregation,
        in collection: String,
        where filter: Condition
    ) throws(StorageError) -> [AggregatedGroup] {
        try query(collection) { (query) throws(StorageError) in
            try AggregateQuery(aggregation, where: filter, query).groups()
        } ?? AggregatedGroups(aggregation).all
    }

    func search(
        _ text: String,
        in keys: [String],
        of collection: String,
        where filter: Condition,
        limit: Int
    ) throws(StorageError) -> [StoredRecord] {
        let search = TextSearch(text)
        guard let table = catalog[collection], !search.words.isEmpty, limit > 0 else { return [] }
        guard let column = table.searchColumn, column.searched == keys else {
            return try searchDocuments(text, in: keys, of: collection, where: filter, limit: limit)
        }
        return try query(collection) { (query) throws(StorageError) in
            try query.search(search, where: filter, limit: limit)
        } ?? []
    }

    /// Queries the table of a collection; nil if there is none.
    private func query<Value>(
        _ collection: String,
        _ body: (TableQuery) throws(StorageError) -> Value
    ) throws(StorageError) -> Value? {
        guard let table = catalog[collection] else { return nil }
        return try connection.attempt { () throws(StorageError) in
            try body(TableQuery(connection: connection, table: table))
        }
    }

    // MARK: Entries and values

    func entry(_ id: OutboxEntry.ID) throws(StorageError) -> OutboxEntry? {
        try outbox.entry(id)
    }

    func entries(of key: RecordKey) throws(StorageError) -> [OutboxEntry] {
        try outbox.entries(of: key)
    }

    func entries(
        in states: Set<OutboxEntry.State>,
        after sequence: Int64,
        limit: Int
    ) throws(StorageError) -> [OutboxEntry] {
        try outbox.entries(in: states, after: sequence, limit: limit)
    }

    func entryCount(in states: Set<OutboxEntry.State>) throws(StorageError) -> Int {
        try outbox.entryCount(in: states)
    }

    func value(forKey key: String) throws(StorageError) -> Data? {
        try connection.rows("SELECT value FROM repogen_values WHERE key = ?") { statement in
            statement.bind(key, at: 1)
        } _: { (statement) throws(StorageError) in
            statement.data(0) ?? Data()
        }.first
    }

    func keys(withPrefix prefix: String) throws(StorageError) -> [String] {
        // No key has the last Unicode scalar after the prefix.
        try connection.rows("SELECT key FROM repogen_values WHERE key >= ?1 AND key < ?2") {
            statement in
            statement.bind(prefix, at: 1)
            statement.bind(prefix + "\u{10FFFF}", at: 2)
        } _: { (statement) throws(StorageError) in
            statement.text(0) ?? ""
        }
    }
}

// MARK: - Writing

extension SQLiteTransaction: StorageWriter {
    func put(_ record: StoredRecord) throws(StorageError) {
        try connection.attemptUnflushed { () throws(StorageError) in
            let table = try tableForWriting(record.key.collection)
            let cells = try cells(of: record, in: table)
            let old = try replaced(record.key, in: table)
            try connection.buffer(
                recordFor: table.insertion,
                size: record.document.count + (record.base?.count ?? 0)
            ) { batch in
                batch.append(record)
                for cell in cells { batch.append(cell) }
            }
            change.insert(record.key, from: old, to: record)
        }
    }

    /// Returns the contents of the columns for a record.
    ///
    /// If the disk has damaged the document of a record, its state can still be changed.
    private func cells(
        of record: StoredRecord,
        in table: StoredTable
    ) throws(StorageError) -> [ColumnCell] {
        do throws(StorageError) {
            return try table.cells(of: record.document, id: record.key.id)
        } catch {
            guard try self.record(record.key)?.document == record.document else { throw error }
            return table.emptyCells
        }
    }

    func remove(_ key: RecordKey) throws(StorageError) {
        guard let table = catalog[key.collection] else { return }
        let (old, count) = try connection.attempt { () throws(StorageError) in
            let old = try replaced(key, in: table)
            return (old, try connection.run(table.remove) { $0.bind(key.id, at: 1) })
        }
        if count > 0 { change.insert(key, from: old, to: nil) }
    }

    func put(_ entry: OutboxEntry) throws(StorageError) -> OutboxEntry {
        change.insert(entriesOf: entry.key)
        let (put, replaced) = try outbox.put(entry)
        if let replaced { change.insert(entriesOf: replaced) }
        return put
    }

    func remove(entry id: OutboxEntry.ID) throws(StorageError) {
        if let key = try outbox.remove(id) { change.insert(entriesOf: key) }
    }

    func set(_ value: Data?, forKey key: String) throws(StorageError) {
        guard let value else {
            try connection.run("DELETE FROM repogen_values WHERE key = ?") { $0.bind(key, at: 1) }
            return
        }
        try connection.run("INSERT OR REPLACE INTO repogen_values (key, value) VALUES (?, ?)") {
            statement in
            statement.bind(key, at: 1)
            statement.bind(value, at: 2)
        }
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
            let count = try connection.run(sql) { statement in
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
        if try outbox.rekey(key, to: other) {
            change.insert(entriesOf: key)
            change.insert(entriesOf: other)
        }
    }

    func touch(_ collection: String) { change.insert(collection: collection) }

    func rename(_ collection: String, to other: String) throws(StorageError) {
        guard collection != other else { return }
        try connection.attempt { () throws(StorageError) in
            try catalog.rename(collection, to: other, in: connection.database)
        }
        try outbox.rename(collection, to: other)
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
        try connection.flush()
        return try catalog.table(of: collection, in: connection.database)
    }
}
