#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What is stored once a file was sent, or could not be.
struct FileSettlement {
    private let ledger: Ledger
    private let file: PendingFile

    init(_ file: PendingFile, _ ledger: Ledger) {
        (self.file, self.ledger) = (file, ledger)
    }

    /// Stores that the server has the file, and what the entity says of it now; nil if that is not known.
    ///
    /// The bytes stay beside the store, as those of that version.
    func settle(_ state: RemoteState?) throws(StorageError) {
        let store = ledger.store
        let isLast = try file.end(in: store)
        if let state, let id = state.members[ledger.schema.identityKey]?.identityText,
            id == file.key.id
        {
            let document = try DocumentMembers.write(state.members)
            let confirmed = Confirmations(ledger.schema, in: store, at: ledger.now)
            if try !confirmed.put(document, id: id, entityTag: state.tag) {
                try confirmed.put(document, belowWritesOf: id, entityTag: state.tag)
            }
        }
        guard isLast else { return }
        if let name = file.name, try store.record(file.key) != nil {
            let version = state?.members[file.property] ?? .null
            try KeptFile(key: file.key, property: file.property, name: name, version: version)
                .put(in: store)
        } else {
            try KeptFile(of: file.key, file.property, in: store)?.forget(in: store)
        }
    }

    /// Stores that the file is sent later.
    func postpone(after error: RepositoryError) throws(StorageError) {
        guard var file = try PendingFile(of: file.key, file.property, in: ledger.store),
            file.id == self.file.id
        else { return }
        file.attempts += 1
        file.failure = OutboxFailure(error, at: ledger.now)
        let asked = error.retryAfter.map { min($0, Backoff.longestAsked) }
        let wait = ledger.rules.backoff.delay(afterAttempts: file.attempts, retryAfter: asked)
        file.notBefore = ledger.now.addingTimeInterval(wait.inSeconds)
        try file.put(in: ledger.store)
    }

    /// Stores that the server has refused the file, or that it cannot be sent.
    ///
    /// If the server does not have the entity any more, that is removed with its files, unless a write is pending.
    func reject(because error: RepositoryError, isGone: Bool) throws(StorageError) {
        if isGone {
            let confirmed = Confirmations(ledger.schema, in: ledger.store, at: ledger.now)
            guard try !confirmed.remove(id: file.key.id, heardAt: ledger.now) else {
                _ = try file.end(in: ledger.store)
                return
            }
        }
        guard var file = try PendingFile(of: file.key, file.property, in: ledger.store),
            file.id == self.file.id
        else { return }
        file.attempts += 1
        file.failure = OutboxFailure(error, at: ledger.now)
        (file.notBefore, file.isRejected) = (nil, true)
        try file.put(in: ledger.store)
    }
}

extension StorageReader {
    /// The files of a collection that can be sent now, and when the next one can be.
    ///
    /// The entity must be known to the server. A file waits no longer than its wait was when the clock is set back.
    func sendableFiles(
        of schema: EntitySchema,
        at now: Date,
        by rules: SyncRules
    ) throws(StorageError) -> (files: [PendingFile], due: Date?) {
        var files: [PendingFile] = []
        var due: Date?
        for file in try PendingFile.all(of: schema.name, in: self) where !file.isRejected {
            guard let record = try record(file.key), record.base != nil, record.state != .deleted
            else {
                continue
            }
            if !rules.isByHand, let end = file.notBefore, end > now,
                end.timeIntervalSince(now) <= rules.backoff.longest.inSeconds
            {
                due = min(due ?? end, end)
                continue
            }
            files.append(file)
        }
        return (files, due)
    }

    /// Whether a file of an entity is to be sent, or was rejected.
    func hasPendingFile(of schema: EntitySchema, _ key: RecordKey) throws(StorageError) -> Bool {
        for property in schema.files where try PendingFile(of: key, property, in: self) != nil {
            return true
        }
        return false
    }

    /// How many files are to be sent, and how many were rejected.
    func fileCounts(of schemas: [EntitySchema]) throws(StorageError) -> (
        waiting: Int, rejected: Int
    ) {
        var counts = (waiting: 0, rejected: 0)
        for schema in schemas where !schema.files.isEmpty {
            for file in try PendingFile.all(of: schema.name, in: self) {
                if file.isRejected { counts.rejected += 1 } else { counts.waiting += 1 }
            }
        }
        return counts
    }
}

extension StorageWriter {
    /// Gives the files of an entity to its new identity.
    func moveFiles(
        of schema: EntitySchema,
        _ key: RecordKey,
        to other: RecordKey
    ) throws(StorageError) {
        for property in schema.files {
            if let pending = try PendingFile(of: key, property, in: self) {
                _ = try pending.end(in: self)
                try pending.of(other).put(in: self)
            }
            if let kept = try KeptFile(of: key, property, in: self) {
                try kept.forget(in: self)
                try KeptFile(key: other, property: property, name: kept.name, version: kept.version)
                    .put(in: self)
            }
        }
    }
}
