import Foundation

/// The history of a write that affects how it is sent next.
///
/// It is stored with the write, because the process may be killed before; few writes have one.
struct WriteHistory: Hashable, Sendable {
    /// Whether the content to send was merged with another change.
    var isMerged = false
    /// The states that were sent without a response, for this write or those it replaced, and that
    /// the server did not have when asked.
    ///
    /// They may still arrive, and are not conflicting changes then.
    var unanswered: [[String: JSON]] = []
    /// The date until which the server asked to wait; nil if it did not.
    var asked: Date?
    /// The date since which the server may know the idempotency key of a creation; nil if unknown.
    var sent: Date?
    /// The states of a created entity at each export.
    ///
    /// Another device may send any of them, with the same idempotency key.
    var exported: [[String: JSON]] = []

    /// The keys of changes that may still arrive: if the write contains them, the entity gets a
    /// newer version than the unanswered request expects.
    var unansweredKeys: Set<String> { Set(unanswered.flatMap(\.keys)) }

    /// Reads the history of a write.
    static func of(
        _ id: OutboxEntry.ID,
        in store: any StorageReader
    ) throws(StorageError) -> WriteHistory {
        try store.note(forKey: name(id)).map { WriteHistory(members: $0) } ?? WriteHistory()
    }

    /// Stores the history of a write.
    func note(for id: OutboxEntry.ID, in store: any StorageWriter) throws(StorageError) {
        try store.set(note: self == WriteHistory() ? nil : members, forKey: Self.name(id))
    }

    fileprivate static func name(_ id: OutboxEntry.ID) -> String {
        "history/\(id.uuidString)"
    }
}

extension WriteHistory {
    /// Decodes a history.
    init(members: [String: JSON]) {
        self.init(
            isMerged: members["merged"] == .bool(true),
            unanswered: members["unanswered"]?.array?.compactMap(\.object) ?? [],
            asked: members["asked"]?.date,
            sent: members["sent"]?.date,
            exported: members["exported"]?.array?.compactMap(\.object) ?? []
        )
    }

    /// The encoded history.
    var members: [String: JSON] {
        var members: [String: JSON] = [
            "merged": .bool(isMerged),
            "unanswered": .array(unanswered.map { .object($0) }),
        ]
        members["asked"] = asked.map(JSON.seconds)
        members["sent"] = sent.map(JSON.seconds)
        if !exported.isEmpty { members["exported"] = .array(exported.map { .object($0) }) }
        return members
    }
}

extension StorageWriter {
    /// Records that the server may know the idempotency key of a creation from now on; returns the
    /// history.
    @discardableResult
    func noteSent(_ id: OutboxEntry.ID, at date: Date?) throws(StorageError) -> WriteHistory {
        var history = try WriteHistory.of(id, in: self)
        history.sent = date
        try history.note(for: id, in: self)
        return history
    }

    /// Removes finished writes with their histories.
    func end(_ entries: some Sequence<OutboxEntry>) throws(StorageError) {
        for entry in entries { try end(entry.id) }
    }

    /// Removes a finished write with its history.
    @discardableResult
    func end(_ id: OutboxEntry.ID) throws(StorageError) -> WriteHistory {
        try remove(entry: id)
        let history = try WriteHistory.of(id, in: self)
        if history != WriteHistory() { try set(nil, forKey: WriteHistory.name(id)) }
        return history
    }
}
