import RepositoryStrategy

/// What a side answers, as somebody has typed it.
struct ScriptedOutcome {
    /// As it was typed.
    let name: String
    private let status: Int?
    private let outcome: StrategyPlan.Outcome?

    /// The outcomes by the names that people type.
    private static let outcomes: [(name: String, outcome: StrategyPlan.Outcome)] = [
        ("ok", .succeeded), ("not-found", .notFound), ("unreachable", .unreachable),
        ("transient", .transient), ("ambiguous", .ambiguous), ("rejected", .rejected),
        ("unauthorized", .unauthorized), ("conflict", .conflict), ("unreadable", .unreadable),
        ("storage-trouble", .storageTrouble), ("cancelled", .cancelled),
    ]

    private static let absence = "none"

    /// All names, but for statuses.
    static let names = outcomes.map(\.name) + [absence]

    /// The name of an outcome.
    static func name(of outcome: StrategyPlan.Outcome) -> String {
        outcomes.first { $0.outcome == outcome }?.name ?? outcome.rawValue
    }

    /// Reads what somebody has typed.
    ///
    /// - Throws: where it means nothing for the side.
    init(_ text: String, of side: RepositorySide) throws(ToolError) {
        name = text
        if side == .remote, let status = Int(text), (100...599).contains(status) {
            (self.status, outcome) = (status, nil)
            return
        }
        status = nil
        outcome = Self.outcomes.first { $0.name == text }?.outcome
        guard outcome != nil || text == Self.absence else {
            let status = side == .remote ? "; or a status, such as 503" : ""
            let names = "one of \(Self.names.joined(separator: ", "))\(status)"
            throw .arguments(
                "'\(text)' is nothing that the \(side.rawValue) side answers",
                hint: Explain.hint(text, Self.names, names)
            )
        }
    }

    /// Whether there is no such side.
    var isAbsent: Bool { status == nil && outcome == nil }

    /// What it is of a step.
    ///
    /// - Throws: where that cannot come of the step.
    func outcome(
        of step: StrategyPlan.Step,
        in operation: RepositoryOperation
    ) throws(ToolError) -> StrategyPlan.Outcome {
        let possible = step.outcomes(of: operation)
        let outcome =
            status.map { StrategyPlan.Outcome(status: $0, of: operation) } ?? outcome ?? .succeeded
        if possible.contains(outcome) { return outcome }
        switch step {
        // Of these nobody says what comes of them, but that the store does not work.
        case .keepAnswer, .removeLocally, .requestSynchronization: return .succeeded
        default:
            throw .arguments(
                "'\(name)' cannot come of '\(operation.rawValue)' there",
                hint: "one of \(possible.map(Self.name).joined(separator: ", "))"
            )
        }
    }
}
