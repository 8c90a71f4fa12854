import ArgumentParser
import RepositoryStrategy
import SchemaLanguage

/// The options that take the place of the schema's strategy.
struct StrategyOptions: ParsableArguments {
    /// The strategies that have a name.
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

    /// The sides, and none.
    enum Side: String, CaseIterable, ExpressibleByArgument {
        case remote, local, none

        var side: RepositorySide? { RepositorySide(rawValue: rawValue) }
    }

    @Option(
        name: .customLong("strategy"),
        help: "The strategy, instead of that of the schema."
    )
    var name: Name?

    @Option(help: ArgumentHelp("The side that is tried first.", valueName: "side"))
    var target: Side?

    @Option(help: ArgumentHelp("The side that is tried where the target fails.", valueName: "side"))
    var fallback: Side?

    @Flag(
        inversion: .prefixedNo,
        help: "Whether what happens on one side is brought to the other."
    )
    var synchronize: Bool?

    func validate() throws {
        if target == Side.none { throw ValidationError("--target is remote or local") }
    }

    /// The strategy that holds, and what it is called.
    ///
    /// - Parameter repository: The repository of the entity; nil where there is none, or no schema.
    /// - Returns: Both.
    func strategy(
        of repository: CheckedRepository?
    ) -> (strategy: Strategy, origin: String) {
        var strategy = name?.strategy ?? Self.strategy(of: repository)
        var origin = "the \(name?.rawValue ?? "default") strategy"
        guard target != nil || fallback != nil || synchronize != nil else {
            return (strategy, origin)
        }
        origin = "the rule of the options"
        let operations: [RepositoryOperation?] = [nil] + RepositoryOperation.allCases
        for operation in operations {
            var rule = operation.map { strategy[$0] } ?? strategy.otherwise
            if let target = target?.side { rule.target = target }
            if let fallback { rule.fallback = fallback.side }
            if let synchronize { rule.synchronize = synchronize }
            if let operation { strategy[operation] = rule } else { strategy.otherwise = rule }
        }
        return (strategy, origin)
    }

    /// The strategy that the schema gives a repository.
    private static func strategy(of repository: CheckedRepository?) -> Strategy {
        .default
    }
}
