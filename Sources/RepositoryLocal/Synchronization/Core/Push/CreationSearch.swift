/// A search for what creations without a response have become, among all that the server lists.
///
/// Where several entities have what was sent, those come first that have it as it was sent: others may be what
/// somebody else has created.
struct CreationSearch: Sendable {
    private let collection: RemoteCollection
    private let sought: [(id: OutboxEntry.ID, sent: [String: JSON])]
    private var same: [OutboxEntry.ID: [RemoteState]] = [:]
    private var similar: [OutboxEntry.ID: [RemoteState]] = [:]

    /// Begins a search.
    ///
    /// - Parameters:
    ///   - attempts: The creations.
    ///   - collection: Where they are searched.
    ///   - byIdentity: Whether an identity that was sent must be that of the entity. Where either side may give
    ///     the identity, the service was perhaps asked without one.
    init(
        for attempts: [WriteAttempt],
        in collection: RemoteCollection,
        byIdentity: Bool = false
    ) {
        self.collection = collection
        sought = attempts.compactMap { attempt in
            guard var sent = try? collection.draft(attempt.sent) else { return nil }
            if !byIdentity { sent[collection.schema.identityKey] = nil }
            return (attempt.entry.id, sent)
        }
    }

    /// Notes what the server has.
    mutating func note(_ states: [RemoteState]) {
        for state in states {
            for (id, sent) in sought {
                switch collection.likeness(of: state.members, to: sent) {
                case .same: same[id, default: []].append(state)
                case .similar: similar[id, default: []].append(state)
                case .different: break
                }
            }
        }
    }

    /// What a creation may have become, of what has all that was sent as it was sent.
    func exactCandidates(for entry: OutboxEntry) -> [RemoteState] { same[entry.id] ?? [] }

    /// What a creation may have become.
    func candidates(for entry: OutboxEntry) -> [RemoteState] {
        (same[entry.id] ?? []) + (similar[entry.id] ?? [])
    }
}
