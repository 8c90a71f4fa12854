import RepositoryRuntime

/// Everything that a plan can begin with.
enum PlanCases {
    /// All rules, also those that fall back to the target.
    static let rules: [Strategy.Rule] = RepositorySide.allCases.flatMap { target in
        ([nil] + RepositorySide.allCases).flatMap { fallback in
            [false, true].map {
                Strategy.Rule(target: target, fallback: fallback, synchronize: $0)
            }
        }
    }

    /// All that may be known before; without a local store, nothing waits in it.
    static let known: [StrategyPlan.Known] = [true, false].flatMap { hasRemote in
        StrategyPlan.Edits.allCases.map {
            StrategyPlan.Known(hasRemote: hasRemote, edits: $0)
        } + [StrategyPlan.Known(hasRemote: hasRemote, hasLocal: false)]
    }

    /// A plan for each operation, rule, and what may be known.
    static let plans: [StrategyPlan] = RepositoryOperation.allCases.flatMap { operation in
        rules.flatMap { rule in
            known.map { StrategyPlan(operation, by: rule, knowing: $0) }
        }
    }

    /// All states of all plans, whatever comes of each step, possible or not.
    static let states: [StrategyPlan] = plans.flatMap(states)

    /// The states in which nothing is left to do.
    static let ends: [StrategyPlan] = states.filter(\.next.isLast)

    private static func states(of plan: StrategyPlan) -> [StrategyPlan] {
        // Whoever goes on for longer than this does so forever.
        guard !plan.next.isLast, plan.taken.count < 8 else { return [plan] }
        return [plan]
            + StrategyPlan.Outcome.allCases.flatMap { outcome in
                var plan = plan
                plan.record(outcome)
                return states(of: plan)
            }
    }
}

extension StrategyPlan {
    var steps: [Step] { taken.map(\.step) }

    /// What came of a step; nil where it was not taken.
    func outcome(of step: Step) -> Outcome? {
        taken.first { $0.step == step }?.outcome
    }

    /// The local write that was done or is next.
    var localWrite: LocalWrite? {
        for case .writeLocally(let form) in steps + [next] { return form }
        return nil
    }

    /// The outcome of the attempt on the local store.
    var local: Outcome? {
        taken.first { $0.step.isLocalAttempt }?.outcome
    }

    /// Whether it is a write that is to be sent to a server which does not offer it.
    var isNeverSent: Bool { !operation.isRead && rule.synchronize && !known.hasRemote }

    /// The sides that the rule names and that are there; none for what is never sent.
    var sides: [RepositorySide] {
        isNeverSent ? [] : rule.sides.filter { $0 == .remote ? known.hasRemote : known.hasLocal }
    }

    /// What was done just before.
    var last: Taken? { taken.last }
}

extension StrategyPlan.Step {
    var isLocalAttempt: Bool {
        switch self {
        case .readLocally, .writeLocally: true
        default: false
        }
    }
}
