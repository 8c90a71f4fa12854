import Testing

@testable import RepositoryLocal
@testable import RepositoryValues

/// Resolutions of a write against the server's state: every policy, and every way in which two
/// properties can differ.
@Suite struct DivergenceTests {
    private static let states: [Divergence.Members] = [1, 2, 3].flatMap { first in
        [1, 2].map { ["a": .number(.init(first)), "b": .number(.init($0))] }
    }

    private static let policies: [ConflictPolicy] = [.clientWins, .fail, .merge, .serverWins]

    /// Every case of a write with a base.
    private static let known: [Divergence] = policies.flatMap { policy in
        [Divergence.Cause.check, .ambiguity, .refusal].flatMap { cause in
            states.flatMap { base in
                states.flatMap { local in
                    states.flatMap { remote in
                        [false, true].flatMap { deletes in
                            [Set<String>(), ["a"]].flatMap { keys in
                                cases(policy, cause, base, local, remote, deletes, keys)
                            }
                        }
                    }
                }
            }
        }
    }

    private static func cases(
        _ policy: ConflictPolicy,
        _ cause: Divergence.Cause,
        _ base: Divergence.Members,
        _ local: Divergence.Members,
        _ remote: Divergence.Members,
        _ deletes: Bool,
        _ unansweredKeys: Set<String>
    ) -> [Divergence] {
        let changes = DocumentMembers.difference(from: base, to: local)
        return [nil, [changes]].flatMap { patches in
            [false, true].map { isSameVersion in
                Divergence(
                    policy: policy,
                    cause: cause,
                    deletes: deletes,
                    base: base,
                    local: local,
                    remote: remote,
                    isUnchanged: base == remote,
                    isSameVersion: isSameVersion && base == remote,
                    patches: patches,
                    unansweredKeys: unansweredKeys,
                    draft: { $0 }
                )
            }
        }
    }

    /// Whether another client and this one have changed a property to different values.
    private static func collides(_ found: Divergence) -> Bool {
        ["a", "b"].contains { key in
            let base = found.base?[key]
            return found.local[key] != base && found.remote[key] != base
                && found.local[key] != found.remote[key]
        }
    }

    @Test("without other changes, nothing is superseded, asked or in conflict")
    func ownWritesAreNoConflict() {
        for found in Self.known where found.isUnchanged {
            let resolution = found.resolution
            #expect(resolution.conflict == nil && !resolution.isMerged)
            switch resolution.next {
            case .reject: #expect(found.cause == .refusal && found.isSameVersion)
            case .delete: #expect(found.deletes)
            case .end(let end, let members):
                #expect(end == .acknowledged && members == found.local)
            case .send(let members, _): #expect(members == found.local)
            case .ask: Issue.record("\(found)")
            }
        }
    }

    @Test("a deletion is sent, or loses against another change, by the policy")
    func deletions() {
        for found in Self.known where found.deletes && !found.isUnchanged {
            let expected: Divergence.Next =
                switch found.policy {
                case .clientWins: .delete
                case .fail: .ask
                case .merge, .serverWins: .end(.deletionLost, found.remote)
                }
            #expect(found.resolution.next == expected)
        }
    }

    @Test("the user is asked only under the policy `fail`, and about every other change")
    func fail() {
        for found in Self.known where found.policy == .fail {
            let isOpen = !found.isUnchanged && (found.deletes || found.local != found.remote)
            #expect((found.resolution.next == .ask) == isOpen)
        }
        for found in Self.known where found.policy != .fail {
            #expect(found.resolution.next != .ask)
        }
    }

    @Test("if the server wins, no other change is overwritten")
    func serverWins() {
        for found in Self.known where found.policy == .serverWins && !found.isUnchanged {
            guard case .end(_, found.remote) = found.resolution.next else {
                Issue.record("\(found)")
                continue
            }
        }
    }

    @Test("a merge keeps the changes of both sides, and the local one in a conflict")
    func mergeIsThreeWay() {
        for found in Self.known where found.policy == .merge && !found.deletes {
            let resolution = found.resolution
            switch resolution.next {
            case .end(_, let members), .send(let members, _):
                for key in ["a", "b"] {
                    let isOwn = found.local[key] != found.base?[key]
                    #expect(members[key] == (isOwn ? found.local[key] : found.remote[key]))
                }
            case .reject: #expect(found.isSameVersion)
            case .ask, .delete: Issue.record("\(found)")
            }
            if resolution.next != .reject {
                #expect((resolution.conflict == .local) == Self.collides(found))
            }
        }
    }

    @Test("if the client wins, the server gets the local values")
    func clientWins() {
        for found in Self.known where found.policy == .clientWins && !found.deletes {
            switch found.resolution.next {
            case .end(_, let members), .send(let members, _):
                for (key, value) in found.patches?[0] ?? found.local {
                    #expect(members[key] == value)
                }
            case .reject: #expect(found.isSameVersion)
            case .ask, .delete: Issue.record("\(found)")
            }
        }
    }

    @Test("the request turns the server's state into the stored one")
    func changesReachTheDocument() {
        for found in Self.known {
            guard case .send(let members, let changes?) = found.resolution.next else { continue }
            #expect(DocumentMembers.applying(changes, to: found.remote) == members)
        }
    }

    @Test("while a request may still arrive, a write only ends with the server's state")
    func unansweredIsGuarded() {
        for found in Self.known where !found.unansweredKeys.isEmpty {
            guard case .end(let end, let members) = found.resolution.next else { continue }
            #expect(members == found.remote)
            #expect(end == .deletionLost || found.policy == .serverWins)
        }
    }

    @Test("without a base, a deletion is sent, unless another client has created the entity")
    func unknownBase() {
        for policy in Self.policies {
            for cause in [Divergence.Cause.check, .refusal] {
                let found = Divergence(
                    policy: policy,
                    cause: cause,
                    deletes: true,
                    base: nil,
                    local: Self.states[0],
                    remote: Self.states[3],
                    isUnchanged: false,
                    draft: { $0 }
                )
                let expected: Divergence.Next =
                    switch (cause, policy) {
                    case (.refusal, _), (_, .clientWins): .delete
                    case (_, .fail): .ask
                    case (_, .merge), (_, .serverWins): .end(.deletionLost, found.remote)
                    }
                #expect(found.resolution.next == expected)
            }
        }
    }
}
