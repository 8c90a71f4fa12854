import Foundation

/// Stores the result of sending a file.
struct FileSettlement {
    private let ledger: Ledger
    private let file: PendingFile

    init(_ file: PendingFile, _ ledger: Ledger) {
        (self.file, self.ledger) = (file, ledger)
    }

    /// Stores that the server has the file, with the entity's state at a time; nil if that is
    /// unknown.
    ///
    /// The stored bytes are kept as those of that version.
    func settle(_ state: RemoteState?, readAt date: Date) throws(StorageError) {
        let store = ledger.store
        let isLast = try file.end(in: store)
        // It may have been removed meanwhile.
        guard let record = try store.record(file.key) else { return }
        if let state, let id = state.members[ledger.schema.identityKey]?.identityText,
            id == file.key.id
        {
            let document = try DocumentMembers.write(state.members)
            let confirmed = Confirmations(ledger.schema, in: store, at: date, now: ledger.now)
            if try !confirmed.put(document, id: id, entityTag: state.tag) {
                try settle(state, document, readAt: date, belowWrites: record, confirmed)
            }
        }
        guard isLast else { return }
        if let name = file.name {
            var known = try record.version(of: file.property)
            if let state { known = state.members[file.property] ?? .null }
            try KeptFile(key: file.key, property: file.property, name: name, version: known)
                .put(in: store)
        } else {
            try KeptFile(of: file.key, file.property, in: store)?.forget(in: store)
        }
    }

    /// Stores the version of the file below pending writes.
    ///
    /// The state is stored as a whole only if no property has changed that a client writes: such a
    /// change may conflict with the pending writes, which is decided when they are sent.
    private func settle(
        _ state: RemoteState,
        _ document: Data,
        readAt date: Date,
        belowWrites record: StoredRecord,
        _ confirmed: Confirmations
    ) throws(StorageError) {
        guard let base = record.base else { return }
        let known = try DocumentMembers.read(base)
        if ledger.collection.changes(from: known, to: state.members).isEmpty {
            let id = record.key.id
            return try confirmed.put(document, belowWritesOf: id, entityTag: state.tag)
        }
        guard try !ledger.store.entries(of: record.key).isEmpty,
            !record.wasConfirmed(after: date, now: ledger.now)
        else { return }
        var record = record
        let version = [file.property: state.members[file.property] ?? .null]
        record.base = try DocumentMembers.write(known.merging(version) { $1 })
        let local = try DocumentMembers.read(record.document)
        record.document = try DocumentMembers.write(local.merging(version) { $1 })
        try ledger.store.put(record)
    }

    /// Postpones the file, and returns when it is sent again; nil if that depends on others.
    ///
    /// `isHeld` is whether only this file could not be sent; if not, it is sent as soon as anything
    /// can be.
    func postpone(after error: RepositoryError, isHeld: Bool) throws(StorageError) -> Date? {
        guard var file = try current else { return nil }
        file.failure = OutboxFailure(error, at: ledger.now)
        let asked = error.retryAfter.map { min($0, Backoff.longestAsked) }
        if isHeld { file.attempts += 1 }
        if isHeld || asked != nil {
            let delay = ledger.rules.backoff.delay(afterAttempts: file.attempts, retryAfter: asked)
            file.notBefore = ledger.now.addingTimeInterval(delay.inSeconds)
            file.isAsked = asked != nil
        }
        try file.put(in: ledger.store)
        return file.notBefore
    }

    /// Stores that the server has rejected the file, or that it cannot be sent.
    func reject(because error: RepositoryError) throws(StorageError) {
        guard var file = try current else { return }
        file.attempts += 1
        file.failure = OutboxFailure(error, at: ledger.now)
        (file.notBefore, file.isRejected) = (nil, true)
        try file.put(in: ledger.store)
    }

    /// The current change of the file; nil if it was replaced or discarded meanwhile.
    private var current: PendingFile? {
        get throws(StorageError) {
            let current = try PendingFile(of: file.key, file.property, in: ledger.store)
            return current?.id == file.id ? current : nil
        }
    }
}

extension StoredRecord {
    /// Returns the last version of a file reported by the server.
    func version(of property: String) throws(StorageError) -> JSON {
        try StoredDocument.members(of: base ?? document, keys: [property])[property] ?? .null
    }
}

extension StorageReader {
    /// Returns the files of a collection that can be sent now, and the time when the next one can
    /// be.
    ///
    /// The server must have the entity. If the clock was set back, a file still waits no longer
    /// than its delay.
    func sendableFiles(
        of schema: EntitySchema,
        at now: Date,
        by rules: SyncRules
    ) throws(StorageError) -> (files: [PendingFile], due: Date?) {
        var files: [PendingFile] = []
        var due: Date?
        let longest = max(rules.backoff.longest, Backoff.longestAsked).inSeconds
        for file in try PendingFile.all(of: [schema.name], in: self) {
            guard try isSendable(file) else { continue }
            if !rules.isByHand || file.isAsked, let end = file.notBefore, end > now,
                end.timeIntervalSince(now) <= longest
            {
                due = min(due ?? end, end)
                continue
            }
            files.append(file)
        }
        return (files, due)
    }

    /// Whether a file is still to be sent, and the server has its entity.
    func isSendable(_ file: PendingFile) throws(StorageError) -> Bool {
        guard try file.isCurrent(in: self), !file.isRejected, let record = try record(file.key)
        else {
            return false
        }
        return record.base != nil && record.state != .deleted
    }

    /// Whether an entity has a pending or rejected file.
    func hasPendingFile(of schema: EntitySchema, _ key: RecordKey) throws(StorageError) -> Bool {
        for property in schema.files where try PendingFile(of: key, property, in: self) != nil {
            return true
        }
        return false
    }
}

extension StorageWriter {
    /// Moves the files of an entity to another key, for example that of its new identity; of two
    /// files, the later one is kept.
    func moveFiles(
        of schema: EntitySchema,
        _ key: RecordKey,
        to other: RecordKey
    ) throws(StorageError) {
        for property in schema.files {
            try PendingFile(of: key, property, in: self)?.move(to: other, in: self)
            try KeptFile(of: key, property, in: self)?.move(to: other, in: self)
        }
    }

    /// Deletes the files of an entity that another one has replaced.
    func forgetFiles(of schema: EntitySchema, _ key: RecordKey) throws(StorageError) {
        for property in schema.files {
            try PendingFile(of: key, property, in: self)?.forget(in: self)
            try KeptFile(of: key, property, in: self)?.forget(in: self)
        }
    }

    /// Moves files to properties that were renamed in this version of the app.
    func renameFiles(of schema: EntitySchema) throws(StorageError) {
        for property in schema.files {
            let former = Set((schema.former[property] ?? []).map(\.key)).subtracting([property])
            guard !former.isEmpty else { continue }
            for file in try PendingFile.notes(of: schema.name, in: self)
            where former.contains(file.property) {
                try file.move(to: file.key, as: property, in: self)
            }
            for file in try KeptFile.notes(of: schema.name, in: self)
            where former.contains(file.property) {
                try file.move(to: file.key, as: property, in: self)
            }
        }
    }
}
