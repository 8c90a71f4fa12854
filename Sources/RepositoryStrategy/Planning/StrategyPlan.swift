/// The planner: what an operation does next, from its rule, what is known before, and what each
/// side has answered so far.
///
///     var plan = StrategyPlan(.update, by: .remoteFirst, knowing: .bothSides)
///     plan.next                       // .attemptRemote
///     plan.record(.transient)         // 503
///     plan.next                       // .writeLocally(.withIntent)
///
/// It is a value and does nothing itself. ``RepositoryProxy`` carries its steps out, the tests
/// enumerate it, and `repogen explain` prints it, so that what is said and what is done are the same.
///
/// These laws hold of every plan:
///
/// - It ends, after at most one attempt on each side.
/// - A write that the server has not seen, or has put off, is written locally where the rule falls
///   back to that: with its intent in the outbox where the rule synchronizes. Without, it stays here,
///   and the result says so.
/// - A write that the rule synchronizes, and that the server does not offer, is refused: it could never
///   be sent, and what the server answers later would take its place.
/// - A write of which nobody knows whether it has arrived is never sent again as if it were new: it goes
///   to the outbox as sent, under the same idempotency key, and only there it is found out.
/// - What the server refuses is not tried elsewhere: it fails with the server's error.
/// - A write for an entity with edits that wait does not overtake them: it goes to the outbox, whatever
///   the rule says. Where it cannot be known whether any wait, it fails.
/// - An entity that the server says it does not have is not taken from the local store instead. Its
///   copy is removed, unless edits wait for it.
/// - What the server answers to a read never takes the place of edits that wait. They are applied to a
///   list of the server, also to an empty one.
/// - An entity with edits that wait is read here, where the rule names the local store, for the
///   server does not know it as it is. One that is deleted here is not brought back by the server.
/// - What the local store does not have is asked of the server, where the rule falls back to that, and
///   is kept.
/// - What worked on one side does not fail because the other could not keep it.
public struct StrategyPlan: Hashable, Sendable {
    /// What is asked.
    public let operation: RepositoryOperation
    /// Its rule.
    public let rule: Strategy.Rule
    /// What is known before.
    public let known: Known
    /// What was done so far, and what came of it.
    public private(set) var taken: [Taken] = []

    /// A step that was done, and what came of it.
    public struct Taken: Hashable, Sendable {
        /// The step.
        public let step: Step
        /// What came of it.
        public let outcome: Outcome
    }

    /// Begins a plan.
    ///
    /// - Parameters:
    ///   - operation: What is asked.
    ///   - rule: Its rule.
    ///   - known: What is known before.
    public init(
        _ operation: RepositoryOperation,
        by rule: Strategy.Rule,
        knowing known: Known
    ) {
        self.operation = operation
        self.rule = rule
        self.known = known
    }

    /// Notes what came of the next step; behind the last one, nothing is noted.
    ///
    /// - Parameter outcome: What came of it.
    public mutating func record(_ outcome: Outcome) {
        let step = next
        guard !step.isLast else { return }
        taken.append(Taken(step: step, outcome: outcome))
    }

    /// What is to be done now.
    public var next: Step {
        if sides.isEmpty || isNeverSent { return .refuse }
        return operation.isRead ? nextOfRead : nextOfWrite
    }
}

// MARK: - Reads

extension StrategyPlan {
    private var nextOfRead: Step {
        // Only here the entity is as it was written.
        let isHere = operation == .findByID && known.edits == .waiting && sides.contains(.local)
        for side in isHere ? [.local] : sides {
            switch side {
            case .local:
                guard let local else { return .readLocally }
                switch local {
                case .succeeded: return .finish(with: .local)
                case .cancelled: return .fail(with: .local)
                default: continue
                }
            case .remote:
                guard let remote else { return .attemptRemote }
                switch remote {
                case .succeeded: return keeping(.keepAnswer, then: .finish(with: .remote))
                // What was created here may belong into an empty list.
                case .notFound where operation != .findByID:
                    return keeping(.keepAnswer, then: .finish(with: .remote))
                case .notFound where local == .notFound || known.edits == .waiting:
                    return .fail(with: .remote)
                case .notFound: return keeping(.removeLocally, then: .fail(with: .remote))
                case .unreachable, .transient, .ambiguous: continue
                default: return .fail(with: .remote)
                }
            }
        }
        // That there is nothing is an answer to a question for all, and not to one for a certain one.
        if operation != .findByID, local == .notFound { return .finish(with: .local) }
        return .fail(with: remote == nil ? .local : .remote)
    }
}

// MARK: - Writes

extension StrategyPlan {
    private var nextOfWrite: Step {
        if known.edits == .unknown { return .fail(with: .local) }
        for side in known.edits == .waiting ? [.local] : sides {
            switch side {
            case .local:
                if remote == .ambiguous, !rule.synchronize { break }
                guard let local else { return .writeLocally(localWrite) }
                switch local {
                case .succeeded: return requesting(then: .finish(with: .local))
                case .conflict, .cancelled: return .fail(with: .local)
                default: continue
                }
            case .remote:
                guard let remote else { return .attemptRemote }
                switch remote {
                case .succeeded:
                    let step = operation == .delete ? Step.removeLocally : .keepAnswer
                    return keeping(step, then: .finish(with: .remote))
                case .unreachable, .transient, .ambiguous: continue
                default: return .fail(with: .remote)
                }
            }
        }
        return .fail(with: remote == nil ? .local : .remote)
    }

    /// How the local store takes the write.
    private var localWrite: LocalWrite {
        if known.edits == .waiting { return .withIntent }
        if remote == .ambiguous { return .asSent }
        return rule.synchronize ? .withIntent : .withoutIntent
    }

    /// Asks for a synchronization first, where something waits that the server may take now.
    private func requesting(then last: Step) -> Step {
        let isSent = !taken.contains { $0.step == .writeLocally(.withoutIntent) }
        // Who has just found the server away or busy need not ask again at once.
        let isWorthIt = remote == nil || remote == .ambiguous
        let isDone = taken.contains { $0.step == .requestSynchronization }
        return isSent && isWorthIt && known.hasRemote && !isDone ? .requestSynchronization : last
    }
}

// MARK: - What both share

extension StrategyPlan {
    /// The sides that the rule names and that there are, in order.
    private var sides: [RepositorySide] {
        rule.sides.filter { $0 == .remote ? known.hasRemote : known.hasLocal }
    }

    /// Whether it is a write that is to reach a server which cannot do it.
    private var isNeverSent: Bool {
        !operation.isRead && rule.synchronize && !known.hasRemote
    }

    /// What came of the attempt on the server.
    private var remote: Outcome? {
        taken.first { $0.step == .attemptRemote }?.outcome
    }

    /// What came of the attempt on the local store.
    private var local: Outcome? {
        taken.first { taken in
            switch taken.step {
            case .readLocally, .writeLocally: true
            default: false
            }
        }?.outcome
    }

    /// Brings the local store in step first, where the rule wants that and the store works.
    private func keeping(_ step: Step, then last: Step) -> Step {
        let isWanted = rule.synchronize || rule.sides.contains(.local)
        let works = known.hasLocal && known.edits != .unknown && local != .storageTrouble
        let isDone = taken.contains { $0.step == step }
        return isWanted && works && !isDone ? step : last
    }
}
