import Foundation
import GRDB
import RepositoryLocal

/// The entries of the outbox, during one transaction.
struct OutboxTable {
    private let connection: BufferedConnection
    /// The last sequence number; nil before an entry was added.
    private var lastSequence: Int64?
    /// The greatest identity; nil while unknown.
    private var lastID: OutboxEntry.ID?

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
    /// Inserts entries at given positions, or replaces those there.
    static let insertion = RowInsertion(
        into: "repogen_outbox",
        columns: columns + ["sequence"],
        " ON CONFLICT (sequence) DO UPDATE SET "
            + columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    )
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
        try first("SELECT count(*) FROM repogen_outbox\(condition)") { Int($0.integer(0)) } ?? 0
    }

    /// Returns a value of the first row of a query without operands; nil if there is none.
    private func first<Value>(
        _ sql: String,
        _ read: (borrowing BoundStatement) -> Value
    ) throws(StorageError) -> Value? {
        try connection.rows(sql) { _ in
        } _: { (statement) throws(StorageError) in
            read(statement)
        }.first
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
        let old = try isGreatest(entry.id) ? nil : self.entry(entry.id)
        if let old { put.sequence = old.sequence } else { put.sequence = try nextSequence() }
        try connection.attemptUnflushed { () throws(StorageError) in try connection.buffer(put) }
        return (put, old?.key)
    }

    private mutating func nextSequence() throws(StorageError) -> Int64 {
        if lastSequence == nil {
            let sql = "SELECT seq FROM sqlite_sequence WHERE name = 'repogen_outbox'"
            lastSequence = try first(sql) { $0.integer(0) }
        }
        let next = (lastSequence ?? 0) + 1
        lastSequence = next
        return next
    }

    /// Whether an entry is certainly new because its identity is the greatest.
    ///
    /// The first new entry of a transaction is looked up, because many transactions have only one.
    private mutating func isGreatest(_ id: OutboxEntry.ID) throws(StorageError) -> Bool {
        guard lastSequence != nil else { return false }
        if lastID == nil {
            let data = try first("SELECT max(id) FROM repogen_outbox") { $0.data(0) } ?? nil
            lastID = data.flatMap { UUID(data: $0) }
        }
        guard let last = lastID, last.isBefore(id) else { return false }
        lastID = id
        return true
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
