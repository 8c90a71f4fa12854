/// A local write and the server's state of the same entity.
///
/// ``resolution`` is the only place where a ``ConflictPolicy`` leads to a decision, and it depends
/// only on these values.
package struct Divergence: Sendable {
    /// The properties of an entity by key.
    typealias Members = [String: JSON]

    /// The reason for the comparison.
    package enum Cause: Hashable, Sendable {
        /// The write was not sent yet, and is not protected by a version.
        case check
        /// The write was sent with an unknown outcome.
        case ambiguity
        /// The server has rejected the write, apparently because of the entity's state.
        case refusal
    }

    var policy: ConflictPolicy
    var cause: Cause
    /// Whether the last of the writes is a deletion.
    var deletes = false
    /// The last common state; nil if unknown.
    var base: Members?
    var local: Members
    var remote: Members
    /// Whether the entity has no other changes on the server.
    var isUnchanged: Bool
    /// Whether the server has the version that the write assumes.
    var isSameVersion = false
    /// The changes of the writes, in order; nil if one of them replaces the entity.
    var patches: [Members]?
    /// The properties in requests without a response, which may still arrive.
    var unansweredKeys: Set<String> = []
    /// The properties of an entity that a client sends; nil if they do not form an entity.
    var draft: @Sendable (Members) -> Members?

    /// The next step for the writes.
    enum Next: Equatable {
        /// The write is rejected: the server's reason is not the entity's state.
        case reject
        /// The user decides.
        case ask
        /// The deletion is sent for the server's current version.
        case delete
        /// The writes end with this state of the entity.
        case end(DeliveryOutcome.Kind, Members)
        /// This becomes the state of the entity, and the changes are sent; nil sends all of it.
        case send(Members, changes: Members?)
    }

    /// The next step for the writes, and what to report about it.
    struct Resolution {
        var next: Next
        /// How properties changed on both sides were resolved; nil if there are none.
        var conflict: SyncConflict.Resolution?
        /// The properties that both sides have changed to different values, if that is a conflict.
        var properties: [SyncConflict.Property] = []
        /// Whether the write was merged with other changes.
        var isMerged = false
    }

    /// Decides the next step for the writes.
    var resolution: Resolution {
        if cause == .refusal, isUnchanged, isSameVersion { return Resolution(next: .reject) }
        if deletes { return deletion }
        let isSame = isEqual(local, remote)
        switch policy {
        case .fail where !isUnchanged && !isSame:
            return Resolution(next: .ask, conflict: .open, properties: threeWay.conflicts)
        case .serverWins where !isUnchanged && isSame:
            return Resolution(next: .end(.acknowledged, remote))
        case .serverWins where !isUnchanged:
            return Resolution(
                next: .end(.superseded, remote),
                conflict: .server,
                properties: threeWay.conflicts
            )
        case .clientWins, .fail, .merge, .serverWins: return joined
        }
    }

    private var deletion: Resolution {
        // Without a base, it is unknown whether the entity has changed on the server. But if a
        // creation finds other content under its identity, another client has written that.
        guard base != nil || cause == .check, !isUnchanged, policy != .clientWins else {
            return Resolution(next: .delete)
        }
        return policy == .fail
            ? Resolution(next: .ask, conflict: .open)
            : Resolution(next: .end(.deletionLost, remote), conflict: .server)
    }

    private var joined: Resolution {
        let (members, conflicts) = merged
        var resolution = Resolution(
            next: .send(members, changes: nil),
            conflict: conflicts.isEmpty ? nil : .local,
            properties: conflicts,
            isMerged: !isUnchanged && !isEqual(members, local)
        )
        // Requests that may still arrive must meet a newer version.
        if unansweredKeys.isEmpty, isEqual(members, remote) {
            let isOwn = isUnchanged || cause == .ambiguity
            resolution.next = .end(isOwn ? .acknowledged : .merged, members)
        } else if patches != nil {
            var changes = DocumentMembers.difference(from: remote, to: members)
            for key in unansweredKeys { changes[key] = members[key] ?? .null }
            resolution.next = .send(members, changes: changes)
        }
        return resolution
    }

    /// The merged state, and the properties that both sides have changed to different values.
    private var merged: (Members, conflicts: [SyncConflict.Property]) {
        guard policy == .clientWins else {
            let merge = threeWay
            return (merge.members, merge.conflicts)
        }
        // A patch contributes its changes, an update the whole entity.
        guard let patches else { return (local, []) }
        return (patches.reduce(remote) { DocumentMembers.applying($1, to: $0) }, [])
    }

    private var threeWay: ThreeWayMerge {
        ThreeWayMerge(base: base ?? [:], local: local, remote: remote)
    }

    /// Whether two states are equal to a client, ignoring properties that only the server writes.
    func isEqual(_ first: Members, _ second: Members) -> Bool {
        guard let one = draft(first), let other = draft(second) else {
            return DocumentMembers.difference(from: first, to: second).isEmpty
        }
        return one == other
    }
}
