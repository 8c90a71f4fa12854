/// The decision tree of a plan: a step, and the continuation for each of its outcomes.
package struct StrategyBranch: Hashable, Sendable {
    /// The step.
    package let step: StrategyPlan.Step
    /// The continuations, grouping the outcomes that lead to the same one; empty after the last
    /// step.
    package let branches: [Continuation]

    /// A set of outcomes, and the branch that follows them.
    package struct Continuation: Hashable, Sendable {
        /// The outcomes.
        package let outcomes: [StrategyPlan.Outcome]
        /// The branch that follows.
        package let then: StrategyBranch
    }

    /// Expands a plan into the tree of all its paths.
    ///
    /// - Parameter plan: The plan.
    package init(_ plan: StrategyPlan) {
        step = plan.next
        var continuations: [Continuation] = []
        for outcome in step.outcomes(of: plan.operation) {
            var plan = plan
            plan.record(outcome)
            let then = StrategyBranch(plan)
            if let index = continuations.firstIndex(where: { $0.then == then }) {
                let all = continuations[index].outcomes + [outcome]
                continuations[index] = Continuation(outcomes: all, then: then)
            } else {
                continuations.append(Continuation(outcomes: [outcome], then: then))
            }
        }
        branches = continuations
    }

    /// A path from this step to the end of the plan.
    package struct Path: Hashable, Sendable {
        /// The steps on the path.
        package let legs: [Leg]
        /// The last step.
        package let last: StrategyPlan.Step
    }

    /// A step on a path, and the outcomes with which the path continues.
    package struct Leg: Hashable, Sendable {
        /// The step.
        package let step: StrategyPlan.Step
        /// The outcomes.
        package let outcomes: [StrategyPlan.Outcome]
    }

    /// All paths from this step to the end of the plan.
    package var paths: [Path] {
        guard !step.isLast else { return [Path(legs: [], last: step)] }
        return branches.flatMap { branch in
            let leg = Leg(step: step, outcomes: branch.outcomes)
            return branch.then.paths.map { Path(legs: [leg] + $0.legs, last: $0.last) }
        }
    }
}

extension StrategyPlan.Step {
    /// Returns the possible outcomes of a step.
    ///
    /// - Parameter operation: The operation.
    /// - Returns: The outcomes; empty for the last step.
    package func outcomes(of operation: RepositoryOperation) -> [StrategyPlan.Outcome] {
        switch self {
        case .attemptRemote:
            StrategyPlan.Outcome.allCases.filter { outcome in
                switch outcome {
                case .storageTrouble: false
                case .ambiguous: !operation.isRead
                // Creating and deleting succeed without an existing entity.
                case .notFound: ![.create, .delete].contains(operation)
                default: true
                }
            }
        case .readLocally: [.succeeded, .notFound, .unreadable, .storageTrouble, .cancelled]
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
