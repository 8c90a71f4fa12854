import RepositoryStrategy

/// Plans as text.
enum PlanWords {
    // MARK: - One case

    /// The steps of a plan with the given outcome on each side.
    ///
    /// - Throws: if an outcome is impossible on its side.
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

    /// The effect of pending writes on the operation.
    private static func edits(before plan: StrategyPlan) -> String {
        guard plan.known.edits == .waiting else { return "" }
        if !plan.operation.isRead {
            return "earlier writes are pending, so this one waits for them\n"
        }
        return plan.operation == .findByID && plan.next == .readLocally
            ? "writes are pending, so the local store is read\n" : ""
    }

    private static func words(
        _ step: StrategyPlan.Step,
        _ operation: RepositoryOperation
    ) -> String {
        switch step {
        case .attemptRemote: operation.isRead ? "read it from the server" : "send it to the server"
        case .readLocally: "read it from the local store"
        case .writeLocally(.withIntent):
            "write it to the local store and to the outbox, in one transaction"
        case .writeLocally(.withoutIntent): "write it to the local store only"
        case .writeLocally(.asSent):
            "write it to the local store and to the outbox, with the idempotency key already sent"
        case .keepAnswer: "store the response locally, without overwriting pending writes"
        case .removeLocally: "delete it from the local store, unless writes are pending"
        case .requestSynchronization: "start sending pending writes, in the background"
        case .finish, .fail, .refuse: step.description
        }
    }

    private static func words(
        _ outcome: StrategyPlan.Outcome,
        of step: StrategyPlan.Step,
        _ operation: RepositoryOperation
    ) -> String {
        switch outcome {
        case .succeeded: return "success"
        case .notFound where [.find, .findOne].contains(operation): return "no match"
        case .notFound: return "not found"
        case .unreachable: return "no connection, nothing was sent"
        case .transient where operation.isRead: return "temporary failure"
        case .transient: return "not applied, a retry may succeed"
        case .ambiguous: return "unknown whether it was applied"
        case .rejected where step == .attemptRemote: return "rejected by the server"
        case .rejected: return "rejected by the local store"
        case .unauthorized: return "credentials missing or invalid"
        case .conflict where step == .attemptRemote: return "the server has a different version"
        case .conflict: return "the entity already exists"
        case .unreadable where step == .readLocally:
            return "a stored document does not match the schema"
        case .unreadable: return "the response does not match the schema"
        case .storageTrouble: return "the store failed"
        case .cancelled: return "cancelled"
        }
    }

    /// The last step and its meaning.
    private static func end(of plan: StrategyPlan) -> String {
        switch plan.next {
        case .finish(with: .remote):
            return plan.operation.isRead
                ? "done: the value is from the server" : "done: the server has applied it"
        case .finish(with: .local):
            guard !plan.operation.isRead else { return "done: the value is from the local store" }
            let steps = plan.taken.map(\.step)
            if steps.contains(.writeLocally(.withoutIntent)) {
                return "done: stored locally only, never sent"
            }
            if steps.contains(.writeLocally(.asSent)) {
                return "done: stored locally, a retry will find out whether the server applied it"
            }
            return "done: stored locally, will be sent later"
        case .fail(with: .remote): return "failed with the server's error"
        case .fail(with: .local): return "failed with the local store's error"
        case .refuse where plan.known.hasLocal && plan.rule.sides.contains(.local):
            return "refused: the rule synchronizes, but the server does not support the operation"
        default: return "refused: the rule names no available side"
        }
    }

    // MARK: - All cases

    /// All possible courses of a plan, one per line.
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
    /// Whether a step is an attempt on one side.
    fileprivate var isAttempt: Bool {
        switch self {
        case .attemptRemote, .readLocally, .writeLocally: true
        default: false
        }
    }
}
