package import Foundation

/// The contents of a store in memory, with an undo log of the current transaction.
package final class MemoryTables {
    private struct Row {
        /// The position in the order in which records were first stored.
        let place: Int
        var record: StoredRecord
    }

    private var tables: [String: [RecordKey: Row]] = [:]
    private var outbox: [OutboxEntry.ID: OutboxEntry] = [:]
    private var outboxByKey: [RecordKey: Set<OutboxEntry.ID>] = [:]
    private var outboxByState: [OutboxEntry.State: Set<OutboxEntry.ID>] = [:]
    private var values: [String: Data] = [:]
    private var lastPlace = 0
    private var lastSequence: Int64 = 0

    private var undos: [() -> Void] = []
    private var change = StorageChange()

    /// Creates empty tables.
    package init() {}

    /// Returns an independent copy.
    package func copy() -> MemoryTables {
        let copy = MemoryTables()
        (copy.tables, copy.values) = (tables, values)
        (copy.outbox, copy.outboxByKey, copy.outboxByState) = (outbox, outboxByKey, outboxByState)
        (copy.lastPlace, copy.lastSequence) = (lastPlace, lastSequence)
        return copy
    }

    /// All metadata values by key.
    package var allValues: [String: Data] { values }

    /// Creates a collection if there is none; returns whether it did.
    @discardableResult
    package func declare(_ collection: String) -> Bool {
        guard tables[collection] == nil else { return false }
        tables[collection] = [:]
        return true
    }

    // MARK: - Transactions

    /// Commits the transaction; returns the records that it touched.
    @discardableResult
    package func commit() -> StorageChange {
        defer { change = StorageChange() }
        undos.removeAll()
        return change
    }

    /// Rolls the transaction back.
    package func rollBack() {
        for undo in undos.reversed() { undo() }
        undos.removeAll()
        change = StorageChange()
    }

    private func setRow(_ row: Row?, for key: RecordKey) {
        let isNew = tables[key.collection] == nil
        let old = tables[key.collection, default: [:]].removeValue(forKey: key)
        tables[key.collection]?[key] = row
        change.insert(key, from: old?.record, to: row?.record)
        undos.append { [unowned self] in
            tables[key.collection]?[key] = old
            if isNew { tables[key.collection] = nil }
        }
    }

    private func setEntry(_ entry: OutboxEntry?, for id: OutboxEntry.ID) {
        let old = exchangeEntry(entry, for: id)
        for key in [old?.key, entry?.key] {
            if let key { change.insert(entriesOf: key) }
        }
        undos.append { [unowned self] in _ = exchangeEntry(old, for: id) }
    }

    private func exchangeEntry(_ entry: OutboxEntry?, for id: OutboxEntry.ID) -> OutboxEntry? {
        let old = outbox[id]
        if let old {
            outboxByState[old.state]?.remove(id)
            outboxByKey[old.key]?.remove(id)
            if outboxByKey[old.key]?.isEmpty ?? false { outboxByKey[old.key] = nil }
        }
        outbox[id] = entry
        if let entry {
            outboxByKey[entry.key, default: []].insert(id)
            outboxByState[entry.state, default: []].insert(id)
        }
        return old
    }
}

// MARK: - Reading

extension MemoryTables: StorageReader {
    package func record(_ key: RecordKey) -> StoredRecord? {
        tables[key.collection]?[key]?.record
    }

    package func records(
        in collection: String,
        matching criteria: Criteria
    ) throws(StorageError) -> [StoredRecord] {
        try criteria.chosen(among: records(in: collection) { $0.state != .deleted })
    }

    package func count(in collection: String, matching criteria: Criteria) throws(StorageError)
        -> Int
    {
        var criteria = criteria
        criteria.order = []
        return try records(in: collection, matching: criteria).count
    }

    package func records(in collection: String, states: Set<SyncState>) -> [StoredRecord] {
        records(in: collection) { states.contains($0.state) }
    }

    package func records(in collection: String, after id: String?, limit: Int) -> [StoredRecord] {
        let start = id.map { RecordKey(collection: collection, id: $0) }
        let records = (tables[collection] ?? [:]).values.map(\.record)
            .filter { record in start.map { $0 < record.key } ?? true }
            .sorted { $0.key < $1.key }
        return Array(records.prefix(max(0, limit)))
    }

    private func records(
        in collection: String,
        where isWanted: (StoredRecord) -> Bool
    ) -> [StoredRecord] {
        (tables[collection] ?? [:]).values
            .filter { isWanted($0.record) }
            .sorted { $0.place < $1.place }
            .map(\.record)
    }

    package func collections() -> [String] {
        tables.keys.sorted()
    }

    package func entry(_ id: OutboxEntry.ID) -> OutboxEntry? {
        outbox[id]
    }

    package func entries(of key: RecordKey) -> [OutboxEntry] {
        (outboxByKey[key] ?? []).compactMap { outbox[$0] }.sorted { $0.sequence < $1.sequence }
    }

    package func entries(
        in states: Set<OutboxEntry.State>,
        after sequence: Int64,
        limit: Int
    ) -> [OutboxEntry] {
        let ids = states.flatMap { outboxByState[$0] ?? [] }
        let entries = ids.compactMap { outbox[$0] }.filter { $0.sequence > sequence }
            .sorted { $0.sequence < $1.sequence }
        return Array(entries.prefix(max(0, limit)))
    }

    package func entryCount(in states: Set<OutboxEntry.State>) -> Int {
        states.reduce(0) { $0 + (outboxByState[$1]?.count ?? 0) }
    }

    package func value(forKey key: String) -> Data? {
        values[key]
    }

    package func keys(withPrefix prefix: String) -> [String] {
        values.keys.filter { $0.utf8.starts(with: prefix.utf8) }
    }
}

// MARK: - Writing

extension MemoryTables: StorageWriter {
    package func put(_ record: StoredRecord) throws(StorageError) {
        _ = try StoredDocument.members(of: record.document, keys: [])
        let place = tables[record.key.collection]?[record.key]?.place ?? nextPlace()
        setRow(Row(place: place, record: record), for: record.key)
    }

    package func remove(_ key: RecordKey) {
        guard record(key) != nil else { return }
        setRow(nil, for: key)
    }

    package func put(_ entry: OutboxEntry) -> OutboxEntry {
        var entry = entry
        entry.sequence = outbox[entry.id]?.sequence ?? nextSequence()
        setEntry(entry, for: entry.id)
        return entry
    }

    package func remove(entry id: OutboxEntry.ID) {
        guard outbox[id] != nil else { return }
        setEntry(nil, for: id)
    }

    package func set(_ value: Data?, forKey key: String) {
        let old = values[key]
        values[key] = value
        undos.append { [unowned self] in values[key] = old }
    }

    package func touch(_ collection: String) { change.insert(collection: collection) }

    package func rekey(_ key: RecordKey, to other: RecordKey) throws(StorageError) {
        guard key != other else { return }
        guard key.collection == other.collection else {
            throw .rekeyingBetweenCollections
        }
        guard record(other) == nil else {
            throw .rekeyingOntoRecord
        }
        if let place = tables[key.collection]?[key]?.place, var record = record(key) {
            record.key = other
            setRow(nil, for: key)
            setRow(Row(place: place, record: record), for: other)
        }
        for var entry in entries(of: key) {
            entry.key = other
            setEntry(entry, for: entry.id)
        }
    }

    package func rename(_ collection: String, to other: String) throws(StorageError) {
        guard collection != other else { return }
        let (rows, known) = (tables[collection], tables[other])
        if let rows {
            guard rows.isEmpty || known?.isEmpty ?? true else { throw .renamingOntoRecords }
            tables[collection] = nil
            if known?.isEmpty ?? true {
                tables[other] = [:]
                for (key, var row) in rows {
                    row.record.key = RecordKey(collection: other, id: key.id)
                    tables[other]?[row.record.key] = row
                }
            }
            undos.append { [unowned self] in (tables[collection], tables[other]) = (rows, known) }
        }
        for var entry in outbox.values where entry.key.collection == collection {
            entry.key = RecordKey(collection: other, id: entry.key.id)
            setEntry(entry, for: entry.id)
        }
        change = .everything
    }

    private func nextPlace() -> Int {
        lastPlace += 1
        return lastPlace
    }

    private func nextSequence() -> Int64 {
        lastSequence += 1
        return lastSequence
    }
}

extension StorageError {
    /// The error if records exist under the new name; both stores report it.
    package static var renamingOntoRecords: StorageError {
        StorageError(.invalid, message: "There are already records under the new name.")
    }

    /// The error if a record would move to another collection; both stores report it.
    package static var rekeyingBetweenCollections: StorageError {
        StorageError(.invalid, message: "A record cannot move to another collection.")
    }

    /// The error if a record exists with the new identity; both stores report it.
    package static var rekeyingOntoRecord: StorageError {
        StorageError(.invalid, message: "There is already a record with the new identity.")
    }
}
