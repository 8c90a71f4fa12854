import Foundation
import RepositoryLocal

extension RowBatch {
    /// Appends the cells of an entry, in the order of `OutboxTable.columns`.
    mutating func append(_ entry: OutboxEntry) {
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
    }
}

extension BoundStatement {
    /// Returns the entry in a row whose columns are the sequence number and `OutboxTable.columns`.
    func entry() throws(StorageError) -> OutboxEntry {
        let (kind, place) = (integer(4), integer(8))
        guard let id = data(1).flatMap({ UUID(data: $0) }),
            let operation = OutboxEntry.Operation.allCases.first(where: { $0.number == kind }),
            let state = OutboxEntry.State.allCases.first(where: { $0.number == place })
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
    var data: Data {
        withUnsafeBytes(of: uuid) { Data($0) }
    }

    /// Whether it is less than another one, byte by byte.
    func isBefore(_ other: UUID) -> Bool {
        withUnsafeBytes(of: uuid) { bytes in
            withUnsafeBytes(of: other.uuid) { bytes.lexicographicallyPrecedes($0) }
        }
    }

    init?(data: Data) {
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
}

extension OutboxEntry.State {
    var number: Int64 {
        switch self {
        case .waiting: 0
        case .inFlight: 1
        case .rejected: 2
        }
    }
}
