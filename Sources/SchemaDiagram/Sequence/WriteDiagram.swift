import RepositoryStrategy
package import SchemaLanguage

/// The life of a write of a repository: the calls of the app, the sides involved, and what is
/// stored, sent and confirmed.
///
/// The steps are those of `StrategyPlan`, which repositories carry out.
package struct WriteDiagram: Sendable {
    private let repository: CheckedRepository
    private let operations: CheckedRepository.EntityOperations
    private let requests: WriteRequests
    private let api: CheckedAPI?
    private let source: DiagramSource

    /// Creates the picture of the writes of a repository; nil if it is one of endpoints, or the
    /// server supports no writes.
    ///
    /// - Parameters:
    ///   - repository: The repository.
    ///   - source: The schema that declares it.
    package init?(of repository: CheckedRepository, in source: DiagramSource) {
        guard case .entity(let operations) = repository.kind else { return nil }
        api = source.schema.apis.first { $0.head.name == repository.head.api }
        var conventions = operations.conventions(over: api)
        let entity = source.schema.entities.first { $0.head.name == operations.entity }
        // A client that assigns identities looks its create up by reading.
        if conventions.creation == nil, entity?.identityOrigin == .client {
            conventions.creation = .identity
        }
        requests = WriteRequests(operations, conventions: conventions)
        guard !requests.operations.isEmpty else { return nil }
        self.repository = repository
        self.operations = operations
        self.source = source
    }

    /// The participants, by their index.
    enum Place {
        static let app = 0
        static let repository = 1
        static let store = 2
        static let outbox = 3
    }

    private var isLocal: Bool { operations.local != .nowhere }
    private var server: Int { isLocal ? 4 : 2 }

    /// The diagram.
    package var diagram: Diagram {
        var participants = [
            DiagramSequence.Participant(kind: .app, name: "App"),
            DiagramSequence.Participant(
                kind: .repository,
                name: repository.head.name,
                detail: "of \(operations.entity)",
                line: source.line(of: .repository, repository.head)
            ),
        ]
        if isLocal {
            participants += [
                DiagramSequence.Participant(
                    kind: .store,
                    name: "Local store",
                    detail: operations.local == .sqlite ? "SQLite" : "memory"
                ),
                DiagramSequence.Participant(
                    kind: .outbox,
                    name: "Outbox",
                    detail: "sent by the synchronizer"
                ),
            ]
        }
        participants.append(
            DiagramSequence.Participant(
                kind: .server,
                name: api?.head.name ?? "Server",
                detail: api?.baseURLs.first?.url,
                line: api.map { source.line(of: .api, $0.head) }
            )
        )
        var steps: [DiagramSequence.Step] = []
        var waits = false
        for (rule, operations) in groups {
            let names = operations.map(\.rawValue).joined(separator: ", ")
            steps.append(.heading("\(names): \(rule.words)"))
            let story = story(of: operations, by: rule)
            steps += story.steps
            waits = waits || story.waits
        }
        if waits {
            steps += [.heading("Synchronization"), .note(Self.queue)]
            steps +=
                DeliverySteps(
                    requests: requests,
                    conflicts: operations.conflicts ?? .merge,
                    server: server
                ).steps
        }
        let names = requests.operations.map(\.rawValue).joined(separator: ", ")
        return Diagram(
            title: "Writes of \(repository.head.name)",
            description: "How \(names) of \(operations.entity) reach the server",
            content: .sequence(DiagramSequence(participants: participants, steps: steps))
        )
    }

    /// The note that explains why any write can become pending.
    private static let queue = DiagramSequence.Note(
        participants: Place.repository...Place.outbox,
        lines: [
            "While a write of an entity is pending,",
            "later writes of it are pending, too.",
        ]
    )

    /// The write operations, grouped by rule.
    private var groups: [(rule: CheckedStrategy.Rule, operations: [RepositoryOperation])] {
        var groups: [(rule: CheckedStrategy.Rule, operations: [RepositoryOperation])] = []
        for operation in requests.operations {
            let rule = rule(of: operation)
            if let index = groups.firstIndex(where: { $0.rule == rule }) {
                groups[index].operations.append(operation)
            } else {
                groups.append((rule, [operation]))
            }
        }
        return groups
    }

    private func rule(of operation: RepositoryOperation) -> CheckedStrategy.Rule {
        let own = operations.strategy?.rules.first { $0.operation.rawValue == operation.rawValue }
        guard let rule = own?.rule ?? operations.strategy?.otherwise else {
            return (isLocal ? CheckedStrategy.RuleName.remoteFirst : .remoteOnly).rule
        }
        return rule
    }

    // MARK: - What the plan does

    /// The steps of operations with the same rule, and whether a write may be sent later.
    private func story(
        of operations: [RepositoryOperation],
        by rule: CheckedStrategy.Rule
    ) -> (steps: [DiagramSequence.Step], waits: Bool) {
        // The plan is the same for all writes, except for the last step.
        let operation = operations.first { $0 != .delete } ?? .delete
        let known = StrategyPlan.Known(hasRemote: true, hasLocal: isLocal)
        let plan = StrategyPlan(operation, by: Strategy.Rule(rule), knowing: known)
        let call = operations.map { "\($0.rawValue)(…)" }.joined(separator: " ")
        let start = DiagramSequence.Step.message(
            DiagramSequence.Message(source: Place.app, target: Place.repository, text: call)
        )
        guard plan.next == .attemptRemote else {
            let (steps, waits) = walk(plan, operations) { _ in .succeeded }
            return ([start] + steps, waits)
        }
        let scenarios: [(condition: String, outcome: StrategyPlan.Outcome)] = [
            ("2xx: applied", .succeeded),
            ("no connection, or 425, 429, 503: not applied", .unreachable),
            ("no response, or 5xx: possibly applied", .ambiguous),
            ("401, 403, 409, 412, 422 …: rejected", .rejected),
        ]
        var waits = false
        let courses = scenarios.map { scenario in
            let (steps, waitsHere) = walk(plan, operations) { step in
                step == .attemptRemote ? scenario.outcome : .succeeded
            }
            waits = waits || waitsHere
            return DiagramSequence.Course(condition: scenario.condition, steps: steps)
        }
        let request = DiagramSequence.Message(
            source: Place.repository,
            target: server,
            text: operations.count == 1 ? requests.line(of: operations[0]) : "request",
            details: operations.count == 1
                ? requests.details(of: operations[0])
                : operations.map { "\($0.rawValue): \(requests.line(of: $0))" }
        )
        return ([start, .message(request), .choice(courses)], waits)
    }

    /// The steps of a plan with the given outcomes.
    private func walk(
        _ plan: StrategyPlan,
        _ operations: [RepositoryOperation],
        _ outcome: (StrategyPlan.Step) -> StrategyPlan.Outcome
    ) -> (steps: [DiagramSequence.Step], waits: Bool) {
        var plan = plan
        var steps: [DiagramSequence.Step] = []
        var waits = false
        func tell(
            _ target: Int,
            _ text: String,
            from source: Int = Place.repository,
            reply: Bool = false
        ) {
            steps.append(
                .message(
                    DiagramSequence.Message(
                        source: source,
                        target: target,
                        text: text,
                        isReply: reply
                    )
                )
            )
        }
        while !plan.next.isLast {
            let step = plan.next
            let result = outcome(step)
            switch step {
            case .attemptRemote:
                if result == .succeeded { tell(Place.repository, "2xx", from: server, reply: true) }
                if result == .rejected {
                    tell(Place.repository, "the error", from: server, reply: true)
                }
            case .readLocally: break
            case .writeLocally(let form):
                waits = waits || form != .withoutIntent
                tell(Place.store, form.words)
                if form != .withoutIntent {
                    tell(Place.outbox, "pending write, in the same transaction", from: Place.store)
                }
            case .keepAnswer: tell(Place.store, "store the response, below pending writes")
            case .removeLocally: tell(Place.store, "delete")
            case .requestSynchronization: tell(Place.outbox, "request a synchronization")
            case .finish, .fail, .refuse: break
            }
            plan.record(result)
        }
        switch plan.next {
        case .finish(with: .remote): tell(Place.app, "done: the server has applied it", reply: true)
        case .finish(with: .local):
            let text =
                waits ? "done: stored, will be sent later" : "done: stored locally only, never sent"
            tell(Place.app, text, reply: true)
        case .fail(with: .local): tell(Place.app, "throws the store error", reply: true)
        case .fail(with: .remote):
            let text =
                switch plan.taken.last(where: { $0.step == .attemptRemote })?.outcome {
                case .unreachable: "throws: not applied"
                case .ambiguous: "throws: possibly applied"
                default: "throws the server error"
                }
            tell(Place.app, text, reply: true)
        default: tell(Place.app, "throws: no side is available", reply: true)
        }
        return (steps, waits)
    }
}

extension Strategy.Rule {
    fileprivate init(_ rule: CheckedStrategy.Rule) {
        self.init(
            target: RepositorySide(rule.target),
            fallback: rule.fallback.map { RepositorySide($0) },
            synchronize: rule.synchronize
        )
    }
}

extension RepositorySide {
    fileprivate init(_ side: CheckedStrategy.Side) {
        switch side {
        case .remote: self = .remote
        case .local: self = .local
        }
    }
}

extension StrategyPlan.LocalWrite {
    /// The write to the store.
    fileprivate var words: String {
        switch self {
        case .withIntent: "write"
        case .withoutIntent: "write, without a pending write"
        case .asSent: "write, marked as sent"
        }
    }
}
