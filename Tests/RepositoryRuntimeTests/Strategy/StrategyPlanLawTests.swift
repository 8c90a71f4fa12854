import RepositoryRuntime
import Testing

/// The laws of the planner, in every state of every plan.
@Suite struct StrategyPlanLawTests {
    private static let passing: Set<StrategyPlan.Outcome> = [.unreachable, .transient]
    private static let refusals: Set<StrategyPlan.Outcome> = [
        .rejected, .unauthorized, .conflict, .unreadable, .cancelled,
    ]

    private var writes: [StrategyPlan] { PlanCases.states.filter { !$0.operation.isRead } }
    private var reads: [StrategyPlan] { PlanCases.states.filter(\.operation.isRead) }

    /// Checks the states of some plans.
    private func expect(
        _ states: [StrategyPlan],
        where isMeant: (StrategyPlan) -> Bool,
        _ holds: (StrategyPlan) -> Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let meant = states.filter(isMeant)
        #expect(!meant.isEmpty, sourceLocation: sourceLocation)
        let broken = meant.first { !holds($0) }
        #expect(broken == nil, sourceLocation: sourceLocation)
    }

    @Test("it ends after at most one attempt on each side")
    func ends() {
        expect(PlanCases.states, where: { _ in true }) { plan in
            let remote = plan.steps.count { $0 == .attemptRemote }
            let local = plan.steps.count(where: \.isLocalAttempt)
            return remote <= 1 && local <= 1 && plan.taken.count <= 3
                && Set(plan.steps).count == plan.steps.count
        }
        #expect(PlanCases.ends.contains { $0.taken.count == 3 })
    }

    @Test("an operation ends with the outcome of its final side")
    func ending() {
        expect(PlanCases.ends, where: { _ in true }) { plan in
            switch plan.next {
            case .finish(with: .remote):
                let outcome = plan.outcome(of: .attemptRemote)
                return outcome == .succeeded
                    || outcome == .notFound && [.find, .findOne].contains(plan.operation)
            case .finish(with: .local):
                return plan.local == .succeeded
                    || plan.local == .notFound && [.find, .findOne].contains(plan.operation)
            case .fail(with: .remote):
                return plan.outcome(of: .attemptRemote).map { $0 != .succeeded } ?? false
            case .fail(with: .local):
                return plan.local.map { $0 != .succeeded } ?? (plan.known.edits == .unknown)
            case .refuse: return plan.taken.isEmpty && plan.sides.isEmpty
            default: return false
            }
        }
    }

    @Test("if both sides failed, the error is the server's")
    func bothFailed() {
        expect(
            PlanCases.ends,
            where: { plan in
                plan.steps.contains(.attemptRemote) && plan.local == .storageTrouble
                    && plan.outcome(of: .attemptRemote) != .succeeded
                    && plan.outcome(of: .attemptRemote) != .notFound
            },
            { $0.next == .fail(with: .remote) }
        )
    }

    // MARK: - Writes

    @Test("a transient failure of a write falls back, with its intent if the rule synchronizes")
    func transientWrite() {
        expect(
            writes,
            where: { plan in
                plan.last?.step == .attemptRemote && plan.sides == [.remote, .local]
                    && Self.passing.contains(plan.last?.outcome ?? .succeeded)
            },
            { $0.next == .writeLocally($0.rule.synchronize ? .withIntent : .withoutIntent) }
        )
        expect(
            writes,
            where: { plan in
                plan.last?.step == .attemptRemote && plan.sides == [.remote]
                    && Self.passing.contains(plan.last?.outcome ?? .succeeded)
            },
            { $0.next == .fail(with: .remote) }
        )
    }

    @Test("an ambiguous write is stored as sent, never as new")
    func ambiguousWrite() {
        let ambiguous = writes.filter { $0.outcome(of: .attemptRemote) == .ambiguous }
        expect(ambiguous, where: { $0.last?.step == .attemptRemote }) { plan in
            let canBeKept = plan.sides == [.remote, .local] && plan.rule.synchronize
            return plan.next == (canBeKept ? .writeLocally(.asSent) : .fail(with: .remote))
        }
        expect(writes, where: { $0.localWrite == .asSent }) { plan in
            plan.outcome(of: .attemptRemote) == .ambiguous
        }
        expect(ambiguous, where: { $0.local == nil }) { plan in
            plan.localWrite == nil || plan.localWrite == .asSent
        }
    }

    @Test("a write that the server rejects is not tried elsewhere")
    func refusal() {
        expect(
            PlanCases.states,
            where: { plan in
                plan.outcome(of: .attemptRemote).map(Self.refusals.contains) ?? false
            },
            { $0.next == .fail(with: .remote) && $0.last?.step == .attemptRemote }
        )
        expect(writes, where: { $0.outcome(of: .attemptRemote) == .notFound }) { plan in
            plan.next == .fail(with: .remote)
        }
    }

    @Test("a synchronized write that the server does not support is refused")
    func neverSent() {
        expect(writes, where: { $0.rule.synchronize && !$0.known.hasRemote }) { plan in
            plan.next == .refuse && plan.taken.isEmpty
        }
        expect(reads, where: { $0.known.hasLocal && $0.rule.sides.contains(.local) }) { plan in
            plan.next != .refuse
        }
    }

    @Test("a write does not overtake pending writes, regardless of the rule")
    func noOvertaking() {
        let waiting = writes.filter { $0.known.edits == .waiting && !$0.sides.isEmpty }
        expect(waiting, where: \.taken.isEmpty) { $0.next == .writeLocally(.withIntent) }
        expect(waiting, where: { _ in true }) { !($0.steps + [$0.next]).contains(.attemptRemote) }
    }

    @Test("a write that may overtake others fails with the store's error")
    func unknownEdits() {
        expect(
            writes,
            where: { $0.known.edits == .unknown && !$0.sides.isEmpty },
            { $0.next == .fail(with: .local) && $0.taken.isEmpty }
        )
    }

    @Test("a synchronization is requested after each intent, unless the server was unreachable")
    func request() {
        expect(writes, where: { $0.next == .finish(with: .local) && $0.known.hasRemote }) { plan in
            let isAway = plan.outcome(of: .attemptRemote).map(Self.passing.contains) ?? false
            let isSent = plan.localWrite != .withoutIntent
            return plan.steps.contains(.requestSynchronization) == (isSent && !isAway)
        }
        expect(reads, where: { _ in true }) { $0.next != .requestSynchronization }
    }

    @Test("a write without synchronization is never sent, and a local one stays local")
    func localOnly() {
        expect(
            PlanCases.states,
            where: { $0.rule.sides == [.local] && !$0.rule.synchronize && $0.known.edits == .none },
            { plan in
                !(plan.steps + [plan.next]).contains(.attemptRemote)
                    && (plan.localWrite == nil || plan.localWrite == .withoutIntent)
            }
        )
    }

    @Test("remote only uses the server only, and removes the copy of a deleted entity")
    func remoteOnly() {
        expect(
            PlanCases.states,
            where: {
                $0.rule.sides == [.remote] && !$0.rule.synchronize && $0.known.edits == .none
            },
            { plan in
                let removed: StrategyPlan.Step? = plan.operation == .delete ? .removeLocally : nil
                return plan.next != .keepAnswer
                    && plan.steps.allSatisfy { $0 == .attemptRemote || $0 == removed }
            }
        )
    }

    // MARK: - Reads

    @Test("a read that the server cannot answer now is answered locally")
    func transientRead() {
        expect(
            reads,
            where: { plan in
                plan.last?.step == .attemptRemote && plan.sides == [.remote, .local]
                    && Self.passing.contains(plan.last?.outcome ?? .succeeded)
            },
            { $0.next == .readLocally }
        )
    }

    @Test(
        "an entity missing on the server is not read locally, and removed if nothing is pending"
    )
    func notFound() {
        expect(
            reads,
            where: { $0.operation == .findByID && $0.last?.step == .attemptRemote },
            { plan in
                guard plan.last?.outcome == .notFound else { return true }
                guard plan.local != .notFound, plan.local != .storageTrouble,
                    plan.known.hasLocal, plan.known.edits == .none,
                    plan.rule.synchronize || plan.rule.sides.contains(.local)
                else { return plan.next == .fail(with: .remote) }
                return plan.next == .removeLocally
            }
        )
        expect(reads, where: { $0.next == .removeLocally || $0.steps.contains(.removeLocally) }) {
            plan in
            plan.operation == .findByID && plan.outcome(of: .attemptRemote) == .notFound
                && plan.known.edits == .none
        }
    }

    @Test("an entity with pending writes is read locally only")
    func readOfEdited() {
        let edited = reads.filter { plan in
            plan.operation == .findByID && plan.known.edits == .waiting
                && plan.sides.contains(.local)
        }
        expect(edited, where: { _ in true }) { !($0.steps + [$0.next]).contains(.attemptRemote) }
        expect(edited, where: { $0.local == .notFound }) { $0.next == .fail(with: .local) }
    }

    @Test("an entity missing locally is fetched from the server, and stored")
    func miss() {
        let misses = reads.filter { plan in
            plan.sides == [.local, .remote] && plan.local == .notFound
                && !(plan.operation == .findByID && plan.known.edits == .waiting)
        }
        expect(misses, where: { $0.last?.step == .readLocally }) { $0.next == .attemptRemote }
        expect(
            misses,
            where: { $0.last?.step == .attemptRemote && $0.last?.outcome == .succeeded },
            { $0.next == ($0.known.edits == .unknown ? .finish(with: .remote) : .keepAnswer) }
        )
    }

    @Test("a failure to store the response is ignored")
    func keeping() {
        expect(
            PlanCases.states,
            where: { $0.last?.step == .keepAnswer },
            { $0.next == .finish(with: .remote) }
        )
        expect(PlanCases.states, where: { $0.next == .keepAnswer }) { plan in
            // Entities created locally may belong in an empty list.
            let isEmptyList =
                plan.outcome(of: .attemptRemote) == .notFound
                && [.find, .findOne].contains(plan.operation)
            return (plan.outcome(of: .attemptRemote) == .succeeded || isEmptyList)
                && plan.operation != .delete && plan.local != .storageTrouble
        }
    }

    // MARK: - Rules

    @Test("a fallback to the target is no fallback")
    func fallbackToTarget() {
        for plan in PlanCases.plans where plan.rule.fallback == plan.rule.target {
            var rule = plan.rule
            rule.fallback = nil
            let plain = StrategyPlan(plan.operation, by: rule, knowing: plan.known)
            #expect(StrategyBranch(plan) == StrategyBranch(plain))
        }
    }

    @Test("a strategy has a rule for each operation, and one for all others")
    func strategy() {
        var strategy = Strategy(.remoteFirst, [.create: .localFirst])
        #expect(strategy[.create] == .localFirst)
        #expect(strategy[.update] == Strategy.default[.update])
        strategy[.update] = .localOnly
        #expect(strategy[.update].sides == [.local])
        strategy.otherwise = .remoteOnly
        #expect(strategy[.find] == Strategy.remoteOnly[.find])
        #expect(strategy[.create] == .localFirst)
    }
}
