import Foundation
import GRDB
import RepositoryLocal

extension SQLiteTransaction {
    private static let columns = [
        "id", "collection", "record", "operation", "base_tag", "changed", "idempotency_key",
        "state",
        "attempts", "not_before", "failure_status", "failure_body", "failure_message",
        "failure_date",
    ]
    private static let selection =
        "SELECT sequence, \(columns.joined(separator: ", ")) FROM repogen_outbox"
    /// Inserts entries that are known to be new, at given positions.
    static let entryInsertion = RowInsertion(
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

    func entry(_ id: OutboxEntry.ID) throws(StorageError) -> OutboxEntry? {
        try rows(Self.getByID) { statement in
            statement.bind(id.data, at: 1)
        } _: { (statement) throws(StorageError) in
            try statement.entry()
        }.first
    }

    func entries(of key: RecordKey) throws(StorageError) -> [OutboxEntry] {
        try rows(Self.getByKey) { statement in
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
        return try rows(sql) { statement in
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
        try rows("SELECT count(*) FROM repogen_outbox\(condition)") { _ in
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

    func put(_ entry: OutboxEntry) throws(StorageError) -> OutboxEntry {
        var put = entry
        change.insert(entriesOf: put.key)
        if let last = try end(before: entry.id) {
            put.sequence = last + 1
            try append(put)
            return put
        }
        // Most are new.
        if try run(Self.insertion, { $0.bind(put) }) == 1 {
            put.sequence = database.lastInsertedRowID
            lastSequence = put.sequence
            lastEntry?.sequence = put.sequence
        } else if let old = try self.entry(entry.id) {
            put.sequence = old.sequence
            try run(Self.update) { statement in
                statement.bind(put)
                statement.bind(put.sequence, at: Self.columns.count + 1)
            }
            change.insert(entriesOf: old.key)
        }
        return put
    }

    /// Returns the last sequence number, if an entry is certainly new because its identity is the
    /// greatest.
    ///
    /// The first entry of a transaction is looked up, because many transactions have only one.
    private func end(before id: OutboxEntry.ID) throws(StorageError) -> Int64? {
        guard let lastSequence else { return nil }
        if lastEntry == nil {
            let greatest = try rows("SELECT max(id) FROM repogen_outbox") { _ in
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
    private func append(_ entry: OutboxEntry) throws(StorageError) {
        try attemptAmongPuts { () throws(StorageError) in
            entries.append(entry)
            lastEntry = (entry.sequence, entry.id)
            if entries.isFull { try writeEntries() }
        }
    }

    func remove(entry id: OutboxEntry.ID) throws(StorageError) {
        guard let entry = try entry(id) else { return }
        try run(Self.remove) { $0.bind(entry.sequence, at: 1) }
        change.insert(entriesOf: entry.key)
    }
}

extension RowBatch {
    /// Appends an entry as a row, in the order of the columns.
    fileprivate mutating func append(_ entry: OutboxEntry) {
        withUnsafeBytes(of: entry.id.uuid) { append(blob: $0) }
        append(entry.key.collection)
        append(entry.key.id)
        append(entry.operation.number)
        append(entry.baseTag)
        append(entry.changed?.description)
        append(entry.ownKey)
        append(entry.state.number)
        append(Int64(entry.attempts))
        append(entry.notBefore?.timeIntervalSinceReferenceDate)
        append((entry.failure?.status).map { Int64($0) })
        append(entry.failure?.body)
        append(entry.failure?.message)
        append(entry.failure?.date.timeIntervalSinceReferenceDate)
        append(entry.sequence)
        endRow()
    }
}

extension BoundStatement {
    fileprivate func bind(_ entry: OutboxEntry) {
        bind(entry.id.data, at: 1)
        bind(entry.key.collection, at: 2)
        bind(entry.key.id, at: 3)
        bind(entry.operation.number, at: 4)
        bind(entry.baseTag, at: 5)
        bind(entry.changed?.description, at: 6)
        bind(entry.ownKey, at: 7)
        bind(entry.state.number, at: 8)
        bind(Int64(entry.attempts), at: 9)
        bind(entry.notBefore?.timeIntervalSinceReferenceDate, at: 10)
        if let status = entry.failure?.status {
            bind(Int64(status), at: 11)
        } else {
            bindNull(at: 11)
        }
        bind(entry.failure?.body, at: 12)
        bind(entry.failure?.message, at: 13)
        bind(entry.failure?.date.timeIntervalSinceReferenceDate, at: 14)
    }

    fileprivate func entry() throws(StorageError) -> OutboxEntry {
        guard let id = data(1).flatMap({ UUID(data: $0) }),
            let operation = OutboxEntry.Operation(number: integer(4)),
            let state = OutboxEntry.State(number: integer(8))
        else { throw .unknownNumber }
        var changed: JSON?
        if let text = text(6) {
            do throws(JSONError) {
                changed = try JSON(jsonText: text)
            } catch {
                throw StorageError(.corrupted, message: "An entry is not valid JSON.", cause: error)
            }
        }
        var entry = OutboxEntry(
            id: id,
            key: RecordKey(collection: text(2) ?? "", id: text(3) ?? ""),
            operation: operation,
            baseTag: text(5),
            changed: changed,
            idempotencyKey: text(7),
            state: state,
            attempts: Int(integer(9)),
            notBefore: real(10).map { Date(timeIntervalSinceReferenceDate: $0) }
        )
        entry.sequence = integer(0)
        if let message = text(13), let date = real(14) {
            entry.failure = OutboxFailure(
                status: isNull(11) ? nil : Int(integer(11)),
                body: data(12),
                message: message,
                date: Date(timeIntervalSinceReferenceDate: date)
            )
        }
        return entry
    }
}

// MARK: - Encoding; numbers are permanent

extension UUID {
    fileprivate var data: Data {
        withUnsafeBytes(of: uuid) { Data($0) }
    }

    /// Whether it is less than another one, byte by byte.
    fileprivate func isBefore(_ other: UUID) -> Bool {
        withUnsafeBytes(of: uuid) { bytes in
            withUnsafeBytes(of: other.uuid) { bytes.lexicographicallyPrecedes($0) }
        }
    }

    fileprivate init?(data: Data) {
        guard data.count == 16 else { return nil }
        self = data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}

extension OutboxEntry.Operation {
    fileprivate var number: Int64 {
        switch self {
        case .create: 0
        case .update: 1
        case .patch: 2
        case .delete: 3
        }
    }

    fileprivate init?(number: Int64) {
        guard let value = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = value
    }
}

extension OutboxEntry.State {
    fileprivate var number: Int64 {
        switch self {
        case .waiting: 0
        case .inFlight: 1
        case .rejected: 2
        }
    }

    fileprivate init?(number: Int64) {
        guard let value = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = value
    }
}
