/// A local write of an entity beside what the server has of it.
///
/// ``resolution`` is the only place where a ``ConflictPolicy`` leads to a decision. It depends on nothing but these
/// values.
package struct Divergence: Sendable {
    /// An entity by the keys of its properties.
    typealias Members = [String: JSON]

    /// Why the two are compared.
    package enum Cause: Hashable, Sendable {
        /// No version guards the write, which has not been sent.
        case check
        /// The write was sent, and it is not known what came of it.
        case ambiguity
        /// The server has refused the write for its state, or so it seems.
        case refusal
    }

    var policy: ConflictPolicy
    var cause: Cause
    /// Whether the last of the writes deletes the entity.
    var deletes = false
    /// What both sides had last; nil where that is not known.
    var base: Members?
    var local: Members
    var remote: Members
    /// Whether nobody else has changed the entity since.
    var isUnchanged: Bool
    /// Whether the server has the version that the write expects.
    var isSameVersion = false
    /// The changes of the writes in their order; nil where one of them replaces the entity.
    var patches: [Members]?
    /// The properties of what was sent without a response, and may arrive yet.
    var unansweredKeys: Set<String> = []
    /// What a client would send of an entity; nil where it is none.
    var draft: @Sendable (Members) -> Members?

    /// What happens to the writes.
    enum Next: Equatable {
        /// The server has refused the write for another reason than its state.
        case reject
        /// The user decides.
        case ask
        /// The deletion is sent, to the version that the server has.
        case delete
        /// The writes end, and the entity is this one.
        case end(End, Members)
        /// The entity is this one, and the server is sent the changes, or the whole where they are nil.
        case send(Members, changes: Members?)
    }

    /// How writes end that are not sent again.
    enum End: Equatable {
        case acknowledged, merged, superseded
        /// The deletion gives way to a change of somebody else.
        case deletionLost
    }

    /// What happens to the writes, and what is to be said of it.
    struct Resolution {
        var next: Next
        /// How properties that both sides have changed were decided; nil where there are none.
        var conflict: SyncConflict.Resolution?
        /// The properties that both sides have changed to different values, where that is a conflict.
        var properties: [SyncConflict.Property] = []
        /// Whether something that somebody else has changed is together with the write.
        var isMerged = false
    }

    /// Decides what happens to the writes.
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
        // What was never known here cannot have changed there.
        guard base != nil, !isUnchanged, policy != .clientWins else {
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
        // What may still arrive must meet a newer version.
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

    /// What both sides make together, and the properties that both have changed to different values.
    private var merged: (Members, conflicts: [SyncConflict.Property]) {
        guard policy == .clientWins else {
            let merge = threeWay
            return (merge.members, merge.conflicts)
        }
        // A patch is what was changed, and an update the whole.
        guard let patches else { return (local, []) }
        return (patches.reduce(remote) { DocumentMembers.applying($1, to: $0) }, [])
    }

    private var threeWay: ThreeWayMerge {
        ThreeWayMerge(base: base ?? [:], local: local, remote: remote)
    }

    /// Whether two states are the same to a client: what only the server writes does not count.
    func isEqual(_ first: Members, _ second: Members) -> Bool {
        guard let one = draft(first), let other = draft(second) else {
            return DocumentMembers.difference(from: first, to: second).isEmpty
        }
        return one == other
    }
}
