import SchemaLanguage

/// Translates strategies.
enum StrategyTranslator {
    /// A strategy as an expression.
    ///
    /// ```swift
    /// Strategy.offlineFirst
    /// Strategy(.remoteFirst, [.create: .localFirst, .delete: .init(target: .remote)])
    /// ```
    ///
    /// - Parameters:
    ///   - strategy: The strategy; nil for that of a repository that declares none.
    ///   - type: The name of the runtime's type.
    /// - Returns: The expression.
    static func expression(_ strategy: CheckedStrategy?, type: String) -> String {
        guard let strategy else { return "\(type).default" }
        if let name = strategy.name { return "\(type).\(name.rawValue)" }
        let rules = strategy.rules.map { ".\($0.operation.rawValue): \(expression($0.rule))" }
        let otherwise = expression(strategy.otherwise)
        guard !rules.isEmpty else { return "\(type)(\(otherwise))" }
        return "\(type)(\(otherwise), [\(rules.joined(separator: ", "))])"
    }

    /// A rule by its name, or by its parts.
    private static func expression(_ rule: CheckedStrategy.Rule) -> String {
        if let name = CheckedStrategy.RuleName.allCases.first(where: { $0.rule == rule }) {
            return ".\(name.rawValue)"
        }
        let parts = [
            "target: .\(rule.target.rawValue)",
            rule.fallback.map { "fallback: .\($0.rawValue)" },
            rule.synchronize ? "synchronize: true" : nil,
        ]
        return ".init(\(parts.compactMap(\.self).joined(separator: ", ")))"
    }
}
