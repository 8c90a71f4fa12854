import RepositoryStrategy
import SchemaLanguage
import Testing

/// The schema language and the runtime, which are independent, use the same names with the same
/// meaning.
@Suite struct StrategyWordsTests {
    @Test("operations and sides have the same names")
    func names() {
        #expect(
            CheckedStrategy.Operation.allCases.map(\.rawValue)
                == RepositoryOperation.allCases.map(\.rawValue)
        )
        #expect(
            CheckedStrategy.Side.allCases.map(\.rawValue)
                == RepositorySide.allCases.map(\.rawValue)
        )
    }

    @Test("a named rule is the same rule", arguments: CheckedStrategy.RuleName.allCases)
    func rules(name: CheckedStrategy.RuleName) {
        let rule: Strategy.Rule =
            switch name {
            case .remoteFirst: .remoteFirst
            case .localFirst: .localFirst
            case .remoteOnly: .remoteOnly
            case .localOnly: .localOnly
            }
        #expect(rule.target.rawValue == name.rule.target.rawValue)
        #expect(rule.fallback?.rawValue == name.rule.fallback?.rawValue)
        #expect(rule.synchronize == name.rule.synchronize)
    }

    @Test("a named strategy has the same rules", arguments: CheckedStrategy.Name.allCases)
    func strategies(name: CheckedStrategy.Name) {
        let strategy: Strategy =
            switch name {
            case .default: .default
            case .offlineFirst: .offlineFirst
            case .remoteOnly: .remoteOnly
            case .localOnly: .localOnly
            }
        #expect(strategy.rules.isEmpty)
        #expect(strategy.otherwise.target.rawValue == name.rule.rule.target.rawValue)
        #expect(strategy.otherwise.fallback?.rawValue == name.rule.rule.fallback?.rawValue)
        #expect(strategy.otherwise.synchronize == name.rule.rule.synchronize)
    }
}
