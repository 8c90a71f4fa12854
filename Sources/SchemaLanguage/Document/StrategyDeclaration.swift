/// The strategy of a repository, as written.
struct StrategyDeclaration: Hashable, Sendable {
    /// The rule of one operation; the place is that of the rule.
    struct OperationRule: Hashable, Sendable {
        var operation: Located<CheckedStrategy.Operation>
        var rule: Located<CheckedStrategy.Rule>
    }

    /// The rule of all other operations; nil if none is written.
    var otherwise: Located<CheckedStrategy.Rule>?
    var rules: [OperationRule] = []
}
