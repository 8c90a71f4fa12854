import Foundation
import RepositoryLocal

extension RowBatch {
    /// Appends the cells of a record, in the order of `StoredTable.recordColumns`.
    mutating func append(_ record: StoredRecord) {
        append(record.key.id)
        append(text: record.document)
        append(record.base)
        append(record.entityTag)
        append(record.state.number)
        append(record.confirmedAt?.timeIntervalSinceReferenceDate)
    }
}

extension BoundStatement {
    /// Returns the record in a row whose columns are `StoredTable.recordColumns`.
    func record(in collection: String) throws(StorageError) -> StoredRecord {
        try record(of: RecordKey(collection: collection, id: text(0) ?? ""))
    }

    /// The same with a known key.
    func record(of key: RecordKey) throws(StorageError) -> StoredRecord {
        let number = integer(4)
        guard let state = SyncState.allCases.first(where: { $0.number == number }) else {
            throw .unknownNumber
        }
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
