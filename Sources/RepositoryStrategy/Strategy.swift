/// Which side an operation goes to, where it goes if that fails, and whether the two are kept in step.
///
///     var strategy = Strategy.default
///     strategy[.create] = .localFirst
///     strategy[.delete] = Strategy.Rule(target: .remote)
///
/// or, the same:
///
///     let strategy = Strategy(.remoteFirst, [.create: .localFirst, .delete: .remoteOnly])
///
/// What follows from a rule and from what each side answers is decided by ``StrategyPlan``, and by
/// nothing else.
///
/// The idea, and the words target, fallback and synchronize, are those of Evocation.
public struct Strategy: Hashable, Sendable {
    /// The rules of those operations that have one of their own.
    public private(set) var rules: [RepositoryOperation: Rule]
    /// The rule of all other operations.
    public var otherwise: Rule

    /// Creates a strategy.
    ///
    /// - Parameters:
    ///   - rule: The rule of all operations that have none of their own.
    ///   - rules: The rules of those that have.
    public init(_ rule: Rule, _ rules: [RepositoryOperation: Rule] = [:]) {
        self.otherwise = rule
        self.rules = rules
    }

    /// The rule of an operation.
    ///
    /// - Parameter operation: The operation.
    public subscript(operation: RepositoryOperation) -> Rule {
        get { rules[operation] ?? otherwise }
        set { rules[operation] = newValue }
    }
}

extension Strategy {
    /// The server first and the local store where it cannot be reached: ``Rule/remoteFirst`` for all.
    public static let `default` = Strategy(.remoteFirst)

    /// The local store first: ``Rule/localFirst`` for all.
    ///
    /// What it does not have, the server is asked for; what is written is sent later.
    public static let offlineFirst = Strategy(.localFirst)

    /// The server alone: ``Rule/remoteOnly`` for all.
    public static let remoteOnly = Strategy(.remoteOnly)

    /// The local store alone, and nothing is sent: ``Rule/localOnly`` for all.
    public static let localOnly = Strategy(.localOnly)
}
