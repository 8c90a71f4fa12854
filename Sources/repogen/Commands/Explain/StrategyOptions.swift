import ArgumentParser
import RepositoryStrategy
import SchemaLanguage

/// The options that override the schema's strategy.
struct StrategyOptions: ParsableArguments {
    /// The named strategies.
    enum Name: String, CaseIterable, ExpressibleByArgument {
        case `default`, offlineFirst, remoteOnly, localOnly

        var strategy: Strategy {
            switch self {
            case .default: .default
            case .offlineFirst: .offlineFirst
            case .remoteOnly: .remoteOnly
            case .localOnly: .localOnly
            }
        }
    }

    /// The sides.
    enum Target: String, CaseIterable, ExpressibleByArgument {
        case remote, local

        var side: RepositorySide { self == .remote ? .remote : .local }
    }

    /// The sides, or none.
    enum Fallback: String, CaseIterable, ExpressibleByArgument {
        case remote, local, none

        var side: RepositorySide? { RepositorySide(rawValue: rawValue) }
    }

    @Option(
        name: .customLong("strategy"),
        help: "A strategy to use instead of the one in the schema."
    )
    var name: Name?

    @Option(help: ArgumentHelp("The side to try first.", valueName: "side"))
    var target: Target?

    @Option(help: ArgumentHelp("The side to try if the target fails.", valueName: "side"))
    var fallback: Fallback?

    @Flag(
        inversion: .prefixedNo,
        help: "Whether to apply the changes of one side to the other."
    )
    var synchronize: Bool?

    /// The strategy in effect, and its name.
    ///
    /// - Parameter repository: The repository of the entity; nil without a repository or a schema.
    /// - Returns: The strategy and its name.
    func strategy(
        of repository: CheckedRepository?
    ) -> (strategy: Strategy, origin: String) {
        var (strategy, origin) = Self.strategy(of: repository)
        if let name { (strategy, origin) = (name.strategy, "the \(name.rawValue) strategy") }
        guard target != nil || fallback != nil || synchronize != nil else {
            return (strategy, origin)
        }
        origin = "the rule from the options"
        let operations: [RepositoryOperation?] = [nil] + RepositoryOperation.allCases
        for operation in operations {
            var rule = operation.map { strategy[$0] } ?? strategy.otherwise
            if let target { rule.target = target.side }
            if let fallback { rule.fallback = fallback.side }
            if let synchronize { rule.synchronize = synchronize }
            if let operation { strategy[operation] = rule } else { strategy.otherwise = rule }
        }
        return (strategy, origin)
    }

    /// The schema's strategy for a repository, and its name.
    private static func strategy(
        of repository: CheckedRepository?
    ) -> (strategy: Strategy, origin: String) {
        guard case .entity(let operations)? = repository?.kind, let checked = operations.strategy,
            let head = repository?.head
        else { return (.default, "the default strategy") }
        var strategy = Strategy(Strategy.Rule(checked.otherwise))
        for entry in checked.rules {
            guard let operation = RepositoryOperation(rawValue: entry.operation.rawValue) else {
                continue
            }
            strategy[operation] = Strategy.Rule(entry.rule)
        }
        let origin = checked.name.map { "the \($0.rawValue) strategy" }
        return (strategy, origin ?? "the strategy of \(head.name)")
    }
}

extension Strategy.Rule {
    /// The rule of a schema.
    fileprivate init(_ rule: CheckedStrategy.Rule) {
        self.init(
            target: RepositorySide(rule.target),
            fallback: rule.fallback.map(RepositorySide.init),
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
