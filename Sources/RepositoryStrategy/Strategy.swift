/// Which side each operation goes to, which one is its fallback, and whether the two are kept in
/// sync.
///
///     var strategy = Strategy.default
///     strategy[.create] = .localFirst
///     strategy[.delete] = Strategy.Rule(target: .remote)
///
/// or, equivalently:
///
///     let strategy = Strategy(.remoteFirst, [.create: .localFirst, .delete: .remoteOnly])
///
/// ``StrategyPlan`` alone decides what follows from a rule and from the outcome on each side.
///
/// The idea, and the terms target, fallback and synchronize, come from Evocation.
public struct Strategy: Hashable, Sendable {
    /// The rules of the operations that have one of their own.
    public private(set) var rules: [RepositoryOperation: Rule]
    /// The rule of all other operations.
    public var otherwise: Rule

    /// Creates a strategy.
    ///
    /// - Parameters:
    ///   - rule: The rule of all operations without their own.
    ///   - rules: The rules of single operations.
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
    /// The server first, the local store if it is unreachable: ``Rule/remoteFirst`` for all
    /// operations.
    public static let `default` = Strategy(.remoteFirst)

    /// The local store first: ``Rule/localFirst`` for all operations.
    ///
    /// Entities that it lacks are fetched from the server; writes are sent later.
    public static let offlineFirst = Strategy(.localFirst)

    /// The server only: ``Rule/remoteOnly`` for all operations.
    public static let remoteOnly = Strategy(.remoteOnly)

    /// The local store only, without sending anything: ``Rule/localOnly`` for all operations.
    public static let localOnly = Strategy(.localOnly)
}
