/// All that can become of a plan: a step, and what follows from each of its outcomes.
package struct StrategyBranch: Hashable, Sendable {
    /// The step.
    package let step: StrategyPlan.Step
    /// What follows, outcomes with the same behind them together; nothing behind the last step.
    package let branches: [Continuation]

    /// Outcomes, and what follows from each of them.
    package struct Continuation: Hashable, Sendable {
        /// The outcomes.
        package let outcomes: [StrategyPlan.Outcome]
        /// What follows.
        package let then: StrategyBranch
    }

    /// Follows a plan to all its ends.
    ///
    /// - Parameters:
    ///   - plan: The plan.
    ///   - outcomes: What can come of a step.
    package init(
        _ plan: StrategyPlan,
        outcomes: (StrategyPlan.Step, RepositoryOperation) -> [StrategyPlan.Outcome] = {
            $0.outcomes(of: $1)
        }
    ) {
        step = plan.next
        var continuations: [Continuation] = []
        for outcome in step.isLast ? [] : outcomes(step, plan.operation) {
            var plan = plan
            plan.record(outcome)
            let then = StrategyBranch(plan, outcomes: outcomes)
            if let index = continuations.firstIndex(where: { $0.then == then }) {
                let all = continuations[index].outcomes + [outcome]
                continuations[index] = Continuation(outcomes: all, then: then)
            } else {
                continuations.append(Continuation(outcomes: [outcome], then: then))
            }
        }
        branches = continuations
    }

    /// A way from here to an end.
    package struct Path: Hashable, Sendable {
        /// The steps on the way.
        package let legs: [Leg]
        /// The last step.
        package let last: StrategyPlan.Step
    }

    /// A step on a way, and the outcomes with which it goes on so.
    package struct Leg: Hashable, Sendable {
        /// The step.
        package let step: StrategyPlan.Step
        /// The outcomes.
        package let outcomes: [StrategyPlan.Outcome]
    }

    /// All ways from here to an end.
    package var paths: [Path] {
        guard !step.isLast else { return [Path(legs: [], last: step)] }
        return branches.flatMap { branch in
            let leg = Leg(step: step, outcomes: branch.outcomes)
            return branch.then.paths.map { Path(legs: [leg] + $0.legs, last: $0.last) }
        }
    }
}

extension StrategyPlan.Step {
    /// What can come of a step.
    ///
    /// - Parameter operation: What is asked.
    /// - Returns: The outcomes; none behind the last step.
    package func outcomes(of operation: RepositoryOperation) -> [StrategyPlan.Outcome] {
        switch self {
        case .attemptRemote:
            StrategyPlan.Outcome.allCases.filter { outcome in
                switch outcome {
                case .storageTrouble: false
                case .ambiguous: !operation.isRead
                // A new one, and one that is to go, need not be there.
                case .notFound: ![.create, .delete].contains(operation)
                default: true
                }
            }
        case .readLocally: [.succeeded, .notFound, .storageTrouble, .cancelled]
        case .writeLocally(let form): form.outcomes(of: operation)
        case .keepAnswer, .removeLocally: [.succeeded, .storageTrouble]
        case .requestSynchronization: [.succeeded]
        case .finish, .fail, .refuse: []
        }
    }
}

extension StrategyPlan.LocalWrite {
    fileprivate func outcomes(of operation: RepositoryOperation) -> [StrategyPlan.Outcome] {
        switch operation {
        case .create: [.succeeded, .rejected, .conflict, .storageTrouble, .cancelled]
        case .update, .patch: [.succeeded, .notFound, .rejected, .storageTrouble, .cancelled]
        case .delete: [.succeeded, .storageTrouble, .cancelled]
        default: [.succeeded, .rejected, .storageTrouble, .cancelled]
        }
    }
}
