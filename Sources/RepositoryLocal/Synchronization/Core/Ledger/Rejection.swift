#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension OutboxFailure {
    init(_ error: RepositoryError, at date: Date) {
        self.init(
            status: error.status,
            body: error.response?.body,
            message: error.message,
            date: date
        )
    }
}

extension StorageWriter {
    /// Gives a record the state that follows from its entries.
    func updateState(of key: RecordKey) throws(StorageError) {
        guard var record = try record(key) else { return }
        record.state = try stateOfEntries(of: key)
        try put(record)
    }

    /// Keeps an entry as refused; a record whose deletion was refused is visible again.
    ///
    /// - Returns: What is kept. Where something else was written since, that is sent instead, or there is
    ///   nothing left to send.
    func reject(
        _ entry: OutboxEntry,
        _ failure: OutboxFailure
    ) throws(StorageError) -> DeliveryOutcome {
        let isAlone = try entries(of: entry.key).count == 1
        guard var folded = try fold(entriesOf: entry.key) else {
            return DeliveryOutcome(.superseded)
        }
        folded.failure = failure
        guard isAlone else {
            folded.state = .rejected
            try put(folded.renewed())
            try updateState(of: entry.key)
            return DeliveryOutcome(.postponed)
        }
        if try sendsUnderOwnKey(folded) { return DeliveryOutcome(.postponed) }
        return DeliveryOutcome(.rejected(try keep(folded, as: .rejected)))
    }

    /// Lets a refused creation be sent once more, under another idempotency key, where the service may have repeated
    /// what it has said of the one that another device has sent.
    private func sendsUnderOwnKey(_ entry: OutboxEntry) throws(StorageError) -> Bool {
        var history = try WriteHistory.of(entry.id, in: self)
        guard entry.operation == .create, let sent = entry.changed?.object,
            !history.exported.isEmpty, !history.exported.contains(sent)
        else { return false }
        history.exported = []
        try history.note(for: entry.id, in: self)
        try put(entry.renewed())
        try updateState(of: entry.key)
        return true
    }

    /// Keeps a creation for the user to decide of which nobody can tell whether it has happened: sent once
    /// more, it could happen twice.
    ///
    /// What was written to the entity since is kept with it, except its deletion: that would be of what
    /// nobody knows here.
    func reject(
        unknown id: OutboxEntry.ID,
        because cause: RepositoryError,
        at now: Date
    ) throws(StorageError) -> DeliveryOutcome {
        guard var entry = try entry(id) else { return DeliveryOutcome(.absent) }
        var error = cause
        error.message = """
            It is not known whether the server has created this, and the server cannot be asked: \
            \(cause.message)
            """
        try end(entries(of: entry.key).filter { $0.id != id })
        entry.changed = nil
        entry.failure = OutboxFailure(error, at: now)
        return DeliveryOutcome(.rejected(try keep(entry, as: .rejected)))
    }

    /// Keeps an entry for the user to decide.
    func keep(
        _ entry: OutboxEntry,
        as state: SyncState
    ) throws(StorageError) -> RejectedWrite {
        var entry = entry
        entry.state = .rejected
        entry.notBefore = nil
        try put(entry)
        var record = try record(entry.key)
        record?.state = state
        if let record { try put(record) }
        return RejectedWrite(entry: entry, record: record)
    }

    /// Makes one of all entries of a record, none of which is in flight any more.
    ///
    /// - Returns: The entry; nil where nothing is left, as of a creation and a deletion.
    func fold(entriesOf key: RecordKey) throws(StorageError) -> OutboxEntry? {
        let all = try entries(of: key)
        guard var first = all.first, let last = all.last else { return nil }
        guard all.count > 1 else { return first }
        try end(all.dropFirst())
        if last.operation == .delete, first.operation == .create {
            try end(first.id)
            try abandon(key)
            return nil
        }
        if last.operation == .delete {
            (first.operation, first.changed) = (.delete, nil)
        } else {
            for next in all.dropFirst() {
                first.coalesce(with: next.operation, next.changed?.object ?? [:])
            }
        }
        try put(first)
        return first
    }
}

extension RepositoryError.Code {
    /// It cannot be found out whether the server has carried a write out.
    static let unknownOutcome = RepositoryError.Code("unknownOutcome")
}
