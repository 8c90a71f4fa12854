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

    /// Stores that the server has the file, and what the entity said of it at a time; nil if that is not known.
    ///
    /// The bytes stay beside the store, as those of that version.
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
                try confirmed.put(document, belowWritesOf: id, entityTag: state.tag)
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

    /// Stores that the file is sent later.
    ///
    /// - Parameters:
    ///   - error: Why it was not sent.
    ///   - isHeld: Whether only this file could not be sent; otherwise it is sent as soon as anything is.
    /// - Returns: When it is sent again; nil if that depends on others.
    /// - Throws: `StorageError` if the store cannot be written.
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

    /// Stores that the server has refused the file, or that it cannot be sent.
    func reject(because error: RepositoryError) throws(StorageError) {
        guard var file = try current else { return }
        file.attempts += 1
        file.failure = OutboxFailure(error, at: ledger.now)
        (file.notBefore, file.isRejected) = (nil, true)
        try file.put(in: ledger.store)
    }

    /// The file as it is noted now; nil if it was replaced or given up meanwhile.
    private var current: PendingFile? {
        get throws(StorageError) {
            let current = try PendingFile(of: file.key, file.property, in: ledger.store)
            return current?.id == file.id ? current : nil
        }
    }
}

extension StoredRecord {
    /// What the server has said last of a file.
    func version(of property: String) throws(StorageError) -> JSON {
        try StoredDocument.members(of: base ?? document, keys: [property])[property] ?? .null
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
        let longest = max(rules.backoff.longest, Backoff.longestAsked).inSeconds
        for file in try PendingFile.all(of: schema.name, in: self) {
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
    /// Gives the files of an entity to another key, as that of its new identity; of two files, the later one stays.
    func moveFiles(
        of schema: EntitySchema,
        _ key: RecordKey,
        to other: RecordKey
    ) throws(StorageError) {
        for property in schema.files {
            if let pending = try PendingFile(of: key, property, in: self) {
                _ = try pending.end(in: self)
                let known = try PendingFile(of: other, property, in: self)
                if known.map({ $0.date < pending.date }) ?? true {
                    try pending.of(other).put(in: self)
                }
            }
            if let kept = try KeptFile(of: key, property, in: self) {
                try kept.forget(in: self)
                try KeptFile(key: other, property: property, name: kept.name, version: kept.version)
                    .put(in: self)
            }
        }
    }

    /// Forgets the files of an entity in whose place there is another one now.
    func forgetFiles(of schema: EntitySchema, _ key: RecordKey) throws(StorageError) {
        for property in schema.files {
            _ = try PendingFile(of: key, property, in: self)?.end(in: self)
            try KeptFile(of: key, property, in: self)?.forget(in: self)
        }
    }

    /// Gives files to the properties that have another name in this version of the app.
    func renameFiles(of schema: EntitySchema) throws(StorageError) {
        for property in schema.files {
            let former = Set((schema.former[property] ?? []).map(\.key)).subtracting([property])
            guard !former.isEmpty else { continue }
            for file in try PendingFile.all(of: schema.name, in: self)
            where former.contains(file.property) {
                _ = try file.end(in: self)
                let known = try PendingFile(of: file.key, property, in: self)
                if known.map({ $0.date < file.date }) ?? true {
                    try file.of(file.key, as: property).put(in: self)
                }
            }
            for file in try KeptFile.all(of: schema.name, in: self)
            where former.contains(file.property) {
                try file.forget(in: self)
                let moved = KeptFile(
                    key: file.key,
                    property: property,
                    name: file.name,
                    version: file.version
                )
                try moved.put(in: self)
            }
        }
    }
}
