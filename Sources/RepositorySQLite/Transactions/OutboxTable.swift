import Foundation
import GRDB
import RepositoryLocal

/// The entries of the outbox, during one transaction.
struct OutboxTable {
    private let connection: BufferedConnection
    /// The sequence number and identity after which all entries are new; nil while unknown.
    private var lastEntry: (sequence: Int64, id: OutboxEntry.ID)?
    /// The sequence number of the last entry that was added.
    private var lastSequence: Int64?

    init(_ connection: BufferedConnection) {
        self.connection = connection
    }

    // MARK: - Statements

    private static let columns = [
        "id", "collection", "record", "operation", "base_tag", "changed", "idempotency_key",
        "state",
        "attempts", "not_before", "failure_status", "failure_body", "failure_message",
        "failure_date",
    ]
    private static let selection =
        "SELECT sequence, \(columns.joined(separator: ", ")) FROM repogen_outbox"
    /// Inserts entries that are known to be new, at given positions.
    static let insertionAtEnd = RowInsertion(
        into: "repogen_outbox",
        columns: columns + ["sequence"]
    )
    private static let insertion = """
        INSERT OR IGNORE INTO repogen_outbox (\(columns.joined(separator: ", "))) \
        VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
        """
    private static let update = """
        UPDATE repogen_outbox SET \(columns.map { "\($0) = ?" }.joined(separator: ", ")) \
        WHERE sequence = ?
        """
    private static let getByID = "\(selection) WHERE id = ?"
    private static let getByKey =
        "\(selection) WHERE record = ? AND collection = ? ORDER BY sequence"
    private static let remove = "DELETE FROM repogen_outbox WHERE sequence = ?"

    // MARK: - Reading

    func entry(_ id: OutboxEntry.ID) throws(StorageError) -> OutboxEntry? {
        try connection.rows(Self.getByID) { statement in
            statement.bind(id.data, at: 1)
        } _: { (statement) throws(StorageError) in
            try statement.entry()
        }.first
    }

    func entries(of key: RecordKey) throws(StorageError) -> [OutboxEntry] {
        try connection.rows(Self.getByKey) { statement in
            statement.bind(key.id, at: 1)
            statement.bind(key.collection, at: 2)
        } _: { (statement) throws(StorageError) in
            try statement.entry()
        }
    }

    func entries(
        in states: Set<OutboxEntry.State>,
        after sequence: Int64,
        limit: Int
    ) throws(StorageError) -> [OutboxEntry] {
        let sql = """
            \(Self.selection) WHERE \(Self.condition(states)) AND sequence > ? ORDER BY sequence LIMIT ?
            """
        return try connection.rows(sql) { statement in
            statement.bind(sequence, at: 1)
            statement.bind(Int64(max(0, limit)), at: 2)
        } _: { (statement) throws(StorageError) in
            try statement.entry()
        }
    }

    func entryCount(in states: Set<OutboxEntry.State>) throws(StorageError) -> Int {
        guard !states.contains(.waiting) else {
            // The others are few, and the total is counted without reading states.
            let others = Set(OutboxEntry.State.allCases).subtracting(states)
            return try count("") - (others.isEmpty ? 0 : entryCount(in: others))
        }
        return try count(" WHERE \(Self.condition(states))")
    }

    private func count(_ condition: String) throws(StorageError) -> Int {
        try connection.rows("SELECT count(*) FROM repogen_outbox\(condition)") { _ in
        } _: { (statement) throws(StorageError) in
            Int(statement.integer(0))
        }.first ?? 0
    }

    /// Returns the condition on the state of an entry, in a form that the index of states supports.
    private static func condition(_ states: Set<OutboxEntry.State>) -> String {
        guard states.count < OutboxEntry.State.allCases.count else { return "TRUE" }
        let numbers = states.map(\.number).sorted().map { "\($0)" }.joined(separator: ", ")
        let isIndexed = states.contains(.waiting) ? "" : "state <> 0 AND "
        return "\(isIndexed)state IN (\(numbers))"
    }

    // MARK: - Writing

    /// Stores an entry.
    ///
    /// - Parameter entry: The entry; its `sequence` is ignored.
    /// - Returns: The entry with its sequence number, and the record of the entry that it replaces.
    /// - Throws: `StorageError` if it cannot be written.
    mutating func put(
        _ entry: OutboxEntry
    ) throws(StorageError) -> (entry: OutboxEntry, replaced: RecordKey?) {
        var put = entry
        if let last = try end(before: entry.id) {
            put.sequence = last + 1
            try append(put)
            return (put, nil)
        }
        // Most are new.
        if try connection.run(Self.insertion, { $0.bind(put) }) == 1 {
            put.sequence = connection.database.lastInsertedRowID
            lastSequence = put.sequence
            lastEntry?.sequence = put.sequence
            return (put, nil)
        }
        guard let old = try self.entry(entry.id) else { return (put, nil) }
        put.sequence = old.sequence
        try connection.run(Self.update) { statement in
            statement.bind(put)
            statement.bind(put.sequence, at: Self.columns.count + 1)
        }
        return (put, old.key)
    }

    /// Returns the last sequence number, if an entry is certainly new because its identity is the
    /// greatest.
    ///
    /// The first entry of a transaction is looked up, because many transactions have only one.
    private mutating func end(before id: OutboxEntry.ID) throws(StorageError) -> Int64? {
        guard let lastSequence else { return nil }
        if lastEntry == nil {
            let greatest = try connection.rows("SELECT max(id) FROM repogen_outbox") { _ in
            } _: { (statement) throws(StorageError) in
                statement.data(0).flatMap { UUID(data: $0) }
            }.first
            guard let greatest, let greatest else { return nil }
            lastEntry = (lastSequence, greatest)
        }
        guard let last = lastEntry, last.id.isBefore(id) else { return nil }
        return last.sequence
    }

    /// Adds an entry after all others.
    private mutating func append(_ entry: OutboxEntry) throws(StorageError) {
        try connection.attemptUnflushed { () throws(StorageError) in
            try connection.buffer(entry)
        }
        lastEntry = (entry.sequence, entry.id)
    }

    /// Removes an entry.
    ///
    /// - Parameter id: Its identity.
    /// - Returns: The record of the removed entry; nil if there was none.
    /// - Throws: `StorageError` if it cannot be removed.
    func remove(_ id: OutboxEntry.ID) throws(StorageError) -> RecordKey? {
        guard let entry = try entry(id) else { return nil }
        try connection.run(Self.remove) { $0.bind(entry.sequence, at: 1) }
        return entry.key
    }

    /// Moves the entries of a record to another one.
    ///
    /// - Returns: Whether there were entries.
    func rekey(_ key: RecordKey, to other: RecordKey) throws(StorageError) -> Bool {
        try connection.run(
            "UPDATE repogen_outbox SET record = ?3 WHERE record = ?2 AND collection = ?1"
        ) { statement in
            statement.bind(key.collection, at: 1)
            statement.bind(key.id, at: 2)
            statement.bind(other.id, at: 3)
        } > 0
    }

    /// Moves the entries of a collection to another one.
    func rename(_ collection: String, to other: String) throws(StorageError) {
        try connection.run(
            "UPDATE repogen_outbox SET collection = ?2 WHERE collection = ?1"
        ) { statement in
            statement.bind(collection, at: 1)
            statement.bind(other, at: 2)
        }
    }
}
