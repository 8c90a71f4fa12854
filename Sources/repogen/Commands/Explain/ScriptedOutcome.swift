import RepositoryStrategy

/// The outcome on one side, as given on the command line.
struct ScriptedOutcome {
    /// The text as typed.
    let name: String
    private let status: Int?
    private let outcome: StrategyPlan.Outcome?

    /// The outcomes by their names on the command line.
    private static let outcomes: [(name: String, outcome: StrategyPlan.Outcome)] = [
        ("ok", .succeeded), ("not-found", .notFound), ("unreachable", .unreachable),
        ("transient", .transient), ("ambiguous", .ambiguous), ("rejected", .rejected),
        ("unauthorized", .unauthorized), ("conflict", .conflict), ("unreadable", .unreadable),
        ("storage-error", .storageTrouble), ("cancelled", .cancelled),
    ]

    private static let absence = "none"

    /// All names, without status codes.
    static let names = outcomes.map(\.name) + [absence]

    /// The name of an outcome.
    static func name(of outcome: StrategyPlan.Outcome) -> String {
        outcomes.first { $0.outcome == outcome }?.name ?? outcome.rawValue
    }

    /// Parses the text of an outcome.
    ///
    /// - Throws: if the text is no outcome of the side.
    init(_ text: String, of side: RepositorySide) throws(ToolError) {
        name = text
        if side == .remote, let status = Int(text), (100...599).contains(status) {
            (self.status, outcome) = (status, nil)
            return
        }
        status = nil
        outcome = Self.outcomes.first { $0.name == text }?.outcome
        guard outcome != nil || text == Self.absence else {
            let status = side == .remote ? "; or a status code, for example 503" : ""
            let names = "one of \(Self.names.joined(separator: ", "))\(status)"
            throw .arguments(
                "'\(text)' is not an outcome of the \(side.rawValue) side",
                hint: Explain.hint(text, Self.names, names)
            )
        }
    }

    /// Whether the side does not exist.
    var isAbsent: Bool { status == nil && outcome == nil }

    /// The outcome of a step.
    ///
    /// - Throws: if the step cannot have this outcome.
    func outcome(
        of step: StrategyPlan.Step,
        in operation: RepositoryOperation
    ) throws(ToolError) -> StrategyPlan.Outcome {
        let possible = step.outcomes(of: operation)
        let outcome =
            status.map { StrategyPlan.Outcome(status: $0, of: operation) } ?? outcome ?? .succeeded
        if possible.contains(outcome) { return outcome }
        switch step {
        // The command line sets no outcomes for these steps.
        case .keepAnswer, .removeLocally, .requestSynchronization: return .succeeded
        default:
            throw .arguments(
                "'\(name)' is not a possible outcome of '\(operation.rawValue)' there",
                hint: "one of \(possible.map(Self.name).joined(separator: ", "))"
            )
        }
    }
}
