import Diagnostics
import YAMLTree

/// Parses the strategy of a repository.
enum StrategyParser {
    /// Parses a strategy: a name, or a mapping of operations to rules.
    static func parse(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> StrategyDeclaration? {
        guard case .mapping = node.content else {
            let name: CheckedStrategy.Name? = name(node, what: "a strategy", in: &context) {
                CheckedStrategy.RuleName(rawValue: $0).map {
                    "write `strategy: { default: \($0.rawValue) }`"
                }
            }
            return name.map {
                StrategyDeclaration(otherwise: Located($0.rule.rule, at: node.range))
            }
        }
        guard
            var mapping = MappingReader(
                node,
                what: "a strategy",
                hint: "write `strategy: offlineFirst` or `strategy: { default: localFirst }`",
                in: &context
            )
        else { return nil }
        var strategy = StrategyDeclaration()
        strategy.otherwise = mapping.optional("default").flatMap { rule($0, in: &context) }
        for operation in CheckedStrategy.Operation.allCases {
            guard let pair = mapping.pair(operation.rawValue),
                let rule = rule(pair.value, in: &context)
            else { continue }
            strategy.rules.append(
                StrategyDeclaration.OperationRule(
                    operation: Located(operation, at: pair.key.range),
                    rule: rule
                )
            )
        }
        mapping.finish(in: &context)
        return strategy
    }

    /// A rule: a name, or `{ target: …, fallback: …, synchronize: … }`.
    private static func rule(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> Located<CheckedStrategy.Rule>? {
        guard case .mapping = node.content else {
            let name: CheckedStrategy.RuleName? = name(node, what: "a rule", in: &context) {
                CheckedStrategy.Name(rawValue: $0).map { "did you mean '\($0.rule.rawValue)'?" }
            }
            return name.map { Located($0.rule, at: node.range) }
        }
        guard var mapping = MappingReader(node, what: "a rule", in: &context) else { return nil }
        let target: CheckedStrategy.Side? = mapping.required("target").flatMap {
            context.word($0, what: "the target of a rule")
        }
        let fallback: CheckedStrategy.Side? = mapping.optional("fallback").flatMap {
            context.word($0, what: "the fallback of a rule")
        }
        let synchronize = mapping.optional("synchronize").flatMap {
            context.bool($0, what: "synchronize")
        }
        mapping.finish(in: &context)
        return target.map {
            Located(
                CheckedStrategy.Rule(
                    target: $0,
                    fallback: fallback == $0 ? nil : fallback,
                    synchronize: synchronize ?? false
                ),
                at: node.range
            )
        }
    }

    /// One of some names; anything else is a mistake, with the meaning of a word of another
    /// language.
    private static func name<Name: CaseIterable & RawRepresentable<String>>(
        _ node: YAMLNode,
        what: String,
        in context: inout ParseContext,
        foreign: (String) -> String?
    ) -> Name? {
        let names = Name.allCases.map(\.rawValue)
        guard case .scalar(let scalar) = node.content, scalar.meaning != .null else {
            context.reportKind(
                of: node,
                what: what,
                expected: "\(names.joined(separator: ", ")) or a mapping"
            )
            return nil
        }
        if let name = Name(rawValue: scalar.text) { return name }
        let text = scalar.text.shortened(to: 60)
        context.report(
            .invalidValue,
            "expected \(names.joined(separator: ", ")) or a mapping for \(what), found '\(text)'",
            at: node.range,
            hint: foreign(scalar.text) ?? NearestSpelling.hint(for: scalar.text, in: names)
        )
        return nil
    }
}
