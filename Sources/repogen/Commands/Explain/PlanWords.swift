import RepositoryStrategy

/// Plans in plain words.
enum PlanWords {
    // MARK: - One case

    /// What a plan does where each side answers in one way, step by step.
    ///
    /// - Throws: where a side cannot answer so.
    static func story(
        of plan: StrategyPlan,
        remote: ScriptedOutcome,
        local: ScriptedOutcome
    ) throws(ToolError) -> String {
        var (plan, lines) = (plan, edits(before: plan))
        while !plan.next.isLast {
            let step = plan.next
            lines += "\(plan.taken.count + 1). \(words(step, plan.operation))\n"
            let script = step == .attemptRemote ? remote : local
            let outcome = try script.outcome(of: step, in: plan.operation)
            if step != .requestSynchronization {
                let name =
                    step == .attemptRemote || step.isAttempt
                    ? script.name : ScriptedOutcome.name(of: outcome)
                lines += "   \(name): \(words(outcome, of: step, plan.operation))\n"
            }
            plan.record(outcome)
        }
        return lines + end(of: plan) + "\n"
    }

    /// What edits that wait have to do with it.
    private static func edits(before plan: StrategyPlan) -> String {
        guard plan.known.edits == .waiting else { return "" }
        if !plan.operation.isRead {
            return "edits wait to be sent, and it does not overtake them\n"
        }
        return plan.operation == .findByID && plan.next == .readLocally
            ? "edits wait to be sent, and it is read where they are\n" : ""
    }

    private static func words(
        _ step: StrategyPlan.Step,
        _ operation: RepositoryOperation
    ) -> String {
        switch step {
        case .attemptRemote: operation.isRead ? "ask the server" : "ask the server to do it"
        case .readLocally: "read in the local store"
        case .writeLocally(.withIntent):
            "write it to the local store with the intent to send it, in one transaction"
        case .writeLocally(.withoutIntent): "write it to the local store alone"
        case .writeLocally(.asSent):
            "write it to the local store as sent, under the idempotency key that it was sent with"
        case .keepAnswer: "keep the answer in the local store, below edits that wait"
        case .removeLocally: "remove it from the local store, unless edits wait"
        case .requestSynchronization: "ask the synchronizer to send what waits; nobody waits for it"
        case .finish, .fail, .refuse: step.description
        }
    }

    private static func words(
        _ outcome: StrategyPlan.Outcome,
        of step: StrategyPlan.Step,
        _ operation: RepositoryOperation
    ) -> String {
        switch outcome {
        case .succeeded: return "it worked"
        case .notFound where [.find, .findOne].contains(operation): return "nothing is found"
        case .notFound: return "there is no such entity"
        case .unreachable: return "it cannot be reached, and nothing was sent"
        case .transient where operation.isRead: return "it does not answer now"
        case .transient: return "it has not done it, and may do so later"
        case .ambiguous: return "nobody knows whether it has done it"
        case .rejected where step == .attemptRemote: return "it will not do it"
        case .rejected: return "it cannot be done here"
        case .unauthorized: return "it does not know who asks"
        case .conflict where step == .attemptRemote: return "it has another state than is assumed"
        case .conflict: return "there is such an entity already"
        case .unreadable: return "its answer is not what was declared"
        case .storageTrouble: return "it does not work"
        case .cancelled: return "nobody waits for it any more"
        }
    }

    /// The last step, and what it means.
    private static func end(of plan: StrategyPlan) -> String {
        switch plan.next {
        case .finish(with: .remote):
            return plan.operation.isRead
                ? "done: the value is the server's" : "done: the server has it"
        case .finish(with: .local):
            guard !plan.operation.isRead else { return "done: the value is the local store's" }
            let steps = plan.taken.map(\.step)
            if steps.contains(.writeLocally(.withoutIntent)) {
                return "done: it is in the local store alone, and is never sent"
            }
            if steps.contains(.writeLocally(.asSent)) {
                return "done: it is in the local store, and it is found out what came of it"
            }
            return "done: it is in the local store, and is sent later"
        case .fail(with: .remote): return "failed: the error is the server's"
        case .fail(with: .local): return "failed: the error is the local store's"
        case .refuse where plan.known.hasLocal && plan.rule.sides.contains(.local):
            return "refused: the rule synchronizes what the server does not offer"
        default: return "refused: no side that the rule names is there"
        }
    }

    // MARK: - All cases

    /// All that can become of a plan, a line for each way.
    static func table(of plan: StrategyPlan) -> String {
        StrategyBranch(plan).paths.map { path in
            let legs = path.legs.map { leg in
                let names = leg.outcomes.map(ScriptedOutcome.name).joined(separator: ", ")
                return leg.step == .requestSynchronization
                    ? "\(leg.step) → " : "\(leg.step): \(names) → "
            }
            return "  \(legs.joined())\(path.last)\n"
        }.joined()
    }
}

extension StrategyPlan.Step {
    /// Whether a side is tried.
    fileprivate var isAttempt: Bool {
        switch self {
        case .attemptRemote, .readLocally, .writeLocally: true
        default: false
        }
    }
}
