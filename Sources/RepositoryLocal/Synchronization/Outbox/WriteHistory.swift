#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a write has gone through before it is sent the next time.
///
/// It is stored beside the write, for the process may end before that; few writes have one.
struct WriteHistory: Hashable, Sendable {
    /// Whether another change is together with it in what is to be sent.
    var isMerged = false
    /// What was sent without an answer, by itself or by writes whose place it has taken, and was not there
    /// when the server was asked: it may arrive yet, and is then nobody else's change.
    var unanswered: [[String: JSON]] = []
    /// Until when the server has asked not to be asked again; nil where it has not.
    var asked: Date?
    /// Since when the server may know the idempotency key of a creation; nil where that is not known.
    var sent: Date?
    /// What the entity of a creation was each time when it was exported.
    ///
    /// Another device may send it as any of that, under the same idempotency key.
    var exported: [[String: JSON]] = []

    /// The keys of what may arrive yet: what is sent with them gives the entity a newer version than that
    /// expects.
    var unansweredKeys: Set<String> { Set(unanswered.flatMap(\.keys)) }

    /// What a write has gone through.
    static func of(
        _ id: OutboxEntry.ID,
        in store: any StorageReader
    ) throws(StorageError) -> WriteHistory {
        guard let data = try store.value(forKey: name(id)),
            // What cannot be read is of another version.
            let members = try? [String: JSON](jsonData: data)
        else { return WriteHistory() }
        return WriteHistory(members: members)
    }

    /// Stores it for a write.
    func note(for id: OutboxEntry.ID, in store: any StorageWriter) throws(StorageError) {
        guard self != WriteHistory() else { return try store.set(nil, forKey: Self.name(id)) }
        try store.set(try DocumentMembers.write(members), forKey: Self.name(id))
    }

    fileprivate static func name(_ id: OutboxEntry.ID) -> String {
        "history/\(id.uuidString)"
    }
}

extension WriteHistory {
    /// Reads what was stored.
    init(members: [String: JSON]) {
        self.init(
            isMerged: members["merged"] == .bool(true),
            unanswered: members["unanswered"]?.array?.compactMap(\.object) ?? [],
            asked: members["asked"]?.double.map { Date(timeIntervalSinceReferenceDate: $0) },
            sent: members["sent"]?.double.map { Date(timeIntervalSinceReferenceDate: $0) },
            // Earlier versions noted the first one alone.
            exported: [members["exported"]?.object].compactMap(\.self)
                + (members["exported"]?.array?.compactMap(\.object) ?? [])
        )
    }

    /// What is stored.
    var members: [String: JSON] {
        var members: [String: JSON] = [
            "merged": .bool(isMerged),
            "unanswered": .array(unanswered.map { .object($0) }),
        ]
        for (key, date) in [("asked", asked), ("sent", sent)] {
            let time = date.flatMap { JSON.Number($0.timeIntervalSinceReferenceDate) }
            members[key] = time.map(JSON.number)
        }
        if !exported.isEmpty { members["exported"] = .array(exported.map { .object($0) }) }
        return members
    }
}

extension StorageWriter {
    /// Notes that the server may know the idempotency key of a creation from now on; returns what is noted.
    @discardableResult
    func noteSent(_ id: OutboxEntry.ID, at date: Date?) throws(StorageError) -> WriteHistory {
        var history = try WriteHistory.of(id, in: self)
        history.sent = date
        try history.note(for: id, in: self)
        return history
    }

    /// Removes writes that wait no more, with what they have gone through.
    func end(_ entries: some Sequence<OutboxEntry>) throws(StorageError) {
        for entry in entries { try end(entry.id) }
    }

    /// Removes a write that waits no more, with what it has gone through.
    @discardableResult
    func end(_ id: OutboxEntry.ID) throws(StorageError) -> WriteHistory {
        try remove(entry: id)
        let history = try WriteHistory.of(id, in: self)
        if history != WriteHistory() { try set(nil, forKey: WriteHistory.name(id)) }
        return history
    }
}
