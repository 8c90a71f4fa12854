import RepositoryRuntime

/// All initial states of a plan.
enum PlanCases {
    /// All rules, including those that fall back to the target.
    static let rules: [Strategy.Rule] = RepositorySide.allCases.flatMap { target in
        ([nil] + RepositorySide.allCases).flatMap { fallback in
            [false, true].map {
                Strategy.Rule(target: target, fallback: fallback, synchronize: $0)
            }
        }
    }

    /// All known states; without a local store, nothing is pending.
    static let known: [StrategyPlan.Known] = [true, false].flatMap { hasRemote in
        StrategyPlan.Edits.allCases.map {
            StrategyPlan.Known(hasRemote: hasRemote, edits: $0)
        } + [StrategyPlan.Known(hasRemote: hasRemote, hasLocal: false)]
    }

    /// A plan for each operation, rule and known state.
    static let plans: [StrategyPlan] = RepositoryOperation.allCases.flatMap { operation in
        rules.flatMap { rule in
            known.map { StrategyPlan(operation, by: rule, knowing: $0) }
        }
    }

    /// All states of all plans, for any outcome of each step, possible or not.
    static let states: [StrategyPlan] = plans.flatMap(states)

    /// The final states.
    static let ends: [StrategyPlan] = states.filter(\.next.isLast)

    private static func states(of plan: StrategyPlan) -> [StrategyPlan] {
        // A plan that continues for longer than this never ends.
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

    /// Returns the outcome of a step; nil if it was not taken.
    func outcome(of step: Step) -> Outcome? {
        taken.first { $0.step == step }?.outcome
    }

    /// The local write that was made or is next.
    var localWrite: LocalWrite? {
        for case .writeLocally(let form) in steps + [next] { return form }
        return nil
    }

    /// The outcome of the attempt on the local store.
    var local: Outcome? {
        taken.first { $0.step.isLocalAttempt }?.outcome
    }

    /// Whether it is a synchronized write that the server does not support.
    var isNeverSent: Bool { !operation.isRead && rule.synchronize && !known.hasRemote }

    /// The available sides of the rule; none for a write that is never sent.
    var sides: [RepositorySide] {
        isNeverSent ? [] : rule.sides.filter { $0 == .remote ? known.hasRemote : known.hasLocal }
    }

    /// The step taken last.
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
