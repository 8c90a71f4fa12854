/// The plan of an operation: its next step follows from its rule, the known state, and the outcomes
/// so far.
///
///     var plan = StrategyPlan(.update, by: .remoteFirst, knowing: .bothSides)
///     plan.next                       // .attemptRemote
///     plan.record(.transient)         // 503
///     plan.next                       // .writeLocally(.withIntent)
///
/// A plan is a value without side effects. ``RepositoryProxy`` carries its steps out, the tests
/// enumerate it, and `repogen explain` prints it, so documentation and behavior cannot diverge.
///
/// Every plan obeys these laws:
///
/// - It ends after at most one attempt on each side.
/// - A write that did not reach the server, or that failed transiently there, is written locally if
///   the rule has that fallback. If the rule synchronizes, the intent to send it goes to the
///   outbox; if not, the write stays local, and the result carries a warning.
/// - A write that the rule synchronizes, but the server does not offer, is refused: it could never
///   be sent, and later responses would overwrite it.
/// - A write with an unknown outcome is never sent again as if it were new. It goes to the outbox
///   marked as sent, with the same idempotency key; the outbox resolves its outcome.
/// - A write that the server rejects is not tried elsewhere: it fails with the server's error.
/// - A write never overtakes pending writes to the same entity: it goes to the outbox, regardless
///   of the rule. If it cannot be determined whether there are any, it fails.
/// - If the server does not find an entity, the local store is not read instead. The local copy is
///   removed, unless it has pending writes, or the server never had it.
/// - The response to a read never overwrites pending writes. They are applied to the server's list,
///   even to an empty one.
/// - If the rule includes the local store, an entity with pending writes is read there, because the
///   server does not have its current state. An entity deleted locally is not restored from the
///   server.
/// - Entities missing from the local store are fetched from the server if the rule has that
///   fallback, and then stored.
/// - A success on one side does not fail because the other side could not store the result.
public struct StrategyPlan: Hashable, Sendable {
    /// The operation.
    public let operation: RepositoryOperation
    /// The rule of the operation.
    public let rule: Strategy.Rule
    /// The state known before the first step.
    public let known: Known
    /// The steps taken so far, with their outcomes.
    public private(set) var taken: [Taken] = []

    /// A step that was taken, and its outcome.
    public struct Taken: Hashable, Sendable {
        /// The step.
        public let step: Step
        /// The outcome of the step.
        public let outcome: Outcome
    }

    /// Creates a plan.
    ///
    /// - Parameters:
    ///   - operation: The operation.
    ///   - rule: The rule of the operation.
    ///   - known: The state known before the first step.
    public init(
        _ operation: RepositoryOperation,
        by rule: Strategy.Rule,
        knowing known: Known
    ) {
        self.operation = operation
        self.rule = rule
        self.known = known
    }

    /// Records the outcome of the next step; has no effect after the last one.
    ///
    /// - Parameter outcome: The outcome of the step.
    public mutating func record(_ outcome: Outcome) {
        let step = next
        guard !step.isLast else { return }
        taken.append(Taken(step: step, outcome: outcome))
    }

    /// The step to take now.
    public var next: Step {
        if sides.isEmpty || isNeverSent { return .refuse }
        return operation.isRead ? nextOfRead : nextOfWrite
    }
}

// MARK: - Reads

extension StrategyPlan {
    private var nextOfRead: Step {
        // Only the local store has the entity as it was last written.
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
                // Entities created locally may belong in an empty list.
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
        // An empty local store answers a query; it does not prove that a particular entity is
        // missing.
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

    /// The form in which the local store takes the write.
    private var localWrite: LocalWrite {
        if known.edits == .waiting { return .withIntent }
        if remote == .ambiguous { return .asSent }
        return rule.synchronize ? .withIntent : .withoutIntent
    }

    /// Requests a synchronization first if pending writes could be sent now.
    private func requesting(then last: Step) -> Step {
        let isSent = !taken.contains { $0.step == .writeLocally(.withoutIntent) }
        // If the server was just found unreachable or busy, do not contact it again immediately.
        let isWorthIt = remote == nil || remote == .ambiguous
        let isDone = taken.contains { $0.step == .requestSynchronization }
        return isSent && isWorthIt && known.hasRemote && !isDone ? .requestSynchronization : last
    }
}

// MARK: - Shared helpers

extension StrategyPlan {
    /// The available sides of the rule, in order.
    private var sides: [RepositorySide] {
        rule.sides.filter { $0 == .remote ? known.hasRemote : known.hasLocal }
    }

    /// Whether the operation is a write that must be synchronized but that the server does not
    /// support.
    private var isNeverSent: Bool {
        !operation.isRead && rule.synchronize && !known.hasRemote
    }

    /// The outcome of the attempt on the server.
    private var remote: Outcome? {
        taken.first { $0.step == .attemptRemote }?.outcome
    }

    /// The outcome of the attempt on the local store.
    private var local: Outcome? {
        taken.first { taken in
            switch taken.step {
            case .readLocally, .writeLocally: true
            default: false
            }
        }?.outcome
    }

    /// Updates the local store first, if the rule synchronizes and the store works.
    private func keeping(_ step: Step, then last: Step) -> Step {
        let isWanted =
            rule.synchronize || rule.sides.contains(.local)
            // A copy of a deleted entity could be edited, and would be created again.
            || (step == .removeLocally && operation == .delete)
        let works = known.hasLocal && known.edits != .unknown && local != .storageTrouble
        let isDone = taken.contains { $0.step == step }
        return isWanted && works && !isDone ? step : last
    }
}
