import Foundation

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
    /// Sets the state of a record that follows from its entries.
    func updateState(of key: RecordKey) throws(StorageError) {
        guard var record = try record(key) else { return }
        record.state = try stateOfEntries(of: key)
        try put(record)
    }

    /// Keeps an entry as rejected; a record whose deletion was rejected becomes visible again.
    ///
    /// - Returns: The outcome. If there were later writes, they are sent instead, or nothing is
    ///   left to send.
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

    /// Makes a rejected creation pending once more with another idempotency key, if the service may
    /// have repeated its response to a request from another device with other content.
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

    /// Keeps a creation with an unresolvable outcome for the user's decision: sending it again
    /// could create the entity twice.
    ///
    /// Later writes to the entity are kept with it, except a deletion, whose target would be
    /// unknown.
    func reject(
        unknown id: OutboxEntry.ID,
        because cause: RepositoryError,
        at now: Date
    ) throws(StorageError) -> DeliveryOutcome {
        guard var entry = try entry(id) else { return DeliveryOutcome(.absent) }
        var error = cause
        error.message = """
            It is unknown whether the server has created this, and there is no way to find out: \
            \(cause.message)
            """
        try end(entries(of: entry.key).filter { $0.id != id })
        entry.changed = nil
        entry.failure = OutboxFailure(error, at: now)
        return DeliveryOutcome(.rejected(try keep(entry, as: .rejected)))
    }

    /// Keeps an entry for the user's decision.
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

    /// Combines all entries of a record, none of which is in flight any more, into one.
    ///
    /// - Returns: The entry; nil if nothing is left, for example of a creation and a deletion.
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
    /// It cannot be determined whether the server has carried out a write.
    static let unknownOutcome = RepositoryError.Code("unknownOutcome")
}
