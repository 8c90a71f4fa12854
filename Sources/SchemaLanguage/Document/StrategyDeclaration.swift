/// Which side each operation of a repository goes to, as it is written.
struct StrategyDeclaration: Hashable, Sendable {
    /// The rule of one operation; the place is that of the rule.
    struct OperationRule: Hashable, Sendable {
        var operation: Located<CheckedStrategy.Operation>
        var rule: Located<CheckedStrategy.Rule>
    }

    /// The rule of all operations that have none of their own; nil where none is written.
    var otherwise: Located<CheckedStrategy.Rule>?
    var rules: [OperationRule] = []
}
