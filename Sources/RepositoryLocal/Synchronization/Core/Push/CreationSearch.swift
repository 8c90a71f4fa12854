/// A search for the results of creations without a response in the server's listing.
///
/// If several entities match, exact matches come first: others may have been created by another
/// client.
struct CreationSearch: Sendable {
    private let collection: RemoteCollection
    private let sought: [(id: OutboxEntry.ID, sent: [String: JSON])]
    private var same: [OutboxEntry.ID: [RemoteState]] = [:]
    private var similar: [OutboxEntry.ID: [RemoteState]] = [:]

    /// Starts a search; `byIdentity` is whether an identity that was sent must match.
    ///
    /// If either side may assign the identity, the request may have been sent without one.
    init(
        for attempts: [WriteAttempt],
        in collection: RemoteCollection,
        byIdentity: Bool = false
    ) {
        self.collection = collection
        sought = attempts.compactMap { attempt in
            guard var sent = try? collection.draft(asSent: attempt.sent) else { return nil }
            if !byIdentity { sent[collection.schema.identityKey] = nil }
            return (attempt.entry.id, sent)
        }
    }

    /// Takes entities from the server.
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

    /// Returns the candidates that match a creation exactly.
    func exactCandidates(for entry: OutboxEntry) -> [RemoteState] { same[entry.id] ?? [] }

    /// Returns all candidates for the result of a creation.
    func candidates(for entry: OutboxEntry) -> [RemoteState] {
        (same[entry.id] ?? []) + (similar[entry.id] ?? [])
    }
}
